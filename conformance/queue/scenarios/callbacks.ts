// The callback, which is called after each attempt, and the failure callback, which is called after all
// retries.

import { given, must } from '../../core/judgement.js'
import { accepted, header, noHeader } from '../../core/matchers.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import type { Delivery, InboxAnswer } from '../../sink/sink.js'
import { jsonOf, mediaTypeOf, memberOf } from '../../wire/exchange.js'
import {
  CALLED_AGAIN,
  FAILED_ONCE,
  failing,
  inTurn,
  itsRetry,
  TIMED_OUT,
} from '../fixtures/answers.js'
import { arrivedAfter, attempts, calls, latest, underWay } from '../fixtures/arrivals.js'
import {
  atOnceAfter,
  calledBack,
  calledBoth,
  callsBackAtAll,
  ends,
  judgeCourse,
  judgeOwnUrls,
  queryOf,
  retriedOnce,
  type Calling,
} from '../fixtures/called-back.js'
import type { PublishSettings, QueueClient } from '../fixtures/client.js'
import { quiet, retriesAtAll } from '../fixtures/delivered.js'
import { calledRun, failedRun } from '../fixtures/failed-runs.js'
import type { Judge } from '../fixtures/matchers.js'
import { completedRun, failingSteps, startedRun } from '../fixtures/runs.js'
import { observation, scenario, scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

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

/** Milliseconds for two attempts that time out after 2 seconds. */
const UNANSWERED = 2 * seconds(2)

const otherThan = { Callback: 'Failure-Callback', 'Failure-Callback': 'Callback' } as const

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
    waits: UNANSWERED + seconds(2),
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
      must(await called.delivery(1, time.virtual ? days(2) : UNANSWERED))
    },
  }),

  scenario(`${name} that gets HTTP 500 is retried`, {
    id: `queue.${of}.uses-original-retries/http-500-retried`,
    waits: FAILED_ONCE,
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
      waits: retries === 0 ? FAILED_ONCE + seconds(4) + CALLED_AGAIN : days(1),
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
    waits: FAILED_ONCE + seconds(10),
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
      waits: milliseconds,
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

  scenario(`${name} with delay 3s ignores Svc-${otherThan[calling]}-Delay 1s`, {
    id: `${delay}/ignores-delay-of-other-callback`,
    waits: seconds(3),
    async run({ queue, inbox, time }) {
      const [destination, called, other] = [inbox(failing), inbox(), inbox()]
      const settings = {
        Retries: '0',
        [calling]: called.url,
        [`${calling}-Delay`]: '3s',
        [otherThan[calling]]: other.url,
        [`${otherThan[calling]}-Delay`]: '1s',
      }
      given(await queue.publish(destination.url, { settings }), accepted())
      const attempt = given(await destination.delivery())
      given(await other.delivery(1, latest(seconds(1))))

      must(
        given(await called.delivery(1, latest(seconds(3)))),
        arrivedAfter(time, attempt, seconds(3), { described: 'its attempt' }),
      )
    },
  }),

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
    waits: 2 * FAILED_ONCE + seconds(2),
    async run(world) {
      await callsAgainAtAll(world, calling)
      const settings = { Retries: '1', [`${calling}-Forward-X-Contract`]: 'kept' }
      const { called } = await calledBack(world, calling, { settings, answer: failsOnce })
      given(await called.delivery(1, CALLED_AGAIN), header('X-Contract', 'kept'))

      must(given(await called.delivery(2, CALLED_AGAIN)), header('X-Contract', 'kept'))
    },
  }),

  scenario(`${name} gets the X-Contract set for it, not that of the message`, {
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
    waits: 2 * seconds(2),
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

const eitherCallback = (either: Either) => [
  ...attemptsAndCalls(either),
  ...settings(either),
  ...forwarding(either),
]

const OK: InboxAnswer = { status: 200 }
const FAILED: InboxAnswer = { status: 500 }

const RULE = 'queue.callback.after-each-attempt'

/** The responses of a destination to one attempt after the other. */
const courses: readonly (readonly [id: string, what: string, ...answers: InboxAnswer[]])[] = [
  ['attempt-1-succeeds', 'attempt 1 succeeds', OK],
  ['attempt-1-gets-http-204', 'attempt 1 gets HTTP 204', { status: 204 }],
  ['attempt-3-of-4-succeeds', 'attempt 3 of 4 succeeds', FAILED, FAILED, OK],
  ['attempt-4-of-4-succeeds', 'attempt 4 of 4 succeeds', FAILED, FAILED, FAILED, OK],
  ['all-4-attempts-fail', 'all 4 attempts fail', FAILED, FAILED, FAILED, FAILED],
  ['http-500-502-200', 'attempts get HTTP 500, 502, 200', FAILED, { status: 502 }, OK],
  ['2-broken-connections', '2 attempts break and 1 succeeds', 'reset', 'reset', OK],
]

export const callbackScenarios = [
  ...courses.map(([id, what, ...answers]) =>
    scenario(`callback is sent once per attempt if ${what}`, {
      id: `${RULE}/${id}`,
      waits: seconds(2),
      run: (world) =>
        judgeCourse(world, 'Callback', { answers, retries: 3, calls: answers.length }),
    }),
  ),

  scenario('callback is sent after the only attempt of a message fails', {
    id: `${RULE}/single-attempt-fails`,
    async run(world) {
      const options = { destination: failing }
      const { destination, called } = await calledBack(world, 'Callback', options, given)
      given(await destination.delivery())

      must(await called.delivery())
    },
  }),

  scenario('callback is sent right after each attempt, before the next retry', {
    id: `${RULE}/before-next-retry`,
    waits: 2 * seconds(3),
    async run(world) {
      const settings = { Retries: '2', 'Retry-Delay': '3000' }
      const options = { destination: failing, settings }
      const { destination, called } = await calledBack(world, 'Callback', options, given)
      for (const n of [1, 2, 3]) {
        const attempt = given(await destination.delivery(n, n === 1 ? 0 : latest(seconds(3))))
        must(await called.delivery(n), atOnceAfter(world.time, attempt))
      }
    },
  }),

  scenario('callback of a message with Svc-Delay 3s is sent right after the attempt', {
    id: `${RULE}/message-delay-3s`,
    waits: seconds(3),
    async run(world) {
      const options = { settings: { Delay: '3s' } }
      const { destination, called } = await calledBack(world, 'Callback', options, given)
      const attempt = given(await destination.delivery(1, seconds(3)))

      must(await called.delivery(), atOnceAfter(world.time, attempt))
    },
  }),

  scenario('each message calls the URL of its Svc-Callback, with the query', {
    id: `${RULE}/own-url-with-query`,
    run: (world) => judgeOwnUrls(world, 'Callback', 'called'),
  }),

  scenario('callback is sent for all 3 attempts if a failure callback is set too', {
    id: `${RULE}/failure-callback-set-too`,
    waits: seconds(2),
    async run(world) {
      const { callback } = await calledBoth(world)

      must(await callback.all(0), attempts(3))
    },
  }),

  scenario('publish with an https URL in Svc-Callback is accepted', {
    id: `${RULE}/https-url-accepted`,
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(inbox().url, { settings: { Callback: url } }), accepted())
      given(await delivery())

      // The sink has no certificate to receive the callback.
      const settings = { Retries: '0', Callback: url.replace(/^http:/, 'https:') }
      must(await queue.publish(inbox().url, { settings }), accepted())
    },
  }),

  observation('observes the gap of callback retries with Svc-Callback-Retry-Delay 5000', {
    id: 'queue.callback.setting-retries/gap-with-own-retry-delay',
    waits: FAILED_ONCE,
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': '3000', 'Callback-Retry-Delay': '5000' }
      const { called } = await calledBack(world, 'Callback', { settings, answer: failing }, given)
      const first = given(await called.delivery())
      const second = given(await called.delivery(2, CALLED_AGAIN))
      world.note('seconds with 3 and 5', Math.round((second.at - first.at) / 1000))
    },
  }),

  observation('observes the method, content type and body fields of a callback', {
    id: 'queue.callback.content/method-content-type-body-fields',
    async run(world) {
      const { called } = await calledBack(world, 'Callback', {}, given)
      const callback = given(await called.delivery())
      world.note('method', callback.method)
      world.note('content type', mediaTypeOf(callback))
      world.note('members', Object.keys(jsonOf(callback) ?? {}).toSorted())
    },
  }),

  observation('observes field status of a callback if the destination breaks connection', {
    id: 'queue.callback.content/status-after-broken-connection',
    async run(world) {
      const { called } = await calledBack(
        world,
        'Callback',
        { destination: inTurn('reset') },
        given,
      )
      world.note('status', memberOf(given(await called.delivery()), 'status'))
    },
  }),

  observation('observes the HTTP status of a publish with an ftp URL in Svc-Callback', {
    id: 'queue.errors.other-status-codes/ftp-callback-url',
    async run({ queue, inbox, note }) {
      const settings = { Callback: 'ftp://127.0.0.1/' }
      note('status', (await queue.publish(inbox().url, { settings })).status)
    },
  }),

  ...eitherCallback({
    calling: 'Callback',
    name: 'callback',
    of: 'callback',
    unanswered: [RULE, 2],
    delay: 'queue.callback.setting-delay',
    timeout: 'queue.callback.setting-timeout',
    delays: [
      ['2s', seconds(2)],
      ['90m', minutes(90)],
      ['36h', hours(36)],
      ['3d', days(3)],
    ],
  }),
]

