// What the callback and the failure callback do alike, each judged under its own rules.

import { given, must } from '../../core/judgement.js'
import { accepted, header, noHeader } from '../../core/matchers.js'
import { days, minutes, seconds } from '../../core/time.js'
import type { Delivery } from '../../sink/sink.js'
import type { QueueClient } from '../fixtures/client.js'
import {
  CALLED_AGAIN,
  calledBack,
  callsBackAtAll,
  ends,
  failing,
  inTurn,
  itsRetry,
  queryOf,
  quiet,
  retriedSoOften,
  TIMED_OUT,
  type Calling,
} from '../fixtures/called-back.js'
import { retriesAtAll } from '../fixtures/delivered.js'
import { arrivedAfter, attempts, latest, underWay } from '../fixtures/matchers.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

type Settings = Readonly<Record<string, string>>

/** One of the two, and where its rules are named another way. */
interface Either {
  readonly calling: Calling
  /** In titles. */
  readonly name: string
  /** In titles of observations that the other one has too. */
  readonly forIt: string
  /** The heading of its rules. */
  readonly of: 'callback' | 'failure-callback'
  readonly unanswered: {
    readonly title: string
    readonly rule: 'queue.callback.after-each-attempt' | 'queue.failure-callback.after-all-retries'
    /** Calls of a message with two attempts. */
    readonly calls: number
  }
  readonly timesOnly: string
  readonly delay: 'queue.callback.setting-delay' | 'queue.failure-callback.setting'
  readonly timeout: 'queue.callback.setting-timeout' | 'queue.failure-callback.setting'
  readonly delays: readonly (readonly [delay: string, milliseconds: number])[]
}

/** What two attempts take that are not answered in two seconds, and some quiet after them. */
const UNANSWERED = 2 * latest(seconds(2)) + seconds(2)

/** Answers 500 to the first delivery, and 200 to the others. */
const failsOnce = inTurn({ status: 500 })

/** A URL of the same machine, at a port that is for discarding what comes: nobody listens there. */
const nobodyAt = (url: string) => Object.assign(new URL(url), { port: '9' }).href

/**
 * Sees that a callback which fails is made again, where the original has a retry, and then no more.
 * Its first delivery has no answer.
 */
async function callsAgainAtAll(world: QueueWorld, calling: Calling): Promise<void> {
  const options = { settings: { Retries: '1' }, answer: inTurn('reset') }
  const { called } = await calledBack(world, calling, options, given)
  given(await called.delivery(1, CALLED_AGAIN))
  given(await called.delivery(2, CALLED_AGAIN))
  given(await called.all(quiet(world.time)), attempts(2))
}

/** How often a callback comes that always fails: three times at most, within minutes. */
async function callsOf(
  world: QueueWorld,
  calling: Calling,
  settings: Settings,
  inQuery: Settings = {},
): Promise<number> {
  const options = { settings, inQuery, answer: failing }
  const { called } = await calledBack(world, calling, options, given)
  await called.delivery(3, minutes(5))
  return called.deliveries.length
}

/**
 * That a callback which is not answered within two seconds is made again, as one is that meets a broken
 * connection. Which setting says when is open: all that may be meant say at once.
 */
async function judgeTimeout(
  world: QueueWorld,
  calling: Calling,
  place: 'settings' | 'inQuery' = 'settings',
  judge: typeof must | typeof given = must,
): Promise<void> {
  const settings = { Retries: '1', [`${calling}-Retries`]: '1', [`${calling}-Retry-Delay`]: '0' }
  const timed = { settings, [place]: { ...settings, [`${calling}-Timeout`]: '2s' } }
  const sibling = await calledBack(world, calling, { settings, answer: inTurn('reset') }, given)
  const judged = await calledBack(world, calling, { ...timed, answer: inTurn('hang') }, judge)
  given(await sibling.called.delivery())
  const first = given(await judged.called.delivery())
  given(await sibling.called.delivery(2, itsRetry(world.time)))
  given(await sibling.called.all(0), attempts(2))

  judge(await judged.called.delivery(2, seconds(2)), ({ at }) => {
    const [expected, actual] = [seconds(2), at - first.at]
    const { virtual } = world.time
    const slack = virtual ? 0 : underWay(expected) + world.time.lateness(first.at, at)
    const message = `expected it no earlier than ${expected} ms after the call before it, came after ${actual} ms`
    return actual < expected - slack ? { message, expected, actual } : undefined
  })
}

/** Headers for a callback, as a client may write their names, and what arrives of them. */
const forwarded = ({ headerPrefix }: QueueClient, calling: Calling) => {
  const prefix = `${calling}-Forward-`
  return {
    settings: {
      [`${prefix}X-Contract`]: 'one',
      [`${prefix}Authorization`]: 'Bearer two',
      [`${prefix}Accept-Language`]: 'three',
    },
    headers: [
      [`${headerPrefix}${prefix}x-lower`.toLowerCase(), 'four'],
      [`${headerPrefix}${prefix}x-upper`.toUpperCase(), 'five'],
    ] as const,
    arrive: [
      header('X-Contract', 'one'),
      header('Authorization', 'Bearer two'),
      header('Accept-Language', 'three'),
      header('X-Lower', 'four'),
      header('X-Upper', 'five'),
      noHeader(`${headerPrefix}${prefix}X-Contract`),
      noHeader(`${headerPrefix}Forward-X-Contract`),
      noHeader('Forward-X-Contract'),
    ],
  }
}

