// The list of workflow runs (endpoint 11): what it tells of a run and its steps, and what it can be
// narrowed to.

import { isDeepStrictEqual } from 'node:util'
import type { MustRuleId } from '#generated/rules.js'
import { asMessage, jsonOf, memberOf, type Exchange, type Message } from '../../wire/exchange.js'
import { given, must, type Finding, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { minutes } from '../../core/time.js'
import type { Application, Steps } from '../fixtures/application.js'
import {
  atMost,
  entriesIn,
  hasEntries,
  listed,
  numbering,
  type Query,
} from '../fixtures/entries.js'
import {
  absent,
  cursorOf,
  integer,
  isOf,
  itemsIn,
  laterThan,
  laterThanIts,
  listedRun,
  listing,
  lists,
  missing,
  moment,
  page,
  RUNS,
  settled,
  stepsOf,
  type Item,
  type Known,
  type Listing,
} from '../fixtures/listed.js'
import { list, member, text } from '../fixtures/matchers.js'
import { againEachWay } from '../fixtures/reruns.js'
import {
  canceledRun,
  completedRun,
  failedRun,
  pausedRun,
  startedRun,
  waitingRun,
  type Run,
} from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

type RunRule = MustRuleId & `queue.runs.${string}`

const needs = ['runs'] as const

/** The result of a step as the application sends it. */
const RESULT = { of: ['one', 1] }

/** Results that are easily taken for none, or for too much. */
const results = { null: null, 'a long text': 'long '.repeat(20_000) }

/** Steps one after the other, and side by side. */
const sideBySide: Steps = [{ name: 'one' }, [{ name: 'left' }, { name: 'right' }], { name: 'two' }]

const STATES = ['RUN_STARTED', 'RUN_SUCCESS', 'RUN_FAILED', 'RUN_CANCELED'] as const

type RunState = (typeof STATES)[number]

const oneOfTheStates: Matcher = (run) => {
  const state = memberOf(run, 'workflowState')
  return STATES.some((each) => each === state)
    ? undefined
    : lacks(`a "workflowState" of ${STATES.join(', ')}`, state ?? jsonOf(run))
}

/** What each run says of itself. */
const runFields: readonly (readonly [
  name: string,
  rule: RunRule,
  matcher: (run: Run) => Matcher,
])[] = [
  ['workflowRunId', 'queue.runs.workflow-run-id', (run) => text('workflowRunId', run.runId)],
  [
    'workflowUrl',
    'queue.runs.workflow-url',
    ({ application }) => text('workflowUrl', application.url),
  ],
  ['workflowState', 'queue.runs.workflow-state', () => oneOfTheStates],
]

/** A step of a listed run by its name, or by its message where that is known. */
function step(run: Message, name: string, messageId?: string): Message {
  const steps = stepsOf(run)
  const found =
    steps.find(({ stepName }) => stepName === name) ??
    steps.find((each) => each.messageId === messageId)
  return found === undefined ? missing(`a step "${name}"`) : asMessage(found)
}

const hasStep =
  (name: string, messageId?: string): Matcher =>
  (run) => {
    const { failure } = step(run, name, messageId)
    return failure === undefined ? undefined : { message: failure }
  }

/** What a step returned, as JSON text. */
const out =
  (want: unknown): Matcher =>
  (step) => {
    const got = memberOf(step, 'out')
    const value = typeof got === 'string' ? jsonOf({ headers: [], body: Buffer.from(got) }) : got
    return typeof got === 'string' && isDeepStrictEqual(value, want)
      ? undefined
      : differs('"out" as JSON text', JSON.stringify(want), got)
  }

/** What a step that returned says of itself. */
const stepFields: readonly (readonly [
  name: string,
  rule: RunRule,
  ...matchers: readonly Matcher[],
])[] = [
  ['stepId', 'queue.runs.step-id', member('stepId', 1)],
  ['stepName', 'queue.runs.step-name', member('stepName', 'one')],
  ['stepType', 'queue.runs.step-type', text('stepType')],
  ['callType', 'queue.runs.step-call-type', text('callType')],
  ['messageId', 'queue.runs.step-message-id', text('messageId')],
  ['out', 'queue.runs.step-out', out(RESULT)],
  ['concurrent', 'queue.runs.step-concurrent', member('concurrent', 1)],
  ['state', 'queue.runs.step-state', text('state')],
]

/** What the initial step, the payload, says of itself. */
const initialFields: readonly (readonly [
  what: string,
  rule: RunRule,
  matcher: (run: Run) => Matcher,
])[] = [
  ['has no "stepId"', 'queue.runs.step-id-absent-on-the-initial-step', () => absent('stepId')],
  ['has a type', 'queue.runs.step-type', () => text('stepType')],
  ['has a call type', 'queue.runs.step-call-type', () => text('callType')],
  [
    'has the id of the message that started the run',
    'queue.runs.step-message-id',
    ({ messageId }) => text('messageId', messageId),
  ],
]

/** The initial step: by its message, or because no step of the application is it. */
function initialStep(run: Message, { messageId }: Run, names: readonly string[]): Message {
  const steps = stepsOf(run)
  const found =
    steps.find((each) => each.messageId === messageId) ??
    steps.find(({ stepName }) => !names.includes(String(stepName)))
  return found === undefined ? missing('an initial step') : asMessage(found)
}

/** The message that brought the result of the first step: the second that was delivered. */
const messageOfOne = ({ runId, application }: Run) => application.callsOf(runId)[1]?.messageId

/** A completed run of one step as it is listed, with its step `one`. */
async function listedStep(world: QueueWorld, result: unknown = RESULT) {
  const run = await completedRun(world, { steps: [{ name: 'one', result }] })
  const shown = given(await listedRun(world, run, hasStep('one', messageOfOne(run))))
  return { run, shown, one: given(step(shown, 'one', messageOfOne(run))) }
}

/** A completed run of steps one after the other and side by side, as it is listed. */
async function listedGroups(world: QueueWorld): Promise<Message> {
  const run = await completedRun(world, { steps: sideBySide })
  return given(await listedRun(world, run, hasStep('two')))
}

const names = (steps: unknown) => itemsIn(steps).map(({ stepName }) => stepName)

/** The groups have these members, and each step stands in one of them. */
const groups: Matcher = (run) => {
  const groups = itemsIn(memberOf(run, 'steps'))
  const named = groups.flatMap((group) => names(group.steps))
  const isOnce = (name: string) => named.filter((each) => each === name).length === 1
  const areGroups = groups.every((group) => 'type' in group && 'steps' in group)
  return areGroups && ['one', 'left', 'right', 'two'].every(isOnce)
    ? undefined
    : lacks('groups with "type" and "steps" that have each step once', memberOf(run, 'steps'))
}

/** The group of a step is of that type, and has these steps. */
const group =
  (name: string, type: string, ...members: readonly string[]): Matcher =>
  (run) => {
    const groups = itemsIn(memberOf(run, 'steps'))
    const own = groups.find(({ steps }) => names(steps).includes(name))
    return own?.type === type && members.every((each) => names(own.steps).includes(each))
      ? undefined
      : differs(`"${name}" to be in a group`, { type, with: members }, own ?? groups)
  }

const groupsHaveSteps: Matcher = (run) => {
  const groups = itemsIn(memberOf(run, 'steps'))
  const isGroup = ({ steps }: Item) => itemsIn(steps).length > 0
  return groups.length > 0 && groups.every(isGroup)
    ? undefined
    : lacks('each group to have an array of steps', memberOf(run, 'steps'))
}

/** A page with so many runs. */
const sized = (count: number) => numbering(count, 'runs')

/** What there is of an application. */
const ofUrl = ({ url }: Pick<Application, 'url'>): Query => ({ workflowUrl: url })

/**
 * Exactly the `selected` of these runs are listed with a filter; all of them are without it, or as
 * many as are `known` to be.
 */
async function mustSelect(
  world: QueueWorld,
  {
    all,
    known = all,
    within,
    filter,
  }: { all: readonly Known[]; known?: readonly Known[]; within: Query; filter: Query },
  selected: readonly Known[],
): Promise<void> {
  const { queue, time } = world
  const read = () => listing(queue, RUNS, within)
  const isHeard: Matcher<Listing> = ({ items }) => ofNoOther(items, within)
  given(await settled(time, read, lists(known, known)), lists(known, known), isHeard)
  await judgeList(must, world, { ...within, ...filter }, selected, all)
}

/** What is wrong with runs of another workflow than the one that is asked for, if one is. */
function ofNoOther(items: readonly Item[], { workflowUrl: asked }: Query): Finding | undefined {
  const urls = items.flatMap(({ workflowUrl }) => workflowUrl ?? [])
  return asked === undefined || urls.every((url) => url === asked)
    ? undefined
    : lacks('runs of no other workflow', urls)
}

/** Exactly the `selected` of these runs are listed: that they are not breaks the rule or blocks it. */
async function judgeList(
  judge: typeof must | typeof given,
  { queue, time }: QueueWorld,
  query: Query,
  selected: readonly Known[],
  of: readonly Known[] = selected,
): Promise<void> {
  const chosen = lists(selected, of)
  judge(await settled(time, () => listing(queue, RUNS, query), chosen), chosen)
}

/** Those of some runs that are in these places. */
const inPlaces = (runs: readonly Run[], places: readonly number[]) => places.map((n) => runs[n]!)

/** Completed runs of one application. */
async function runsOf(world: QueueWorld, count: number, application = world.workflow()) {
  const starts = Array.from({ length: count }, () => completedRun(world, { application }))
  return { application, runs: await Promise.all(starts) }
}

/** Two completed runs of one id. */
async function runsOfOneId(world: QueueWorld) {
  const application = world.workflow()
  const first = await completedRun(world, { application })
  given(await listedRun(world, first, ended), ended)
  const second = await completedRun(world, { application, runId: first.runId })
  return { application, runs: [first, second] as const }
}

/** The run took some time, by what it says itself. */
const tookTime: Matcher = (run) =>
  laterThanIts(run, 'workflowRunCreatedAt', 'workflowRunCompletedAt')(run)

const ended: Matcher = (run) =>
  memberOf(run, 'workflowState') === 'RUN_STARTED'
    ? lacks('a run that has ended', jsonOf(run))
    : undefined

/** Runs of one application, one in each state. */
async function runOfEachState(world: QueueWorld): Promise<Readonly<Record<RunState, Run>>> {
  const eventId = `${world.id}-event`
  const application = world.workflow([{ name: 'fails', fails: true }])
  const failed = await startedRun(world, { application })
  given(await listedRun(world, failed, ended), ended)
  application.mend()
  const completed = await completedRun(world, { application })
  application.deploy([{ name: 'wait', waitFor: eventId }])
  const canceled = await canceledRun(world, { application })
  const waiting = await waitingRun(world, { application, eventId })
  return {
    RUN_STARTED: waiting,
    RUN_SUCCESS: completed,
    RUN_FAILED: failed,
    RUN_CANCELED: canceled,
  }
}

/** How far apart the runs are that dates tell apart, in milliseconds. */
const APART = 10

/** Three runs, one after the other. */
async function runsApart(world: QueueWorld) {
  const application = world.workflow()
  const runs: Run[] = []
  for (let n = 0; n < 3; n++) {
    if (n > 0) await world.time.pass(APART)
    runs.push(await completedRun(world, { application }))
  }
  return { application, runs }
}

/** Runs that each filter divides, in the order of their start. */
interface Four {
  readonly runs: readonly Run[]
  /** What the runs in the middle have, and the others have not. */
  readonly label: string
  /** The last three have it. */
  readonly runId: string
}

const FOUR_STATES = ['RUN_CANCELED', 'RUN_SUCCESS', 'RUN_SUCCESS', 'RUN_CANCELED'] as const

/** Four runs of one application, in these states. */
async function fourRuns(world: QueueWorld): Promise<Four> {
  const application = world.workflow()
  const [label, runId] = [`${world.id}-label`, `${world.id}-shared`]
  const runs: Run[] = []
  for (const [n, state] of FOUR_STATES.entries()) {
    if (n > 0) await world.time.pass(APART)
    const options = { application, runId: n > 0 ? runId : `${world.id}-not-shared` }
    const isCanceled = state === 'RUN_CANCELED'
    application.deploy(isCanceled ? [{ name: 'wait', waitFor: `${world.id}-never` }] : [])
    const run = isCanceled
      ? await canceledRun(world, options)
      : await completedRun(world, { ...options, settings: { Label: label } })
    const isInState = text('workflowState', state)
    given(await listedRun(world, run, isInState), isInState)
    runs.push(run)
  }
  given(await listing(world.queue, RUNS, ofUrl(application)), lists(runs, runs))
  return { runs, label, runId }
}

/** Filters, and which of those runs they select. */
const dividing: readonly (readonly [
  what: string,
  filter: (four: Four) => Query,
  selected: readonly number[],
])[] = [
  ['the run id', ({ runId }) => ({ workflowRunId: runId }), [1, 2, 3]],
  ['the label', ({ label }) => ({ label }), [1, 2]],
  ['a state', () => ({ state: 'RUN_SUCCESS' }), [1, 2]],
  [
    'a range of dates',
    ({ runs }) => ({ fromDate: before(runs, 1), toDate: before(runs, 3) }),
    [1, 2],
  ],
]

/** Whether such a filter alone selects nobody else's runs. */
const isApart = ([what]: (typeof dividing)[number]) => what === 'the run id' || what === 'the label'

/** Between the creation of a run and the end of the one before it. */
const before = (runs: readonly Run[], place: number) => runs[place]!.createdAt - APART / 2

/** The dates that select runs of those three, whether they mean their creation or their end. */
const dates: readonly (readonly [
  title: string,
  rule: RunRule,
  filter: (runs: readonly Run[]) => Query,
  selected: readonly number[],
  beside?: (runs: readonly Run[]) => Query,
])[] = [
  [
    '"fromDate" leaves out the runs before it',
    'queue.runs.filter-from-date',
    (runs) => ({ fromDate: before(runs, 2) }),
    [2],
  ],
  [
    '"toDate" leaves out the runs after it',
    'queue.runs.filter-to-date',
    (runs) => ({ toDate: before(runs, 1) }),
    [0],
  ],
  [
    '"toDate" leaves out the runs after it, beside "fromDate"',
    'queue.runs.filter-to-date',
    (runs) => ({ toDate: before(runs, 1) }),
    [0],
    (runs) => ({ fromDate: before(runs, 0) - minutes(2) }),
  ],
]

/** Dates at which a run is listed or not. */
type Selecting = (date: number) => Promise<boolean>

/** That both ends of a range are in it, whether they mean when a run was created or when it ended. */
const inclusive: readonly (readonly [
  name: 'fromDate' | 'toDate',
  rule: RunRule,
  includes: (isListed: Selecting, createdAt: number, completedAt: number) => Promise<boolean>,
])[] = [
  [
    'fromDate',
    'queue.runs.filter-from-date-inclusive',
    async (isListed, createdAt, completedAt) =>
      (await isListed(createdAt)) &&
      !(await isListed(completedAt + 1)) &&
      (!(await isListed(createdAt + 1)) || (await isListed(completedAt))),
  ],
  [
    'toDate',
    'queue.runs.filter-to-date-inclusive',
    async (isListed, createdAt, completedAt) =>
      (await isListed(completedAt)) &&
      !(await isListed(createdAt - 1)) &&
      (!(await isListed(completedAt - 1)) || (await isListed(createdAt))),
  ],
]

/** All filters at once, with values that a run has. */
const allFilters = ({ runId, createdAt, application: { url } }: Run, label: string) => ({
  workflowRunId: runId,
  workflowUrl: url,
  workflowCreatedAt: createdAt,
  state: 'RUN_SUCCESS',
  fromDate: createdAt - minutes(2),
  toDate: createdAt + minutes(2),
  label,
})

/** Each of them with a value that the run does not have. */
const excluding: readonly (readonly [
  name: keyof ReturnType<typeof allFilters>,
  rule: RunRule,
  value: (run: Run) => string | number,
])[] = [
  ['workflowRunId', 'queue.runs.filter-workflow-run-id', ({ runId }) => `${runId}-another`],
  ['workflowUrl', 'queue.runs.filter-workflow-url', ({ application: { url } }) => `${url}/another`],
  ['workflowCreatedAt', 'queue.runs.filter-workflow-created-at', ({ createdAt }) => createdAt + 1],
  ['state', 'queue.runs.filter-state', () => 'RUN_CANCELED'],
  ['fromDate', 'queue.runs.filter-from-date', ({ createdAt }) => createdAt + minutes(2)],
  ['toDate', 'queue.runs.filter-to-date', ({ createdAt }) => createdAt - minutes(2)],
  ['label', 'queue.runs.filter-label', ({ runId }) => `${runId}-another`],
]

/** Pages of two runs each, to the end; `between`: done after the first. */
async function readByTwos(
  { queue }: QueueWorld,
  within: Query,
  between: () => Promise<unknown> = async () => {},
): Promise<readonly Exchange[]> {
  const isHeard: Matcher<Exchange> = (first) => ofNoOther(entriesIn(first), within)
  const pages = [given(await page(queue, RUNS, { ...within, count: 2 }), isHeard)]
  await between()
  // A cursor may never end, and a filter may not be heard.
  while (pages.length < 100) {
    const cursor = cursorOf(pages.at(-1)!)
    if (cursor === undefined) break
    pages.push(await page(queue, RUNS, { ...within, count: 2, cursor }))
  }
  return pages
}

/** How often each run is listed. */
function timesIn(pages: readonly Exchange[], runs: readonly Known[]): readonly number[] {
  const items = pages.flatMap(entriesIn)
  return runs.map((run) => items.filter(isOf(run)).length)
}

/** That each run is on one page, once. */
function mustBeOnceIn(pages: readonly Exchange[], runs: readonly Known[]): void {
  const times = timesIn(pages, runs)
  const once: Matcher = () =>
    times.every((each) => each === 1)
      ? undefined
      : differs(
          'how often each run is listed',
          runs.map(() => 1),
          times,
        )
  must(pages.at(-1)!, accepted(), once)
}

/** A page with these runs and no others, not all of them either. */
const onlyOf =
  (runs: readonly Known[]): Matcher =>
  (page) => {
    const others = entriesIn(page).filter((item) => !runs.some((run) => isOf(run)(item)))
    return others.length === 0 ? undefined : lacks('no runs of another workflow', others)
  }

/** Five runs of one application, all of them listed. */
async function fiveRuns(world: QueueWorld) {
  const { application, runs } = await runsOf(world, 5)
  const within = ofUrl(application)
  await judgeList(given, world, within, runs)
  return { application, runs, within }
}

export const runListScenarios = [
  scenario('the list has its runs under "runs"', {
    rule: 'queue.runs.list-response',
    async run({ queue }) {
      must(await queue.send('GET', RUNS), accepted(), list('runs'))
    },
  }),

  ...runFields.map(([name, rule, matcher]) =>
    scenario(`a run in progress and one that has ended have their "${name}"`, {
      rule,
      needs,
      async run(world) {
        for (const run of [await waitingRun(world), await completedRun(world)]) {
          must(given(await listedRun(world, run, matcher(run))), matcher(run))
        }
      },
    }),
  ),

  scenario('a run that comes of another one is listed under its own id', {
    rule: 'queue.runs.workflow-run-id',
    needs,
    async run(world) {
      for (const run of await againEachWay(world, await failedRun(world))) {
        const isNamed = text('workflowRunId', run.runId)
        must(await listedRun(world, run, isNamed), isNamed)
      }
    },
  }),

  scenario('"workflowUrl" of a run has its query', {
    rule: 'queue.runs.workflow-url',
    needs,
    async run(world) {
      const run = await completedRun(world, { query: 'a=1&b=2' })
      const named = text('workflowUrl', run.application.url)

      must(given(await listedRun(world, run, named)), named)
    },
  }),

  scenario('"workflowRunCreatedAt" is when the run was created', {
    rule: 'queue.runs.workflow-run-created-at',
    needs,
    waits: APART,
    async run(world) {
      const { time } = world
      for (const application of [world.workflow(), world.workflow()]) {
        const before = await time.now()
        const run = await completedRun(world, { application })
        const created = moment(time, 'workflowRunCreatedAt', before, await time.now())
        await time.pass(APART / 2)
        must(given(await listedRun(world, run)), created)
      }
    },
  }),

  scenario('"workflowRunCompletedAt" is when the run ended', {
    rule: 'queue.runs.workflow-run-completed-at',
    needs,
    waits: APART,
    async run(world) {
      const { time } = world
      const before = (await time.now()) + APART
      const run = await pausedRun(world, APART)
      const completedAt = moment(time, 'workflowRunCompletedAt', before, await time.now())
      must(given(await listedRun(world, run, completedAt)), completedAt, tookTime)
    },
  }),

  observation('the "workflowRunCompletedAt" of runs that failed or were cancelled', {
    rule: 'queue.runs.completed-at-without-success',
    needs,
    async run(world) {
      const steps: Steps = [{ name: 'fails', fails: true }]
      const failed = await startedRun(world, { steps })
      const canceled = await canceledRun(world)
      for (const [what, run] of Object.entries({ failed, canceled })) {
        const completedAt = memberOf(await listedRun(world, run, ended), 'workflowRunCompletedAt')
        const isMoment = typeof completedAt === 'number' && completedAt > 0
        world.note(what, isMoment ? 'a moment' : (completedAt ?? 'absent'))
      }
    },
  }),

  scenario('the steps stand in groups', {
    rule: 'queue.runs.steps',
    needs,
    async run(world) {
      must(await listedGroups(world), groups)
    },
  }),

  scenario('a run in progress has the steps that have been done', {
    rule: 'queue.runs.steps',
    needs,
    async run(world) {
      const wait = { name: 'wait', waitFor: `${world.id}-never` }
      const run = await waitingRun(world, { steps: [{ name: 'one', result: RESULT }, wait] })
      const hasOne = hasStep('one', messageOfOne(run))
      must(given(await listedRun(world, run, hasOne)), hasOne)
    },
  }),

  scenario('a group of steps side by side is parallel, any other sequential', {
    rule: 'queue.runs.group-type',
    needs,
    async run(world) {
      must(
        await listedGroups(world),
        group('one', 'sequential'),
        group('left', 'parallel', 'left', 'right'),
        group('two', 'sequential'),
      )
    },
  }),

  scenario('a group has an array of steps', {
    rule: 'queue.runs.group-steps',
    needs,
    async run(world) {
      must(await listedGroups(world), groupsHaveSteps)
    },
  }),

  ...stepFields.map(([name, rule, ...matchers]) =>
    scenario(`a step that has returned has its "${name}"`, {
      rule,
      needs,
      async run(world) {
        must((await listedStep(world)).one, ...matchers)
      },
    }),
  ),

  ...Object.entries(results).map(([what, result]) =>
    scenario(`a step that has returned ${what} has that as its "out"`, {
      rule: 'queue.runs.step-out',
      needs,
      async run(world) {
        must((await listedStep(world, result)).one, out(result))
      },
    }),
  ),

  ...initialFields.map(([what, rule, matcher]) =>
    scenario(`the initial step ${what}`, {
      rule,
      needs,
      async run(world) {
        const { run, shown } = await listedStep(world)
        must(given(initialStep(shown, run, ['one'])), matcher(run))
      },
    }),
  ),

  scenario('steps side by side say how many they are', {
    rule: 'queue.runs.step-concurrent',
    needs,
    async run(world) {
      const run = await listedGroups(world)
      for (const name of ['left', 'right']) {
        must(given(step(run, name)), integer('concurrent'), member('concurrent', 2))
      }
    },
  }),

  scenario('steps side by side have their own ids', {
    rule: 'queue.runs.step-id',
    needs,
    async run(world) {
      const run = await listedGroups(world)
      const ids = ['one', 'left', 'right', 'two'].map((name) => given(step(run, name)))
      ids.forEach((each, index) => must(each, member('stepId', index + 1)))
    },
  }),

  scenario('"createdAt" is when a step was created', {
    rule: 'queue.runs.step-created-at',
    needs,
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

  scenario('"createdAt" of a step is later where the step was created later', {
    rule: 'queue.runs.step-created-at',
    needs,
    waits: APART,
    async run(world) {
      const run = await pausedRun(world, APART)
      const late = run.application.callsOf(run.runId).at(-1)?.messageId
      const shown = given(await listedRun(world, run, hasStep('late', late)))
      const first = given(initialStep(shown, run, ['wait', 'late']))

      must(given(step(shown, 'late', late)), laterThan(first, 'createdAt'))
    },
  }),

  scenario('each step has the id of the message that carried it', {
    rule: 'queue.runs.step-is-tied-to-a-message',
    needs,
    async run(world) {
      const steps: Steps = [{ name: 'one' }, { name: 'two' }]
      const run = await completedRun(world, { steps })
      const delivered = run.application.callsOf(run.runId).map(({ messageId }) => messageId)
      const tied: Matcher = (shown) => {
        const ids = stepsOf(shown).map(({ messageId }) => messageId)
        const isTied = isDeepStrictEqual(ids.toSorted(), delivered.toSorted())
        return isTied ? undefined : differs('the messages of the steps', delivered, ids)
      }
      must(given(await listedRun(world, run, tied)), tied)
    },
  }),

  scenario('runs of one id are all listed', {
    rule: 'queue.runs.runs-share-a-run-id',
    needs,
    async run(world) {
      const { application, runs } = await runsOfOneId(world)
      await judgeList(must, world, ofUrl(application), runs)
    },
  }),

  scenario('a filter on a shared id returns all of its runs, and none of another', {
    rule: 'queue.runs.filter-on-a-shared-run-id',
    needs,
    async run(world) {
      const { application, runs } = await runsOfOneId(world)
      const other = await completedRun(world, { application })
      await judgeList(must, world, { workflowRunId: runs[0].runId }, runs, [...runs, other])
    },
  }),

  scenario('"workflowCreatedAt" tells runs of one id apart', {
    rule: 'queue.runs.created-at-identifies-one-run',
    needs,
    async run(world) {
      const { runs } = await runsOfOneId(world)
      for (const run of runs) {
        const { runId, createdAt } = run
        const query = { workflowRunId: runId, workflowCreatedAt: createdAt }
        await judgeList(must, world, query, [run], runs)
      }
    },
  }),

  scenario('the moment that a run is listed with tells it apart from another of its id', {
    rule: 'queue.runs.created-at-identifies-one-run',
    needs,
    async run(world) {
      const { runs } = await runsOfOneId(world)
      for (const run of runs) {
        const shown = given(await listedRun(world, run), integer('workflowRunCreatedAt'))
        const workflowCreatedAt = Number(memberOf(shown, 'workflowRunCreatedAt'))
        const query = { workflowRunId: run.runId, workflowCreatedAt }
        await judgeList(must, world, query, [run], runs)
      }
    },
  }),

  scenario('"workflowRunId" selects the runs of that id', {
    rule: 'queue.runs.filter-workflow-run-id',
    needs,
    async run(world) {
      const application = world.workflow()
      const [one, two] = [`${world.id}-one`, `${world.id}-two`]
      const runs = [
        await completedRun(world, { application, runId: one }),
        await completedRun(world, { application, runId: two }),
      ] as const
      const of = { all: runs, within: ofUrl(application) }
      await mustSelect(world, { ...of, filter: { workflowRunId: one } }, [runs[0]])
      await mustSelect(world, { ...of, filter: { workflowRunId: `${world.id}-none` } }, [])
    },
  }),

  scenario('"workflowUrl" selects the runs of that URL', {
    rule: 'queue.runs.filter-workflow-url',
    needs,
    async run(world) {
      const one = await completedRun(world)
      given(await listedRun(world, one, ended), ended)
      const two = await completedRun(world, { runId: one.runId, query: 'a=1' })
      const of = { all: [one, two], within: { workflowRunId: one.runId } }
      for (const run of [one, two]) {
        await mustSelect(world, { ...of, filter: ofUrl(run.application) }, [run])
      }
    },
  }),

  scenario('"workflowCreatedAt" selects the runs that were created then', {
    rule: 'queue.runs.filter-workflow-created-at',
    needs,
    async run(world) {
      const { application, runs } = await runsOfOneId(world)
      const of = { all: runs, within: ofUrl(application) }
      for (const run of runs) {
        await mustSelect(world, { ...of, filter: { workflowCreatedAt: run.createdAt } }, [run])
      }
    },
  }),

  ...STATES.map((state) =>
    scenario(`"state" selects the runs that are ${state}`, {
      rule: 'queue.runs.filter-state',
      needs,
      async run(world) {
        const byState = await runOfEachState(world)
        const run = byState[state]
        const within = ofUrl(run.application)
        const all = Object.values(byState)
        const read = () => listing(world.queue, RUNS, within)
        const { items } = await settled(world.time, read, lists(all, all))
        // That runs of another state are left out where none is asked for is for the next one to say.
        const isKnown = (each: Run) => each === run || items.some(isOf(each))
        const known = Object.entries(byState).filter(([, each]) => isKnown(each))
        for (const [state, each] of known) {
          const isInState = text('workflowState', state)
          given(await listedRun(world, each, isInState), isInState)
        }
        const of = { all, known: known.map(([, each]) => each), within }
        await mustSelect(world, { ...of, filter: { state } }, [run])
      },
    }),
  ),

  scenario('without a "state" runs of every state are listed', {
    rule: 'queue.runs.filter-state',
    needs,
    async run(world) {
      const byState = await runOfEachState(world)
      const all = Object.values(byState)
      const within = ofUrl(all[0]!.application)
      for (const [state, run] of Object.entries(byState)) {
        await judgeList(given, world, { ...within, state }, [run])
      }

      for (const run of all) must(await listedRun(world, run))
    },
  }),

  ...dates.map(([title, rule, filter, selected, beside]) =>
    scenario(title, {
      rule,
      needs,
      waits: 2 * APART,
      async run(world) {
        const { application, runs } = await runsApart(world)
        const within = { ...ofUrl(application), ...beside?.(runs) }
        const of = { all: runs, within }
        await mustSelect(world, { ...of, filter: filter(runs) }, inPlaces(runs, selected))
      },
    }),
  ),

  ...inclusive.map(([name, rule, includes]) =>
    scenario(`"${name}" is inclusive`, {
      rule,
      needs,
      async run(world) {
        const run = await completedRun(world)
        const isDated = integer('workflowRunCreatedAt')
        const shown = given(await listedRun(world, run, isDated, ended), isDated)
        async function isListed(date: number): Promise<boolean> {
          const query = { ...ofUrl(run.application), [name]: date }
          return given(await listing(world.queue, RUNS, query)).items.some(isOf(run))
        }

        const createdAt = Number(memberOf(shown, 'workflowRunCreatedAt'))
        // That it tells when it ended is another rule.
        const completedAt = Number(memberOf(shown, 'workflowRunCompletedAt') ?? createdAt)
        const isIncluded = await includes(isListed, createdAt, completedAt)
        must(shown, () =>
          isIncluded
            ? undefined
            : lacks(`a run of ${createdAt} to ${completedAt} with that ${name}`, 'none'),
        )
      },
    }),
  ),

  observation('the moment that the dates of the run list mean', {
    rule: 'queue.runs.date-meaning',
    needs,
    waits: 2 * APART,
    async run(world) {
      const run = await pausedRun(world, 2 * APART)
      const query = { ...ofUrl(run.application), fromDate: run.createdAt + APART }
      const { items } = given(await listing(world.queue, RUNS, query))
      world.note('moment', items.some(isOf(run)) ? 'when the run ended' : 'when it was created')
    },
  }),

  scenario('"label" selects the runs that have it', {
    rule: 'queue.runs.filter-label',
    needs,
    async run(world) {
      const application = world.workflow()
      const labelled = (label: string) =>
        completedRun(world, { application, settings: { Label: `${world.id}-${label}` } })
      const [one, two] = [await labelled('one'), await labelled('two')]
      const all = [one, two, await completedRun(world, { application })]
      const of = { all, within: ofUrl(application) }
      await mustSelect(world, { ...of, filter: { label: `${world.id}-one` } }, [one])
      await mustSelect(world, { ...of, filter: { label: `${world.id}-three` } }, [])
    },
  }),

  scenario('"label" selects the runs too that come of one that has it', {
    rule: 'queue.runs.filter-label',
    needs,
    async run(world) {
      const label = `${world.id}-label`
      const failed = await failedRun(world, { settings: { Label: label } })
      const made = await againEachWay(world, failed)
      const within = ofUrl(failed.application)
      // Whether they have it too is for other rules: the DLQ tells it of the last, which comes of all.
      const last = hasEntries(made.at(-1)!.dlqId)
      given(await world.eventually(() => listed(world, { ...within, label }), last), last)
      await mustSelect(world, { all: made, within, filter: { label } }, made)
    },
  }),

  scenario('"label" alone selects the runs that have it', {
    rule: 'queue.runs.filter-label',
    needs,
    waits: 3 * APART,
    async run(world) {
      const { runs, label } = await fourRuns(world)
      await judgeList(must, world, { label }, inPlaces(runs, [1, 2]), runs)
    },
  }),

  ...dividing.filter(isApart).map(([what, filter, selected]) =>
    scenario(`"state" selects the runs that are in it beside ${what} alone`, {
      rule: 'queue.runs.filter-state',
      needs,
      waits: 3 * APART,
      async run(world) {
        const four = await fourRuns(world)
        const { runs } = four
        const within = filter(four)
        await judgeList(given, world, within, inPlaces(runs, selected), runs)

        for (const state of FOUR_STATES) {
          const places = selected.filter((n) => FOUR_STATES[n] === state)
          await judgeList(must, world, { ...within, state }, inPlaces(runs, places), runs)
        }
      },
    }),
  ),

  ...excluding.map(([name, rule, value]) =>
    scenario(`"${name}" leaves out a run that every other filter selects`, {
      rule,
      needs,
      async run(world) {
        const label = `${world.id}-label`
        const run = await completedRun(world, { settings: { Label: label } })
        const of = { all: [run], within: allFilters(run, label) }
        await mustSelect(world, { ...of, filter: { [name]: value(run) } }, [])
      },
    }),
  ),

  scenario('"count" is how many runs there are on a page', {
    rule: 'queue.runs.count',
    needs,
    async run(world) {
      const { within } = await fiveRuns(world)
      for (const count of [1, 4, 5]) {
        const read = () => page(world.queue, RUNS, { ...within, count })
        must(await world.eventually(read, sized(count)), accepted(), sized(count))
      }
    },
  }),

  scenario('"count" is how many runs there are on a later page too', {
    rule: 'queue.runs.count',
    needs,
    async run(world) {
      const { within } = await fiveRuns(world)
      const [first, second] = await readByTwos(world, within)
      given(first!, text('cursor'))
      must(second!, accepted(), sized(2))
    },
  }),

  scenario('a page has 10 runs without a count', {
    rule: 'queue.runs.count-default-10',
    needs,
    async run(world) {
      const { application } = await runsOf(world, 12)
      const read = () => page(world.queue, RUNS, ofUrl(application))
      must(await settled(world.time, read, sized(10)), accepted(), sized(10))
    },
  }),

  scenario('a page has no more than 10 runs, whatever the count', {
    rule: 'queue.runs.count-maximum-10',
    needs,
    async run(world) {
      const { application } = await runsOf(world, 12)
      const read = (count: number) => page(world.queue, RUNS, { ...ofUrl(application), count })
      const ten = () => read(10)
      given(await settled(world.time, ten, sized(10)), accepted(), sized(10))
      for (const count of [11, 12, 1000]) must(await read(count), atMost(10, 'runs'))
    },
  }),

  scenario('pages repeat no run, and leave none out', {
    rule: 'queue.runs.filter-cursor',
    needs,
    async run(world) {
      const { runs, within } = await fiveRuns(world)
      mustBeOnceIn(await readByTwos(world, within), runs)
    },
  }),

  scenario('pages have no run that their filters do not fit', {
    rule: 'queue.runs.filter-cursor',
    needs,
    async run(world) {
      const earlier = await runsOf(world, 1)
      const own = await runsOf(world, 3)
      const later = await runsOf(world, 1, earlier.application)
      const others = [...earlier.runs, ...later.runs]
      for (const [{ application }, runs] of [
        [earlier, others],
        [own, own.runs],
      ] as const) {
        await judgeList(given, world, ofUrl(application), runs)
      }

      const pages = await readByTwos(world, ofUrl(own.application))
      given(pages[0]!, text('cursor'))
      must(pages[1]!, accepted(), onlyOf(own.runs))
    },
  }),

  ...dividing.map(([what, filter, selected]) =>
    scenario(`pages of one run each have the runs that ${what} selects, to the last of them`, {
      rule: 'queue.runs.filter-cursor',
      needs,
      waits: 3 * APART,
      async run(world) {
        const four = await fourRuns(world)
        const { runs } = four
        const query = { ...ofUrl(runs[0]!.application), ...filter(four) }
        const chosen = inPlaces(runs, selected)
        await judgeList(given, world, query, chosen, runs)

        must(await listing(world.queue, RUNS, { ...query, count: 1 }), lists(chosen, runs))
      },
    }),
  ),

  observation('runs left out or repeated where one starts between two pages', {
    rule: 'queue.pagination.changes-between-pages',
    needs,
    async run(world) {
      const { application, runs, within } = await fiveRuns(world)
      const pages = await readByTwos(world, within, () => completedRun(world, { application }))
      const times = timesIn(pages, runs)
      world.note('left out', times.filter((each) => each === 0).length)
      world.note('repeated', times.filter((each) => each > 1).length)
    },
  }),

  observation('the "workflowRunCompletedAt" of a run in progress', {
    rule: 'queue.runs.completed-at-of-a-run-in-progress',
    needs,
    async run(world) {
      const shown = await listedRun(world, await waitingRun(world))
      const completedAt = memberOf(shown, 'workflowRunCompletedAt')
      // A moment differs from run to run; that there is one does not.
      const isMoment = typeof completedAt === 'number' && completedAt > 0
      world.note('workflowRunCompletedAt', isMoment ? 'a moment' : (completedAt ?? 'absent'))
    },
  }),

  observation('the types of steps, and of calls', {
    rule: 'queue.runs.step-and-call-types',
    needs,
    async run(world) {
      const other = world.workflow()
      const steps: Steps = [{ name: 'one' }, { name: 'child', invoke: other }, { name: 'two' }]
      const run = await startedRun(world, { steps })
      await run.application.ended(run.runId)
      const shown = stepsOf(await listedRun(world, run, hasStep('two')))
      const types = (name: string) => [...new Set(shown.map((each) => each[name] ?? 'absent'))]
      world.note('stepType', types('stepType'))
      world.note('callType', types('callType'))
    },
  }),

  scenario('runs are listed, in progress and ended alike', {
    rule: 'queue.runs.list-response',
    needs,
    async run(world) {
      must(await listedRun(world, await completedRun(world)))
      must(await listedRun(world, await waitingRun(world)))
      must(await listedRun(world, await canceledRun(world)))
      const failed = await startedRun(world, { steps: [{ name: 'fails', fails: true }] })
      must(await listedRun(world, failed))
    },
  }),

  scenario('a run id of small and capital letters selects its run', {
    rule: 'queue.runs.filter-workflow-run-id',
    needs,
    async run(world) {
      const run = await completedRun(world, { runId: `${world.id}-Capital` })
      const shown = given(await listedRun(world, run), text('workflowRunId'))
      const workflowRunId = String(memberOf(shown, 'workflowRunId'))

      await judgeList(must, world, { workflowRunId }, [run])
    },
  }),
]