const CALLING = 'Failure-Callback'
const RETRIES = 'queue.failure-callback.after-all-retries'
const RUN_FAILS = 'queue.failure-callback.invoked-when-a-run-fails'

/** Responses of a destination to all attempts of a message that fails. */
const failures: readonly (readonly [id: string, what: string, ...answers: InboxAnswer[]])[] = [
  ['1-attempt', '1 attempt', FAILED],
  ['2-attempts', '2 attempts', FAILED, FAILED],
  ['4-attempts', '4 attempts', FAILED, FAILED, FAILED, FAILED],
  ['http-500-502-503', 'HTTP 500, 502, 503', FAILED, { status: 502 }, { status: 503 }],
  ['2-broken-connections', '2 broken connections', 'reset', 'reset'],
]

/** Responses to a message with 3 retries that succeeds. */
const successes: readonly (readonly [id: string, what: string, ...answers: InboxAnswer[]])[] = [
  ['attempt-1-succeeds', 'attempt 1 succeeds', OK],
  ['attempt-1-gets-http-204', 'attempt 1 gets HTTP 204', { status: 204 }],
  ['attempt-2-of-4-succeeds', 'attempt 2 of 4 succeeds', FAILED, OK],
  ['attempt-4-of-4-succeeds', 'attempt 4 of 4 succeeds', FAILED, FAILED, FAILED, OK],
]

