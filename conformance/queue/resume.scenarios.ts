// Resuming one failed run (endpoint 8): on from where it failed, with what was done before.

import { given, must, type Matcher } from '../judgement.js'
import { accepted, body, differs, lacks } from '../matchers.js'
import { seconds } from '../time.js'
import type { Call, Steps } from './application.js'
import { executed } from './matchers.js'
import {
  everything,
  executedInOrder,
  failedAgain,
  failedBeside,
  failedTwice,
  firstCall,
  nothing,
  rerun,
  rerunScenarios,
} from './reruns.js'
import { listedRun, stepsOf } from './listed.js'
import { failedRun, waitingRun, type Run } from './runs.js'
import type { Message } from '../exchange.js'
import { scenario } from './world.js'

const needs = ['runs'] as const

/** A third step that fails, with others before and after it. */
const fourSteps = [
  { name: 'one', result: { a: 1 } },
  { name: 'two', result: 'second' },
  { name: 'three', fails: true },
  { name: 'four' },
] as const
const results = { one: { a: 1 }, two: 'second' }

/** Steps of which one fails, and which are left from there on. */
const workflows: readonly (readonly [what: string, steps: Steps, left: readonly string[]])[] = [
  ['its first step', [{ name: 'one', fails: true }, { name: 'two' }], ['one', 'two']],
  ['its second step', [{ name: 'one' }, { name: 'two', fails: true }], ['two']],
  ['its third step', fourSteps, ['three', 'four']],
]

/** A delivery that brings these results of steps that succeeded. */
const brings =
  (results: Readonly<Record<string, unknown>>): Matcher<Call> =>
  ({ steps }) => {
    const want = Object.entries(results).map(([name, result]) => [name, JSON.stringify(result)])
    const got = steps.map(({ stepName, out }) => [stepName, out])
    return JSON.stringify(got) === JSON.stringify(want)
      ? undefined
      : differs('results of steps', want, got)
  }

const lastCall = ({ application, runId }: Run): Call => application.callsOf(runId).at(-1)!

/** What the list says of each step that has succeeded. */
const succeeded = (run: Message) =>
  stepsOf(run)
    .filter(({ state }) => state === 'STEP_SUCCESS')
    .map(({ stepName, out }) => JSON.stringify({ stepName, out }))

/** A run that is listed with all the steps of another one that have succeeded. */
const listedWith =
  (before: Message): Matcher =>
  (run) => {
    const got = succeeded(run)
    const missing = succeeded(before).filter((step) => !got.includes(step))
    return missing.length === 0 ? undefined : lacks(`the steps ${missing.join(', ')}`, got)
  }

