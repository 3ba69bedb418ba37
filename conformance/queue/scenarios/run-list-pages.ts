// The pages of the list of workflow runs (endpoint 11).

import { given, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import type { Exchange } from '../../wire/exchange.js'
import {
  entriesIn,
  isOf,
  type Known,
  type Listing,
  listing,
  asLongAs,
  atMost,
  cursorOf,
  ofUrl,
  page,
  paged,
  type Query,
  RUNS,
  judgeList,
  listsNoOtherUrl,
} from '../fixtures/lists.js'
import { expects, text } from '../fixtures/matchers.js'
import { completedRun } from '../fixtures/runs.js'
import { type QueueWorld, scenariosNeeding } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const sized = (count: number) => paged(count, 'runs')

async function runsOf(world: QueueWorld, count: number, application = world.workflow()) {
  const starts = Array.from({ length: count }, () => completedRun(world, { application }))
  return { application, runs: await Promise.all(starts) }
}

/** Reads all pages of two runs; calls `between` after the first. */
async function readByTwos(
  world: QueueWorld,
  within: Query,
  between: () => Promise<unknown> = async () => {},
): Promise<readonly Exchange[]> {
  const query = { ...within, count: 2 }
  const pages = [given(await page(world, RUNS, query), listsNoOtherUrl(within))]
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

export const runListPageScenarios = [
  scenario('run list: a page has as many runs as count requests', {
    id: 'queue.runs.count/pages',
    async run(world) {
      const within = await manyRuns(world, 3)
      const areThere = expects<Listing, number>(
        'three runs',
        ({ items }) => items.length,
        (count) => count >= 3,
      )
      given(await listing(world, RUNS, within, areThere), areThere)
      const first = await page(world, RUNS, { ...within, count: 1 }, sized(1), text('cursor'))
      must(first, accepted(), sized(1))
      for (const count of [2, 3])
        must(await page(world, RUNS, { ...within, count }, sized(count)), accepted(), sized(count))
      const cursor = cursorOf(given(first, text('cursor')))!
      must(await page(world, RUNS, { ...within, count: 1, cursor }, sized(1)), accepted(), sized(1))
    },
  }),

  scenario('run list without count: each page has at most 10 of 23 runs', {
    id: 'queue.runs.count-default-10/two-pages',
    async run(world) {
      const query = await manyRuns(world, 23)
      const ten = await page(world, RUNS, { ...query, count: 10 }, sized(10))
      const fits = [accepted(), sized(10), asLongAs(ten, 'runs')]
      const first = await page(world, RUNS, query, ...fits)
      must(first, ...fits)
      const cursor = cursorOf(first)
      if (cursor === undefined) return
      must(await page(world, RUNS, { ...query, cursor }), accepted(), atMost(10, 'runs'))
    },
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
]
