// The list of workflow runs (endpoint 11): what it tells of a run and its steps, and what it can be
// narrowed to.

import { asMessage, memberOf } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { minutes } from '../../core/time.js'
import type { Steps } from '../fixtures/application.js'
import { atMost, entriesIn, hasEntries, listedOnce } from '../fixtures/entries.js'
import {
  absent,
  cursorOf,
  integer,
  isOf,
  laterThan,
  laterThanIts,
  listedRun,
  listing,
  lists,
  moment,
  page,
  RUNS,
  stepsOf,
  type Listing,
} from '../fixtures/listed.js'
import {
  equals,
  equalsSorted,
  expects,
  list,
  member,
  memberThat,
  text,
} from '../fixtures/matchers.js'
import { failedAgain } from '../fixtures/reruns.js'
import {
  canceledRun,
  completedRun,
  failedRun,
  pausedRun,
  startedRun,
  waitingRun,
  type FailedRun,
  type Run,
} from '../fixtures/runs.js'
import { scenariosNeeding, type IdOf, type QueueWorld } from '../fixtures/world.js'
import {
  APART,
  before,
  dividingRuns,
  ended,
  endedAndWaiting,
  endOf,
  fourRuns,
  group,
  groups,
  groupsHaveSteps,
  hasStep,
  initialStep,
  isSelected,
  judgeList,
  judgeSideBySide,
  listedGroups,
  listedRuns,
  listedStep,
  manyRuns,
  messageOfOne,
  mustSelect,
  ofUrl,
  onlyOf,
  out,
  readByTwos,
  RESULT,
  runOfEachState,
  runsApart,
  runsOf,
  runsOfOneId,
  sized,
  STATES,
  step,
  timesIn,
  allFilters,
  excluding,
  inclusive,
} from '../fixtures/run-list.js'

const { scenario, observation } = scenariosNeeding('runs')

/** Results, some of which are easily taken for none, or for too much. */
const results = { one: RESULT, null: null, long: 'long '.repeat(20_000) }

/** What each run says of itself. */
const runFields: readonly (readonly [
  name: string,
  id: IdOf<'runs'>,
  matcher: (run: Run) => Matcher,
])[] = [
  [
    'workflowRunId',
    'queue.runs.workflow-run-id/in-progress-and-ended',
    ({ runId }) => text('workflowRunId', runId),
  ],
  [
    'workflowUrl',
    'queue.runs.workflow-url/in-progress-and-ended',
    ({ application }) => text('workflowUrl', application.url),
  ],
  [
    'workflowState',
    'queue.runs.workflow-state/in-progress-and-ended',
    () =>
      memberThat('workflowState', `a "workflowState" of ${STATES.join(', ')}`, (state) =>
        STATES.some((each) => each === state),
      ),
  ],
]

/** What a step that returned says of itself, and what the initial step does, the payload. */
const stepFields: readonly {
  readonly title: string
  readonly id: IdOf<'runs'>
  readonly step?: Matcher
  readonly initial?: (run: Run) => Matcher
}[] = [
  {
    title: 'a step has its stepName',
    id: 'queue.runs.step-name/of-completed-run',
    step: member('stepName', 'one'),
  },
  {
    title: 'each step has a stepType',
    id: 'queue.runs.step-type/of-completed-run',
    step: text('stepType'),
    initial: () => text('stepType'),
  },
  {
    title: 'each step has a callType',
    id: 'queue.runs.step-call-type/of-completed-run',
    step: text('callType'),
    initial: () => text('callType'),
  },
  {
    title: 'each step has a messageId',
    id: 'queue.runs.step-message-id/of-completed-run',
    step: text('messageId'),
    initial: ({ messageId }) => text('messageId', messageId),
  },
  {
    title: 'a step has a state',
    id: 'queue.runs.step-state/of-completed-run',
    step: text('state'),
  },
  {
    title: 'the initial step has no stepId',
    id: 'queue.runs.step-id-absent-on-the-initial-step/of-completed-run',
    initial: () => absent('stepId'),
  },
]

