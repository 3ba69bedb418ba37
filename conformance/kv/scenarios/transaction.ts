// Transactions: no other command runs between their commands, a failing command does not stop them, and
// one that cannot run as a whole does not run at all.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { differs, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import type { Command } from '../fixtures/client.js'
import { envelopes, errorEnvelope, executed, executedInBatch } from '../fixtures/matchers.js'
import { failed, named, result } from '../fixtures/matchers.js'
import { keysFor } from '../fixtures/tables.js'
import { listOf } from '../fixtures/replies.js'
import { type Ask, type KvWorld, noting, observation, scenario } from '../fixtures/world.js'
import { emptyBatch, thousand } from './pipeline.js'

/** Bodies that are no array of commands, each with a command that must not run. */
const malformed: Readonly<Record<string, (command: string) => string>> = {
  'truncated JSON': (command) => `[${command}`,
  'JSON followed by other text': (command) => `[${command}] and more`,
  'single quotes instead of JSON': (command) => `[${command.replaceAll('"', "'")}]`,
  'one command, not in an outer array': (command) => command,
  'an object': (command) => `{"commands":[${command}]}`,
  'an array with a string in it': (command) => `[${command},"GET"]`,
  'an array with null in it': (command) => `[null,${command}]`,
  'an empty array as the second command': (command) => `[${command},[]]`,
  'an array as the name of the second command': (command) => `[${command},[["GET"],"a"]]`,
}

const increments = (length: number, key: string) =>
  Array.from({ length }, (): Command => ['INCR', key])

/** Transactions with an unsupported command among those that write to a key. */
const unsupported: Readonly<Record<string, (key: string) => readonly Command[]>> = {
  'a command that does not exist': (key) => [set(key), ['NOSUCHCOMMAND', key]],
  BLPOP: (key) => [set(key), ['BLPOP', `${key}-list`, '1']],
  'UNWATCH in lower case': (key) => [set(key), ['unwatch']],
  DISCARD: (key) => [set(key), ['DISCARD']],
  'DISCARD as the first of 2 commands': (key) => [['DISCARD'], set(key)],
  'XREAD with BLOCK': (key) => [set(key), ['XREAD', 'BLOCK', '1', 'STREAMS', `${key}-s`, '$']],
  'UNWATCH as the first of 2 commands': (key) => [['UNWATCH'], set(key)],
  'UNWATCH as the first of 99 commands': (key) => increments(99, key).with(0, ['UNWATCH']),
  'UNWATCH as the middle of 99 commands': (key) => increments(99, key).with(49, ['UNWATCH']),
  'UNWATCH as the last of 99 commands': (key) => increments(99, key).with(98, ['UNWATCH']),
}

const set = (key: string): Command => ['SET', key, 'after']

const counting = (from: number, length: number) =>
  Array.from({ length }, (_, index) => from + index)

/** Other requests that write to the key of a transaction, by the element that they push. */
const others: Readonly<Record<string, Ask>> = {
  'a single command': ({ kv, key }) => kv.command(['RPUSH', key, 'a single command']),
  'a command by path': ({ kv, key }) => kv.path(['RPUSH', key, 'a command by path']),
  'a pipeline': ({ kv, key }) => kv.pipeline([['RPUSH', key, 'a pipeline']]),
}

/** No element of this text is between two elements of one round in a list. */
const notInsideARound =
  (what: string): Matcher =>
  (message) => {
    const list = memberOf(message, 'result')
    const elements = Array.isArray(list) ? list.map(String) : []
    const isRound = (each: string) => each.startsWith('round ')
    const inside = elements.findIndex((each, index) => {
      const before = elements.slice(0, index).findLast(isRound)
      return each === what && before === elements.slice(index).find(isRound)
    })
    const around = elements.slice(inside - 1, inside + 2)
    return inside < 0 ? undefined : lacks('no other write inside a transaction', around)
  }

/** Attempts for errors that only concurrent requests show. */
const rounds = 3

/** Sends a request again and again, at least once, while another one is under way. */
async function during(
  other: Promise<Exchange>,
  ask: () => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  let isOver = false
  const replies: Exchange[] = []
  const asked = async () => {
    do replies.push(await ask())
    while (!isOver && replies.length < 50)
  }
  await Promise.all([other.finally(() => (isOver = true)), asked()])
  return replies
}

/** Sends a transaction for each row, to a key of its own, and judges that none has written it. */
async function mustRunNothing<Row>(
  world: KvWorld,
  rows: Readonly<Record<string, Row>>,
  send: (row: Row, key: string) => Promise<Exchange>,
) {
  const { kv, key } = world
  const { of, values } = keysFor(world, rows)
  given(await kv.transaction([set(key)]), envelopes('OK'))
  given(await kv.command(['GET', key]), result('after'))

  for (const [name, row] of Object.entries(rows)) await send(row, of(name))
  const left = await values()
  await eachRow(rows, async (_, name) => must(left[name]!, result(null)))
}

