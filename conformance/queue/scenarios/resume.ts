// Resuming one failed run (endpoint 8): on from where it failed, with what was done before.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { seconds } from '../../core/time.js'
import type { Call, Played, Steps } from '../fixtures/application.js'
import { equals, executed, expects, latest } from '../fixtures/matchers.js'
import { rerunScenarios } from './rerun.js'
import {
  everything,
  executedInOrder,
  failedAgain,
  failedBeside,
  firstCall,
  placed,
  rerun,
} from '../fixtures/reruns.js'
import { listedRun, stepsOf } from '../fixtures/listed.js'
import { elementsIn } from '../fixtures/notified.js'
import {
  failedRun,
  failedRuns,
  startedRun,
  waitingRun,
  type FailedRun,
  type Run,
} from '../fixtures/runs.js'
import { textOf, type Exchange, type Message } from '../../wire/exchange.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** A third step that fails, with others before and after it. */
const fourSteps = [
  { name: 'one', result: { a: 1 } },
  { name: 'two', result: 'second' },
  { name: 'three', fails: true },
  { name: 'four' },
] as const
const results = { null: null, empty: '', one: { a: 1 }, two: 'second' }

/** The same after results that could be taken for none. */
const afterLittle = [
  { name: 'null', result: null },
  { name: 'empty', result: '' },
  ...fourSteps,
] as const

const resultsIn = ({ steps }: Call) => steps.map(({ stepName, out }) => [stepName, out])

/** A delivery that brings these results of steps that succeeded. */
const brings = (results: Readonly<Record<string, unknown>>): Matcher<Call> => {
  const wanted = Object.entries(results).map(([name, result]) => [name, JSON.stringify(result)])
  return equals('results of steps', wanted, resultsIn)
}

/** A delivery that brings of each step what another one brought. */
const bringsAsMuch = (before: Call): Matcher<Call> =>
  equals('results of steps', resultsIn(before), resultsIn)

const hasElements = expects<Exchange, string>(
  'a waiter',
  textOf,
  (_, reply) => elementsIn(reply).length > 0,
)

/** Notifies the run that was resumed and waits for the event of this scenario, once it does. */
async function notifyResumed(world: QueueWorld, failed: FailedRun): Promise<Played> {
  failed.application.mend()

  const again = await rerun(world, 'resume', failed)
  given(await firstCall(again))
  if (world.time.virtual) await world.time.pass(0)
  const notify = () => world.queue.notify(`${world.id}-event`)
  given(await world.eventually(notify, hasElements), accepted())
  return failed.application.ended(again.runId)
}

/** A run that has failed beside a step that waits for the event of this scenario. */
const failedBesideWait = (world: QueueWorld): Promise<FailedRun> =>
  failedBeside(world, { name: 'wait', waitFor: `${world.id}-event` })

const lastCall = ({ application, runId }: Run): Call => application.callsOf(runId).at(-1)!

const stepNamesIn = (run: Message) => stepsOf(run).map(({ stepName }) => stepName)

