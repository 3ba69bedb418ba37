// Resuming one failed run (endpoint 8): from its failed step, with earlier results.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { seconds } from '../../core/time.js'
import { textOf, type Exchange, type HttpMessage } from '../../wire/exchange.js'
import type { StepCall, Played, Steps } from '../fixtures/application.js'
import { latest } from '../fixtures/arrivals.js'
import { stepsOf } from '../fixtures/elements.js'
import { failedRun, failedRuns, placed, type FailedRun } from '../fixtures/failed-runs.js'
import { everything } from '../fixtures/keyed.js'
import { listedRun } from '../fixtures/listed.js'
import { equals, executed, expects } from '../fixtures/matchers.js'
import { elementsIn } from '../fixtures/notified.js'
import {
  executedInOrder,
  failedAgain,
  failedBeside,
  firstCall,
  startedAgain,
} from '../fixtures/reruns.js'
import { startedRun, type Run } from '../fixtures/runs.js'
import { waitingRun } from '../fixtures/waiting-runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'
import { rerunScenarios } from './rerun.js'

const { scenario, observation } = scenariosNeeding('runs')

/** The third of four steps fails. */
const fourSteps = [
  { name: 'one', result: { a: 1 } },
  { name: 'two', result: 'second' },
  { name: 'three', fails: true },
  { name: 'four' },
] as const
const results = { null: null, empty: '', one: { a: 1 }, two: 'second' }

/** The same with results that a target may take for none. */
const afterLittle = [
  { name: 'null', result: null },
  { name: 'empty', result: '' },
  ...fourSteps,
] as const

const resultsIn = ({ steps }: StepCall) => steps.map(({ stepName, out }) => [stepName, out])

/** Matches a delivery with exactly these step results. */
const brings = (results: Readonly<Record<string, unknown>>): Matcher<StepCall> => {
  const wanted = Object.entries(results).map(([name, result]) => [name, JSON.stringify(result)])
  return equals('results of steps', wanted, resultsIn)
}

const hasElements = expects<Exchange, string>(
  'a waiter',
  textOf,
  (_, reply) => elementsIn(reply).length > 0,
)

/** Resumes a run, and notifies it once it waits again. */
async function notifyResumed(world: QueueWorld, failed: FailedRun): Promise<Played> {
  failed.application.mend()

  const again = await startedAgain(world, 'resume', failed)
  if (world.time.virtual) await world.time.pass(0)
  const notify = () => world.queue.notify(`${world.id}-event`)
  given(await world.eventually(notify, hasElements), accepted())
  return failed.application.ended(again.runId)
}

/** Blocks the scenario unless a notify resumes a plain waiting run. */
async function notifiesAtAll(world: QueueWorld): Promise<void> {
  const plain = await waitingRun(world, { eventId: `${world.id}-plain` })
  given(await world.queue.notify(plain.eventId), accepted())
  given(await plain.application.ended(plain.runId))
}

/** Fails a run while a parallel step waits for an event. */
const failedBesideWait = (world: QueueWorld): Promise<FailedRun> =>
  failedBeside(world, { name: 'wait', waitFor: `${world.id}-event` })

const lastCall = ({ application, runId }: Run): StepCall => application.callsOf(runId).at(-1)!

const stepNamesIn = (run: HttpMessage) => stepsOf(run).map(({ stepName }) => stepName)