/** What comes of a failed run that is restarted, and of that when it is resumed. */
async function againTwice(world: QueueWorld, failed: FailedRun): Promise<readonly FailedRun[]> {
  const restarted = await failedAgain(world, 'restart', failed)
  return [restarted, await failedAgain(world, 'resume', restarted)]
}

/** The run took some time, by what it says itself. */
const tookTime: Matcher = (run) =>
  laterThanIts(run, 'workflowRunCreatedAt', 'workflowRunCompletedAt')(run)

export const runListScenarios = [
  scenario('the list has its runs under "runs"', {
    id: 'queue.runs.list-response/runs',
    needs: [],
    run: async ({ queue }) => must(await queue.send('GET', RUNS), accepted(), list('runs')),
  }),

  scenario('runs in progress and ended runs are listed', {
    id: 'queue.runs.list-response/in-progress-and-ended',
    async run(world) {
      must(await listedRun(world, await completedRun(world)))
      must(await listedRun(world, await waitingRun(world)))
      must(await listedRun(world, await canceledRun(world)))
      const failed = await startedRun(world, { steps: [{ name: 'fails', fails: true }] })
      must(await listedRun(world, failed))
    },
  }),

  ...runFields.map(([name, id, matcher]) =>
    scenario(`a run in progress and an ended run have their ${name}`, {
      id,
      async run(world) {
        const runs = await endedAndWaiting(world)
        for (const [run, shown] of await listedRuns(world, runs, matcher)) {
          must(given(shown), matcher(run))
        }
      },
    }),
  ),

  scenario('a restarted or resumed run is listed under its own id', {
    id: 'queue.runs.workflow-run-id/restarted-and-resumed',
    async run(world) {
      const runs = await againTwice(world, await failedRun(world))
      const isNamed = ({ runId }: Run) => text('workflowRunId', runId)
      for (const [run, shown] of await listedRuns(world, runs, isNamed)) must(shown, isNamed(run))
    },
  }),

  scenario('workflowRunCreatedAt is when the run was created', {
    id: 'queue.runs.workflow-run-created-at/when-created',
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

  scenario('workflowRunCompletedAt is when the run ended', {
    id: 'queue.runs.workflow-run-completed-at/when-ended',
    waits: APART,
    async run(world) {
      const { time } = world
      const before = (await time.now()) + APART
      const run = await pausedRun(world, APART)
      const completedAt = moment(time, 'workflowRunCompletedAt', before, await time.now())
      must(given(await listedRun(world, run, completedAt)), completedAt, tookTime)
    },
  }),

  observation('workflowRunCompletedAt of failed and of cancelled runs', {
    id: 'queue.runs.completed-at-without-success/failed-and-cancelled',
    async run(world) {
      const steps: Steps = [{ name: 'fails', fails: true }]
      const failed = await startedRun(world, { steps })
      const canceled = await canceledRun(world)
      for (const [what, run] of Object.entries({ failed, canceled })) {
        world.note(what, endOf(await listedRun(world, run, ended)))
      }
    },
  }),

  scenario('each step is listed in one group', {
    id: 'queue.runs.steps/groups',
    run: async (world) => must(await listedGroups(world), groups),
  }),

  scenario('a run in progress lists the steps that are done', {
    id: 'queue.runs.steps/in-progress',
    async run(world) {
      const wait = { name: 'wait', waitFor: `${world.id}-never` }
      const run = await waitingRun(world, { steps: [{ name: 'one', result: RESULT }, wait] })
      const hasOne = hasStep('one', messageOfOne(run))
      must(given(await listedRun(world, run, hasOne)), hasOne)
    },
  }),

  scenario('a group of steps side by side is parallel, any other sequential', {
    id: 'queue.runs.group-type/parallel-and-sequential',
    run: async (world) =>
      must(
        await listedGroups(world),
        group('left', 'parallel', 'left', 'right'),
        group('after', 'sequential'),
      ),
  }),

  scenario('a group has an array of steps', {
    id: 'queue.runs.group-steps/array',
    run: async (world) => must(await listedGroups(world), groupsHaveSteps),
  }),

  ...stepFields.map(({ title, id, step: matcher, initial }) =>
    scenario(title, {
      id,
      async run(world) {
        const { run, shown, one } = await listedStep(world)
        if (matcher) must(one, matcher)
        if (initial) must(given(initialStep(shown, run, ['one'])), initial(run))
      },
    }),
  ),

  scenario('out of a step is its result as JSON text', {
    id: 'queue.runs.step-out/results',
    async run(world) {
      const steps = Object.entries(results).map(([name, result]) => ({ name, result }))
      const run = await completedRun(world, { steps })
      const messageOf = (name: string) =>
        run.application.callsOf(run.runId)[1 + Object.keys(results).indexOf(name)]?.messageId
      const hasAll = Object.keys(results).map((name) => hasStep(name, messageOf(name)))
      const shown = given(await listedRun(world, run, ...hasAll))
      await eachRow(results, async (result, name) =>
        must(given(step(shown, name, messageOf(name))), out(result)),
      )
    },
  }),

  scenario('concurrent is the number of steps side by side', {
    id: 'queue.runs.step-concurrent/side-by-side',
    async run(world) {
      const count = (steps: number) => [integer('concurrent'), member('concurrent', steps)]
      await judgeSideBySide(world, { left: count(2), right: count(2), after: count(1) })
    },
  }),

  scenario('stepId counts the steps, those side by side too', {
    id: 'queue.runs.step-id/side-by-side',
    async run(world) {
      const number = (stepId: number) => [member('stepId', stepId)]
      await judgeSideBySide(world, { left: number(1), right: number(2), after: number(3) })
    },
  }),

  scenario('createdAt is when a step was created', {
    id: 'queue.runs.step-created-at/when-created',
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

  scenario('createdAt is later for a step that was created later', {
    id: 'queue.runs.step-created-at/after-a-pause',
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
    id: 'queue.runs.step-is-tied-to-a-message/delivered-messages',
    async run(world) {
      const steps: Steps = [{ name: 'one' }, { name: 'two' }]
      const run = await completedRun(world, { steps })
      const delivered = run.application.callsOf(run.runId).map(({ messageId }) => messageId)
      const tied = equalsSorted('the messages of the steps', delivered, (shown) =>
        stepsOf(shown).map(({ messageId }) => messageId),
      )
      must(given(await listedRun(world, run, tied)), tied)
    },
  }),

  scenario('all runs of one id are listed', {
    id: 'queue.runs.runs-share-a-run-id/two-runs',
    async run(world) {
      const { application, runs } = await runsOfOneId(world)
      await judgeList(must, world, ofUrl(application), runs)
    },
  }),

  scenario('workflowRunId selects all runs of that id, and no other run', {
    id: 'queue.runs.filter-on-a-shared-run-id/two-runs',
    async run(world) {
      const { application, runs } = await runsOfOneId(world)
      const other = await completedRun(world, { application })
      await judgeList(must, world, { workflowRunId: runs[0].runId }, runs, [...runs, other])
    },
  }),

  scenario('workflowRunId and workflowCreatedAt select one of two runs', {
    id: 'queue.runs.created-at-identifies-one-run/two-runs',
    async run(world) {
      const { runs } = await runsOfOneId(world)
      for (const run of runs) {
        const { runId: workflowRunId, createdAt } = run
        const only = (workflowCreatedAt: number) =>
          judgeList(must, world, { workflowRunId, workflowCreatedAt }, [run], runs)
        await only(createdAt)
        const shown = memberOf(await listedRun(world, run), 'workflowRunCreatedAt')
        // It is listed with the moment of its deliveries, unless the target is wrong.
        if (typeof shown === 'number' && shown !== createdAt) await only(shown)
      }
    },
  }),

  scenario('workflowRunId selects the runs of that id', {
    id: 'queue.runs.filter-workflow-run-id/selects',
    async run(world) {
      const application = world.workflow()
      const one = await completedRun(world, { application, runId: `${world.id}-one` })
      const two = await completedRun(world, { application, runId: `${world.id}-Two` })
      // Some targets list an id in other letters than those it was started with.
      const shown = memberOf(await listedRun(world, two), 'workflowRunId')
      const runId = typeof shown === 'string' ? shown : two.runId

      await mustSelect(world, [one, two], ofUrl(application), {
        'the id of one run': [{ workflowRunId: one.runId }, [one]],
        'an id with a capital letter': [{ workflowRunId: runId }, [two]],
        'the id of no run': [{ workflowRunId: `${world.id}-none` }, []],
      })
    },
  }),

  scenario('workflowUrl selects the runs of that URL', {
    id: 'queue.runs.filter-workflow-url/selects',
    async run(world) {
      const one = await completedRun(world)
      given(await listedRun(world, one, ended), ended)
      const two = await completedRun(world, { runId: one.runId, query: 'a=1' })

      await mustSelect(
        world,
        [one, two],
        { workflowRunId: one.runId },
        {
          'a URL': [ofUrl(one.application), [one]],
          'a URL with a query': [ofUrl(two.application), [two]],
        },
      )
    },
  }),

  scenario('workflowCreatedAt selects the runs that were created then', {
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

  scenario('state selects the runs in that state', {
    id: 'queue.runs.filter-state/each-state',
    async run(world) {
      const label = `${world.id}-label`
      const byState = await runOfEachState(world, label)
      const all = Object.values(byState)
      const { RUN_SUCCESS: completed } = byState
      const within = ofUrl(completed.application)
      const isIn = (state: string) => text('workflowState', state)
      const areListed: Matcher<Listing> = ({ items }) => {
        const lacking = Object.entries(byState).find(([state, run]) => {
          const found = items.find(isOf(run))
          return found === undefined || isIn(state)(asMessage(found)) !== undefined
        })
        return lacking && lacks('a run in each state', items)
      }
      const { items } = await listing(world, RUNS, within, areListed)
      // A run that is left out where no state is asked for is judged at the end.
      for (const [state, run] of Object.entries(byState)) {
        const found = items.find(isOf(run))
        if (found !== undefined) given(asMessage(found), isIn(state))
      }

      await eachRow(byState, async (run, state) =>
        judgeList(must, world, { ...within, state }, [run], all),
      )
      const { runId: workflowRunId } = completed
      if (await isSelected(world, { workflowRunId }, [completed], all)) {
        await judgeList(must, world, { workflowRunId, state: 'RUN_CANCELED' }, [], all)
      }
      if (await isSelected(world, { label }, all)) {
        const { RUN_SUCCESS, RUN_CANCELED } = byState
        await eachRow({ RUN_SUCCESS, RUN_CANCELED }, async (run, state) =>
          judgeList(must, world, { label, state }, [run], all),
        )
      }
      for (const run of all) if (!items.some(isOf(run))) must(await listedRun(world, run))
    },
  }),

  scenario('fromDate excludes the runs before it', {
    id: 'queue.runs.filter-from-date/between-runs',
    waits: 2 * APART,
    async run(world) {
      const { application, runs } = await runsApart(world)
      await mustSelect(world, runs, ofUrl(application), {
        'between two runs': [{ fromDate: before(runs, 2) }, [runs[2]!]],
      })
    },
  }),

  scenario('toDate excludes the runs after it', {
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

  ...inclusive.map(([name, id, includes]) =>
    scenario(`${name} is inclusive`, {
      id,
      async run(world) {
        const run = await completedRun(world)
        const isDated = integer('workflowRunCreatedAt')
        const shown = given(await listedRun(world, run, isDated, ended), isDated)
        async function isListed(date: number): Promise<boolean> {
          const query = { ...ofUrl(run.application), [name]: date }
          return given(await listing(world, RUNS, query)).items.some(isOf(run))
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

  observation('fromDate compares when a run was created, or when it ended', {
    id: 'queue.runs.date-meaning/created-or-ended',
    waits: 2 * APART,
    async run(world) {
      const run = await pausedRun(world, 2 * APART)
      const query = { ...ofUrl(run.application), fromDate: run.createdAt + APART }
      const { items } = given(await listing(world, RUNS, query))
      world.note('moment', items.some(isOf(run)) ? 'when the run ended' : 'when it was created')
    },
  }),

  scenario('label selects the runs that have it', {
    id: 'queue.runs.filter-label/selects',
    async run(world) {
      const application = world.workflow()
      const [first, second] = [`${world.id}-one`, `${world.id}-two`]
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

  scenario('label selects restarted and resumed runs too', {
    id: 'queue.runs.filter-label/restarted-and-resumed',
    async run(world) {
      const label = `${world.id}-label`
      const failed = await failedRun(world, { settings: { Label: label } })
      const made = await againTwice(world, failed)
      const within = ofUrl(failed.application)
      // Whether they have it too is for other rules: the DLQ tells it of the last, which comes of all.
      const last = hasEntries(made.at(-1)!.dlqId)
      given(await listedOnce(world, { ...within, label }, last), last)
      await mustSelect(world, made, within, { 'their label': [{ label }, made] })
    },
  }),

  ...excluding.map(([name, rule, value]) =>
    scenario(`${name} excludes a run that all other filters select`, {
      id: `${rule}/beside-all-others`,
      async run(world) {
        const label = `${world.id}-label`
        const run = await completedRun(world, { settings: { Label: label } })
        await mustSelect(world, [run], allFilters(run, label), {
          'another value': [{ [name]: value(run) }, []],
        })
      },
    }),
  ),

  scenario('count is the number of runs on a page', {
    id: 'queue.runs.count/pages',
    async run(world) {
      const within = await manyRuns(world, 3)
      const areThere = expects('three runs', entriesIn, ({ length }) => length >= 3)
      given(await page(world, RUNS, within, areThere), areThere)
      const first = await page(world, RUNS, { ...within, count: 1 }, sized(1))
      must(first, accepted(), sized(1))
      for (const count of [2, 3])
        must(await page(world, RUNS, { ...within, count }), accepted(), sized(count))
      const cursor = cursorOf(given(first, text('cursor')))!
      must(await page(world, RUNS, { ...within, count: 1, cursor }), accepted(), sized(1))
    },
  }),

  scenario('a page has 10 runs without a count', {
    id: 'queue.runs.count-default-10/eleven-runs',
    run: async (world) =>
      must(await page(world, RUNS, await manyRuns(world, 11), sized(10)), accepted(), sized(10)),
  }),

  scenario('a page has at most 10 runs, whatever the count', {
    id: 'queue.runs.count-maximum-10/eleven-runs',
    async run(world) {
      const query = await manyRuns(world, 11)
      const ten = await page(world, RUNS, { ...query, count: 10 }, sized(10))
      given(ten, accepted(), sized(10))
      for (const count of [11, 1000])
        must(await page(world, RUNS, { ...query, count }), atMost(10, 'runs'))
    },
  }),

  scenario('pages repeat no run, leave none out, and keep their URL', {
    id: 'queue.runs.filter-cursor/pages-of-two',
    async run(world) {
      // Of another URL, and from before: there a cursor leads that forgets the URL.
      await runsOf(world, 1)
      const { application, runs } = await runsOf(world, 3)
      await judgeList(given, world, ofUrl(application), runs)
      const pages = await readByTwos(world, ofUrl(application))
      given(pages[0]!, text('cursor'))
      const once = runs.map(() => 1)
      const isOnce = equals('how often each run is listed', once, () => timesIn(pages, runs))
      must(pages.at(-1)!, accepted(), isOnce)
      must(pages[1]!, accepted(), onlyOf(runs))
    },
  }),

  scenario('pages of one run keep each filter to the last run', {
    id: 'queue.runs.filter-cursor/pages-of-one',
    waits: 3 * APART,
    async run(world) {
      const four = await fourRuns(world)
      const { runs } = four
      await eachRow(dividingRuns, async ([filter, selected]) => {
        const query = { ...ofUrl(runs[0]!.application), ...filter(four) }
        const chosen = selected.map((n) => runs[n]!)
        await judgeList(given, world, query, chosen, runs)
        must(await listing(world, RUNS, { ...query, count: 1 }), lists(chosen, runs))
      })
    },
  }),

  observation('runs left out or repeated where one starts between two pages', {
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

  observation('workflowRunCompletedAt of a run in progress', {
    id: 'queue.runs.completed-at-of-a-run-in-progress/waiting',
    async run(world) {
      const shown = await listedRun(world, await waitingRun(world))
      world.note('workflowRunCompletedAt', endOf(shown))
    },
  }),

  observation('stepType and callType of the steps of a run', {
    id: 'queue.runs.step-and-call-types/types',
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
]