/** Attempts without an answer, and calls that fail. */
const attemptsAndCalls = ({ calling, name, of, unanswered, timesOnly }: Either) => [
  scenario(`${unanswered.title} does not answer in time`, {
    rule: unanswered.rule,
    waits: UNANSWERED,
    async run(world) {
      await callsBackAtAll(world, calling)
      const settings = { Retries: '1', Timeout: '2s' }
      const options = { destination: inTurn('hang', 'hang'), settings }
      const { destination, called } = await calledBack(world, calling, options)
      given(await destination.delivery())
      given(await destination.delivery(2, latest(seconds(2))))
      await called.delivery(unanswered.calls, latest(seconds(2)))
      given(await destination.all(quiet(world.time)), attempts(2))

      must(await called.all(0), attempts(unanswered.calls))
    },
  }),

  scenario(`${unanswered.title} cannot be reached`, {
    rule: unanswered.rule,
    waits: UNANSWERED,
    async run(world) {
      await callsBackAtAll(world, calling)
      const { queue, inbox, time } = world
      const called = inbox()
      const settings = { [calling]: called.url, Retries: '1', 'Retry-Delay': '0', Timeout: '2s' }
      must(await queue.publish(nobodyAt(inbox().url), { settings }), accepted())
      must(await called.delivery(1, time.virtual ? days(2) : 2 * latest(seconds(2))))
    },
  }),

  scenario(`a ${name} that fails is made again`, {
    rule: `queue.${of}.uses-original-retries`,
    waits: 2 * CALLED_AGAIN,
    async run(world) {
      await retriesAtAll(world)
      const settings = { Retries: '1' }
      const { called } = await calledBack(world, calling, { settings, answer: failsOnce })
      given(await called.delivery(1, CALLED_AGAIN))

      must(await called.delivery(2, CALLED_AGAIN))
    },
  }),

  ...[0, 1, 4].map((retries) =>
    scenario(`with ${retries} retries a ${name} is made ${1 + retries} times${timesOnly}`, {
      rule: `queue.${of}.uses-original-retries`,
      waits: retries === 0 ? 3 * CALLED_AGAIN : days(1),
      async run(world) {
        await callsAgainAtAll(world, calling)
        const settings = await retriedSoOften(world, retries)
        const { called } = await calledBack(world, calling, { settings, answer: failing })
        given(await called.delivery())
        if (retries > 0) await called.delivery(1 + retries, days(1))

        const within = world.time.virtual ? days(30) : CALLED_AGAIN
        must(await called.all(within), attempts(1 + retries))
      },
    }),
  ),

  // Which of its two settings counts is open, but there is no third.
  scenario(`a ${name} is retried as the original or as its own setting says`, {
    rule: `queue.${of}.uses-original-retries`,
    waits: 2 * CALLED_AGAIN,
    async run(world) {
      await callsAgainAtAll(world, calling)
      for (const [retries, its] of [
        [0, '2'],
        [2, '0'],
      ] as const) {
        const settings = {
          ...(await retriedSoOften(world, retries)),
          ...{ [`${calling}-Retries`]: its, [`${calling}-Retry-Delay`]: '0' },
        }
        const { called } = await calledBack(world, calling, { settings, answer: failing })
        given(await called.delivery())

        must(await called.all(quiet(world.time)), attempts(1, 2, 3))
      }
    },
  }),
]

/** Its settings. */
const settings = ({ calling, name, forIt, of, delay, timeout, delays }: Either) => [
  ...delays.map(([length, milliseconds]) =>
    scenario(`a ${name} with a delay of ${length} is made so long after the attempt`, {
      rule: delay,
      waits: latest(milliseconds),
      async run(world) {
        await callsBackAtAll(world, calling)
        const settings = { [`${calling}-Delay`]: length }
        const { destination, called } = await calledBack(world, calling, { settings })
        const attempt = given(await destination.delivery())
        const told = 'the attempt that it tells of'

        must(
          await called.delivery(1, latest(milliseconds)),
          arrivedAfter(world.time, attempt, milliseconds, { told }),
        )
      },
    }),
  ),

  scenario(`the delay of a ${name} does not keep the message waiting`, {
    rule: delay,
    async run(world) {
      await callsBackAtAll(world, calling)
      const settings = { [`${calling}-Delay`]: '1h' }
      const { destination } = await calledBack(world, calling, { settings })

      must(await destination.delivery())
    },
  }),

  scenario(`a ${name} that is not answered ends after its own timeout`, {
    rule: timeout,
    waits: TIMED_OUT,
    run: (world) => judgeTimeout(world, calling),
  }),

  observation(`whether retries of its own win over those of the original${forIt}`, {
    rule: `queue.${of}.setting-retries`,
    waits: minutes(5),
    async run(world) {
      const settings = { Retries: '0', [`${calling}-Retries`]: '2' }
      world.note('calls with 0 and 2', await callsOf(world, calling, settings))
    },
  }),

  observation(`calls of a ${name} with retries of its own in the query`, {
    rule: `queue.${of}.setting-retries`,
    waits: minutes(5),
    async run(world) {
      const own = { [`${calling}-Retries`]: '2' }
      world.note('calls with 0 and 2', await callsOf(world, calling, { Retries: '0' }, own))
    },
  }),

  observation(`the method of a ${name} that is told PUT`, {
    rule: `queue.${of}.setting-similar`,
    async run(world) {
      const told = { [`${calling}-Method`]: 'PUT' }
      for (const [where, options] of [
        ['header', { settings: told }],
        ['query', { inQuery: told }],
      ] as const) {
        const { called } = await calledBack(world, calling, options, given)
        world.note(`method with PUT in the ${where}`, given(await called.delivery()).method)
      }
    },
  }),
]