export const resumeScenarios = [
  ...rerunScenarios('resume'),

  ...workflows.map(([what, steps, left]) =>
    scenario(`a run that failed with ${what} goes on with it when it is resumed`, {
      rule: 'queue.resume.from-the-failure-point',
      needs,
      async run(world) {
        const failed = await failedRun(world, { steps })
        failed.application.mend()

        const again = await rerun(world, 'resume', failed)
        given(await firstCall(again))
        must(await failed.application.ended(again.runId), ({ executed: [first] }) =>
          first === left[0] ? undefined : differs('the first step executed', left[0], first),
        )
      },
    }),
  ),

  ...(
    [
      ['a resume brings what the', failedRun, nothing],
      ['a resume that overrides all that it can brings what the', failedRun, everything],
      ['a resume of a run that came of a restart brings what its', failedTwice('restart'), nothing],
    ] as const
  ).map(([what, failing, overrides]) =>
    scenario(`${what} successful steps returned`, {
      rule: 'queue.resume.keeps-step-results',
      needs,
      async run(world) {
        const failed = await failing(world, { steps: fourSteps })
        given(lastCall(failed), brings(results))
        failed.application.mend()

        const again = await rerun(world, 'resume', failed, overrides(world))
        must(given(await firstCall(again)), brings(results))
      },
    }),
  ),

  scenario('a resumed run is listed with the steps that have succeeded before', {
    rule: 'queue.resume.keeps-step-results',
    needs,
    async run(world) {
      const failed = await failedRun(world, { steps: fourSteps })
      const { application } = failed
      const enough: Matcher = (run) =>
        succeeded(run).length > 2 ? undefined : lacks('three successful steps', succeeded(run))
      const before = given(await listedRun(world, failed, enough), enough)
      application.mend()

      const again = await rerun(world, 'resume', failed)
      const { messageId } = given(await firstCall(again))
      given(await application.ended(again.runId))
      const kept = listedWith(before)
      must(given(await listedRun(world, { ...again, messageId }, kept)), kept)
    },
  }),

  ...(
    [
      ['its first step', [{ name: 'one', fails: true }]],
      ['a later one', fourSteps],
    ] as const
  ).map(([what, steps]) =>
    scenario(`a resume of a run that failed with ${what} brings its payload`, {
      rule: 'queue.resume.keeps-step-results',
      needs,
      async run(world) {
        const failed = await failedRun(world, { steps, body: 'é payload' })
        failed.application.mend()

        const again = await rerun(world, 'resume', failed)
        must(given(await firstCall(again)), body('é payload'))
      },
    }),
  ),

  ...workflows.map(([what, steps, left]) =>
    scenario(`a resume of a run that failed with ${what} executes what is left and no more`, {
      rule: 'queue.resume.only-failed-or-pending-steps-execute',
      needs,
      async run(world) {
        const failed = await failedRun(world, { steps })
        failed.application.mend()

        const again = await rerun(world, 'resume', failed)
        given(await firstCall(again))
        must(await failed.application.ended(again.runId), executedInOrder(...left))
      },
    }),
  ),

  scenario('a run that fails again and is resumed again executes each step once', {
    rule: 'queue.resume.only-failed-or-pending-steps-execute',
    needs,
    async run(world) {
      const failed = await failedRun(world, { steps: fourSteps })
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

  scenario('of two steps side by side a resume executes the one that failed', {
    rule: 'queue.resume.only-failed-or-pending-steps-execute',
    needs,
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

  scenario('a resumed run waits for the event that the failed one waited for', {
    rule: 'queue.resume.only-failed-or-pending-steps-execute',
    needs,
    waits: seconds(1),
    async run(world) {
      const plain = await waitingRun(world, { eventId: `${world.id}-plain` })
      given(await world.queue.notify(plain.eventId), accepted())
      given(await plain.application.ended(plain.runId))
      const failed = await failedBeside(world, { name: 'wait', waitFor: `${world.id}-event` })
      given(failed.application.played(failed.runId), executed('wait'))
      failed.application.mend()

      const again = await rerun(world, 'resume', failed)
      given(await firstCall(again))
      if (world.time.virtual) await world.time.pass(0)
      given(await world.queue.notify(`${world.id}-event`), accepted())
      must(await failed.application.ended(again.runId), executedInOrder('right', 'after'))
    },
  }),

  ...(
    [
      [
        'has other steps after it',
        [{ name: 'four', result: 1 }, { name: 'five' }],
        ['four', 'five'],
      ],
      ['has no step after it', [], []],
      [
        'has steps side by side after it',
        [[{ name: 'left' }, { name: 'right' }]],
        ['left', 'right'],
      ],
    ] as const
  ).map(([what, after, names]) =>
    scenario(`a run whose code ${what} by now can be resumed`, {
      rule: 'queue.resume.code-changes-after-the-failed-step',
      needs,
      async run(world) {
        const before = [{ name: 'one', result: 1 }] as const
        const steps = [...before, { name: 'two', fails: true }, { name: 'three' }] as const
        const failed = await failedRun(world, { steps })
        failed.application.deploy([...before, { name: 'two' }, ...after])

        const again = await rerun(world, 'resume', failed)
        given(await firstCall(again))
        must(await failed.application.ended(again.runId), executed('two', ...names))
      },
    }),
  ),
]
