// The list of workflow runs (endpoint 11): the fields of runs and of their steps.

import { isDeepStrictEqual } from 'node:util'
import type { MustRuleId } from '#generated/rules.js'
import { given, type Matcher, must } from '../../core/judgement.js'
import { accepted, differs } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { asMessage, type HttpMessage, jsonOf, memberOf } from '../../wire/exchange.js'
import type { StepCall, Steps } from '../fixtures/application.js'
import { type Item, itemsIn, stepsOf } from '../fixtures/elements.js'
import { failedRun } from '../fixtures/failed-runs.js'
import { missing } from '../fixtures/inbox.js'
import { listedRun } from '../fixtures/listed.js'
import { equalsSorted, expects, memberThat } from '../fixtures/matchers.js'
import {
  absent,
  integer,
  laterThan,
  list,
  member,
  moment,
  stepNamed,
  string,
  text,
} from '../fixtures/members.js'
import { RUNS } from '../fixtures/pages.js'
import { APART, hasEnded, listedRuns, restartedAndResumed } from '../fixtures/run-list.js'
import { completedRun, failingSteps, type Run, startedRun } from '../fixtures/runs.js'
import { canceledRun, pausedRun, waitingRun } from '../fixtures/waiting-runs.js'
import { type QueueWorld, scenariosNeeding } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const RESULT = { of: ['one', 1] }

/** Results that a target may take for none, and a long one. */
const results = { one: RESULT, null: null, long: 'long '.repeat(20_000) }

const STATES = ['RUN_STARTED', 'RUN_SUCCESS', 'RUN_FAILED', 'RUN_CANCELED'] as const

const runFields = [
  ['workflowRunId', 'queue.runs.workflow-run-id', ({ runId }: Run) => [runId]],
  ['workflowUrl', 'queue.runs.workflow-url', ({ application }: Run) => [application.url]],
  ['workflowState', 'queue.runs.workflow-state', (): readonly string[] => STATES],
] as const

/** Matchers for a step that has returned, and for the initial step with the payload. */
const stepFields: readonly (readonly [
  title: string,
  rule: MustRuleId & `queue.runs.step-${string}`,
  step: Matcher | undefined,
  initial?: (run: Run) => Matcher,
])[] = [
  ['stepName is the name of the step', 'queue.runs.step-name', stepNamed('one')],
  [
    'each step has a stepType',
    'queue.runs.step-type',
    string('stepType'),
    () => string('stepType'),
  ],
  [
    'each step has a callType',
    'queue.runs.step-call-type',
    string('callType'),
    () => string('callType'),
  ],
  [
    'each step has a messageId',
    'queue.runs.step-message-id',
    text('messageId'),
    ({ messageId }) => text('messageId', messageId),
  ],
  ['a completed step has a state', 'queue.runs.step-state', text('state')],
  [
    'the initial step has no stepId',
    'queue.runs.step-id-absent-on-the-initial-step',
    undefined,
    () => absent('stepId'),
  ],
]

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

/** Matches the result of a step as JSON text. */
const out =
  (want: unknown): Matcher =>
  (step) => {
    const got = memberOf(step, 'out')
    const value = typeof got === 'string' ? jsonOf({ headers: [], body: Buffer.from(got) }) : got
    return typeof got === 'string' && isDeepStrictEqual(value, want)
      ? undefined
      : differs('"out" as JSON text', JSON.stringify(want), got)
  }

/** Returns the name of the step whose result a message has delivered. */
function nameIn({ steps }: StepCall): string | undefined {
  const own = steps.at(-1)
  return own !== undefined && own.stepId > 0 ? own.stepName : undefined
}

const messageOf = ({ runId, application }: Run, name: string): string | undefined =>
  application.callsOf(runId).find((call) => nameIn(call) === name)?.messageId

/** Lists a completed run of one step, and its step `one`. */
async function listedStep(world: QueueWorld) {
  const run = await completedRun(world, { steps: [{ name: 'one', result: RESULT }] })
  const shown = given(await listedRun(world, run, hasStep('one', messageOf(run, 'one'))))
  return { run, shown, one: given(stepOf(shown, 'one', messageOf(run, 'one'))) }
}

