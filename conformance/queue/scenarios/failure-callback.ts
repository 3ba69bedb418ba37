// The failure callback: one call, when all retries are exhausted.

import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import type { Answer } from '../../sink/sink.js'
import { hours, seconds } from '../../core/time.js'
import {
  atOnceAfter,
  CALLED_AGAIN,
  calledBack,
  calledBoth,
  callsBackAtAll,
  FAILED_ONCE,
  failing,
  inTurn,
  itsRetry,
  judgeCourse,
  judgeOwnUrls,
  quiet,
  retriedOnce,
} from '../fixtures/called-back.js'
import { retriesAtAll } from '../fixtures/delivered.js'
import { eitherCallback } from './either-callback.js'
import { attempts, calls, latest } from '../fixtures/matchers.js'
import { completedRun, failedRun, startedRun } from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const CALLING = 'Failure-Callback'

const OK: Answer = { status: 200 }
const FAILED: Answer = { status: 500 }

/** What a destination answers to the attempts that there may be. */
const failures: readonly (readonly [what: string, ...answers: Answer[]])[] = [
  ['in its only attempt', FAILED],
  ['in both of its attempts', FAILED, FAILED],
  ['in all of four attempts', FAILED, FAILED, FAILED, FAILED],
  ['with a 500, a 502 and a 503', { status: 500 }, { status: 502 }, { status: 503 }],
  ['with broken connections', 'reset', 'reset'],
]

/** The same for messages that have three retries, and need them not all. */
const successes: readonly (readonly [what: string, ...answers: Answer[]])[] = [
  ['at first', OK],
  ['with a 204 and no body', { status: 204 }],
  ['in the middle', FAILED, OK],
  ['with its last attempt', FAILED, FAILED, FAILED, OK],
]

const failsAtOnce = [{ name: 'fails', fails: true }] as const

/** Sees that a run which fails calls its failure callback: that another one does not may be late. */
async function failedRunCallsAtAll(world: QueueWorld): Promise<void> {
  const called = world.inbox()
  await failedRun(world, { settings: { [CALLING]: called.url } })
  given(await called.delivery())
}

