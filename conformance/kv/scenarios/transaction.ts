// What a transaction is: a batch that nothing comes between, that goes on when a command fails, and
// that runs not at all when it cannot be run as a whole.

import { jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { differs, lacks, mediaType } from '../../core/matchers.js'
import {
  anError,
  envelopeAt,
  envelopeCount,
  envelopes,
  errorEnvelope,
  executed,
  failed,
  result,
} from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { supported } from '../fixtures/support.js'
import type { Command } from '../fixtures/client.js'
import { observation, scenario, type Ask } from '../fixtures/world.js'

/** Commands that fail when they run, on a key that holds the text `text`. */
const failing: readonly { what: string; command: (key: string) => Command }[] = [
  { what: 'a command on a value that is no number', command: (key) => ['INCR', key] },
  { what: 'a command on a value of another type', command: (key) => ['LPUSH', key, 'a'] },
]

/** Bodies that are no array of commands; each holds a command that must not run. */
const malformed: readonly { what: string; body: (command: string) => string }[] = [
  { what: 'JSON that ends too early', body: (command) => `[${command}` },
  { what: 'JSON with something after it', body: (command) => `[${command}] and more` },
  { what: 'no JSON', body: (command) => `[${command.replaceAll('"', "'")}]` },
  { what: 'a command outside of an array', body: (command) => command },
  { what: 'an object', body: (command) => `{"commands":[${command}]}` },
  { what: 'a list with a string in it', body: (command) => `[${command},"GET"]` },
  { what: 'a list with null in it', body: (command) => `[null,${command}]` },
]

const unsupported: readonly { what: string; command: (key: string) => Command }[] = [
  { what: 'a command that does not exist', command: (key) => ['NOSUCHCOMMAND', key] },
  { what: 'a blocking list command', command: (key) => ['BLPOP', `${key}-list`, '1'] },
  { what: 'a blocking sorted-set command', command: (key) => ['BZPOPMIN', `${key}-set`, '1'] },
  { what: 'a transaction command', command: (key) => ['WATCH', key] },
  { what: 'a transaction command in lower case', command: () => ['unwatch'] },
  { what: 'a connection command', command: () => ['SELECT', '0'] },
  {
    what: 'a read that blocks',
    command: (key) => ['XREAD', 'BLOCK', '1', 'STREAMS', `${key}-stream`, '$'],
  },
]

const counting = (from: number, length: number) =>
  Array.from({ length }, (_, index) => from + index)

/** The result of the first envelope, or NaN where it is no number. */
function firstNumber(reply: Exchange): number {
  const [first] = (jsonOf(reply) ?? []) as readonly { result?: unknown }[]
  return typeof first?.result === 'number' ? first.result : NaN
}

/** What others do to the key that a transaction counts, each in a request of its own. */
const others: readonly { what: string; ask: Ask }[] = [
  { what: 'single commands', ask: ({ kv, key }) => kv.command(['INCR', key]) },
  { what: 'commands by path', ask: ({ kv, key }) => kv.path(['INCR', key]) },
  { what: 'commands of pipelines', ask: ({ kv, key }) => kv.pipeline([['INCR', key]]) },
]

/** How often is tried what only requests at the very same time show. */
const rounds = 12

/** What is answered to a request that is sent again and again while another one is under way. */
async function during(
  other: Promise<Exchange>,
  ask: () => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  let isOver = false
  void other.then(() => (isOver = true))
  const replies: Exchange[] = []
  do replies.push(await ask())
  while (!isOver && replies.length < 50)
  return replies
}

/** Commands whose replies tell them apart. */
const echoes = (...texts: readonly string[]) => texts.map((text): Command => ['ECHO', text])

export const transactionScenarios = [
  scenario('every inner array is run as a command', {
    rule: 'kv.transaction.array-of-commands',
    async run({ kv, id, key, keyOf }) {
      given(await kv.command(['SET', key, 'before']), result('OK'))
      given(await kv.command(['SET', keyOf('other'), 'before']), result('OK'))
      given(await kv.command(['MGET', key, keyOf('other')]), result(['before', 'before']))

      await kv.transaction([
        ['SET', key, id],
        ['SET', keyOf('other'), 'after'],
      ])
      must(await kv.command(['MGET', key, keyOf('other')]), result([id, 'after']))
    },
  }),
  scenario('numbers are arguments as in a single command', {
    rule: 'kv.transaction.array-of-commands',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      given(await kv.command(['ECHO', 1.5]), result('1.5'))

      must(await kv.transaction([['ECHO', 1.5]]), envelopes('1.5'))
    },
  }),

  ...['-7', '0', '0.5', '9007199254740991', '-0.25'].map((number) =>
    scenario(`the ${number.startsWith('-') ? 'negative ' : ''}number ${number} is an argument`, {
      rule: 'kv.transaction.array-of-commands',
      async run({ kv, id }) {
        given(await kv.transaction([['ECHO', id]]), envelopes(id))
        given(await kv.command(['ECHO', Number(number)]), result(number))

        must(await kv.transaction([['ECHO', Number(number)]]), envelopes(number))
      },
    }),
  ),
  scenario('empty strings are arguments', {
    rule: 'kv.transaction.array-of-commands',
    async run({ kv, id, key }) {
      given(await kv.transaction([['RPUSH', key, id]]), envelopes(1))

      must(await kv.transaction([['RPUSH', key, '', id, '']]), envelopes(4))
      must(await kv.command(['LRANGE', key, '1', '-1']), result(['', id, '']))
    },
  }),
  scenario('a transaction without a content type is run', {
    rule: 'kv.transaction.array-of-commands',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))

      const body = JSON.stringify([['ECHO', id]])
      must(await kv.send('POST', '/multi-exec', { body }), envelopes(id))
    },
  }),

  scenario('a transaction of one command has one envelope in an array', {
    rule: 'kv.transaction.array-of-envelopes',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.transaction([['ECHO', id]]), envelopes(id))
    },
  }),
  scenario('each envelope keeps the type of its result', {
    rule: 'kv.transaction.array-of-envelopes',
    async run({ kv, id, key, keyOf }) {
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['RPUSH', key, id]), result(1))
      given(await kv.command(['GET', keyOf('missing')]), result(null))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id]))

      must(await kv.transaction([['ECHO', id]]), envelopes(id))
      must(await kv.transaction([['EXISTS', key]]), envelopes(1))
      must(await kv.transaction([['GET', keyOf('missing')]]), envelopes(null))
      must(await kv.transaction([['LRANGE', key, '0', '-1']]), envelopes([id]))
    },
  }),

  scenario('a thousand commands have a thousand envelopes', {
    rule: 'kv.transaction.array-of-envelopes',
    async run({ kv, id }) {
      const commands = Array.from({ length: 1000 }, (): Command => ['ECHO', id])
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.transaction(commands), envelopes(...commands.map(() => id)))
    },
  }),

  scenario('a thousand envelopes stand in the order of the commands', {
    rule: 'kv.transaction.envelopes-in-order',
    async run({ kv, id }) {
      const texts = Array.from({ length: 1000 }, (_, index) => `${id}-${index}`)
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      const reply = given(await kv.transaction(echoes(...texts)), envelopeCount(1000))

      must(reply, envelopes(...texts))
    },
  }),
  scenario('the envelopes stand in the order of the commands', {
    rule: 'kv.transaction.envelopes-in-order',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))

      must(await kv.transaction(echoes('c', 'a', id, 'b')), envelopes('c', 'a', id, 'b'))
    },
  }),

  scenario('transactions at the same time do not mix', {
    rule: 'kv.transaction.atomic',
    async run({ kv, key }) {
      const increments = Array.from({ length: 20 }, (): Command => ['INCR', key])
      given(await kv.transaction(increments), envelopes(...counting(1, 20)))

      const replies = await Promise.all(
        Array.from({ length: 10 }, () => kv.transaction(increments)),
      )

      for (const reply of replies) must(reply, envelopes(...counting(firstNumber(reply), 20)))
    },
  }),
  ...others.map(({ what, ask }) =>
    scenario(`${what} do not come between those of a transaction`, {
      rule: 'kv.transaction.atomic',
      async run(world) {
        const { kv, key } = world
        const increments = Array.from({ length: 60 }, (): Command => ['INCR', key])
        given(await kv.transaction(increments), envelopes(...counting(1, 60)))
        given(await ask(world), executed())
        given(await kv.command(['GET', key]), result('61'))

        for (let round = 0; round < rounds; round++) {
          const transaction = kv.transaction(increments)
          await during(transaction, () => ask(world))

          const reply = await transaction
          must(reply, envelopes(...counting(firstNumber(reply), 60)))
        }
      },
    }),
  ),

  scenario('a thousand commands run one after the other', {
    rule: 'kv.transaction.runs-in-order',
    async run({ kv, id, key }) {
      const elements = Array.from({ length: 1000 }, (_, index) => `${index}`)
      given(await kv.transaction([['RPUSH', key, id]]), envelopes(1))
      const pushes = elements.map((element): Command => ['RPUSH', key, element])
      given(await kv.transaction(pushes), envelopeCount(1000))

      must(await kv.command(['LRANGE', key, '1', '-1']), result(elements))
    },
  }),
  scenario('what transactions and single commands do can be put one after the other', {
    rule: 'kv.transaction.atomic',
    async run({ kv, key }) {
      const writers = Array.from({ length: 20 }, (_, index) => `${index}`)
      const pushes = (writer: string) =>
        ['a', 'b', 'c', 'd'].map((part): Command => ['RPUSH', key, `${writer}${part}`])
      given(await kv.transaction(pushes('first-')), envelopes(1, 2, 3, 4))
      given(await kv.command(['DEL', key]), result(1))

      await Promise.all(
        writers.flatMap((writer) => [
          kv.transaction(pushes(writer)),
          kv.command(['RPUSH', key, `${writer}-alone`]),
        ]),
      )

      must(await kv.command(['LRANGE', key, '0', '-1']), (reply) => {
        const written = memberOf(reply, 'result')
        const order = Array.isArray(written) ? written.join() : ''
        const torn = writers.filter((w) => !`,${order},`.includes(`,${w}a,${w}b,${w}c,${w}d,`))
        return torn.length === 0
          ? undefined
          : lacks(`the writes of transaction ${torn[0]} beside each other`, written)
      })
    },
  }),
  scenario('nobody sees a transaction half done', {
    rule: 'kv.transaction.atomic',
    async run(world) {
      const { kv, keyOf } = world
      const [from, to] = [keyOf('from'), keyOf('to')]
      await supported(world, 'DECRBY', 'INCRBY')
      const move: readonly Command[] = [
        ['DECRBY', from, '1'],
        ['INCRBY', to, '1'],
      ]
      const moves = Array.from({ length: 30 }, () => move).flat()
      given(
        await kv.transaction([
          ['SET', from, '100'],
          ['SET', to, '0'],
        ]),
        envelopes('OK', 'OK'),
      )
      given(await kv.transaction(move), envelopes(99, 1))
      given(await kv.command(['MGET', from, to]), result(['99', '1']))

      for (let round = 0; round < rounds; round++) {
        const seen = await during(kv.transaction(moves), () => kv.command(['MGET', from, to]))

        for (const each of seen)
          must(each, (reply) => {
            const amounts = memberOf(reply, 'result')
            const sum = Array.isArray(amounts) ? Number(amounts[0]) + Number(amounts[1]) : NaN
            return sum === 100 ? undefined : differs('a sum of', 100, amounts)
          })
      }
    },
  }),

  scenario('a command that reads between two that write sees the first alone', {
    rule: 'kv.transaction.runs-in-order',
    async run({ kv, id, key }) {
      given(await kv.transaction([['SET', key, 'before']]), envelopes('OK'))
      given(await kv.transaction([['GET', key]]), envelopes('before'))

      const reply = await kv.transaction([
        ['SET', key, id],
        ['GET', key],
        ['SET', key, 'after'],
      ])

      must(reply, envelopeAt(1, id))
    },
  }),
  scenario('a command sees what the ones before it did', {
    rule: 'kv.transaction.runs-in-order',
    async run({ kv, id, key }) {
      given(await kv.transaction([['SET', key, 'a']]), envelopes('OK'))
      given(await kv.command(['GET', key]), result('a'))

      await kv.transaction([
        ['APPEND', key, 'b'],
        ['APPEND', key, id],
        ['APPEND', key, 'c'],
      ])
      must(await kv.command(['GET', key]), result(`ab${id}c`))
    },
  }),

  ...['first', 'second', 'last'].map((place, index) =>
    scenario(`the error of a command that fails in the ${place} place stands there`, {
      rule: 'kv.transaction.failing-command-keeps-position',
      async run({ kv, id, key }) {
        given(await kv.command(['SET', key, 'text']), result('OK'))
        given(await kv.transaction(echoes('a', id, 'b')), envelopes('a', id, 'b'))

        const reply = await kv.transaction(echoes(id, id, id).with(index, ['INCR', key]))

        must(reply, envelopeAt(index, anError))
      },
    }),
  ),

  ...failing.map(({ what, command }) =>
    scenario(`the rest runs after ${what}`, {
      rule: 'kv.transaction.other-commands-still-run',
      async run({ kv, key, keyOf }) {
        const counter = keyOf('counter')
        given(await kv.command(['SET', key, 'text']), result('OK'))
        given(await kv.transaction([['INCR', counter]]), envelopes(1))

        await kv.transaction([['INCR', counter], command(key), ['INCR', counter]])
        must(await kv.command(['INCR', counter]), result(4))
      },
    }),
  ),

  scenario('a malformed transaction is answered with one error envelope', {
    rule: 'kv.transaction.discard-is-one-error-envelope',
    async run({ kv, id }) {
      given(await kv.post('/multi-exec', `[["ECHO","${id}"]]`), envelopes(id))
      given(await kv.post('/', `["ECHO","${id}"`), errorEnvelope())
      const reply = given(await kv.post('/multi-exec', `[["ECHO","${id}"]`), failed())

      must(reply, errorEnvelope())
    },
  }),
  scenario('a transaction with an unsupported command is answered with one error envelope', {
    rule: 'kv.transaction.discard-is-one-error-envelope',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      given(await kv.command(['UNWATCH']), errorEnvelope())

      must(await kv.transaction([['ECHO', id], ['UNWATCH']]), errorEnvelope())
    },
  }),

  ...malformed.map(({ what, body }) =>
    scenario(`nothing runs when the body is ${what}`, {
      rule: 'kv.transaction.syntax-error-discards',
      async run({ kv, key }) {
        given(await kv.post('/multi-exec', `[["SET","${key}","before"]]`), envelopes('OK'))
        given(await kv.command(['GET', key]), result('before'))

        await kv.post('/multi-exec', body(`["SET","${key}","after"]`))
        must(await kv.command(['GET', key]), result('before'))
      },
    }),
  ),

  ...unsupported.map(({ what, command }) =>
    scenario(`nothing runs when there is ${what}`, {
      rule: 'kv.transaction.unsupported-command-discards',
      async run({ kv, key }) {
        given(await kv.transaction([['SET', key, 'before']]), envelopes('OK'))
        given(await kv.command(['GET', key]), result('before'))

        await kv.transaction([['SET', key, 'after'], command(key)])
        must(await kv.command(['GET', key]), result('before'))
      },
    }),
  ),
  scenario('nothing runs when the unsupported command comes first', {
    rule: 'kv.transaction.unsupported-command-discards',
    async run({ kv, key }) {
      given(await kv.transaction([['SET', key, 'before']]), envelopes('OK'))
      given(await kv.command(['GET', key]), result('before'))

      await kv.transaction([['UNWATCH'], ['SET', key, 'after']])
      must(await kv.command(['GET', key]), result('before'))
    },
  }),

  scenario('nothing runs when a command is larger than the maximum', {
    rule: 'kv.transaction.request-size-discards',
    needs: ['kvMaxRequestSize'],
    async run({ kv, key, keyOf, provide }) {
      const tooLarge = 'x'.repeat(provide.kvMaxRequestSize + 1)
      given(
        await kv.transaction([
          ['SET', key, 'before'],
          ['ECHO', 'x'],
        ]),
        envelopes('OK', 'x'),
      )
      given(await kv.command(['GET', key]), result('before'))

      await kv.transaction([
        ['SET', key, 'after'],
        ['SET', keyOf('large'), tooLarge],
      ])
      must(await kv.command(['GET', key]), result('before'))
    },
  }),

  ...['first', 'middle', 'last'].map((place, index) =>
    scenario(`nothing runs when the unsupported command is the ${place} of ninety-nine`, {
      rule: 'kv.transaction.unsupported-command-discards',
      async run({ kv, key }) {
        const increments = Array.from({ length: 99 }, (): Command => ['INCR', key])
        given(await kv.transaction([['INCR', key]]), envelopes(1))
        given(await kv.command(['GET', key]), result('1'))

        await kv.transaction(increments.with(49 * index, ['UNWATCH']))
        must(await kv.command(['GET', key]), result('1'))
      },
    }),
  ),
  ...['first', 'second', 'last'].map((place, index) =>
    scenario(`nothing runs when the ${place} command is larger than the maximum`, {
      rule: 'kv.transaction.request-size-discards',
      needs: ['kvMaxRequestSize'],
      async run({ kv, key, keyOf, provide }) {
        const keys = ['a', 'b', 'c'].map(keyOf)
        const tooLarge = 'x'.repeat(provide.kvMaxRequestSize + 1)
        const sets = (value: string) => keys.map((each): Command => ['SET', each, value])
        given(await kv.transaction(sets('before')), envelopes('OK', 'OK', 'OK'))
        given(await kv.command(['MGET', ...keys]), result(['before', 'before', 'before']))

        await kv.transaction(sets('after').with(index, ['SET', key, tooLarge]))
        must(await kv.command(['MGET', ...keys]), result(['before', 'before', 'before']))
      },
    }),
  ),
  scenario(
    'a transaction with a command larger than the maximum is answered with one error envelope',
    {
      rule: 'kv.transaction.discard-is-one-error-envelope',
      needs: ['kvMaxRequestSize'],
      async run({ kv, id, key, provide }) {
        const tooLarge = 'x'.repeat(provide.kvMaxRequestSize + 1)
        given(await kv.transaction([['ECHO', id]]), envelopes(id))
        given(await kv.command(['SET', key, tooLarge]), errorEnvelope())

        const reply = given(
          await kv.transaction([
            ['ECHO', id],
            ['SET', key, tooLarge],
          ]),
          failed(),
        )

        must(reply, errorEnvelope())
      },
    },
  ),

  scenario('nothing runs when today has no more commands', {
    rule: 'kv.transaction.daily-limit-discards',
    needs: ['dailyRequests'],
    async run({ kv, key, provide }) {
      given(await kv.transaction([['SET', key, 'before']]), envelopes('OK'))
      given(await kv.command(['GET', key]), result('before'))
      await provide.dailyRequests.leave(0)

      await kv.transaction([['SET', key, 'after']])
      await provide.dailyRequests.restore()
      must(await kv.command(['GET', key]), result('before'))
    },
  }),
  // Whether a batch counts as its commands or as one request is not shown.
  scenario('a transaction that today has not enough commands for runs as a whole or not at all', {
    rule: 'kv.transaction.daily-limit-discards',
    needs: ['dailyRequests'],
    async run({ kv, keyOf, provide }) {
      const keys = ['a', 'b', 'c'].map(keyOf)
      const increments = keys.map((key): Command => ['INCR', key])
      given(await kv.transaction(increments), envelopes(1, 1, 1))
      given(await kv.command(['MGET', ...keys]), result(['1', '1', '1']))
      await provide.dailyRequests.leave(1)

      await kv.transaction(increments)
      await provide.dailyRequests.restore()
      const left = await kv.command(['MGET', ...keys])
      const [one] = (memberOf(left, 'result') ?? []) as readonly unknown[]
      must(left, result([one, one, one]))
    },
  }),
  scenario('a transaction that today has no command for is answered with one error envelope', {
    rule: 'kv.transaction.discard-is-one-error-envelope',
    needs: ['dailyRequests'],
    async run({ kv, id, provide }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      await provide.dailyRequests.leave(0)
      given(await kv.command(['ECHO', id]), errorEnvelope())

      const reply = given(await kv.transaction([['ECHO', id]]), failed())

      must(reply, errorEnvelope())
    },
  }),

  scenario('a transaction answers JSON under resp2', {
    rule: 'kv.transaction.always-json',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id], ['PING']]), envelopes(id, 'PONG'))

      const reply = await kv.transaction([['ECHO', id], ['PING']], { format: 'resp2' })

      must(reply, envelopes(id, 'PONG'))
    },
  }),
  scenario('a transaction has the content type of JSON under resp2', {
    rule: 'kv.transaction.always-json',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id), mediaType('application/json'))

      const reply = await kv.transaction([['ECHO', id]], { format: 'resp2' })

      must(reply, mediaType('application/json'))
    },
  }),
  scenario('a discarded transaction answers JSON under resp2', {
    rule: 'kv.transaction.always-json',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      given(await kv.transaction([['UNWATCH']]), errorEnvelope())

      must(await kv.transaction([['UNWATCH']], { format: 'resp2' }), errorEnvelope())
    },
  }),

  observation('base64 together with resp2', {
    rule: 'kv.transaction.base64-with-resp2',
    async run({ kv, note }) {
      const both = { encoding: 'base64', format: 'resp2' }
      note('ECHO a', outcomeOf(await kv.transaction([['ECHO', 'a']], both)))
    },
  }),
  observation('a command with too few arguments', {
    rule: 'kv.transaction.wrong-argument-count',
    async run({ kv, note }) {
      note('ECHO a, GET', outcomeOf(await kv.transaction([['ECHO', 'a'], ['GET']])))
    },
  }),
  observation('a command with an option that does not exist', {
    rule: 'kv.transaction.bad-option',
    async run({ kv, key, note }) {
      const commands: readonly Command[] = [
        ['ECHO', 'a'],
        ['SET', key, 'value', 'BOGUS'],
      ]
      note('ECHO a, SET BOGUS', outcomeOf(await kv.transaction(commands)))
    },
  }),
  observation('a transaction without commands', {
    rule: 'kv.transaction.empty',
    async run({ kv, note }) {
      for (const body of ['[]', '', '[[]]'])
        note(body || 'no body', outcomeOf(await kv.post('/multi-exec', body)))
    },
  }),
]
