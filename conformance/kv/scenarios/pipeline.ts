// What a pipeline is: commands that run in order, and one envelope for each of them whatever becomes
// of the others.

import { jsonOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import {
  anError,
  envelopeAt,
  envelopeCount,
  envelopes,
  failed,
  result,
} from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import type { Command } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'

/** Commands that fail when they run, on a key that holds the text `text`. */
const failing: readonly { what: string; command: (key: string) => Command }[] = [
  { what: 'a command on a value that is no number', command: (key) => ['INCR', key] },
  { what: 'a command on a value of another type', command: (key) => ['LPUSH', key, 'a'] },
]

/** Commands that the document leaves out, and one that nobody has. */
const unsupported: readonly { what: string; command: Command }[] = [
  { what: 'a command that does not exist', command: ['NOSUCHCOMMAND'] },
  { what: 'a transaction command', command: ['UNWATCH'] },
  { what: 'a connection command', command: ['SELECT', '0'] },
  { what: 'a blocking command', command: ['BLPOP', 'no-such-list', '1'] },
]

/** Commands whose replies tell them apart. */
const echoes = (...texts: readonly string[]) => texts.map((text): Command => ['ECHO', text])

export const pipelineScenarios = [
  scenario('every inner array is run as a command', {
    rule: 'kv.pipeline.array-of-commands',
    async run({ kv, id, key, keyOf }) {
      given(await kv.command(['SET', key, 'before']), result('OK'))
      given(await kv.command(['SET', keyOf('other'), 'before']), result('OK'))
      given(await kv.command(['MGET', key, keyOf('other')]), result(['before', 'before']))

      await kv.pipeline([
        ['SET', key, id],
        ['SET', keyOf('other'), 'after'],
      ])
      must(await kv.command(['MGET', key, keyOf('other')]), result([id, 'after']))
    },
  }),
  scenario('numbers are arguments as in a single command', {
    rule: 'kv.pipeline.array-of-commands',
    async run({ kv, id }) {
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))
      given(await kv.command(['ECHO', 1.5]), result('1.5'))

      must(await kv.pipeline([['ECHO', 1.5]]), envelopes('1.5'))
    },
  }),

  ...['-7', '0', '0.5', '9007199254740991', '-0.25'].map((number) =>
    scenario(`the ${number.startsWith('-') ? 'negative ' : ''}number ${number} is an argument`, {
      rule: 'kv.pipeline.array-of-commands',
      async run({ kv, id }) {
        given(await kv.pipeline([['ECHO', id]]), envelopes(id))
        given(await kv.command(['ECHO', Number(number)]), result(number))

        must(await kv.pipeline([['ECHO', Number(number)]]), envelopes(number))
      },
    }),
  ),
  scenario('empty strings are arguments', {
    rule: 'kv.pipeline.array-of-commands',
    async run({ kv, id, key }) {
      given(await kv.pipeline([['RPUSH', key, id]]), envelopes(1))

      must(await kv.pipeline([['RPUSH', key, '', id, '']]), envelopes(4))
      must(await kv.command(['LRANGE', key, '1', '-1']), result(['', id, '']))
    },
  }),
  scenario('a pipeline without a content type is run', {
    rule: 'kv.pipeline.array-of-commands',
    async run({ kv, id }) {
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))

      const body = JSON.stringify([['ECHO', id]])
      must(await kv.send('POST', '/pipeline', { body }), envelopes(id))
    },
  }),

  scenario('a pipeline of one command has one envelope in an array', {
    rule: 'kv.pipeline.array-of-envelopes',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.pipeline([['ECHO', id]]), envelopes(id))
    },
  }),
  scenario('each envelope keeps the type of its result', {
    rule: 'kv.pipeline.array-of-envelopes',
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
  scenario('a thousand commands have a thousand envelopes', {
    rule: 'kv.pipeline.array-of-envelopes',
    async run({ kv, id }) {
      const commands = Array.from({ length: 1000 }, (): Command => ['ECHO', id])
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.pipeline(commands), envelopes(...commands.map(() => id)))
    },
  }),

  scenario('a thousand envelopes stand in the order of the commands', {
    rule: 'kv.pipeline.envelopes-in-order',
    async run({ kv, id }) {
      const texts = Array.from({ length: 1000 }, (_, index) => `${id}-${index}`)
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))
      const reply = given(await kv.pipeline(echoes(...texts)), envelopeCount(1000))

      must(reply, envelopes(...texts))
    },
  }),
  scenario('the envelopes stand in the order of the commands', {
    rule: 'kv.pipeline.envelopes-in-order',
    async run({ kv, id }) {
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))

      must(await kv.pipeline(echoes('c', 'a', id, 'b')), envelopes('c', 'a', id, 'b'))
    },
  }),
  scenario('a slow command does not change places with a quick one', {
    rule: 'kv.pipeline.envelopes-in-order',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 500 }, (_, index) => `element-${index}`)
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))
      given(await kv.command(['RPUSH', key, ...elements]), result(500))

      const reply = await kv.pipeline([
        ['LRANGE', key, '0', '-1'],
        ['ECHO', id],
      ])

      must(reply, envelopes(elements, id))
    },
  }),

  scenario('a thousand commands run one after the other', {
    rule: 'kv.pipeline.runs-in-order',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 1000 }, (_, index) => `${index}`)
      given(await kv.pipeline([['RPUSH', key, id]]), envelopes(1))
      const pushes = elements.map((element): Command => ['RPUSH', key, element])
      given(await kv.pipeline(pushes), envelopeCount(1000))

      must(await kv.command(['LRANGE', key, '1', '-1']), result(elements))
    },
  }),
  scenario('a command that reads between two that write sees the first alone', {
    rule: 'kv.pipeline.runs-in-order',
    async run({ kv, id, key }) {
      given(await kv.pipeline([['SET', key, 'before']]), envelopes('OK'))
      given(await kv.pipeline([['GET', key]]), envelopes('before'))

      const reply = await kv.pipeline([
        ['SET', key, id],
        ['GET', key],
        ['SET', key, 'after'],
      ])

      must(reply, envelopeAt(1, id))
    },
  }),
  scenario('a command sees what the ones before it did', {
    rule: 'kv.pipeline.runs-in-order',
    async run({ kv, id, key }) {
      given(await kv.pipeline([['SET', key, 'a']]), envelopes('OK'))
      given(await kv.command(['GET', key]), result('a'))

      await kv.pipeline([
        ['APPEND', key, 'b'],
        ['APPEND', key, id],
        ['APPEND', key, 'c'],
      ])
      must(await kv.command(['GET', key]), result(`ab${id}c`))
    },
  }),
  scenario('the last of several writes stays', {
    rule: 'kv.pipeline.runs-in-order',
    async run({ kv, id, key }) {
      given(await kv.pipeline([['SET', key, 'before']]), envelopes('OK'))
      given(await kv.command(['GET', key]), result('before'))

      await kv.pipeline([
        ['SET', key, 'first'],
        ['DEL', key],
        ['SET', key, id],
      ])
      must(await kv.command(['GET', key]), result(id))
    },
  }),

  ...['first', 'second', 'last'].map((place, index) =>
    scenario(`the error of a command that fails in the ${place} place stands there`, {
      rule: 'kv.pipeline.failing-command-keeps-position',
      async run({ kv, id, key }) {
        given(await kv.command(['SET', key, 'text']), result('OK'))
        given(await kv.pipeline(echoes('a', id, 'b')), envelopes('a', id, 'b'))

        const reply = await kv.pipeline(echoes(id, id, id).with(index, ['INCR', key]))

        must(reply, envelopeCount(3), envelopeAt(index, anError))
      },
    }),
  ),

  ...failing.map(({ what, command }) =>
    scenario(`the rest runs after ${what}`, {
      rule: 'kv.pipeline.other-commands-still-run',
      async run({ kv, key, keyOf }) {
        const counter = keyOf('counter')
        given(await kv.command(['SET', key, 'text']), result('OK'))
        given(await kv.pipeline([['INCR', counter]]), envelopes(1))

        await kv.pipeline([['INCR', counter], command(key), ['INCR', counter]])
        must(await kv.command(['INCR', counter]), result(4))
      },
    }),
  ),
  scenario('the rest runs when nearly every command fails', {
    rule: 'kv.pipeline.other-commands-still-run',
    async run({ kv, key, keyOf }) {
      const counter = keyOf('counter')
      given(await kv.command(['SET', key, 'text']), result('OK'))
      given(await kv.pipeline([['INCR', counter]]), envelopes(1))

      const failures = Array.from({ length: 10 }, (): Command => ['INCR', key])
      await kv.pipeline([...failures, ['INCR', counter], ...failures])
      must(await kv.command(['INCR', counter]), result(3))
    },
  }),

  observation('whether others come between the commands of a pipeline', {
    rule: 'kv.pipeline.interleaving',
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
  ...unsupported.map(({ what, command }) =>
    scenario(`the rest runs beside ${what}`, {
      rule: 'kv.pipeline.unsupported-command',
      async run({ kv, id, keyOf }) {
        const keys = ['a', 'b', 'c'].map(keyOf)
        const [first, second, third] = keys.map((key): Command => ['SET', key, id])
        given(await kv.pipeline(keys.map((key) => ['SET', key, '-'])), envelopes('OK', 'OK', 'OK'))
        given(await kv.command(['MGET', ...keys]), result(['-', '-', '-']))
        given(await kv.command(command), failed())

        const reply = await kv.pipeline([first!, command, second!, command, third!])
        must(reply, envelopes('OK', anError, 'OK', anError, 'OK'))
        must(await kv.command(['MGET', ...keys]), result([id, id, id]))
      },
    }),
  ),
  observation('a pipeline with a command that has too few arguments', {
    rule: 'kv.pipeline.wrong-argument-count',
    async run({ kv, note }) {
      const commands = [['ECHO', 'a'], ['GET'], ['ECHO', 'b']] as const
      note('ECHO a, GET, ECHO b', outcomeOf(await kv.pipeline(commands)))
    },
  }),
  observation('a pipeline without commands', {
    rule: 'kv.pipeline.empty',
    async run({ kv, note }) {
      for (const body of ['[]', '', '[[]]'])
        note(body || 'no body', outcomeOf(await kv.post('/pipeline', body)))
    },
  }),
  observation('the layout of a pipeline under resp2', {
    rule: 'kv.pipeline.resp2',
    async run({ kv, note }) {
      const reply = await kv.pipeline([['ECHO', 'a'], ['PING']], { format: 'resp2' })
      note('ECHO a, PING', outcomeOf(reply))
    },
  }),
]