export const failureCallbackScenarios = [
  ...failures.map(([what, ...answers]) =>
    scenario(`a message that fails ${what} is called back as a failure, once`, {
      rule: 'queue.failure-callback.after-all-retries',
      waits: seconds(2),
      run: (world) =>
        judgeCourse(world, CALLING, { answers, retries: answers.length - 1, calls: 1 }),
    }),
  ),

  ...successes.map(([what, ...answers]) =>
    scenario(`a message that succeeds ${what} is not called back as a failure`, {
      rule: 'queue.failure-callback.after-all-retries',
      waits: seconds(2),
      async run(world) {
        await callsBackAtAll(world, CALLING)
        await judgeCourse(world, CALLING, { answers, retries: 3, calls: 0 }, given)
      },
    }),
  ),

  scenario('a message is called back as a failure after its last attempt, and not before', {
    rule: 'queue.failure-callback.after-all-retries',
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

  scenario('a message that has a callback too is called back as a failure once', {
    rule: 'queue.failure-callback.after-all-retries',
    waits: seconds(2),
    async run(world) {
      const { failure } = await calledBoth(world)

      must(await failure.all(0), attempts(1))
    },
  }),

  scenario('every message that fails calls its own URL, the query of it included', {
    rule: 'queue.failure-callback.after-all-retries',
    run: (world) => judgeOwnUrls(world, CALLING, 'failed'),
  }),

  scenario('an https URL may be called back as a failure', {
    rule: 'queue.failure-callback.after-all-retries',
    async run(world) {
      await callsBackAtAll(world, CALLING)
      const { queue, inbox } = world

      // Nobody listens there with a certificate: that it is accepted is all that can be seen.
      const settings = { [CALLING]: inbox().url.replace(/^http:/, 'https:') }
      must(await queue.publish(inbox().url, { settings }), accepted())
    },
  }),

  scenario('a failure callback of a run that fails is made again', {
    rule: 'queue.failure-callback.uses-original-retries',
    needs: ['runs'],
    waits: FAILED_ONCE,
    async run(world) {
      await retriesAtAll(world)
      const called = world.inbox(inTurn(FAILED))
      const settings = { [CALLING]: called.url, ...retriedOnce(CALLING) }
      await failedRun(world, { settings })
      given(await called.delivery())

      must(await called.delivery(2, itsRetry(world.time)))
    },
  }),

  ...[0, 1, 3].map((retries) =>
    scenario(`a run that fails with ${retries} retries calls its failure callback once`, {
      rule: 'queue.failure-callback.invoked-when-a-run-fails',
      needs: ['runs'],
      waits: seconds(4),
      async run(world) {
        const called = world.inbox()
        const settings = { [CALLING]: called.url, Retries: `${retries}` }
        const { application } = await startedRun(world, { steps: failsAtOnce, settings })
        given(await application.delivery(1 + retries))
        given(await application.all(quiet(world.time)), attempts(1 + retries))

        must(await called.all(quiet(world.time)), attempts(1))
      },
    }),
  ),

  scenario('a run that fails after steps that did not calls its failure callback, once', {
    rule: 'queue.failure-callback.invoked-when-a-run-fails',
    needs: ['runs'],
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

  scenario('a run calls its failure callback after its last attempt, and not before', {
    rule: 'queue.failure-callback.invoked-when-a-run-fails',
    needs: ['runs'],
    waits: latest(seconds(3)) + seconds(2),
    async run(world) {
      const called = world.inbox()
      const settings = { [CALLING]: called.url, Retries: '1', 'Retry-Delay': '3000' }
      const { application } = await startedRun(world, { steps: failsAtOnce, settings })
      const last = given(await application.delivery(2, latest(seconds(3))))
      given(await application.all(quiet(world.time)), attempts(2))

      must(await called.delivery(), atOnceAfter(world.time, last))
    },
  }),

  scenario('every run that fails calls the URL that it was started with, its query included', {
    rule: 'queue.failure-callback.invoked-when-a-run-fails',
    needs: ['runs'],
    async run(world) {
      const application = world.workflow(failsAtOnce)
      for (const query of ['run=1&of=%2F', 'run=2']) {
        const called = world.inbox()
        const url = `${called.url}/failed?${query}`
        await failedRun(world, { application, settings: { [CALLING]: url } })

        must(await called.delivery(), calls(url))
      }
    },
  }),

  scenario('a run that completes calls no failure callback', {
    rule: 'queue.failure-callback.invoked-when-a-run-fails',
    needs: ['runs'],
    waits: seconds(2),
    async run(world) {
      await failedRunCallsAtAll(world)
      const called = world.inbox()
      const steps = [{ name: 'one', result: 1 }]
      await completedRun(world, { steps, settings: { [CALLING]: called.url } })

      must(await called.all(quiet(world.time)), attempts(0))
    },
  }),

  scenario('a run that completes with its last attempt calls no failure callback', {
    rule: 'queue.failure-callback.invoked-when-a-run-fails',
    needs: ['runs'],
    waits: latest(seconds(1)) + seconds(2),
    async run(world) {
      await failedRunCallsAtAll(world)
      const called = world.inbox()
      const settings = { [CALLING]: called.url, Retries: '1', 'Retry-Delay': '1000' }
      const { application, runId } = await startedRun(world, { steps: failsAtOnce, settings })
      application.mend()
      given(await application.ended(runId, latest(seconds(1))))

      must(await called.all(quiet(world.time)), attempts(0))
    },
  }),

  observation('a retry delay of its own beside the default backoff, for a failure callback', {
    rule: 'queue.failure-callback.setting-retries',
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
    forIt: ', for a failure callback',
    of: 'failure-callback',
    unanswered: {
      title: 'a message is called back as a failure where its destination',
      rule: 'queue.failure-callback.after-all-retries',
      calls: 1,
    },
    timesOnly: ', no more',
    delay: 'queue.failure-callback.setting',
    timeout: 'queue.failure-callback.setting',
    delays: [
      ['2s', seconds(2)],
      ['3h', hours(3)],
    ],
  }),
]
