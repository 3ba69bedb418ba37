// Scenarios that callbacks and failure callbacks have in common, under rules of their own.

import { given, must } from '../../core/judgement.js'
import { accepted, header, noHeader } from '../../core/matchers.js'
import { days, minutes, seconds } from '../../core/time.js'
import type { Delivery } from '../../sink/sink.js'
import { CALLED_AGAIN, failing, inTurn, itsRetry, TIMED_OUT } from '../fixtures/answers.js'
import { arrivedAfter, attempts, latest, underWay } from '../fixtures/arrivals.js'
import { calledBack, callsBackAtAll, ends, queryOf, type Calling } from '../fixtures/called-back.js'
import type { QueueClient, PublishSettings } from '../fixtures/client.js'
import { quiet, retriesAtAll } from '../fixtures/delivered.js'
import type { Judge } from '../fixtures/matchers.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

/** One kind of callback, and its rules where they differ. */
interface Either {
  readonly calling: Calling
  readonly name: 'callback' | 'failure callback'
  readonly of: 'callback' | 'failure-callback'
  /** The rule and the number of callbacks of a message with two attempts. */
  readonly unanswered:
    | readonly ['queue.callback.after-each-attempt', 2]
    | readonly ['queue.failure-callback.after-all-retries', 1]
  readonly delay: 'queue.callback.setting-delay' | 'queue.failure-callback.setting'
  readonly timeout: 'queue.callback.setting-timeout' | 'queue.failure-callback.setting'
  readonly delays: readonly (readonly [delay: string, milliseconds: number])[]
}

/** Milliseconds for two attempts that time out after 2 seconds, and some quiet after them. */
const UNANSWERED = 2 * latest(seconds(2)) + seconds(2)

const failsOnce = inTurn({ status: 500 })

/** Returns a URL of the same machine where nobody listens: the discard port. */
const nobodyAt = (url: string) => Object.assign(new URL(url), { port: '9' }).href

/** Blocks the scenario unless a callback that fails without a response is retried once. */
async function callsAgainAtAll(world: QueueWorld, calling: Calling): Promise<void> {
  const options = { settings: { Retries: '1' }, answer: inTurn('reset') }
  const { called } = await calledBack(world, calling, options, given)
  given(await called.delivery(1, CALLED_AGAIN))
  given(await called.delivery(2, CALLED_AGAIN))
  given(await called.all(quiet(world.time)), attempts(2))
}

/** Counts the callbacks if all of them fail: at most 3, within minutes. */
async function callsOf(
  world: QueueWorld,
  calling: Calling,
  settings: PublishSettings,
  inQuery: PublishSettings = {},
): Promise<number> {
  const options = { settings, inQuery, answer: failing }
  const { called } = await calledBack(world, calling, options, given)
  await called.delivery(3, minutes(5))
  return called.deliveries.length
}

/** Publishes a message with this number of retries, which fails; returns its settings. */
async function retriedSoOften({ queue, inbox, time }: QueueWorld, retries: number) {
  const settings = { Retries: `${retries}`, 'Retry-Delay': '0' }
  const message = inbox(failing)
  given(await queue.publish(message.url, { settings }), accepted())
  given(await message.all(quiet(time)), attempts(1 + retries))
  return settings
}

/**
 * Judges that a callback without a response is retried after 2 seconds, as one with a broken connection
 * is. It is open which setting counts, so that all of them are set.
 */