/** Lists a completed run of two parallel steps and one after them. */
async function listedGroups(world: QueueWorld): Promise<HttpMessage> {
  const steps: Steps = [[{ name: 'left' }, { name: 'right' }], { name: 'after' }]
  const run = await completedRun(world, { steps })
  const shown = await listedRun(world, run, hasStep('after', messageOf(run, 'after')))
  return named(given(shown), run)
}

/** Returns a listed run. Steps whose name the target leaves empty get the name of their message. */
function named(shown: HttpMessage, { runId, application }: Run): HttpMessage {
  const names = new Map(
    application.callsOf(runId).map((call) => [call.messageId as unknown, nameIn(call)]),
  )
  const withName = (_: string, value: Partial<Item> | null): unknown =>
    value?.stepName === '' ? { ...value, stepName: names.get(value.messageId) ?? ' ' } : value
  return { ...shown, body: Buffer.from(JSON.stringify(jsonOf(shown), withName)) }
}

/** Matches those steps, if they are listed by their names: another rule requires the names. */
async function judgeSteps(world: QueueWorld, fits: Readonly<Record<string, readonly Matcher[]>>) {
  const steps = stepsOf(await listedGroups(world))
  for (const [name, matchers] of Object.entries(fits)) {
    const own = steps.findLast(({ stepName }) => stepName === name)
    if (own) must(asMessage(own), ...matchers)
  }
}

const namesIn = ({ steps }: Item) => itemsIn(steps).map(({ stepName }) => stepName)

const groupsOf = (run: HttpMessage) => itemsIn(memberOf(run, 'steps'))

const groups: Matcher = expects(
  'groups with "type" and "steps" that have each step once',
  groupsOf,
  (groups) => {
    const named = groups.flatMap(namesIn)
    const isOnce = (name: string) => named.filter((each) => each === name).length === 1
    const areGroups = groups.every((group) => 'type' in group && 'steps' in group)
    return areGroups && ['left', 'right', 'after'].every(isOnce)
  },
)

/** Matches if the group of a step has that type and these steps. */
const group =
  (name: string, type: string, ...members: readonly string[]): Matcher =>
  (run) => {
    const own = groupsOf(run).find((each) => namesIn(each).includes(name))
    return own?.type === type && members.every((each) => namesIn(own).includes(each))
      ? undefined
      : differs(`"${name}" to be in a group`, { type, with: members }, own ?? groupsOf(run))
  }

const groupsHaveSteps: Matcher = expects(
  'each group to have an array of steps',
  groupsOf,
  (groups) => groups.length > 0 && groups.every(({ steps }) => itemsIn(steps).length > 0),
)