/** Settings in the query, and headers of its own. */
const forwarding = ({ calling, name, of }: Either) => [
  scenario(`headers named for the ${name} arrive without the prefix`, {
    rule: `queue.${of}.forward-prefix-stripped`,
    async run(world) {
      await callsBackAtAll(world, calling)
      const { arrive, ...options } = forwarded(world.queue, calling)
      const { called } = await calledBack(world, calling, options)

      must(given(await called.delivery()), ...arrive)
    },
  }),

  scenario(`headers named for the ${name} do not reach the destination`, {
    rule: `queue.${of}.forward-prefix-stripped`,
    async run(world) {
      const settings = { [`${calling}-Forward-X-Contract`]: 'kept' }
      const { destination, called } = await calledBack(world, calling, { settings })
      given(await called.delivery(), header('X-Contract', 'kept'))

      must(
        given(await destination.delivery()),
        noHeader('X-Contract'),
        noHeader('Callback-Forward-X-Contract'),
        noHeader('Failure-Callback-Forward-X-Contract'),
      )
    },
  }),

  scenario(`a ${name} that is made again has its headers again`, {
    rule: `queue.${of}.forward-prefix-stripped`,
    waits: 2 * CALLED_AGAIN,
    async run(world) {
      await callsAgainAtAll(world, calling)
      const settings = { Retries: '1', [`${calling}-Forward-X-Contract`]: 'kept' }
      const { called } = await calledBack(world, calling, { settings, answer: failsOnce })
      given(await called.delivery(1, CALLED_AGAIN), header('X-Contract', 'kept'))

      must(given(await called.delivery(2, CALLED_AGAIN)), header('X-Contract', 'kept'))
    },
  }),

  scenario(`of a header named for destination and callbacks, the ${name} gets its own`, {
    rule: `queue.${of}.forward-prefix-stripped`,
    async run({ queue, inbox }) {
      const [destination, callback, failure] = [inbox(failing), inbox(), inbox()]
      const settings = {
        Retries: '0',
        'Forward-X-Contract': 'message',
        Callback: callback.url,
        'Callback-Forward-X-Contract': 'callback',
        'Failure-Callback': failure.url,
        'Failure-Callback-Forward-X-Contract': 'failure-callback',
      }
      given(await queue.publish(destination.url, { settings }), accepted())

      given(await destination.delivery(), header('X-Contract', 'message'))
      const judged = { callback, 'failure-callback': failure }[of]
      must(given(await judged.delivery()), header('X-Contract', of))
    },
  }),

  scenario(`a ${name} and its settings may be query parameters`, {
    rule: 'queue.publish.settings-in-query',
    waits: 2 * latest(seconds(2)),
    async run(world) {
      const { queue, inbox, time } = world
      const settings = { [`${calling}-Delay`]: '2s', [`${calling}-Forward-X-Contract`]: 'kept' }
      const sibling = await calledBack(world, calling, { settings }, given)
      const before = given(await sibling.destination.delivery())
      const wanted = (attempt: Delivery) => [
        header('X-Contract', 'kept'),
        arrivedAfter(time, attempt, seconds(2), { told: 'the attempt that it tells of' }),
      ]
      given(await sibling.called.delivery(1, latest(seconds(2))), ...wanted(before))

      const [destination, other] = [inbox(ends[calling]), inbox()]
      const asked = { [calling]: other.url, Retries: '0', 'Retry-Delay': '0', ...settings }
      must(await queue.publish(`${destination.url}?${queryOf(queue, asked)}`), accepted())
      const attempt = given(await destination.delivery())
      must(await other.delivery(1, latest(seconds(2))), ...wanted(attempt))
    },
  }),

  scenario(`the timeout of a ${name} may be a query parameter`, {
    rule: 'queue.publish.settings-in-query',
    waits: 2 * TIMED_OUT,
    async run(world) {
      await judgeTimeout(world, calling, 'settings', given)
      await judgeTimeout(world, calling, 'inQuery')
    },
  }),
]

export const eitherCallback = (either: Either) => [
  ...attemptsAndCalls(either),
  ...settings(either),
  ...forwarding(either),
]
