// What a pipeline is: commands that run in order, and one envelope for each of them whatever becomes
// of the others.

import { jsonOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import {
  anError,
  envelopeAt,
  envelopeCount,
  envelopes,
  failed,
  named,
  result,
} from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import type { Command } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'
import { elementAt } from '../fixtures/writings.js'

/** Commands that the document leaves out, and one that nobody has. */
const unsupported: Readonly<Record<string, Command>> = {
  'a command that does not exist': ['NOSUCHCOMMAND'],
  'a transaction command': ['UNWATCH'],
  'a connection command': ['SELECT', '0'],
  'a blocking command': ['BLPOP', 'no-such-list', '1'],
}

/** Commands whose replies tell them apart. */
const echoes = (...texts: readonly string[]) => texts.map((text): Command => ['ECHO', text])

export const pipelineScenarios = [
  scenario('a pipeline runs every inner array as a command', {
    rule: 'kv.pipeline.array-of-commands',
    id: 'every-inner-array',
    async run({ kv, id, key, keyOf }) {
      const keys = [key, keyOf('other')]
      given(await kv.command(['SET', key, 'before']), result('OK'))
      given(await kv.command(['MGET', ...keys]), result(['before', null]))

      await kv.pipeline([
        ['SET', key, id],
        ['SET', keyOf('other'), 'after'],
      ])
      must(await kv.command(['MGET', ...keys]), result([id, 'after']))
    },
  }),
  scenario('numbers and empty strings are arguments in a pipeline', {
    rule: 'kv.pipeline.array-of-commands',
    id: 'numbers-and-empty-strings',
    async run({ kv, key, keyOf }) {
      const texts = ['1.5', '-7', '0', '0.5', '9007199254740991', '-0.25']
      const numbers = texts.map(Number)
      given(await kv.command(['RPUSH', key, ...numbers]), result(texts.length))
      given(await kv.command(['LRANGE', key, '0', '-1']), result(texts))

      await kv.pipeline([['RPUSH', keyOf('other'), '', ...numbers, '']])
      must(await kv.command(['LRANGE', keyOf('other'), '0', '-1']), result(['', ...texts, '']))
    },
  }),
  scenario('a pipeline without a content type is run', {
    rule: 'kv.pipeline.array-of-commands',
    id: 'no-content-type',
    async run({ kv, id }) {
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))

      const body = JSON.stringify([['ECHO', id]])
      must(await kv.send('POST', '/pipeline', { body }), envelopes(id))
    },
  }),

  scenario('a pipeline answers each type of result in an array of envelopes', {
    rule: 'kv.pipeline.array-of-envelopes',
    id: 'type-of-result',
    async run({ kv, id, key, keyOf }) {
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['GET', keyOf('missing')]), result(null))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))

      must(await kv.pipeline([['ECHO', id]]), envelopes(id))
      must(await kv.pipeline([['EXISTS', key]]), envelopes(1))
      must(await kv.pipeline([['GET', keyOf('missing')]]), envelopes(null))
      must(await kv.pipeline([['LRANGE', key, '0', '-1']]), envelopes([id]))
    },
  }),
  scenario('a pipeline of 1000 commands has 1000 envelopes', {
    rule: 'kv.pipeline.array-of-envelopes',
    id: 'thousand',
    async run({ kv, id }) {
      const commands = Array.from({ length: 1000 }, (): Command => ['ECHO', id])
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.pipeline(commands), envelopes(...commands.map(() => id)))
    },
  }),

  scenario('envelopes are in the order of the commands', {
    rule: 'kv.pipeline.envelopes-in-order',
    id: 'few-and-slow',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 500 }, (_, index) => `element-${index}`)
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))
      given(await kv.command(['RPUSH', key, ...elements]), result(500))

      must(await kv.pipeline(echoes('c', 'a', id, 'b')), envelopes('c', 'a', id, 'b'))
      const slowOne = await kv.pipeline([
        ['LRANGE', key, '0', '-1'],
        ['ECHO', id],
      ])
      must(slowOne, named('a slow command before a quick one', envelopes(elements, id)))
    },
  }),
  scenario('1000 envelopes are in the order of the commands', {
    rule: 'kv.pipeline.envelopes-in-order',
    id: 'thousand',
    async run({ kv, id }) {
      const texts = Array.from({ length: 1000 }, (_, index) => `${id}-${index}`)
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))
      const reply = given(await kv.pipeline(echoes(...texts)), envelopeCount(1000))

      must(reply, envelopes(...texts))
    },
  }),

  scenario('commands of a pipeline run one after the other', {
    rule: 'kv.pipeline.runs-in-order',
    id: 'reads-and-writes',
    async run({ kv, id, key, keyOf }) {
      given(await kv.pipeline([['SET', key, 'a']]), envelopes('OK'))
      given(await kv.command(['GET', key]), result('a'))

      const other = keyOf('other')
      const set = (value: string): Command => ['SET', other, value]
      await kv.pipeline(['b', id, 'c'].map((text) => ['APPEND', key, text]))
      const reply = await kv.pipeline([['DEL', other], set(id), ['GET', other], set('x'), set(id)])
      must(await kv.command(['MGET', key, other]), result([`ab${id}c`, id]))
      must(reply, named('a read between two writes', envelopeAt(2, id)))
    },
  }),
  scenario('1000 commands of a pipeline run one after the other', {
    rule: 'kv.pipeline.runs-in-order',
    id: 'thousand',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 1000 }, (_, index) => `${index}`)
      given(await kv.pipeline([['RPUSH', key, id]]), envelopes(1))
      const pushes = elements.map((element): Command => ['RPUSH', key, element])
      given(await kv.pipeline(pushes), envelopeCount(1000))

      must(await kv.command(['LRANGE', key, '1', '-1']), result(elements))
    },
  }),

  scenario('the error of a command keeps its position in a pipeline', {
    rule: 'kv.pipeline.failing-command-keeps-position',
    id: 'first-second-last',
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))
      given(await kv.pipeline(echoes('a', id, 'b')), envelopes('a', id, 'b'))

      await eachRow({ first: 0, second: 1, last: 2 }, async (index) => {
        const reply = await kv.pipeline(echoes(id, id, id).with(index, ['INCR', key]))
        must(reply, envelopeCount(3), envelopeAt(index, anError))
      })
    },
  }),

  scenario('a pipeline goes on after commands that fail', {
    rule: 'kv.pipeline.other-commands-still-run',
    id: 'no-number-and-wrong-type',
    async run({ kv, key, keyOf }) {
      const counter = keyOf('counter')
      const count: Command = ['INCR', counter]
      const failures = Array.from({ length: 10 }, (): Command => ['INCR', key])
      given(await kv.command(['SET', key, 'text']), result('OK'))
      given(await kv.pipeline([count]), envelopes(1))

      await kv.pipeline([count, ['INCR', key], count, ['LPUSH', key, 'a'], count])
      must(await kv.command(count), result(5))
      await kv.pipeline([...failures, count, ...failures])
      must(await kv.command(count), named('among 20 that fail', result(7)))
    },
  }),

  observation('requests that run between the commands of a pipeline', {
    rule: 'kv.pipeline.interleaving',
    id: 'four-at-a-time',
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
    rule: 'kv.pipeline.unsupported-command',
    id: 'unsupported-commands',
    async run({ kv, id, keyOf }) {
      const keys = Object.keys(unsupported).flatMap((_, index) =>
        ['a', 'b', 'c'].map((label) => keyOf(`${index}-${label}`)),
      )
      given(await kv.pipeline([['SET', keyOf('set'), id]]), envelopes('OK'))
      given(await kv.command(['MGET', keyOf('set'), ...keys]), elementAt(0, id))

      const names = Object.keys(unsupported)
      const replies: Exchange[] = []
      for (const [index, name] of names.entries()) {
        const own = keys.slice(3 * index, 3 * index + 3)
        const [a, b, c] = own.map((key): Command => ['SET', key, id])
        const command = unsupported[name]!
        replies.push(await kv.pipeline([a!, command, b!, command, c!]))
      }
      const left = await kv.command(['MGET', ...keys])
      await eachRow(unsupported, async (_, name) => {
        const index = names.indexOf(name)
        // A target that runs it alone breaks another rule.
        if (failed()(await kv.command(unsupported[name]!))) return
        must(replies[index]!, envelopes('OK', anError, 'OK', anError, 'OK'))
        for (const place of [0, 1, 2]) must(left, elementAt(3 * index + place, id))
      })
    },
  }),
  observation('a command with too few arguments in a pipeline', {
    rule: 'kv.pipeline.wrong-argument-count',
    id: 'too-few',
    async run({ kv, note }) {
      const commands = [['ECHO', 'a'], ['GET'], ['ECHO', 'b']] as const
      note('ECHO a, GET, ECHO b', outcomeOf(await kv.pipeline(commands)))
    },
  }),
  observation('a pipeline without commands', {
    rule: 'kv.pipeline.empty',
    id: 'no-commands',
    async run({ kv, note }) {
      for (const body of ['[]', '', '[[]]'])
        note(body || 'no body', outcomeOf(await kv.post('/pipeline', body)))
    },
  }),
  observation('a pipeline under resp2', {
    rule: 'kv.pipeline.resp2',
    id: 'layout',
    async run({ kv, note }) {
      const reply = await kv.pipeline([['ECHO', 'a'], ['PING']], { format: 'resp2' })
      note('ECHO a, PING', outcomeOf(reply))
    },
  }),
]
