// The filters of the list of workflow runs (endpoint 11).

import { given, type Matcher, must } from '../../core/judgement.js'
import { lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { minutes } from '../../core/time.js'
import { asMessage, memberOf } from '../../wire/exchange.js'
import {
  isOf,
  type Known,
  hasEntries,
  listed,
  listedRun,
  listing,
  lists,
  ofUrl,
  type Query,
  RUNS,
  APART,
  hasEnded,
  judgeList,
  listsNoOtherUrl,
} from '../fixtures/lists.js'
import { failedRun, completedRun, type Run, pausedRun, failedAgain } from '../fixtures/runs.js'
import { NOTHING } from '../fixtures/inbox.js'
import { integer } from '../fixtures/matchers.js'
import { type QueueWorld, scenariosNeeding } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** Exactly the selected runs are listed with each filter, and all of them without it. */
async function mustSelect(
  world: QueueWorld,
  all: readonly Known[],
  within: Query,
  rows: Readonly<Record<string, readonly [filter: Query, selected: readonly Known[]]>>,
): Promise<void> {
  const every = lists(all, all)
  given(await listing(world, RUNS, within, every), every, ({ items }) =>
    listsNoOtherUrl(within)(asMessage({ items })),
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

async function runsOfOneId(world: QueueWorld) {
  const application = world.workflow()
  const first = await completedRun(world, { application })
  given(await listedRun(world, first, hasEnded), hasEnded)
  const second = await completedRun(world, { application, runId: first.runId })
  return { application, runs: [first, second] as const }
}

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

/** Date bounds, and the direction in which they exclude. */
const inclusive = [
  ['fromDate', 'queue.runs.filter-from-date-inclusive', 1],
  ['toDate', 'queue.runs.filter-to-date-inclusive', -1],
] as const

export const runListFilterScenarios = [
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
        const shown = given(await listedRun(world, run, isDated, hasEnded), isDated)
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
      given(await listedRun(world, run, hasEnded), hasEnded)
      const query = { ...ofUrl(run.application), fromDate: run.createdAt + APART }
      const { items } = given(await listing(world, RUNS, query))
      world.note('moment', items.some(isOf(run)) ? 'when the run ended' : 'when it was created')
    },
  }),

  scenario('run list: label selects restarted and resumed runs too', {
    id: 'queue.runs.filter-label/restarted-and-resumed',
    async run(world) {
      const label = `${world.id}-label`
      const failed = await failedRun(world, { settings: { Label: label } })
      const restarted = await failedAgain(world, 'restart', failed)
      const made = [restarted, await failedAgain(world, 'resume', restarted)]
      const within = ofUrl(failed.application)
      // Other rules require that reruns keep the label: the DLQ shows that the last one has it.
      const last = hasEntries(made.at(-1)!.dlqId)
      given(await listed(world, { ...within, label }, last), last)
      await mustSelect(world, made, within, { 'their label': [{ label }, made] })
    },
  }),
]
