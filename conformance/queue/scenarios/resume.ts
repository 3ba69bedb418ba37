// Resuming one failed run (endpoint 8): on from where it failed, with what was done before.

import { isDeepStrictEqual } from 'node:util'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, lacks } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import type { Call, Step, Steps } from '../fixtures/application.js'
import { executed, latest } from '../fixtures/matchers.js'
import { rerunScenarios } from './rerun.js'
import {
  everything,
  executedInOrder,
  failedAgain,
  failedBeside,
  failedTwice,
  firstCall,
  nothing,
  placed,
  rerun,
} from '../fixtures/reruns.js'
import { listedRun, stepsOf } from '../fixtures/listed.js'
import { elementsIn } from '../fixtures/notified.js'
import { failedRun, startedRun, waitingRun, type Run } from '../fixtures/runs.js'
import { textOf, type Exchange, type Message } from '../../wire/exchange.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const needs = ['runs'] as const

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

/** What a step can have come to without returning it, and how it comes to that in a run. */
const outcomes: readonly (readonly [
  what: string,
  step: (world: QueueWorld) => Step,
  settle: (world: QueueWorld, run: Run) => Promise<unknown>,
])[] = [
  [
    'the event that it waited for',
    ({ id }) => ({ name: 'waited', waitFor: `${id}-event` }),
    async ({ queue, id }, { application, runId }) => {
      given(await application.waiting(runId))
      given(await queue.notify(`${id}-event`, { body: 'paid' }), accepted())
    },
  ],
  [
    'that it has slept',
    () => ({ name: 'slept', sleep: '1s' }),
    async (_, { application }) => given(await application.delivery(2, latest(seconds(1)))),
  ],
  [
    'the result of the run that it invoked',
    (world) => ({ name: 'invoked', invoke: world.workflow([], { result: 'invoked' }) }),
    async (_, { application }) => given(await application.delivery(2)),
  ],
]

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

/** A delivery that brings of each step what another one brought. */
const bringsAsMuch =
  (before: Call): Matcher<Call> =>
  ({ steps }) => {
    const [want, got] = [before.steps, steps].map((each) =>
      each.map(({ stepName, out }) => [stepName, out]),
    )
    return isDeepStrictEqual(got, want) ? undefined : differs('results of steps', want, got)
  }

const hasElements: Matcher<Exchange> = (reply) =>
  elementsIn(reply).length > 0 ? undefined : lacks('a waiter', textOf(reply))

const lastCall = ({ application, runId }: Run): Call => application.callsOf(runId).at(-1)!

const stepNamesIn = (run: Message) => stepsOf(run).map(({ stepName }) => stepName)

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
        const failed = await failing(world, { steps: afterLittle })
        given(lastCall(failed), brings(results))
        failed.application.mend()

        const again = await rerun(world, 'resume', failed, overrides(world))
        must(given(await firstCall(again)), brings(results))
      },
    }),
  ),

  ...outcomes.map(([what, stepOf, settle]) =>
    scenario(`a resumed run is told ${what}`, {
      rule: 'queue.resume.keeps-step-results',
      needs,
      waits: latest(seconds(1)),
      async run(world) {
        const step = stepOf(world)
        // A step between, for the last result before a failure may be kept another way.
        const steps: Steps = [step, { name: 'between' }, { name: 'fails', fails: true }]
        const run = await startedRun(world, { steps })
        await settle(world, run)
        const failed = await placed(world, run)
        const before = lastCall(failed)
        given(before, ({ steps }) => {
          const [got, want] = [steps.map(({ stepName }) => stepName), [step.name, 'between']]
          return isDeepStrictEqual(got, want) ? undefined : differs('steps', want, got)
        })
        failed.application.mend()

        const again = await rerun(world, 'resume', failed)
        must(given(await firstCall(again)), bringsAsMuch(before))
      },
    }),
  ),

  observation('the kept steps in the list of a resumed run', {
    rule: 'queue.resume.kept-steps-listed',
    needs,
    async run(world) {
      const failed = await failedRun(world, { steps: fourSteps })
      const { application } = failed
      application.mend()

      const again = await rerun(world, 'resume', failed)
      const { messageId } = given(await firstCall(again))
      given(await application.ended(again.runId))
      const isWhole: Matcher = (run) =>
        stepNamesIn(run).includes('four') ? undefined : lacks('a step "four"', stepNamesIn(run))
      const names = stepNamesIn(given(await listedRun(world, { ...again, messageId }, isWhole)))
      world.note('kept steps', names.includes('two') ? 'listed' : 'not listed')
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

  scenario('a resumed run goes on when the step has slept that slept when it failed', {
    rule: 'queue.resume.only-failed-or-pending-steps-execute',
    needs,
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
      const notify = () => world.queue.notify(`${world.id}-event`)
      given(await world.eventually(notify, hasElements), accepted())
      // The wait is pending: that it is executed again is allowed.
      const played = await failed.application.ended(again.runId)
      const others = played.executed.filter((name) => name !== 'wait')
      must({ ...played, executed: others }, executedInOrder('right', 'after'))
    },
  }),

  observation('a wait that is pending when its run is resumed', {
    rule: 'queue.resume.pending-waits',
    needs,
    waits: seconds(1),
    async run(world) {
      const failed = await failedBeside(world, { name: 'wait', waitFor: `${world.id}-event` })
      failed.application.mend()

      const again = await rerun(world, 'resume', failed)
      given(await firstCall(again))
      if (world.time.virtual) await world.time.pass(0)
      const notify = () => world.queue.notify(`${world.id}-event`)
      given(await world.eventually(notify, hasElements), accepted())
      const { executed } = given(await failed.application.ended(again.runId))
      world.note('the wait is executed', executed.includes('wait') ? 'again' : 'once')
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
