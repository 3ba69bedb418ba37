// What a transaction is: a batch that nothing comes between, that goes on when a command fails, and
// that runs not at all when it cannot be run as a whole.

import { jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { differs, lacks, mediaType } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { envelopes, errorEnvelope, executed, failed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import type { Command } from '../fixtures/client.js'
import { observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'
import { elementAt } from '../fixtures/writings.js'
import { batchScenarios, echoes } from './batches.js'

/** Bodies that are no array of commands; each holds a command that must not run. */
const malformed: Readonly<Record<string, (command: string) => string>> = {
  'JSON that ends too early': (command) => `[${command}`,
  'JSON with something after it': (command) => `[${command}] and more`,
  'no JSON': (command) => `[${command.replaceAll('"', "'")}]`,
  'a command outside of an array': (command) => command,
  'an object': (command) => `{"commands":[${command}]}`,
  'a list with a string in it': (command) => `[${command},"GET"]`,
  'a list with null in it': (command) => `[null,${command}]`,
}

const increments = (length: number, key: string) =>
  Array.from({ length }, (): Command => ['INCR', key])

/** Transactions with an unsupported command among those that write to a key. */
const unsupported: Readonly<Record<string, (key: string) => readonly Command[]>> = {
  'a command that does not exist': (key) => [set(key), ['NOSUCHCOMMAND', key]],
  'a blocking list command': (key) => [set(key), ['BLPOP', `${key}-list`, '1']],
  'a blocking sorted-set command': (key) => [set(key), ['BZPOPMIN', `${key}-set`, '1']],
  'a transaction command': (key) => [set(key), ['WATCH', key]],
  'a transaction command in lower case': (key) => [set(key), ['unwatch']],
  'a connection command': (key) => [set(key), ['SELECT', '0']],
  'a read that blocks': (key) => [set(key), ['XREAD', 'BLOCK', '1', 'STREAMS', `${key}-s`, '$']],
  'the first of two': (key) => [['UNWATCH'], set(key)],
  'the first of ninety-nine': (key) => increments(99, key).with(0, ['UNWATCH']),
  'the middle of ninety-nine': (key) => increments(99, key).with(49, ['UNWATCH']),
  'the last of ninety-nine': (key) => increments(99, key).with(98, ['UNWATCH']),
}

const set = (key: string): Command => ['SET', key, 'after']

const counting = (from: number, length: number) =>
  Array.from({ length }, (_, index) => from + index)

/** The result of the first envelope, or NaN where it is no number. */
function firstNumber(reply: Exchange): number {
  const [first] = (jsonOf(reply) ?? []) as readonly { result?: unknown }[]
  return typeof first?.result === 'number' ? first.result : NaN
}

/** What others do to the key that a transaction counts, each in a request of its own. */
const others: Readonly<Record<string, Ask>> = {
  'a single command': ({ kv, key }) => kv.command(['INCR', key]),
  'a command by path': ({ kv, key }) => kv.path(['INCR', key]),
  'a pipeline': ({ kv, key }) => kv.pipeline([['INCR', key]]),
}

/** How often is tried what only requests at the very same time show. */
const rounds = 5

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

/** Sends a transaction for each row, to a key of its own, and judges that none has been written. */
async function mustRunNothing<Row>(
  { kv, key, keyOf }: KvWorld,
  rows: Readonly<Record<string, Row>>,
  send: (row: Row, key: string) => Promise<Exchange>,
) {
  const names = Object.keys(rows)
  const keys = names.map((_, index) => keyOf(`${index}`))
  given(await kv.transaction([set(key)]), envelopes('OK'))
  given(await kv.command(['MGET', key, ...keys]), elementAt(0, 'after'))

  for (const [index, name] of names.entries()) await send(rows[name]!, keys[index]!)
  const left = await kv.command(['MGET', ...keys])
  await eachRow(rows, async (_, name) => must(left, elementAt(names.indexOf(name), null)))
}

export const transactionScenarios = [
  ...batchScenarios('transaction'),

  scenario('envelopes are in the order of the commands', {
    id: 'kv.transaction.envelopes-in-order/four',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))

      must(await kv.transaction(echoes('c', 'a', id, 'b')), envelopes('c', 'a', id, 'b'))
    },
  }),

  scenario('no other request runs between the commands of a transaction', {
    id: 'kv.transaction.atomic/counting',
    async run(world) {
      const { kv, key } = world
      const length = 60
      const transaction = async () => kv.transaction(increments(length, key))
      given(await transaction(), envelopes(...counting(1, length)))
      for (const [what, ask] of Object.entries(others))
        given(await ask(world), named(what, executed()))
      given(await kv.command(['GET', key]), result(String(length + 3)))

      await eachRow(others, async (ask) => {
        for (let round = 0; round < rounds; round++) {
          const running = transaction()
          await during(running, () => ask(world))

          const reply = await running
          must(reply, envelopes(...counting(firstNumber(reply), length)))
        }
      })
    },
  }),
  scenario('writes of one transaction stay together among other writes', {
    id: 'kv.transaction.atomic/writes-stay-together',
    async run({ kv, key }) {
      const writers = Array.from({ length: 8 }, (_, index) => `${index}`)
      const parts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
      const pushes = (writer: string) =>
        parts.map((part): Command => ['RPUSH', key, `${writer}${part}`])
      given(await kv.transaction(pushes('first-')), envelopes(...counting(1, parts.length)))
      given(await kv.command(['DEL', key]), result(1))

      await Promise.all(
        writers.flatMap((writer) => [
          kv.transaction(pushes(writer)),
          kv.command(['RPUSH', key, `${writer}-alone`]),
        ]),
      )

      must(await kv.command(['LRANGE', key, '0', '-1']), (reply) => {
        const written = memberOf(reply, 'result')
        const order = Array.isArray(written) ? `,${written.join()},` : ''
        const torn = writers.find((w) => !order.includes(`,${parts.map((p) => w + p).join()},`))
        return torn === undefined
          ? undefined
          : lacks(`the writes of transaction ${torn} beside each other`, written)
      })
    },
  }),
  scenario('no read sees a transaction half done', {
    id: 'kv.transaction.atomic/reads-while-it-runs',
    async run({ kv, keyOf }) {
      const keys = [keyOf('first'), keyOf('second')]
      const step = (value: string) => keys.map((key): Command => ['SET', key, value])
      const steps = counting(1, 30).flatMap((value) => step(`${value}`))
      given(await kv.transaction([...step('0'), ['ECHO', '0']]), envelopes('OK', 'OK', '0'))
      given(await kv.command(['MGET', ...keys]), result(['0', '0']))

      for (let round = 0; round < rounds; round++) {
        const seen = await during(kv.transaction(steps), () => kv.command(['MGET', ...keys]))

        for (const each of seen)
          must(each, (reply) => {
            const values = memberOf(reply, 'result')
            const [first, second] = Array.isArray(values) ? (values as unknown[]) : []
            return first === second && first !== undefined
              ? undefined
              : differs('two equal values', [first, first], values)
          })
      }
    },
  }),

  scenario('a discarded transaction is answered with one error envelope', {
    id: 'kv.transaction.discard-is-one-error-envelope/malformed-and-unsupported',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      given(await kv.post('/', `["ECHO","${id}"`), errorEnvelope())
      given(await kv.command(['UNWATCH']), errorEnvelope())
      const asks = {
        'an unsupported command': async () => kv.transaction([['ECHO', id], ['UNWATCH']]),
        'JSON that ends too early': async () =>
          given(await kv.post('/multi-exec', `[["ECHO","${id}"]`), failed()),
      }

      await eachRow(asks, async (ask) => must(await ask(), errorEnvelope()))
    },
  }),
  scenario('a transaction with a too large command has one error envelope', {
    id: 'kv.transaction.discard-is-one-error-envelope/too-large',
    needs: ['kvMaxRequestSize'],
    async run({ kv, id, key, provide }) {
      const tooLarge = 'x'.repeat(provide.kvMaxRequestSize + 1)
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      given(await kv.command(['SET', key, tooLarge]), errorEnvelope())

      const commands = [...echoes(id), ['SET', key, tooLarge] as const]
      must(given(await kv.transaction(commands), failed()), errorEnvelope())
    },
  }),
  scenario('a transaction over the daily limit has one error envelope', {
    id: 'kv.transaction.discard-is-one-error-envelope/daily-limit',
    needs: ['dailyRequests'],
    async run({ kv, id, provide }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      await provide.dailyRequests.leave(0)
      given(await kv.command(['ECHO', id]), errorEnvelope())

      must(given(await kv.transaction([['ECHO', id]]), failed()), errorEnvelope())
    },
  }),

  scenario('a transaction that is no array of commands runs nothing', {
    id: 'kv.transaction.syntax-error-discards/malformed-bodies',
    async run(world) {
      await mustRunNothing(world, malformed, async (body, key) =>
        world.kv.post('/multi-exec', body(JSON.stringify(set(key)))),
      )
    },
  }),

  scenario('a transaction with an unsupported command runs nothing', {
    id: 'kv.transaction.unsupported-command-discards/unsupported-commands',
    async run(world) {
      await mustRunNothing(world, unsupported, async (commands, key) =>
        world.kv.transaction(commands(key)),
      )
    },
  }),

  scenario('a transaction with a too large command runs nothing', {
    id: 'kv.transaction.request-size-discards/first-second-last',
    needs: ['kvMaxRequestSize'],
    async run({ kv, keyOf, provide }) {
      const keys = ['a', 'b', 'c'].map(keyOf)
      const tooLarge = 'x'.repeat(provide.kvMaxRequestSize + 1)
      const sets = (value: string) => keys.map((each): Command => ['SET', each, value])
      given(await kv.transaction(sets('before')), envelopes('OK', 'OK', 'OK'))
      given(await kv.command(['MGET', ...keys]), result(['before', 'before', 'before']))

      await eachRow({ first: 0, second: 1, last: 2 }, async (index) => {
        await kv.transaction(sets('after').with(index, ['SET', keyOf('large'), tooLarge]))
        must(await kv.command(['MGET', ...keys]), result(['before', 'before', 'before']))
      })
    },
  }),

  scenario('a transaction over the daily limit runs nothing', {
    id: 'kv.transaction.daily-limit-discards/no-commands-left',
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
  scenario('a transaction that exceeds the daily limit runs as a whole or not', {
    id: 'kv.transaction.daily-limit-discards/one-command-left',
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

  scenario('a transaction is answered as JSON under resp2', {
    id: 'kv.transaction.always-json/executed',
    async run({ kv, id }) {
      const commands: readonly Command[] = [['ECHO', id], ['PING']]
      given(await kv.transaction(commands), envelopes(id, 'PONG'), mediaType('application/json'))

      const reply = await kv.transaction(commands, { format: 'resp2' })
      must(reply, envelopes(id, 'PONG'), mediaType('application/json'))
    },
  }),
  scenario('a discarded transaction is answered as JSON under resp2', {
    id: 'kv.transaction.always-json/discarded',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      given(await kv.transaction([['UNWATCH']]), errorEnvelope())

      must(await kv.transaction([['UNWATCH']], { format: 'resp2' }), errorEnvelope())
    },
  }),

  observation('a transaction under base64 and resp2', {
    id: 'kv.transaction.base64-with-resp2/both',
    async run({ kv, note }) {
      const both = { encoding: 'base64', format: 'resp2' }
      note('ECHO a', outcomeOf(await kv.transaction([['ECHO', 'a']], both)))
    },
  }),
  observation('a command with too few arguments in a transaction', {
    id: 'kv.transaction.wrong-argument-count/too-few',
    async run({ kv, note }) {
      note('ECHO a, GET', outcomeOf(await kv.transaction([['ECHO', 'a'], ['GET']])))
    },
  }),
  observation('a command with an unknown option in a transaction', {
    id: 'kv.transaction.bad-option/unknown-option',
    async run({ kv, key, note }) {
      const commands = [...echoes('a'), ['SET', key, 'value', 'BOGUS'] as const]
      note('ECHO a, SET BOGUS', outcomeOf(await kv.transaction(commands)))
    },
  }),
]
