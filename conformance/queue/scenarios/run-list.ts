// The list of workflow runs (endpoint 11): its fields, filters and pages.

import { isDeepStrictEqual } from 'node:util'
import type { MustRuleId } from '#generated/rules.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { minutes } from '../../core/time.js'
import {
  asMessage,
  jsonOf,
  memberOf,
  type Exchange,
  type HttpMessage,
} from '../../wire/exchange.js'
import type { Steps } from '../fixtures/application.js'
import { entriesIn, isOf, itemsIn, stepsOf, type Item, type Known } from '../fixtures/elements.js'
import { hasEntries, listed } from '../fixtures/entries.js'
import { failedRun, type FailedRun } from '../fixtures/failed-runs.js'
import {
  dividing,
  excludingValues,
  sharedFilters,
  type Dividing,
  type Four,
} from '../fixtures/filters.js'
import { missing, NOTHING } from '../fixtures/inbox.js'
import { listedRun, listing, lists, mustPage, type Listing } from '../fixtures/listed.js'
import { equals, equalsSorted, expects, memberThat, type Judge } from '../fixtures/matchers.js'
import { absent, integer, laterThan, list, member, moment, text } from '../fixtures/members.js'
import { atMost, cursorOf, numbering, ofUrl, page, RUNS, type Query } from '../fixtures/pages.js'
import { failedAgain } from '../fixtures/reruns.js'
import { completedRun, failingSteps, startedRun, type Run } from '../fixtures/runs.js'
import { canceledRun, pausedRun, waitingRun } from '../fixtures/waiting-runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

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
  ['stepName is the name of the step', 'queue.runs.step-name', member('stepName', 'one')],
  ['each step has a stepType', 'queue.runs.step-type', text('stepType'), () => text('stepType')],
  [
    'each step has a callType',
    'queue.runs.step-call-type',
    text('callType'),
    () => text('callType'),
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

/** Returns the id of the message with the result of the first step, which is delivered second. */
const messageOfOne = ({ runId, application }: Run) => application.callsOf(runId)[1]?.messageId

/** Lists a completed run of one step, and its step `one`. */
async function listedStep(world: QueueWorld) {
  const run = await completedRun(world, { steps: [{ name: 'one', result: RESULT }] })
  const shown = given(await listedRun(world, run, hasStep('one', messageOfOne(run))))
  return { run, shown, one: given(stepOf(shown, 'one', messageOfOne(run))) }
}

/** Lists a completed run of two parallel steps and one after them. */
async function listedGroups(world: QueueWorld): Promise<HttpMessage> {
  const steps: Steps = [[{ name: 'left' }, { name: 'right' }], { name: 'after' }]
  return given(await listedRun(world, await completedRun(world, { steps }), hasStep('after')))
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

const sized = (count: number) => numbering(count, 'runs')

/** Exactly the selected runs are listed with each filter, and all of them without it. */
async function mustSelect(
  world: QueueWorld,
  all: readonly Known[],
  within: Query,
  rows: Readonly<Record<string, readonly [filter: Query, selected: readonly Known[]]>>,
): Promise<void> {
  const every = lists(all, all)
  given(await listing(world, RUNS, within, every), every, ({ items }) =>
    ofNoOther(within)(asMessage({ items })),
  )
  await eachRow(rows, async ([filter, selected]) =>
    judgeList(must, world, { ...within, ...filter }, selected, all),
  )
}

/** True if exactly these runs are listed; a wrong filter is for its own scenario. */
async function isSelected(
  world: QueueWorld,
  query: Query,
  selected: readonly Known[],
  of: readonly Known[] = selected,
): Promise<boolean> {
  const fits = lists(selected, of)
  const read = await listing(world, RUNS, query, fits)
  return read.failure === undefined && fits(read) === undefined
}

/** Matches runs of the requested workflow alone. */
const ofNoOther = ({ workflowUrl }: Query): Matcher =>
  expects(
    'runs of no other workflow',
    (page) => entriesIn(page).flatMap((run) => run.workflowUrl ?? []),
    (urls) => workflowUrl === undefined || urls.every((url) => url === workflowUrl),
  )

/** Judges that exactly the selected ones of these runs are listed. */
async function judgeList(
  judge: Judge,
  world: QueueWorld,
  query: Query,
  selected: readonly Known[],
  of: readonly Known[] = selected,
): Promise<void> {
  const chosen = lists(selected, of)
  judge(await listing(world, RUNS, query, chosen), chosen)
}

async function runsOf(world: QueueWorld, count: number, application = world.workflow()) {
  const starts = Array.from({ length: count }, () => completedRun(world, { application }))
  return { application, runs: await Promise.all(starts) }
}

async function runsOfOneId(world: QueueWorld) {
  const application = world.workflow()
  const first = await completedRun(world, { application })
  given(await listedRun(world, first, ended), ended)
  const second = await completedRun(world, { application, runId: first.runId })
  return { application, runs: [first, second] as const }
}

const ended: Matcher = expects(
  'a run that has ended',
  jsonOf,
  (_, run) => memberOf(run, 'workflowState') !== 'RUN_STARTED',
)

async function runOfEachState(world: QueueWorld, label: string) {
  const eventId = `${world.id}-event`
  const settings = { Label: label }
  const application = world.workflow(failingSteps)
  const failed = await startedRun(world, { application, settings })
  given(await listedRun(world, failed, ended), ended)
  application.deploy([])
  const completed = await completedRun(world, { application, settings })
  application.deploy([{ name: 'wait', waitFor: eventId }])
  const canceled = await canceledRun(world, { application, settings })
  const waiting = await waitingRun(world, { application, eventId, settings })
  return {
    RUN_STARTED: waiting,
    RUN_SUCCESS: completed,
    RUN_FAILED: failed,
    RUN_CANCELED: canceled,
  }
}

/** Starts a run that completes and one that waits, of one URL with a query. */
async function endedAndWaiting(world: QueueWorld): Promise<readonly Run[]> {
  const eventId = `${world.id}-never`
  const application = world.workflow([], { query: 'a=1&b=2' })
  const completed = await completedRun(world, { application })
  application.deploy([{ name: 'wait', waitFor: eventId }])
  return [completed, await waitingRun(world, { application, eventId })]
}

/** Lists runs of one application until they fit: together, or one by one. */
async function listedRuns(world: QueueWorld, runs: readonly Run[], fits: (run: Run) => Matcher) {
  const allFit: Matcher<Listing> = ({ items }) => {
    const isThere = (run: Run) =>
      items.filter(isOf(run)).some((item) => fits(run)(asMessage(item)) === undefined)
    return runs.every(isThere) ? undefined : lacks('all of the runs', items)
  }
  const { items } = await listing(world, RUNS, ofUrl(runs[0]!.application), allFit)
  const found: (readonly [Run, HttpMessage])[] = []
  for (const run of runs) {
    const item = items.find(isOf(run))
    found.push([run, item ? asMessage(item) : await listedRun(world, run, fits(run))])
  }
  return found
}

/** Milliseconds between runs that dates separate. */
const APART = 10

async function runsApart(world: QueueWorld) {
  const application = world.workflow()
  const runs: Run[] = []
  for (let n = 0; n < 3; n++) {
    if (n > 0) await world.time.pass(APART)
    runs.push(await completedRun(world, { application }))
  }
  return { application, runs }
}

/** Returns a time between run `n` and the one before it. */
const before = (runs: readonly Run[], n: number) => runs[n]!.createdAt - APART / 2

const FOUR_STATES = ['RUN_FAILED', 'RUN_SUCCESS', 'RUN_SUCCESS', 'RUN_FAILED'] as const

async function fourRuns(world: QueueWorld): Promise<Four & { readonly runs: readonly Run[] }> {
  const application = world.workflow()
  const [label, runId] = [`${world.id}-label`, `${world.id}-shared`]
  const runs: Run[] = []
  for (const [n, state] of FOUR_STATES.entries()) {
    if (n > 0) await world.time.pass(APART)
    const options = { application, runId: n > 0 ? runId : `${world.id}-not-shared` }
    const isFailed = state === 'RUN_FAILED'
    application.deploy(isFailed ? failingSteps : [])
    const run = isFailed
      ? await startedRun(world, options)
      : await completedRun(world, { ...options, settings: { Label: label } })
    runs.push(run)
  }
  const inState = (run: Run) => text('workflowState', FOUR_STATES[runs.indexOf(run)])
  for (const [run, shown] of await listedRuns(world, runs, inState)) given(shown, inState(run))
  return { runs, label, runId, createdAt: runs.map(({ createdAt }) => createdAt), apart: APART }
}

const dividingRuns: Dividing<Four> = {
  ...dividing,
  'a state': [() => ({ state: 'RUN_SUCCESS' }), [1, 2]],
}

/** Reads all pages of two runs; calls `between` after the first. */
async function readByTwos(
  world: QueueWorld,
  within: Query,
  between: () => Promise<unknown> = async () => {},
): Promise<readonly Exchange[]> {
  const query = { ...within, count: 2 }
  const pages = [given(await page(world, RUNS, query), ofNoOther(within))]
  await between()
  // A wrong cursor may never end.
  while (pages.length < 10) {
    const cursor = cursorOf(pages.at(-1)!)
    if (cursor === undefined) break
    pages.push(await page(world, RUNS, { ...query, cursor }))
  }
  return pages
}

function timesIn(pages: readonly Exchange[], runs: readonly Known[]): readonly number[] {
  const items = pages.flatMap(entriesIn)
  return runs.map((run) => items.filter(isOf(run)).length)
}

/** Matches a page with no other runs than these. */
const onlyOf = (runs: readonly Known[]): Matcher =>
  expects(
    'no runs of another workflow',
    (page) => entriesIn(page).filter((item) => !runs.some((run) => isOf(run)(item))),
    (others) => others.length === 0,
  )

/** Makes runs of one URL: of the past, if the provider can. */
async function manyRuns(world: QueueWorld, count: number): Promise<Query> {
  const application = world.workflow()
  const workflowUrl = application.url
  if (!world.makesPastRuns) await runsOf(world, count, application)
  else {
    for (let n = 0; n < count; n++) {
      const workflowRunId = `${world.id}-past-${n}`
      await world.pastRuns({ workflowUrl, workflowRunId, state: 'RUN_SUCCESS' })
    }
  }
  return { workflowUrl }
}

/** Describes the end of a run without its time, which differs from run to run. */
function endOf(run: HttpMessage): unknown {
  const completedAt = memberOf(run, 'workflowRunCompletedAt')
  return typeof completedAt === 'number' && completedAt > 0 ? 'a moment' : completedAt
}

/** Date bounds, and the direction in which they exclude. */
const inclusive = [
  ['fromDate', 'queue.runs.filter-from-date-inclusive', 1],
  ['toDate', 'queue.runs.filter-to-date-inclusive', -1],
] as const

/** Filters that exclude a run which all other filters select. */
const excluding = [
  ['workflowRunId', 'queue.runs.filter-workflow-run-id'],
  ['workflowUrl', 'queue.runs.filter-workflow-url'],
  ['workflowCreatedAt', 'queue.runs.filter-workflow-created-at'],
  ['state', 'queue.runs.filter-state'],
  ['fromDate', 'queue.runs.filter-from-date'],
  ['toDate', 'queue.runs.filter-to-date'],
  ['label', 'queue.runs.filter-label'],
] as const

async function restartedAndResumed(world: QueueWorld, failed: FailedRun) {
  const restarted = await failedAgain(world, 'restart', failed)
  return [restarted, await failedAgain(world, 'resume', restarted)]
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
        world.note(what, endOf(await listedRun(world, run, ended)))
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
      const hasOne = hasStep('one', messageOfOne(run))
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
      const messageOf = (name: string) =>
        run.application.callsOf(run.runId)[1 + Object.keys(results).indexOf(name)]?.messageId
      const hasAll = Object.keys(results).map((name) => hasStep(name, messageOf(name)))
      const shown = given(await listedRun(world, run, ...hasAll))
      await eachRow(results, async (result, name) =>
        must(given(stepOf(shown, name, messageOf(name))), out(result)),
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

  scenario('run list: two runs with the same run id are both listed', {
    id: 'queue.runs.runs-share-a-run-id/both-runs-listed',
    async run(world) {
      const { application, runs } = await runsOfOneId(world)
      await judgeList(must, world, ofUrl(application), runs)
    },
  }),

  scenario('run list: workflowRunId selects both runs with that id and no other', {
    id: 'queue.runs.filter-on-a-shared-run-id/both-runs-and-no-other',
    async run(world) {
      const { application, runs } = await runsOfOneId(world)
      const other = await completedRun(world, { application })
      await judgeList(must, world, { workflowRunId: runs[0].runId }, runs, [...runs, other])
    },
  }),

  scenario('run list: workflowRunId with workflowCreatedAt selects one of two runs', {
    id: 'queue.runs.created-at-identifies-one-run/selects-one-of-two-runs',
    async run(world) {
      const { runs } = await runsOfOneId(world)
      for (const run of runs) {
        const { runId: workflowRunId, createdAt } = run
        const only = (workflowCreatedAt: number) =>
          judgeList(must, world, { workflowRunId, workflowCreatedAt }, [run], runs)
        await only(createdAt)
        const shown = memberOf(await listedRun(world, run), 'workflowRunCreatedAt')
        // A wrong target may list another time than it delivers.
        if (typeof shown === 'number' && shown !== createdAt) await only(shown)
      }
    },
  }),

  scenario('run list: workflowRunId selects only the runs with that id', {
    id: 'queue.runs.filter-workflow-run-id/selects',
    async run(world) {
      const application = world.workflow()
      const one = await completedRun(world, { application, runId: `${world.id}-one` })
      const two = await completedRun(world, { application, runId: `${world.id}-Two` })
      // Some targets change the case of an id.
      const shown = memberOf(await listedRun(world, two), 'workflowRunId')
      const runId = typeof shown === 'string' ? shown : two.runId

      await mustSelect(world, [one, two], ofUrl(application), {
        'the id of one run': [{ workflowRunId: one.runId }, [one]],
        'an id with a capital letter': [{ workflowRunId: runId }, [two]],
        'the id of no run': [{ workflowRunId: `${world.id}-none` }, []],
      })
    },
  }),

  scenario('run list: workflowUrl selects only the runs of that URL', {
    id: 'queue.runs.filter-workflow-url/selects',
    async run(world) {
      const one = await completedRun(world)
      given(await listedRun(world, one, ended), ended)
      const two = await completedRun(world, { runId: one.runId, query: 'a=1' })
      const within = { workflowRunId: one.runId }

      await mustSelect(world, [one, two], within, {
        'a URL': [ofUrl(one.application), [one]],
        'a URL with a query': [ofUrl(two.application), [two]],
      })
    },
  }),

  scenario('run list: workflowCreatedAt selects only the run created at that time', {
    id: 'queue.runs.filter-workflow-created-at/selects',
    async run(world) {
      const { application, runs } = await runsOfOneId(world)
      const [one, two] = runs
      await mustSelect(world, runs, ofUrl(application), {
        'of the first run': [{ workflowCreatedAt: one.createdAt }, [one]],
        'of the second run': [{ workflowCreatedAt: two.createdAt }, [two]],
      })
    },
  }),

  scenario('run list: state selects only the runs in that state', {
    id: 'queue.runs.filter-state/no-run-in-another-state',
    async run(world) {
      const label = `${world.id}-label`
      const byState = await runOfEachState(world, label)
      const all = Object.values(byState)
      const { RUN_SUCCESS, RUN_CANCELED } = byState
      const within = ofUrl(RUN_SUCCESS.application)
      const isIn = (state: string) => text('workflowState', state)
      const areListed: Matcher<Listing> = ({ items }) => {
        const lacking = Object.entries(byState).find(([state, run]) => {
          const found = items.find(isOf(run))
          return found === undefined || isIn(state)(asMessage(found)) !== undefined
        })
        return lacking && lacks('a run in each state', items)
      }
      const { items } = await listing(world, RUNS, within, areListed)
      // A run missing here is judged at the end.
      for (const [state, run] of Object.entries(byState)) {
        const found = items.find(isOf(run))
        if (found !== undefined) given(asMessage(found), isIn(state))
      }

      await eachRow(byState, async (run, state) =>
        judgeList(must, world, { ...within, state }, [run], all),
      )
      // A filter that is wrong without a state is for its own scenario.
      const judgeBeside = async (filter: Query, own: readonly Run[], state: string, run?: Run) => {
        const chosen = run === undefined ? [] : [run]
        if (await isSelected(world, { ...filter, state }, chosen, all)) return
        if (await isSelected(world, filter, own, all))
          await judgeList(must, world, { ...filter, state }, chosen, all)
      }
      await judgeBeside({ workflowRunId: RUN_SUCCESS.runId }, [RUN_SUCCESS], 'RUN_CANCELED')
      await eachRow({ RUN_SUCCESS, RUN_CANCELED }, (run, state) =>
        judgeBeside({ label }, all, state, run),
      )
      for (const run of all) if (!items.some(isOf(run))) must(await listedRun(world, run))
    },
  }),

  scenario('run list: fromDate excludes earlier runs', {
    id: 'queue.runs.filter-from-date/between-runs',
    waits: 2 * APART,
    async run(world) {
      const { application, runs } = await runsApart(world)
      await mustSelect(world, runs, ofUrl(application), {
        'between two runs': [{ fromDate: before(runs, 2) }, [runs[2]!]],
      })
    },
  }),

  scenario('run list: toDate excludes later runs', {
    id: 'queue.runs.filter-to-date/between-runs',
    waits: 2 * APART,
    async run(world) {
      const { application, runs } = await runsApart(world)
      const [first] = runs as [Run]
      const [within, toDate] = [ofUrl(application), before(runs, 1)]
      await mustSelect(world, runs, within, { alone: [{ toDate }, [first]] })
      const fromDate = first.createdAt - minutes(2)
      if (await isSelected(world, { ...within, fromDate }, runs)) {
        await judgeList(must, world, { ...within, fromDate, toDate }, [first], runs)
      }
    },
  }),

  ...inclusive.map(([name, rule, step]) =>
    scenario(`run list: ${name} equal to the time of a run selects the run`, {
      id: `${rule}/equal-to-run-time`,
      async run(world) {
        const run = await completedRun(world)
        const isDated = integer('workflowRunCreatedAt')
        const shown = given(await listedRun(world, run, isDated, ended), isDated)
        async function isListed(date: number): Promise<boolean> {
          const query = { ...ofUrl(run.application), [name]: date }
          return given(await listing(world, RUNS, query)).items.some(isOf(run))
        }

        const createdAt = Number(memberOf(shown, 'workflowRunCreatedAt'))
        // Another rule requires the end of the run.
        const completedAt = Number(memberOf(shown, 'workflowRunCompletedAt') ?? createdAt)
        // It may compare either of them.
        const [near, far] = step === 1 ? [createdAt, completedAt] : [completedAt, createdAt]
        const read = async () => ({
          ...NOTHING,
          isInclusive:
            (await isListed(near)) &&
            !(await isListed(far + step)) &&
            (!(await isListed(near + step)) || (await isListed(far))),
        })
        const fits: Matcher<Awaited<ReturnType<typeof read>>> = ({ isInclusive }) =>
          isInclusive
            ? undefined
            : lacks(`a run of ${createdAt} to ${completedAt} with that ${name}`, 'none')
        must(await world.eventually(read, fits), fits)
      },
    }),
  ),

  observation('observes if run list fromDate is compared to creation or end of a run', {
    id: 'queue.runs.date-meaning/created-or-ended',
    waits: 2 * APART,
    async run(world) {
      const run = await pausedRun(world, 2 * APART)
      const query = { ...ofUrl(run.application), fromDate: run.createdAt + APART }
      const { items } = given(await listing(world, RUNS, query))
      world.note('moment', items.some(isOf(run)) ? 'when the run ended' : 'when it was created')
    },
  }),

  scenario('run list: label selects only the runs with that label', {
    id: 'queue.runs.filter-label/selects',
    async run(world) {
      const application = world.workflow()
      const [first, second] = [`${world.id}-One`, `${world.id}-TWO`]
      const labelled = (label: string) =>
        completedRun(world, { application, settings: { Label: label } })
      const [one, two] = [await labelled(first), await labelled(second)]
      const all = [one, two, await completedRun(world, { application })]
      await mustSelect(world, all, ofUrl(application), {
        'the label of one run': [{ label: first }, [one]],
        'the label of no run': [{ label: `${world.id}-three` }, []],
      })
      await judgeList(must, world, { label: second }, [two], all)
    },
  }),

  scenario('run list: label selects restarted and resumed runs too', {
    id: 'queue.runs.filter-label/restarted-and-resumed',
    async run(world) {
      const label = `${world.id}-label`
      const failed = await failedRun(world, { settings: { Label: label } })
      const made = await restartedAndResumed(world, failed)
      const within = ofUrl(failed.application)
      // Other rules require that reruns keep the label: the DLQ shows that the last one has it.
      const last = hasEntries(made.at(-1)!.dlqId)
      given(await listed(world, { ...within, label }, last), last)
      await mustSelect(world, made, within, { 'their label': [{ label }, made] })
    },
  }),

  ...excluding.map(([name, rule]) =>
    scenario(`run list: a run is left out if filter ${name} differs`, {
      id: `${rule}/beside-all-others`,
      async run(world) {
        const label = `${world.id}-label`
        const run = await completedRun(world, { settings: { Label: label } })
        const query = { ...sharedFilters(run), state: 'RUN_SUCCESS', label }
        await mustSelect(world, [run], query, {
          'another value': [{ [name]: excludingValues[name](run) }, []],
        })
      },
    }),
  ),

  scenario('run list: a page has as many runs as count requests', {
    id: 'queue.runs.count/pages',
    async run(world) {
      const within = await manyRuns(world, 3)
      const areThere = expects('three runs', entriesIn, ({ length }) => length >= 3)
      given(await page(world, RUNS, within, areThere), areThere)
      const first = await page(world, RUNS, { ...within, count: 1 }, sized(1), text('cursor'))
      must(first, accepted(), sized(1))
      for (const count of [2, 3])
        must(await page(world, RUNS, { ...within, count }, sized(count)), accepted(), sized(count))
      const cursor = cursorOf(given(first, text('cursor')))!
      must(await page(world, RUNS, { ...within, count: 1, cursor }, sized(1)), accepted(), sized(1))
    },
  }),

  scenario('run list without count: a page has 10 of 11 runs', {
    id: 'queue.runs.count-default-10/eleven-runs',
    run: async (world) =>
      must(await page(world, RUNS, await manyRuns(world, 11), sized(10)), accepted(), sized(10)),
  }),

  scenario('run list: a count over 10 returns at most 10 runs', {
    id: 'queue.runs.count-maximum-10/eleven-runs',
    async run(world) {
      const query = await manyRuns(world, 11)
      const ten = await page(world, RUNS, { ...query, count: 10 }, sized(10))
      given(ten, accepted(), sized(10))
      for (const count of [11, 1000])
        must(await page(world, RUNS, { ...query, count }), atMost(10, 'runs'))
    },
  }),

  scenario('run list: pages of count 2 list each run of a workflowUrl once', {
    id: 'queue.runs.filter-cursor/pages-of-two',
    async run(world) {
      // A cursor that loses the URL leads to this older run of another URL.
      await runsOf(world, 1)
      const { application, runs } = await runsOf(world, 3)
      await judgeList(given, world, ofUrl(application), runs)
      async function lastOfPages() {
        const pages = await readByTwos(world, ofUrl(application))
        return { ...pages.at(-1)!, pages }
      }
      const once = runs.map(() => 1)
      const fits: Matcher<Awaited<ReturnType<typeof lastOfPages>>>[] = [
        accepted(),
        equals('how often each run is listed', once, ({ pages }) => timesIn(pages, runs)),
        ({ pages }) => onlyOf(runs)(pages[1] ?? NOTHING),
      ]
      const read = await world.eventually(lastOfPages, ...fits)
      given(read.pages[0]!, text('cursor'))
      must(read, ...fits)
    },
  }),

  scenario('run list: pages of count 1 list exactly the runs of each filter', {
    id: 'queue.runs.filter-cursor/pages-of-one',
    waits: 3 * APART,
    async run(world) {
      const four = await fourRuns(world)
      const { runs } = four
      await eachRow(dividingRuns, async ([filter, selected]) => {
        const query = { ...ofUrl(runs[0]!.application), ...filter(four) }
        const chosen = selected.map((n) => runs[n]!)
        await mustPage(
          world,
          () => listing(world, RUNS, { ...query, count: 1 }),
          lists(chosen, runs),
          () => judgeList(given, world, query, chosen, runs),
        )
      })
    },
  }),

  observation('observes runs left out or repeated if a run starts between two pages', {
    id: 'queue.pagination.changes-between-pages/runs',
    async run(world) {
      const { application, runs } = await runsOf(world, 3)
      const within = ofUrl(application)
      await judgeList(given, world, within, runs)
      const pages = await readByTwos(world, within, () => completedRun(world, { application }))
      const times = timesIn(pages, runs)
      world.note('left out', times.filter((each) => each === 0).length)
      world.note('repeated', times.filter((each) => each > 1).length)
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
      const shown = stepsOf(await listedRun(world, run, hasStep('two')))
      for (const name of ['stepType', 'callType'])
        world.note(name, [
          ...new Set(shown.map((each) => (each[name] === undefined ? 'none' : each[name]))),
        ])
    },
  }),
]
