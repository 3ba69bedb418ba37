// The callback, which is called after each attempt, and the failure callback, which is called after all
// retries.

import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { days, minutes, seconds } from '../../core/time.js'
import type { InboxAnswer } from '../../sink/sink.js'
import { jsonOf, mediaTypeOf, memberOf } from '../../wire/exchange.js'
import {
  CALLED_AGAIN,
  FAILED_ONCE,
  failing,
  inTurn,
  itsRetry,
  atOnceAfter,
  calledBack,
  callsBackAtAll,
  retriedOnce,
  type Calling,
  quiet,
  retriesAtAll,
} from '../fixtures/publishing.js'
import { attempts, calls, latest } from '../fixtures/arrivals.js'
import type { PublishSettings } from '../fixtures/client.js'
import { calledRun, failedRun, completedRun, failingSteps, startedRun } from '../fixtures/runs.js'
import { observation, scenario, scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

/** One kind of callback, and its rules where they differ. */
interface Either {
  readonly calling: Calling
  readonly name: 'callback' | 'failure callback'
  readonly of: 'callback' | 'failure-callback'
  /** The rule that requires a call after an attempt that fails. */
  readonly called: 'queue.callback.after-each-attempt' | 'queue.failure-callback.after-all-retries'
}

/** Milliseconds for two attempts that time out after 2 seconds. */
const UNANSWERED = 2 * seconds(2)

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
): Promise<number> {
  const options = { settings, answer: failing }
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

const attemptsAndCalls = ({ calling, name, of, called }: Either) => [
  scenario(`${name} is sent if the destination refuses the connection`, {
    id: `${called}/connection-refused`,
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

  // It is open which of the two settings counts.
  scenario(`Svc-Retries or Svc-${calling}-Retries 2: at most 3 failing calls`, {
    id: `queue.${of}.uses-original-retries/own-or-message-retries-2`,
    waits: FAILED_ONCE + seconds(7),
    async run(world) {
      await callsAgainAtAll(world, calling)
      for (const [retries, its] of [
        [0, '2'],
        [2, '0'],
      ] as const) {
        const settings = {
          ...(await retriedSoOften(world, retries)),
          [`${calling}-Retries`]: its,
          [`${calling}-Retry-Delay`]: '0',
        }
        const { called } = await calledBack(world, calling, { settings, answer: failing })
        given(await called.delivery())

        must(await called.all(quiet(world.time)), attempts(1, 2, 3))
      }
    },
  }),
]

const settings = ({ calling, of }: Either) => [
  observation(`observes the calls for Svc-Retries 0 and Svc-${calling}-Retries 2`, {
    id: `queue.${of}.setting-retries/own-or-message-retries`,
    waits: minutes(5),
    async run(world) {
      const settings = { Retries: '0', [`${calling}-Retries`]: '2' }
      world.note('calls with 0 and 2', await callsOf(world, calling, settings))
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

const eitherCallback = (either: Either) => [...attemptsAndCalls(either), ...settings(either)]

const FAILED: InboxAnswer = { status: 500 }

const RULE = 'queue.callback.after-each-attempt'

export const callbackScenarios = [
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
    called: RULE,
  }),
]

const CALLING = 'Failure-Callback'
const RETRIES = 'queue.failure-callback.after-all-retries'
const RUN_FAILS = 'queue.failure-callback.invoked-when-a-run-fails'

const { scenario: runScenario } = scenariosNeeding('runs')

export const failureCallbackScenarios = [
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
    called: RETRIES,
  }),
]
