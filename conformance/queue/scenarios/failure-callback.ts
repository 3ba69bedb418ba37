// The failure callback, which is called once after the last retry.

import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { hours, seconds } from '../../core/time.js'
import type { InboxAnswer } from '../../sink/sink.js'
import { CALLED_AGAIN, FAILED_ONCE, failing, inTurn, itsRetry } from '../fixtures/answers.js'
import { attempts, calls, latest } from '../fixtures/arrivals.js'
import {
  atOnceAfter,
  calledBack,
  calledBoth,
  callsBackAtAll,
  judgeCourse,
  judgeOwnUrls,
  retriedOnce,
} from '../fixtures/called-back.js'
import { quiet, retriesAtAll } from '../fixtures/delivered.js'
import { calledRun, failedRun } from '../fixtures/failed-runs.js'
import { completedRun, failingSteps, startedRun } from '../fixtures/runs.js'
import { observation, scenario, scenariosNeeding } from '../fixtures/world.js'
import { eitherCallback } from './either-callback.js'

const CALLING = 'Failure-Callback'
const RETRIES = 'queue.failure-callback.after-all-retries'
const RUN_FAILS = 'queue.failure-callback.invoked-when-a-run-fails'

const OK: InboxAnswer = { status: 200 }
const FAILED: InboxAnswer = { status: 500 }

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
    waits: 2 * latest(seconds(2)) + seconds(2),
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
    waits: latest(seconds(3)) + seconds(2),
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
      const { application, runId } = await startedRun(world, { steps: failingSteps, settings })
      application.mend()
      given(await application.ended(runId, latest(seconds(1))))

      must(await called.all(quiet(world.time)), attempts(0))
    },
  }),

  observation('observes the retry gap for Svc-Failure-Callback-Retry-Delay 5000', {
    id: 'queue.failure-callback.setting-retries/gap-with-own-retry-delay',
    waits: CALLED_AGAIN,
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
