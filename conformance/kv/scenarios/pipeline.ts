// Pipelines: commands that run in order, and one envelope for each.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { Command } from '../fixtures/client.js'
import { anError, envelopeCount, envelopes, failed, named, result } from '../fixtures/matchers.js'
import { envelopeOf } from '../fixtures/replies.js'
import { valuesOf } from '../fixtures/tables.js'
import { noting, observation, scenario } from '../fixtures/world.js'
import { batchScenarios, echoes } from './batches.js'

/** Commands that the document excludes, and one that does not exist. */
const unsupported: Readonly<Record<string, Command>> = {
  'a command that does not exist': ['NOSUCHCOMMAND'],
  'a transaction command': ['UNWATCH'],
  'a connection command': ['SELECT', '0'],
  'a blocking command': ['BLPOP', 'no-such-list', '1'],
}

export const pipelineScenarios = [
  ...batchScenarios('pipeline'),

  scenario('pipeline: results are in command order, also after a slow command', {
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

  observation('observes if the commands of 4 concurrent pipelines interleave', {
    id: 'kv.pipeline.interleaving/four-at-a-time',
    async run({ kv, key, note }) {
      const increments = Array.from({ length: 500 }, (): Command => ['INCR', key])
      const replies = await Promise.all(Array.from({ length: 4 }, () => kv.pipeline(increments)))
      for (const reply of replies) given(reply, envelopeCount(increments.length))
      const counts = replies.map((reply) =>
        increments.map((_, index) => Number(memberOf(envelopeOf(reply, index), 'result'))),
      )
      const together = counts.every((each) => each.at(-1)! - each[0]! === each.length - 1)
      note('4 concurrent pipelines', together ? 'apart' : 'interleaved')
    },
  }),
  scenario('pipeline: an unsupported command returns an error, other commands run', {
    id: 'kv.pipeline.unsupported-command/unsupported-commands',
    async run({ kv, id, keyOf }) {
      given(await kv.pipeline([['SET', keyOf('set'), id]]), envelopes('OK'))
      given(await kv.command(['GET', keyOf('set')]), result(id))

      const keysOf = ([name]: Command) =>
        ['a', 'b', 'c'].map((label) => keyOf(`${name.toLowerCase()}-${label}`))
      const replies: Record<string, Exchange> = {}
      for (const [name, command] of Object.entries(unsupported)) {
        const [a, b, c] = keysOf(command).map((key): Command => ['SET', key, id])
        replies[name] = await kv.pipeline([a!, command, b!, command, c!])
      }
      const keys = Object.values(unsupported).flatMap(keysOf)
      const values = await valuesOf(kv, keys)
      const left = Object.fromEntries(keys.map((key, index) => [key, values[index]!]))
      await eachRow(unsupported, async (command, name) => {
        const want = envelopes('OK', anError, 'OK', anError, 'OK')
        // A target that runs the command alone breaks another rule.
        if (want(replies[name]!) && failed()(await kv.command(command))) return
        must(replies[name]!, want)
        for (const key of keysOf(command)) must(left[key]!, result(id))
      })
    },
  }),
  observation('observes the reply to a pipeline with a GET that has no key', {
    id: 'kv.pipeline.wrong-argument-count/too-few',
    run: noting({
      'ECHO a, GET, ECHO b': ({ kv }) => kv.pipeline([['ECHO', 'a'], ['GET'], ['ECHO', 'b']]),
    }),
  }),
  observation('observes the reply to a pipeline with `Svc-Response-Format: resp2`', {
    id: 'kv.pipeline.resp2/layout',
    run: noting({
      'ECHO a, PING': ({ kv }) => kv.pipeline([['ECHO', 'a'], ['PING']], { format: 'resp2' }),
    }),
  }),
]