export const resumeScenarios = [
  ...rerunScenarios('resume'),

  scenario('a resume continues at the failed step', {
    id: 'queue.resume.from-the-failure-point/third-step',
    async run(world) {
      const failed = await failedRun(world, { steps: fourSteps.slice(1) })
      failed.application.mend()

      const again = await rerun(world, 'resume', failed)
      given(await firstCall(again))
      const ended = await failed.application.ended(again.runId)
      must(
        ended,
        equals<Played>('the first step executed', 'three', (run) => run.executed[0]),
      )
    },
  }),

  scenario('a resume brings the payload and the results of earlier steps', {
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
      const last = await rerun(world, 'resume', restarted)
      must(given(await firstCall(last)), brings(results))
    },
  }),

  scenario('a resume of a run that failed at its first step brings the payload', {
    id: 'queue.resume.keeps-step-results/first-step',
    async run(world) {
      const failed = await failedRun(world, { body: 'é payload' })
      failed.application.deploy([])

      const again = await rerun(world, 'resume', failed)
      must(given(await firstCall(again)), body('é payload'))
    },
  }),

  scenario('a resume brings the results of a wait, a sleep and an invoke', {
    id: 'queue.resume.keeps-step-results/wait-sleep-invoke',
    waits: latest(seconds(1)),
    async run(world) {
      const eventId = `${world.id}-event`
      const names = ['waited', 'invoked', 'slept', 'between']
      // A step between, for the last result before a failure may be kept another way.
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
      const namesIn = ({ steps }: Call) => steps.map(({ stepName }) => stepName)
      given(before, equals<Call>('steps', names, namesIn))
      application.deploy([])

      const again = await rerun(world, 'resume', failed)
      must(given(await firstCall(again)), bringsAsMuch(before))
    },
  }),

  observation('the run list shows the kept steps of a resumed run', {
    id: 'queue.resume.kept-steps-listed/kept-steps',
    async run(world) {
      const steps = [{ name: 'two' }, { name: 'three', fails: true }] as const
      const failed = await failedRun(world, { steps })
      const { application } = failed
      application.mend()

      const again = await rerun(world, 'resume', failed)
      const { messageId } = given(await firstCall(again))
      given(await application.ended(again.runId))
      const isWhole = expects('a step "three"', stepNamesIn, (names) => names.includes('three'))
      const names = stepNamesIn(given(await listedRun(world, { ...again, messageId }, isWhole)))
      world.note('kept steps', names.includes('two') ? 'listed' : 'not listed')
    },
  }),

  scenario('a run that is resumed twice executes each step once', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/twice',
    async run(world) {
      const failed = await failedRun(world, { steps: fourSteps.slice(1) })
      const { application } = failed
      application.mend()
      application.breakAt('four')

      const again = await failedAgain(world, 'resume', failed)
      must(application.played(again.runId), executedInOrder('three'))
      application.mend()
      const last = await rerun(world, 'resume', again)
      given(await firstCall(last))
      must(await application.ended(last.runId), executedInOrder('four'))
    },
  }),

  scenario('of two steps side by side a resume executes the failed one', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/side-by-side',
    waits: seconds(1),
    async run(world) {
      const failed = await failedBeside(world, { name: 'left', result: 1 })
      given(failed.application.played(failed.runId), executed('left'))
      failed.application.mend()

      const again = await rerun(world, 'resume', failed)
      given(await firstCall(again))
      must(await failed.application.ended(again.runId), executedInOrder('right', 'after'))
    },
  }),

  scenario('a resumed run continues after the sleep that was pending', {
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

      const again = await rerun(world, 'resume', failed)
      given(await firstCall(again))
      must(await failed.application.ended(again.runId, latest(seconds(3))))
    },
  }),

  scenario('a resumed run waits for the event that was pending', {
    id: 'queue.resume.only-failed-or-pending-steps-execute/pending-wait',
    waits: seconds(1),
    async run(world) {
      const plain = await waitingRun(world, { eventId: `${world.id}-plain` })
      given(await world.queue.notify(plain.eventId), accepted())
      given(await plain.application.ended(plain.runId))
      const failed = await failedBesideWait(world)
      given(failed.application.played(failed.runId), executed('wait'))

      // The wait is pending: that it is executed again is allowed.
      const played = await notifyResumed(world, failed)
      const others = played.executed.filter((name) => name !== 'wait')
      must({ ...played, executed: others }, executedInOrder('right', 'after'))
    },
  }),

  observation('a resumed run executes a pending wait again, or once', {
    id: 'queue.resume.pending-waits/pending-wait',
    waits: seconds(1),
    async run(world) {
      const { executed } = given(await notifyResumed(world, await failedBesideWait(world)))
      world.note('the wait is executed', executed.includes('wait') ? 'again' : 'once')
    },
  }),

  scenario('a run is resumed after the code behind its failed step has changed', {
    id: 'queue.resume.code-changes-after-the-failed-step/other-steps',
    async run(world) {
      const before = [{ name: 'one', result: 1 }] as const
      const steps = [...before, { name: 'two', fails: true }, { name: 'three' }] as const
      const changes: readonly (readonly [what: string, after: Steps])[] = [
        ['no step after it', []],
        [
          'other steps after it',
          [{ name: 'four', result: 1 }, [{ name: 'left' }, { name: 'right' }]],
        ],
      ]
      const runs = await failedRuns(world, changes.length, { steps })
      const { application } = runs[0]!

      const rows = changes.map(([what, after], n) => [what, { after, failed: runs[n]! }] as const)
      await eachRow(Object.fromEntries(rows), async ({ after, failed }) => {
        application.deploy([...before, { name: 'two' }, ...after])
        const names = after.flat().map(({ name }) => name)
        const again = await rerun(world, 'resume', failed)
        given(await firstCall(again))
        must(await application.ended(again.runId), executed('two', ...names))
      })
    },
  }),
]