const { scenario: runScenario } = scenariosNeeding('runs')

export const failureCallbackScenarios = [
  ...failures.map(([id, what, ...answers]) =>
    scenario(`failure callback is sent once if all attempts fail: ${what}`, {
      id: `${RETRIES}/sent-once-after-${id}`,
      waits: seconds(2),
      run: (world) =>
        judgeCourse(world, CALLING, { answers, retries: answers.length - 1, calls: 1 }),
    }),
  ),

  ...successes.map(([id, what, ...answers]) =>
    scenario(`no failure callback is sent if ${what}`, {
      id: `${RETRIES}/not-sent-if-${id}`,
      waits: seconds(2),
      async run(world) {
        await callsBackAtAll(world, CALLING)
        await judgeCourse(world, CALLING, { answers, retries: 3, calls: 0 }, given)
      },
    }),
  ),

  scenario('failure callback is sent after the last of 3 attempts, not before', {
    id: `${RETRIES}/sent-after-last-of-3-attempts`,
    waits: 3 * seconds(2),
    async run(world) {
      const settings = { Retries: '2', 'Retry-Delay': '2000' }
      const { destination, called } = await calledBack(world, CALLING, { settings }, given)
      given(await destination.delivery())
      given(await destination.delivery(2, latest(seconds(2))))
      const last = given(await destination.delivery(3, latest(seconds(2))))
      given(await destination.all(quiet(world.time)), attempts(3))

      must(await called.delivery(), atOnceAfter(world.time, last))
    },
  }),

  scenario('one failure callback is sent after 3 attempts if Svc-Callback is set too', {
    id: `${RETRIES}/callback-set-too`,
    waits: seconds(2),
    async run(world) {
      const { failure } = await calledBoth(world)

      must(await failure.all(0), attempts(1))
    },
  }),

  scenario('each failed message calls the URL of its Svc-Failure-Callback with query', {
    id: `${RETRIES}/own-url-with-query`,
    run: (world) => judgeOwnUrls(world, CALLING, 'failed'),
  }),

  scenario('publish with an https URL in Svc-Failure-Callback is accepted', {
    id: `${RETRIES}/https-url-accepted`,
    async run(world) {
      await callsBackAtAll(world, CALLING)
      const { queue, inbox } = world

      // The sink has no certificate to receive the callback.
      const settings = { [CALLING]: inbox().url.replace(/^http:/, 'https:') }
      must(await queue.publish(inbox().url, { settings }), accepted())
    },
  }),

  runScenario('failure callback of a failed run is retried after HTTP 500', {
    id: 'queue.failure-callback.uses-original-retries/http-500-retried-for-run',
    waits: FAILED_ONCE,
    async run(world) {
      await retriesAtAll(world)
      const options = { answer: inTurn(FAILED), settings: retriedOnce(CALLING) }
      const { called } = await calledRun(world, options)

      must(await called.delivery(2, itsRetry(world.time)))
    },
  }),

  ...[0, 1, 3].map((retries) =>
    runScenario(`failed run with ${retries} retries calls its failure callback once`, {
      id: `${RUN_FAILS}/called-once-with-retries-${retries}`,
      waits: seconds(4),
      async run(world) {
        const called = world.inbox()
        const settings = { [CALLING]: called.url, Retries: `${retries}` }
        const { application } = await startedRun(world, { steps: failingSteps, settings })
        given(await application.delivery(1 + retries))
        given(await application.all(quiet(world.time)), attempts(1 + retries))

        must(await called.all(quiet(world.time)), attempts(1))
      },
    }),
  ),

  runScenario('run that fails at step 3 calls its failure callback once', {
    id: `${RUN_FAILS}/called-once-if-step-3-fails`,
    waits: seconds(2),
    async run(world) {
      const called = world.inbox()
      const steps = [
        { name: 'one', result: 1 },
        { name: 'two', result: 2 },
        { name: 'three', fails: true },
      ] as const
      await failedRun(world, { steps, settings: { [CALLING]: called.url } })

      must(await called.all(quiet(world.time)), attempts(1))
    },
  }),

  runScenario('run calls its failure callback after the last attempt, not before', {
    id: `${RUN_FAILS}/called-after-last-attempt`,
    waits: seconds(5),
    async run(world) {
      const called = world.inbox()
      const settings = { [CALLING]: called.url, Retries: '1', 'Retry-Delay': '3000' }
      const { application } = await startedRun(world, { steps: failingSteps, settings })
      const last = given(await application.delivery(2, latest(seconds(3))))
      given(await application.all(quiet(world.time)), attempts(2))

      must(await called.delivery(), atOnceAfter(world.time, last))
    },
  }),

  runScenario('each failed run calls its own failure callback URL with its query', {
    id: `${RUN_FAILS}/own-url-with-query`,
    async run(world) {
      const application = world.workflow(failingSteps)
      for (const query of ['run=1&of=%2F', 'run=2']) {
        const called = world.inbox()
        const url = `${called.url}/failed?${query}`
        await failedRun(world, { application, settings: { [CALLING]: url } })

        must(await called.delivery(), calls(url))
      }
    },
  }),

  runScenario('completed run does not call its failure callback', {
    id: `${RUN_FAILS}/not-called-if-run-completes`,
    waits: seconds(2),
    async run(world) {
      await calledRun(world)
      const called = world.inbox()
      const steps = [{ name: 'one', result: 1 }]
      await completedRun(world, { steps, settings: { [CALLING]: called.url } })

      must(await called.all(quiet(world.time)), attempts(0))
    },
  }),

  runScenario('run completed at its last attempt does not call its failure callback', {
    id: `${RUN_FAILS}/not-called-if-last-attempt-completes`,
    waits: latest(seconds(1)) + seconds(2),
    async run(world) {
      await calledRun(world)
      const called = world.inbox()
      const settings = { [CALLING]: called.url, Retries: '1', 'Retry-Delay': '1000' }
      // Its creation time is not read, because a list that lags would delay the mending.
      const application = world.workflow(failingSteps)
      const { runId } = await application.start({ settings })
      given(await application.called(runId))
      application.mend()
      given(await application.ended(runId, latest(seconds(1))))

      must(await called.all(quiet(world.time)), attempts(0))
    },
  }),

  observation('observes the retry gap for Svc-Failure-Callback-Retry-Delay 5000', {
    id: 'queue.failure-callback.setting-retries/gap-with-own-retry-delay',
    waits: FAILED_ONCE,
    async run(world) {
      const settings = { Retries: '1', 'Failure-Callback-Retry-Delay': '5000' }
      const options = { settings, answer: failing }
      const { called } = await calledBack(world, CALLING, options, given)
      const first = given(await called.delivery(1, CALLED_AGAIN))
      const second = given(await called.delivery(2, CALLED_AGAIN))
      world.note('seconds with 0 and 5', Math.round((second.at - first.at) / 1000))
    },
  }),

  ...eitherCallback({
    calling: CALLING,
    name: 'failure callback',
    of: 'failure-callback',
    unanswered: [RETRIES, 1],
    delay: 'queue.failure-callback.setting',
    timeout: 'queue.failure-callback.setting',
    delays: [
      ['2s', seconds(2)],
      ['3h', hours(3)],
    ],
  }),
]