async function judgeTimeout(
  world: QueueWorld,
  calling: Calling,
  place: 'settings' | 'inQuery' = 'settings',
  judge: Judge = must,
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

/** Headers for a callback in several spellings, and how they arrive. */
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

const attemptsAndCalls = ({ calling, name, of, unanswered: [rule, calls] }: Either) => [
  scenario(`${name} is sent if all attempts time out (Svc-Timeout 2s)`, {
    id: `${rule}/attempts-time-out`,
    waits: UNANSWERED,
    async run(world) {
      await callsBackAtAll(world, calling)
      const settings = { Retries: '1', Timeout: '2s' }
      const options = { destination: inTurn('hang', 'hang'), settings }
      const { destination, called } = await calledBack(world, calling, options)
      given(await destination.delivery())
      given(await destination.delivery(2, latest(seconds(2))))
      await called.delivery(calls, latest(seconds(2)))
      given(await destination.all(quiet(world.time)), attempts(2))

      must(await called.all(0), attempts(calls))
    },
  }),

  scenario(`${name} is sent if the destination refuses the connection`, {
    id: `${rule}/connection-refused`,
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

  scenario(`${name} that gets HTTP 500 is retried`, {
    id: `queue.${of}.uses-original-retries/http-500-retried`,
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
    scenario(`failing ${name}, Svc-Retries ${retries}: the number of calls is ${1 + retries}`, {
      id: `queue.${of}.uses-original-retries/svc-retries-${retries}`,
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

  // It is open which of the two settings counts.
  scenario(`Svc-Retries or Svc-${calling}-Retries 2: at most 3 failing calls`, {
    id: `queue.${of}.uses-original-retries/own-or-message-retries-2`,
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

const settings = ({ calling, name, of, delay, timeout, delays }: Either) => [
  ...delays.map(([length, milliseconds]) =>
    scenario(`${name} with a delay of ${length} is sent ${length} after the attempt`, {
      id: `${delay}/delay-${length}`,
      waits: latest(milliseconds),
      async run(world) {
        await callsBackAtAll(world, calling)
        const settings = { [`${calling}-Delay`]: length }
        const { destination, called } = await calledBack(world, calling, { settings })
        const attempt = given(await destination.delivery())
        const described = 'its attempt'

        must(
          await called.delivery(1, latest(milliseconds)),
          arrivedAfter(world.time, attempt, milliseconds, { described }),
        )
      },
    }),
  ),

  scenario(`${name} delay of 1h does not delay the message itself`, {
    id: `${delay}/message-not-delayed`,
    async run(world) {
      await callsBackAtAll(world, calling)
      const settings = { [`${calling}-Delay`]: '1h' }
      const { destination } = await calledBack(world, calling, { settings })

      must(await destination.delivery())
    },
  }),

  scenario(`${name} without a response is retried after its timeout of 2s`, {
    id: `${timeout}/retried-after-timeout-2s`,
    waits: TIMED_OUT,
    run: (world) => judgeTimeout(world, calling),
  }),

  observation(`observes the calls for Svc-Retries 0 and Svc-${calling}-Retries 2`, {
    id: `queue.${of}.setting-retries/own-or-message-retries`,
    waits: minutes(5),
    async run(world) {
      const settings = { Retries: '0', [`${calling}-Retries`]: '2' }
      world.note('calls with 0 and 2', await callsOf(world, calling, settings))
    },
  }),

  observation(`observes the calls for query svc-${calling.toLowerCase()}-retries=2`, {
    id: `queue.${of}.setting-retries/calls-with-retries-in-query`,
    waits: minutes(5),
    async run(world) {
      const own = { [`${calling}-Retries`]: '2' }
      world.note('calls with 0 and 2', await callsOf(world, calling, { Retries: '0' }, own))
    },
  }),

  observation(`observes the method of calls if Svc-${calling}-Method is PUT`, {
    id: `queue.${of}.setting-similar/method-set-to-put`,
    async run(world) {
      const asPut = { [`${calling}-Method`]: 'PUT' }
      for (const [where, options] of [
        ['header', { settings: asPut }],
        ['query', { inQuery: asPut }],
      ] as const) {
        const { called } = await calledBack(world, calling, options, given)
        world.note(`method with PUT in the ${where}`, given(await called.delivery()).method)
      }
    },
  }),
]

const forwarding = ({ calling, name, of }: Either) => [
  scenario(`headers forwarded to the ${name} arrive without the prefix`, {
    id: `queue.${of}.forward-prefix-stripped/headers-reach-callback`,
    async run(world) {
      await callsBackAtAll(world, calling)
      const { arrive, ...options } = forwarded(world.queue, calling)
      const { called } = await calledBack(world, calling, options)

      must(given(await called.delivery()), ...arrive)
    },
  }),

  scenario(`headers forwarded to the ${name} do not reach the destination`, {
    id: `queue.${of}.forward-prefix-stripped/headers-not-at-destination`,
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

  scenario(`retry of a ${name} has Svc-${calling}-Forward- headers`, {
    id: `queue.${of}.forward-prefix-stripped/retry-has-headers`,
    waits: 2 * CALLED_AGAIN,
    async run(world) {
      await callsAgainAtAll(world, calling)
      const settings = { Retries: '1', [`${calling}-Forward-X-Contract`]: 'kept' }
      const { called } = await calledBack(world, calling, { settings, answer: failsOnce })
      given(await called.delivery(1, CALLED_AGAIN), header('X-Contract', 'kept'))

      must(given(await called.delivery(2, CALLED_AGAIN)), header('X-Contract', 'kept'))
    },
  }),

  scenario(`${name} gets the X-Contract forwarded to it, not that of the message`, {
    id: `queue.${of}.forward-prefix-stripped/own-x-contract-value`,
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

  scenario(`publish: query parameters set ${name} URL, delay and header`, {
    id: `queue.publish.settings-in-query/${of}-url-delay-header`,
    waits: 2 * latest(seconds(2)),
    async run(world) {
      const { queue, inbox, time } = world
      const settings = { [`${calling}-Delay`]: '2s', [`${calling}-Forward-X-Contract`]: 'kept' }
      const sibling = await calledBack(world, calling, { settings }, given)
      const before = given(await sibling.destination.delivery())
      const wanted = (attempt: Delivery) => [
        header('X-Contract', 'kept'),
        arrivedAfter(time, attempt, seconds(2), { described: 'its attempt' }),
      ]
      given(await sibling.called.delivery(1, latest(seconds(2))), ...wanted(before))

      const [destination, other] = [inbox(ends[calling]), inbox()]
      const asked = { [calling]: other.url, Retries: '0', 'Retry-Delay': '0', ...settings }
      must(await queue.publish(`${destination.url}?${queryOf(queue, asked)}`), accepted())
      const attempt = given(await destination.delivery())
      must(await other.delivery(1, latest(seconds(2))), ...wanted(attempt))
    },
  }),

  scenario(`publish: a query parameter sets the timeout of the ${name}`, {
    id: `queue.publish.settings-in-query/${of}-timeout`,
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
