import { given, type Matcher, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { asMessage, type HttpMessage, memberOf } from '../../wire/exchange.js'
import type { StepCall, Steps } from '../fixtures/application.js'
import { type Item, stepsOf, listedRun, RUNS, APART, hasEnded } from '../fixtures/lists.js'
import { missing } from '../fixtures/inbox.js'
import { laterThan, list } from '../fixtures/matchers.js'
import {
  completedRun,
  failingSteps,
  type Run,
  startedRun,
  canceledRun,
  pausedRun,
  waitingRun,
} from '../fixtures/runs.js'
import { scenariosNeeding } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** Returns the step that fits the first test which any step fits. */
function stepThat(
  run: HttpMessage,
  what: string,
  ...tests: ((step: Item) => boolean)[]
): HttpMessage {
  const found = tests.map((test) => stepsOf(run).find(test)).find((step) => step !== undefined)
  return found === undefined ? missing(what) : asMessage(found)
}

/** Returns a step by its name, or by its message if that is known. */
const stepOf = (run: HttpMessage, name: string, messageId?: string): HttpMessage =>
  stepThat(
    run,
    `a step "${name}"`,
    ({ stepName }) => stepName === name,
    (each) => each.messageId === messageId,
  )

/** Returns the step of the first message, or the one with none of these names. */
const initialStep = (run: HttpMessage, { messageId }: Run, names: readonly string[]): HttpMessage =>
  stepThat(
    run,
    'an initial step',
    (each) => each.messageId === messageId,
    ({ stepName }) => !names.includes(String(stepName)),
  )

const hasStep =
  (name: string, messageId?: string): Matcher =>
  (run) => {
    const { failure } = stepOf(run, name, messageId)
    return failure === undefined ? undefined : { message: failure }
  }

/** Returns the name of the step whose result a message has delivered. */
function nameIn({ steps }: StepCall): string | undefined {
  const own = steps.at(-1)
  return own !== undefined && own.stepId > 0 ? own.stepName : undefined
}

const messageOf = ({ runId, application }: Run, name: string): string | undefined =>
  application.callsOf(runId).find((call) => nameIn(call) === name)?.messageId

/** Describes the end of a run without its time, which differs from run to run. */
function endOf(run: HttpMessage): unknown {
  const completedAt = memberOf(run, 'workflowRunCompletedAt')
  return typeof completedAt === 'number' && completedAt > 0 ? 'a moment' : completedAt
}

export const runListScenarios = [
  scenario('run list: the response has the runs in an array "runs"', {
    id: 'queue.runs.list-response/runs',
    needs: [],
    run: async ({ queue }) => must(await queue.send('GET', RUNS), accepted(), list('runs')),
  }),

  scenario('run list: completed, waiting, cancelled and failed runs are listed', {
    id: 'queue.runs.list-response/runs-in-4-states',
    async run(world) {
      must(await listedRun(world, await completedRun(world)))
      must(await listedRun(world, await waitingRun(world)))
      must(await listedRun(world, await canceledRun(world)))
      must(await listedRun(world, await startedRun(world, { steps: failingSteps })))
    },
  }),

  observation('observes workflowRunCompletedAt of failed and cancelled runs', {
    id: 'queue.runs.completed-at-without-success/failed-and-cancelled',
    async run(world) {
      const failed = await startedRun(world, { steps: failingSteps })
      const canceled = await canceledRun(world)
      for (const [what, run] of Object.entries({ failed, canceled })) {
        world.note(what, endOf(await listedRun(world, run, hasEnded)))
      }
    },
  }),

  scenario('run list: a step created later has a later createdAt', {
    id: 'queue.runs.step-created-at/after-a-pause',
    waits: APART,
    async run(world) {
      const run = await pausedRun(world, APART)
      const late = run.application.callsOf(run.runId).at(-1)?.messageId
      const shown = given(await listedRun(world, run, hasStep('late', late)))
      const first = given(initialStep(shown, run, ['wait', 'late']))

      must(given(stepOf(shown, 'late', late)), laterThan(first, 'createdAt'))
    },
  }),

  observation('observes workflowRunCompletedAt of a run in progress', {
    id: 'queue.runs.completed-at-of-a-run-in-progress/waiting',
    async run(world) {
      const shown = await listedRun(world, await waitingRun(world))
      world.note('workflowRunCompletedAt', endOf(shown))
    },
  }),

  observation('observes stepType and callType of the steps of a run', {
    id: 'queue.runs.step-and-call-types/types',
    async run(world) {
      const invoke = world.workflow()
      const steps: Steps = [{ name: 'one' }, { name: 'child', invoke }, { name: 'two' }]
      const run = await startedRun(world, { steps })
      await run.application.ended(run.runId)
      const shown = stepsOf(await listedRun(world, run, hasStep('two', messageOf(run, 'two'))))
      for (const name of ['stepType', 'callType'])
        world.note(name, [
          ...new Set(shown.map((each) => (each[name] === undefined ? 'none' : each[name]))),
        ])
      world.note(
        'stepName',
        shown.map(({ stepName = 'none' }) => stepName),
      )
    },
  }),
]
