// What is refused because it is too much: a command that is too large, where the operator says how
// large that is, and one that is too many today, where the operator can arrange it.

import type { Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import {
  envelopes,
  executed,
  executedInBatch,
  failed,
  failedInBatch,
  result,
} from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import type { Command, KvClient } from '../fixtures/client.js'
import { observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'

/**
 * Every form of a command, with a value in it. What is counted is not shown: whether the name, the
 * key and the JSON around them are. So a command that is too large has a value which alone is, and
 * one that is not leaves room for all of that.
 */
const forms: readonly {
  /** How a title ends. */
  where: '' | ` ${string}`
  echo: (value: string, world: KvWorld) => Promise<Exchange>
  accepted: () => Matcher<Exchange>
  refused: () => Matcher<Exchange>
}[] = [
  {
    where: '',
    echo: (value, { kv }) => kv.command(['ECHO', value]),
    accepted: executed,
    refused: failed,
  },
  {
    where: ' by path with a body',
    echo: (value, { kv }) => kv.path(['ECHO'], { body: value }),
    accepted: executed,
    refused: failed,
  },
  {
    where: ' in a pipeline',
    echo: (value, { kv }) => kv.pipeline([['ECHO', value]]),
    accepted: executedInBatch,
    refused: failedInBatch,
  },
  {
    where: ' in a transaction',
    echo: (value, { kv }) => kv.transaction([['ECHO', value]]),
    accepted: executedInBatch,
    // How it is discarded is a matter of transactions.
    refused: failedInBatch,
  },
]

/**
 * More bytes than there are beside the value, whatever of them is counted: its name, and the JSON or
 * the wire protocol around it.
 */
const OTHER = 100

/** The forms of a command that counts, each with how it is refused. */
const counted: readonly {
  where: string
  ask: Ask
  accepted: () => Matcher<Exchange>
  refused: () => Matcher<Exchange>
}[] = [
  {
    where: 'in the body',
    ask: ({ kv, key }) => kv.command(['INCR', key]),
    accepted: executed,
    refused: failed,
  },
  {
    where: 'by path',
    ask: ({ kv, key }) => kv.path(['INCR', key]),
    accepted: executed,
    refused: failed,
  },
  {
    where: 'in a pipeline',
    ask: ({ kv, key }) => kv.pipeline([['INCR', key]]),
    accepted: executedInBatch,
    refused: failedInBatch,
  },
]

const batches: readonly {
  what: string
  ask: (kv: KvClient, commands: readonly Command[]) => Promise<Exchange>
}[] = [
  { what: 'a pipeline', ask: (kv, commands) => kv.pipeline(commands) },
  { what: 'a transaction', ask: (kv, commands) => kv.transaction(commands) },
]

const DAY = 86_400_000

export const limitScenarios = [
  ...forms.map(({ where, echo, accepted, refused }) =>
    scenario(`a command larger than the maximum is refused${where}`, {
      rule: 'kv.limits.request-size',
      needs: ['kvMaxRequestSize'],
      async run(world) {
        given(await echo('small', world), accepted())

        must(await echo('x'.repeat(world.provide.kvMaxRequestSize + 1), world), refused())
      },
    }),
  ),
  ...forms.map(({ where, echo, accepted, refused }) =>
    scenario(`a command nearly as large as the maximum is accepted${where}`, {
      rule: 'kv.limits.request-size',
      needs: ['kvMaxRequestSize'],
      async run(world) {
        const size = world.provide.kvMaxRequestSize
        given(await echo('small', world), accepted())
        given(await echo('x'.repeat(size + 1), world), refused())

        must(await echo('x'.repeat(size - OTHER), world), accepted())
      },
    }),
  ),
  scenario('a command larger than the maximum changes nothing', {
    rule: 'kv.limits.request-size',
    needs: ['kvMaxRequestSize'],
    async run({ kv, key, provide }) {
      given(await kv.command(['SET', key, 'before']), executed())
      given(await kv.command(['GET', key]), result('before'))

      await kv.command(['SET', key, 'x'.repeat(provide.kvMaxRequestSize + 1)])
      must(await kv.command(['GET', key]), result('before'))
    },
  }),
  scenario('a command of many arguments that are larger than the maximum together is refused', {
    rule: 'kv.limits.request-size',
    needs: ['kvMaxRequestSize'],
    async run({ kv, key, provide }) {
      const half = 'x'.repeat(Math.ceil((provide.kvMaxRequestSize + 1) / 2))
      given(await kv.command(['RPUSH', key, 'small', 'small']), result(2))

      must(await kv.command(['RPUSH', key, half, half]), failed())
    },
  }),
  scenario('bytes are counted, and not characters', {
    rule: 'kv.limits.request-size',
    needs: ['kvMaxRequestSize'],
    async run({ kv, provide }) {
      const third = Math.ceil((provide.kvMaxRequestSize + 1) / 3)
      given(await kv.command(['ECHO', '€']), result('€'))
      given(await kv.command(['ECHO', 'x'.repeat(third)]), executed())

      must(await kv.command(['ECHO', '€'.repeat(third)]), failed())
    },
  }),
  ...['first', 'second', 'last'].map((place, index) =>
    scenario(`a command larger than the maximum is refused in the ${place} place of a pipeline`, {
      rule: 'kv.limits.request-size',
      needs: ['kvMaxRequestSize'],
      async run({ kv, keyOf, provide }) {
        const keys = ['a', 'b', 'c'].map(keyOf)
        const large = 'x'.repeat(provide.kvMaxRequestSize + 1)
        const sets = keys.map((key): Command => ['SET', key, 'small'])
        given(await kv.pipeline(sets), executedInBatch())
        given(await kv.command(['GET', keys[index]]), result('small'))

        await kv.pipeline(sets.with(index, ['SET', keys[index], large]))
        must(await kv.command(['GET', keys[index]]), result('small'))
      },
    }),
  ),
  observation('how large a value may be', {
    rule: 'kv.limits.request-size-value',
    async run({ kv, key, note }) {
      for (const [size, bytes] of Object.entries({ '64 KiB': 2 ** 16, '1 MiB': 2 ** 20 })) {
        const value = 'x'.repeat(bytes)
        const statusOf = async (asked: Promise<Exchange>) => (await asked).status
        note(`${size} in the body`, await statusOf(kv.command(['SET', key, value])))
        note(`${size} by path with a body`, await statusOf(kv.path(['SET', key], { body: value })))
        note(`${size} in the path`, await statusOf(kv.path(['SET', key, value])))
        note(`${size} in a pipeline`, await statusOf(kv.pipeline([['SET', key, value]])))
        note(`${size} in a transaction`, await statusOf(kv.transaction([['SET', key, value]])))
      }
    },
  }),
  observation('what of a command is counted', {
    rule: 'kv.limits.request-size-value',
    needs: ['kvMaxRequestSize'],
    async run({ kv, note, provide }) {
      const size = provide.kvMaxRequestSize
      const echo = async (bytes: number) => (await kv.command(['ECHO', 'x'.repeat(bytes)])).status
      note('the value alone is as large as the maximum', await echo(size))
      note('the name and the value are', await echo(size - 'ECHO'.length))
    },
  }),
  ...batches.map(({ what, ask }) =>
    scenario(`${what} of commands below the maximum may be larger than it`, {
      rule: 'kv.limits.batch-size',
      needs: ['kvMaxRequestSize'],
      async run({ kv, key, provide }) {
        const large = 'x'.repeat(Math.floor(provide.kvMaxRequestSize * 0.4))
        given(await kv.command(['SET', key, large]), executed())
        given(await ask(kv, [['SET', key, 'small']]), envelopes('OK'))

        const set: Command = ['SET', key, large]
        must(await ask(kv, [set, set, set]), envelopes('OK', 'OK', 'OK'))
      },
    }),
  ),

  ...counted.map(({ where, ask, accepted, refused }) =>
    scenario(`a command is refused ${where} when today has no more of them`, {
      rule: 'kv.limits.daily-requests',
      needs: ['dailyRequests'],
      async run(world) {
        const { kv, key, provide } = world
        given(await ask(world), accepted())
        await provide.dailyRequests.leave(0)

        must(await ask(world), refused())
        await provide.dailyRequests.restore()
        must(await kv.command(['INCR', key]), result(2))
      },
    }),
  ),
  scenario('as many commands are let in as today has left', {
    rule: 'kv.limits.daily-requests',
    needs: ['dailyRequests'],
    async run({ kv, key, provide }) {
      given(await kv.command(['INCR', key]), result(1))
      await provide.dailyRequests.leave(2)

      must(await kv.command(['INCR', key]), result(2))
      must(await kv.command(['INCR', key]), result(3))
      must(await kv.command(['INCR', key]), failed())
    },
  }),
  scenario('a command that only reads counts too', {
    rule: 'kv.limits.daily-requests',
    needs: ['dailyRequests'],
    async run({ kv, key, provide }) {
      given(await kv.command(['GET', key]), result(null))
      await provide.dailyRequests.leave(1)

      must(await kv.command(['GET', key]), result(null))
      must(await kv.command(['GET', key]), failed())
    },
  }),
  scenario('another day has commands again', {
    rule: 'kv.limits.daily-requests',
    needs: ['dailyRequests', 'clock'],
    async run({ kv, id, provide }) {
      given(await kv.command(['ECHO', id]), result(id))
      await provide.dailyRequests.leave(1)
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['ECHO', id]), failed())

      await provide.clock.advance(DAY)
      must(await kv.command(['ECHO', id]), result(id))
    },
  }),
  observation('how a batch counts', {
    rule: 'kv.limits.daily-requests-value',
    needs: ['dailyRequests'],
    async run({ kv, key, note, provide }) {
      const commands = Array.from({ length: 3 }, (): Command => ['INCR', key])
      await provide.dailyRequests.leave(2)
      note('a pipeline of three, two are left', outcomeOf(await kv.pipeline(commands)))
      await provide.dailyRequests.leave(2)
      note('a transaction of three, two are left', outcomeOf(await kv.transaction(commands)))
      note('a command after that', outcomeOf(await kv.command(['INCR', key])))
    },
  }),
  observation('how what is too much is refused', {
    rule: 'kv.limits.refusals',
    needs: ['dailyRequests', 'kvMaxRequestSize'],
    async run({ kv, key, note, provide }) {
      const large = 'x'.repeat(provide.kvMaxRequestSize + 1)
      note('too large', outcomeOf(await kv.command(['SET', key, large])))
      note('too large, in a transaction', outcomeOf(await kv.transaction([['SET', key, large]])))
      await provide.dailyRequests.leave(0)
      note('too many', outcomeOf(await kv.command(['GET', key])))
      note('too many, in a transaction', outcomeOf(await kv.transaction([['GET', key]])))
    },
  }),
]