/** Starts a run that completes and one that waits, of one URL with a query. */
async function endedAndWaiting(world: QueueWorld): Promise<readonly Run[]> {
  const eventId = `${world.id}-never`
  const application = world.workflow([], { query: 'a=1&b=2' })
  const completed = await completedRun(world, { application })
  application.deploy([{ name: 'wait', waitFor: eventId }])
  return [completed, await waitingRun(world, { application, eventId })]
}

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

  ...runFields.map(([name, rule, valuesOf]) =>
    scenario(`run list: a waiting and an ended run have the right ${name}`, {
      id: `${rule}/waiting-and-ended-run`,
      async run(world) {
        const runs = await endedAndWaiting(world)
        const fits = (run: Run) =>
          memberThat(name, `a "${name}" of ${valuesOf(run).join(', ')}`, (got) =>
            valuesOf(run).some((value) => value === got),
          )
        for (const [run, shown] of await listedRuns(world, runs, fits)) {
          must(given(shown), fits(run))
        }
      },
    }),
  ),

  scenario('run list: restarted and resumed runs have the right workflowRunId', {
    id: 'queue.runs.workflow-run-id/restarted-and-resumed',
    async run(world) {
      const runs = await restartedAndResumed(world, await failedRun(world))
      const isNamed = ({ runId }: Run) => text('workflowRunId', runId)
      for (const [run, shown] of await listedRuns(world, runs, isNamed)) must(shown, isNamed(run))
    },
  }),

  scenario('run list: workflowRunCreatedAt is when the run was created', {
    id: 'queue.runs.workflow-run-created-at/creation-time',
    waits: APART,
    async run(world) {
      const { time } = world
      await time.pass(APART / 2)
      const before = await time.now()
      const run = await completedRun(world)
      const created = moment(time, 'workflowRunCreatedAt', before, await time.now())
      await time.pass(APART / 2)
      must(given(await listedRun(world, run)), created)
    },
  }),

  scenario('run list: workflowRunCompletedAt is when the run ended', {
    id: 'queue.runs.workflow-run-completed-at/end-time',
    waits: APART,
    async run(world) {
      const { time } = world
      const before = (await time.now()) + APART
      const run = await pausedRun(world, APART)
      const completedAt = moment(time, 'workflowRunCompletedAt', before, await time.now())
      const shown = given(await listedRun(world, run, completedAt))
      must(shown, completedAt, laterThan(shown, 'workflowRunCompletedAt', 'workflowRunCreatedAt'))
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

  scenario('run list: each step of a run is in exactly one group', {
    id: 'queue.runs.steps/groups',
    run: async (world) => must(await listedGroups(world), groups),
  }),

  scenario('run list: a run in progress has its completed steps', {
    id: 'queue.runs.steps/run-in-progress',
    async run(world) {
      const run = await waitingRun(world, { before: [{ name: 'one', result: RESULT }] })
      const hasOne = hasStep('one', messageOf(run, 'one'))
      must(given(await listedRun(world, run, hasOne)), hasOne)
    },
  }),

  scenario('run list: group type is parallel for 2 parallel steps, else sequential', {
    id: 'queue.runs.group-type/parallel-and-sequential',
    run: async (world) =>
      must(
        await listedGroups(world),
        group('left', 'parallel', 'left', 'right'),
        group('after', 'sequential'),
      ),
  }),

  scenario('run list: each group has an array "steps" that is not empty', {
    id: 'queue.runs.group-steps/array',
    run: async (world) => must(await listedGroups(world), groupsHaveSteps),
  }),

  ...stepFields.map(([title, rule, matcher, initial]) =>
    scenario(`run list: ${title}`, {
      id: `${rule}/completed-run`,
      async run(world) {
        const { run, shown, one } = await listedStep(world)
        if (matcher) must(one, matcher)
        if (initial) must(given(initialStep(shown, run, ['one'])), initial(run))
      },
    }),
  ),

  scenario('run list: field out of a step is its result as JSON text', {
    id: 'queue.runs.step-out/results',
    async run(world) {
      const steps = Object.entries(results).map(([name, result]) => ({ name, result }))
      const run = await completedRun(world, { steps })
      const hasAll = Object.keys(results).map((name) => hasStep(name, messageOf(run, name)))
      const shown = given(await listedRun(world, run, ...hasAll))
      await eachRow(results, async (result, name) =>
        must(given(stepOf(shown, name, messageOf(run, name))), out(result)),
      )
    },
  }),

  scenario('run list: concurrent is 2 for 2 parallel steps and 1 for a single step', {
    id: 'queue.runs.step-concurrent/side-by-side',
    async run(world) {
      const count = (steps: number) => [integer('concurrent'), member('concurrent', steps)]
      await judgeSteps(world, { left: count(2), right: count(2), after: count(1) })
    },
  }),

  scenario('run list: stepId numbers the steps from 1, parallel steps too', {
    id: 'queue.runs.step-id/side-by-side',
    async run(world) {
      const number = (stepId: number) => [member('stepId', stepId)]
      await judgeSteps(world, { left: number(1), right: number(2), after: number(3) })
    },
  }),

  scenario('run list: createdAt of a step is when the step was created', {
    id: 'queue.runs.step-created-at/creation-time',
    waits: APART,
    async run(world) {
      const { time } = world
      await time.pass(APART)
      const before = await time.now()
      const { run, shown, one } = await listedStep(world)
      const created = moment(time, 'createdAt', before, await time.now())
      must(one, created)
      must(given(initialStep(shown, run, ['one'])), created)
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

  scenario('run list: messageId of each step is that of a delivered message', {
    id: 'queue.runs.step-is-tied-to-a-message/delivered-messages',
    async run(world) {
      const run = await completedRun(world, { steps: [{ name: 'one' }, { name: 'two' }] })
      const delivered = run.application.callsOf(run.runId).map(({ messageId }) => messageId)
      const tied = equalsSorted('the messages of the steps', delivered, (shown) =>
        stepsOf(shown).map(({ messageId }) => messageId),
      )
      must(given(await listedRun(world, run, tied)), tied)
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
    },
  }),
]