export const resumeScenarios = [
  ...rerunScenarios('resume'),

  scenario('resume executes the failed step first, not the steps before it', {
    id: 'queue.resume.from-the-failure-point/third-step',
    async run(world) {
      const failed = await failedRun(world, { steps: fourSteps.slice(1) })
      failed.application.mend()

      const again = await startedAgain(world, 'resume', failed)
      const ended = await failed.application.ended(again.runId)
      must(
        ended,
        equals<Played>('the first step executed', 'three', (run) => run.executed[0]),
      )
    },
  }),

  scenario('resume delivers the payload and the results of earlier steps', {
    id: 'queue.resume.keeps-step-results/overrides-and-after-restart',
    async run(world) {
      const payload = 'é payload'
      const failed = await failedRun(world, { steps: afterLittle, body: payload })
      given(lastCall(failed), brings(results))

      const again = await failedAgain(world, 'resume', failed, everything(world))
      must(given(await firstCall(again)), brings(results), body(payload))

      const restarted = await failedAgain(world, 'restart', again)
      given(lastCall(restarted), brings(results))
      failed.application.deploy([])
      const { call } = await startedAgain(world, 'resume', restarted)
      must(call, brings(results))
    },
  }),

  scenario('resume of a run that failed at its first step delivers the payload', {
    id: 'queue.resume.keeps-step-results/first-step',
    async run(world) {
      const failed = await failedRun(world, { body: 'é payload' })
      failed.application.deploy([])

      const { call } = await startedAgain(world, 'resume', failed)
      must(call, body('é payload'))
    },
  }),

  scenario('resume delivers the results of an earlier wait, invoke and sleep', {
    id: 'queue.resume.keeps-step-results/wait-sleep-invoke',
    waits: latest(seconds(1)),
    async run(world) {
      const eventId = `${world.id}-event`
      const names = ['waited', 'invoked', 'slept', 'between']
      // The result right before a failure may be kept in another way.
      const steps: Steps = [
        { name: 'waited', waitFor: eventId },
        { name: 'invoked', invoke: world.workflow([], { result: 'invoked' }) },
        { name: 'slept', sleep: '1s' },
        { name: 'between' },
        { name: 'fails', fails: true },
      ]
      const run = await startedRun(world, { steps })
      const { application } = run
      given(await application.waiting(run.runId))
      given(await world.queue.notify(eventId, { body: 'paid' }), accepted())
      given(await application.delivery(3))
      given(await application.delivery(4, latest(seconds(1))))
      const failed = await placed(world, run)
      const before = lastCall(failed)
      const namesIn = ({ steps }: StepCall) => steps.map(({ stepName }) => stepName)
      given(before, equals<StepCall>('steps', names, namesIn))
      application.deploy([])

      const { call } = await startedAgain(world, 'resume', failed)
      must(call, equals('results of steps', resultsIn(before), resultsIn))
    },
  }),

  observation('observes if the run list shows steps completed before a run was resumed', {
    id: 'queue.resume.kept-steps-listed/kept-steps',
    async run(world) {
      const steps = [{ name: 'two' }, { name: 'three', fails: true }] as const
      const failed = await failedRun(world, { steps })
      const { application } = failed
      application.mend()

      const { call, ...again } = await startedAgain(world, 'resume', failed)
      given(await application.ended(again.runId))
      const isWhole = expects('a step "three"', stepNamesIn, (names) => names.includes('three'))
      const names = stepNamesIn(
        given(await listedRun(world, { ...again, messageId: call.messageId }, isWhole)),
      )
      world.note('kept steps', names.includes('two') ? 'listed' : 'not listed')
    },
  }),

  scenario('resume: the 2nd resume of a run repeats none of its completed steps', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/twice',
    async run(world) {
      const failed = await failedRun(world, { steps: fourSteps.slice(1) })
      const { application } = failed
      application.mend()
      application.breakAt('four')

      const again = await failedAgain(world, 'resume', failed)
      must(application.played(again.runId), executedInOrder('three'))
      application.mend()
      const last = await startedAgain(world, 'resume', again)
      must(await application.ended(last.runId), executedInOrder('four'))
    },
  }),

  scenario('resume executes only the failed one of two parallel steps', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/side-by-side',
    waits: seconds(1),
    async run(world) {
      const failed = await failedBeside(world, { name: 'left', result: 1 })
      given(failed.application.played(failed.runId), executed('left'))
      failed.application.mend()

      const again = await startedAgain(world, 'resume', failed)
      must(await failed.application.ended(again.runId), executedInOrder('right', 'after'))
    },
  }),

  scenario('resume of a run that failed beside a parallel sleep: the run completes', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/pending-sleep',
    waits: latest(seconds(3)),
    async run(world) {
      const failed = await failedBeside(world, { name: 'left', sleep: '3s' })
      given(failed.application.played(failed.runId), executed('left'), ({ calls }) =>
        calls.some(({ steps }) => steps.some(({ stepId }) => stepId > 0))
          ? lacks('the step "left" to be asleep', calls.at(-1)?.steps)
          : undefined,
      )
      failed.application.mend()

      const again = await startedAgain(world, 'resume', failed)
      must(await failed.application.ended(again.runId, latest(seconds(3))))
    },
  }),

  scenario('resume of a run that failed beside a parallel wait: notify completes it', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/pending-wait',
    waits: seconds(1),
    async run(world) {
      const failed = await failedBesideWait(world)
      given(failed.application.played(failed.runId), executed('wait'))

      // It may execute the pending wait again.
      const played = await notifyResumed(world, failed)
      if (played.failure !== undefined) await notifiesAtAll(world)
      const others = played.executed.filter((name) => name !== 'wait')
      must({ ...played, executed: others }, executedInOrder('right', 'after'))
    },
  }),

  observation('observes if resume repeats a wait that was parallel to the failed step', {
    id: 'queue.resume.pending-waits/pending-wait',
    waits: seconds(1),
    async run(world) {
      const { executed } = given(await notifyResumed(world, await failedBesideWait(world)))
      world.note('the wait is executed', executed.includes('wait') ? 'again' : 'once')
    },
  }),

  scenario('resume completes if the code after the failed step has changed', {
    id: 'queue.resume.code-changes-after-the-failed-step/other-steps',
    async run(world) {
      const before = [{ name: 'one', result: 1 }] as const
      const steps = [...before, { name: 'two', fails: true }, { name: 'three' }] as const
      const changes: Readonly<Record<string, Steps>> = {
        'no step after it': [],
        'other steps after it': [
          { name: 'four', result: 1 },
          [{ name: 'left' }, { name: 'right' }],
        ],
      }
      const names = Object.keys(changes)
      const runs = await failedRuns(world, names.length, { steps })
      const { application } = runs[0]!

      await eachRow(changes, async (after, what) => {
        const failed = runs[names.indexOf(what)]!
        application.deploy([...before, { name: 'two' }, ...after])
        const executedSteps = after.flat().map(({ name }) => name)
        const again = await startedAgain(world, 'resume', failed)
        must(await application.ended(again.runId), executed('two', ...executedSteps))
      })
    },
  }),
]
