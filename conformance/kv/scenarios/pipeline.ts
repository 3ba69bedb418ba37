// What a pipeline is: commands that run in order, and one envelope for each of them whatever becomes
// of the others.

import { jsonOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { anError, envelopeCount, envelopes, failed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import type { Command } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'
import { elementAt } from '../fixtures/writings.js'
import { batchScenarios, echoes } from './batches.js'

/** Commands that the document leaves out, and one that nobody has. */
const unsupported: Readonly<Record<string, Command>> = {
  'a command that does not exist': ['NOSUCHCOMMAND'],
  'a transaction command': ['UNWATCH'],
  'a connection command': ['SELECT', '0'],
  'a blocking command': ['BLPOP', 'no-such-list', '1'],
}

export const pipelineScenarios = [
  ...batchScenarios('pipeline'),

  scenario('envelopes are in the order of the commands', {
    id: 'kv.pipeline.envelopes-in-order/few-and-slow',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 500 }, (_, index) => `element-${index}`)
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))
      given(await kv.command(['RPUSH', key, ...elements]), result(500))

      must(await kv.pipeline(echoes('c', 'a', id, 'b')), envelopes('c', 'a', id, 'b'))
      const slowOne = await kv.pipeline([['LRANGE', key, '0', '-1'], ...echoes(id)])
      must(slowOne, named('a slow command before a quick one', envelopes(elements, id)))
    },
  }),

  observation('requests that run between the commands of a pipeline', {
    id: 'kv.pipeline.interleaving/four-at-a-time',
    async run({ kv, key, note }) {
      const increments = Array.from({ length: 500 }, (): Command => ['INCR', key])
      const replies = await Promise.all(Array.from({ length: 4 }, () => kv.pipeline(increments)))
      for (const reply of replies) given(reply, envelopeCount(increments.length))
      const counts = replies.map((reply) =>
        (jsonOf(reply) as readonly { result?: number }[]).map(({ result }) => result ?? NaN),
      )
      const together = counts.every((each) => each.at(-1)! - each[0]! === each.length - 1)
      note('four pipelines at a time', together ? 'apart' : 'interleaved')
    },
  }),
  scenario('a pipeline goes on after an unsupported command', {
    id: 'kv.pipeline.unsupported-command/unsupported-commands',
    async run({ kv, id, keyOf }) {
      given(await kv.pipeline([['SET', keyOf('set'), id]]), envelopes('OK'))
      given(await kv.command(['MGET', keyOf('set'), keyOf('none')]), elementAt(0, id))

      await eachRow(unsupported, async (command, name) => {
        const keys = ['a', 'b', 'c'].map((label) => keyOf(`${name.replaceAll(' ', '-')}-${label}`))
        const [a, b, c] = keys.map((key): Command => ['SET', key, id])
        const reply = await kv.pipeline([a!, command, b!, command, c!])
        // A target that runs it alone breaks another rule.
        if (failed()(await kv.command(command))) return
        must(reply, envelopes('OK', anError, 'OK', anError, 'OK'))
        must(await kv.command(['MGET', ...keys]), result([id, id, id]))
      })
    },
  }),
  observation('a command with too few arguments in a pipeline', {
    id: 'kv.pipeline.wrong-argument-count/too-few',
    async run({ kv, note }) {
      const commands = [['ECHO', 'a'], ['GET'], ['ECHO', 'b']] as const
      note('ECHO a, GET, ECHO b', outcomeOf(await kv.pipeline(commands)))
    },
  }),
  observation('a pipeline under resp2', {
    id: 'kv.pipeline.resp2/layout',
    async run({ kv, note }) {
      const reply = await kv.pipeline([['ECHO', 'a'], ['PING']], { format: 'resp2' })
      note('ECHO a, PING', outcomeOf(reply))
    },
  }),
]