export const transactionScenarios = [
  emptyBatch('transaction'),
  thousand('transaction'),

  scenario('transaction: no RPUSH of another request runs between the commands', {
    id: 'kv.transaction.atomic/counting',
    async run(world) {
      const { kv, key } = world
      const length = 60
      const transaction = async (round: number) =>
        kv.transaction(Array.from({ length }, () => ['RPUSH', key, `round ${round}`]))
      given(await transaction(0), envelopes(...counting(1, length)))

      for (let round = 1; round <= rounds; round++) {
        const running = transaction(round)
        const sent = Object.entries(others).map(async ([what, ask]) => {
          for (const reply of await during(running, () => ask(world)))
            given(reply, named(what, executed()))
        })
        await Promise.all(sent)
        given(await running, executedInBatch())
      }
      const list = given(await kv.command(['LRANGE', key, '0', '-1']), executed())
      await eachRow(others, async (_, what) => must(list, notInsideARound(what)))
    },
  }),
  scenario('transaction: a concurrent MGET never sees only a part of the writes', {
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

  scenario('transaction: bad JSON or unsupported command returns one {"error":…}', {
    id: 'kv.transaction.discard-is-one-error-envelope/malformed-and-unsupported',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      given(await kv.post('/', `["ECHO","${id}"`), errorEnvelope())
      given(await kv.command(['UNWATCH']), errorEnvelope())
      const asks = {
        'an unsupported command': async () => kv.transaction([['ECHO', id], ['UNWATCH']]),
        'truncated JSON': async () =>
          given(await kv.post('/multi-exec', `[["ECHO","${id}"]`), failed()),
      }

      await eachRow(asks, async (ask) => must(await ask(), errorEnvelope()))
    },
  }),
  scenario('daily limit: with 0 commands left, a transaction returns {"error":…}', {
    id: 'kv.transaction.discard-is-one-error-envelope/daily-limit',
    needs: ['dailyRequests'],
    async run({ kv, id, provide }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))
      await provide.dailyRequests.leave(0)
      given(await kv.command(['ECHO', id]), errorEnvelope())

      must(given(await kv.transaction([['ECHO', id]]), failed()), errorEnvelope())
    },
  }),

  scenario('a transaction with a malformed body runs none of the commands', {
    id: 'kv.transaction.syntax-error-discards/malformed-bodies',
    async run(world) {
      await mustRunNothing(world, malformed, async (body, key) =>
        world.kv.post('/multi-exec', body(JSON.stringify(set(key)))),
      )
    },
  }),

  scenario('a transaction with an unsupported command runs none of the commands', {
    id: 'kv.transaction.unsupported-command-discards/unsupported-commands',
    async run(world) {
      await mustRunNothing(world, unsupported, async (commands, key) =>
        world.kv.transaction(commands(key)),
      )
    },
  }),

  scenario('a transaction with a command over the size limit runs no command', {
    id: 'kv.transaction.request-size-discards/first-second-last',
    needs: ['kvMaxRequestSize'],
    async run({ kv, keyOf, provide }) {
      const keys = [...Array(12).keys()].map((index) => keyOf(`key-${index}`))
      const tooLarge = 'x'.repeat(provide.kvMaxRequestSize + 1)
      const sets = (value: string) => keys.map((each): Command => ['SET', each, value])
      const before = result(keys.map(() => 'before'))
      given(await kv.transaction(sets('before')), executedInBatch())
      given(await kv.command(['MGET', ...keys]), before)

      const half = tooLarge.slice(0, Math.ceil(tooLarge.length / 2))
      await kv.transaction([...sets('two large values'), ['RPUSH', keyOf('list'), half, half]])
      // The value names the place of the oversized command.
      for (const index of [0, 1, 11])
        await kv.transaction(sets(`${index}`).with(index, ['SET', keyOf('large'), tooLarge]))
      must(await kv.command(['MGET', ...keys]), before)
    },
  }),

  scenario('daily limit: with 0 commands left, a transaction runs no command', {
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
  // The contract leaves open if a batch counts as its commands or as one request.
  scenario('daily limit: with 1 command left, a transaction of 3 runs all or none', {
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
      const [one] = listOf(memberOf(left, 'result'))
      must(left, result([one, one, one]))
    },
  }),

  observation('observes the reply to a transaction with base64 encoding and resp2', {
    id: 'kv.transaction.base64-with-resp2/both',
    run: noting({
      'ECHO a': ({ kv }) =>
        kv.transaction([['ECHO', 'a']], { encoding: 'base64', format: 'resp2' }),
    }),
  }),
  observation('observes the reply to a transaction with a GET that has no key', {
    id: 'kv.transaction.wrong-argument-count/too-few',
    run: noting({ 'ECHO a, GET': ({ kv }) => kv.transaction([['ECHO', 'a'], ['GET']]) }),
  }),
  observation('observes the reply to a transaction with an unknown option of SET', {
    id: 'kv.transaction.bad-option/unknown-option',
    run: noting({
      'ECHO a, SET BOGUS': ({ kv, key }) =>
        kv.transaction([
          ['ECHO', 'a'],
          ['SET', key, 'value', 'BOGUS'],
        ]),
    }),
  }),
]
