// The pages of bulk restart and bulk resume (endpoint 9), with at most 50 runs each.

import { given, type Matcher, must } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { hours } from '../../core/time.js'
import { attempts } from '../fixtures/arrivals.js'
import {
  CREATED,
  FAILED,
  hasCursor,
  listsNoRuns,
  listsRuns,
  listsSomeRuns,
  ofApplication,
  oneEntryEach,
  pagesOf,
} from '../fixtures/bulk.js'
import type { Rerun } from '../fixtures/client.js'
import { listed, cursorOf, numbering, referencesIn } from '../fixtures/lists.js'
import { failedRun, MANY_MS, manyFailed } from '../fixtures/runs.js'
import { expects } from '../fixtures/matchers.js'
import { type QueueWorld, scenariosNeeding } from '../fixtures/world.js'

const { scenario } = scenariosNeeding('runs')

/** Makes 51 runs that failed together, and one of their URL an hour before and after them. */
async function manyAmongOthers(world: QueueWorld): Promise<{ url: string; id: string }> {
  const { url } = world.inbox()
  const id = `${world.id}-many`
  for (const [workflowRunId, completedAt, count] of [
    [`${world.id}-before`, FAILED - hours(1), 1],
    [id, FAILED, 51],
    [`${world.id}-after`, FAILED + hours(1), 1],
  ] as const) {
    const failed = { state: 'RUN_FAILED', createdAt: CREATED, completedAt } as const
    await world.pastRuns({ workflowUrl: url, workflowRunId, ...failed, count })
  }
  given(await listed(world, ofApplication({ url }), numbering(53)), numbering(53))
  return { url, id }
}

const atMost50 = (): Matcher => listsRuns(0, 50)

const noCursor = (): Matcher =>
  expects('no further cursor', cursorOf, (cursor) => cursor === undefined)

/** Selections of the 51 runs, each with one that must select none, so that the filter works. */
const narrow = [
  [
    'of the requested run id',
    'run-id',
    (id: string) => ({ workflowRunId: id }),
    (id: string) => ({ workflowRunId: `${id}-none` }),
  ],
  [
    'between fromDate and toDate',
    'dates',
    () => ({ fromDate: FAILED, toDate: FAILED }),
    () => ({ fromDate: FAILED + 1, toDate: FAILED + 1 }),
  ],
] as const

/** The numbers of runs that need several pages. */
const counts = { restart: [50, 101], resume: [51] } as const

/** Pages of a restart; other scenarios judge those of a resume. */
const inPagesOfRestart = [
  scenario('bulk restart of 101 failed runs starts at most 50 runs per request', {
    id: 'queue.bulk.at-most-50-runs/restart-101-runs',
    waits: MANY_MS,
    async run(world) {
      const pages = await pagesOf(
        world,
        'restart',
        ofApplication(await manyFailed(world, 101)),
        101,
      )
      for (const page of pages) must(page, atMost50())
      must(pages[0]!, listsSomeRuns())
    },
  }),

  // A target that forgets the URL reruns the runs of everybody.
  scenario('bulk restart by workflowUrl: page 2 starts no runs of another URL', {
    id: 'queue.bulk.cursor-when-more-remain/restart-keeps-url',
    needs: ['runs', 'dedicatedAccount'],
    waits: MANY_MS,
    async run(world) {
      const { application: other } = await failedRun(world)
      const many = await manyFailed(world, 51)
      await failedRun(world, { application: other })
      given(await listed(world, ofApplication(many)), oneEntryEach(many.runs))
      const before = other.deliveries.length
      other.mend()

      const pages = await pagesOf(world, 'restart', ofApplication(many), 3)
      given(pages[0]!, hasCursor())
      must(pages.at(-1)!, listsRuns(0, 51, pages))
      must(await other.all(0), attempts(before))
    },
  }),
]

const inPages = (how: Rerun) => [
  scenario(`bulk ${how} of 55 dlqIds starts at most 50 runs`, {
    id: `queue.bulk.at-most-50-runs/${how}-55-ids`,
    waits: MANY_MS,
    async run(world) {
      const { url, runs } = await manyFailed(world, 55)
      const selection = { ...ofApplication({ url }), dlqIds: runs.map(({ dlqId }) => dlqId) }
      const reply = given(await world.queue.bulk(how, selection), accepted(), listsSomeRuns())
      must(reply, atMost50())
    },
  }),

  scenario(`bulk ${how} of 51 failed runs returns a cursor`, {
    id: `queue.bulk.cursor-when-more-remain/${how}-51-runs`,
    waits: MANY_MS,
    async run(world) {
      const selection = ofApplication(await manyFailed(world, 51))
      const page = given(await world.queue.bulk(how, selection), accepted())
      // Another rule forbids more than 50 runs.
      if (referencesIn(page).length < 51) must(page, hasCursor())
    },
  }),

  scenario(`bulk ${how} of 55 dlqIds returns a cursor`, {
    id: `queue.bulk.cursor-when-more-remain/${how}-55-ids`,
    waits: MANY_MS,
    async run(world) {
      const { url, runs } = await manyFailed(world, 55)
      const selection = { ...ofApplication({ url }), dlqIds: runs.map(({ dlqId }) => dlqId) }
      const page = given(await world.queue.bulk(how, selection), accepted(), listsSomeRuns())
      // Another rule forbids more than 50 runs, and another that a target uses only the first id.
      const { length } = referencesIn(page)
      if (length > 1 && length < 55) must(page, hasCursor())
    },
  }),

  ...(how === 'restart' ? narrow.slice(1) : narrow.slice(0, 1)).map(
    ([what, name, select, selectNone]) =>
      scenario(`bulk ${how}: page 2 starts only runs ${what}`, {
        id: `queue.bulk.cursor-when-more-remain/${how}-keeps-${name}`,
        needs: ['pastRuns'],
        async run(world) {
          const { url, id } = await manyAmongOthers(world)
          const none = { ...ofApplication({ url }), ...selectNone(id) }
          given(await world.queue.bulk(how, none), listsNoRuns)

          const pages = await pagesOf(world, how, { ...ofApplication({ url }), ...select(id) }, 3)
          given(pages[0]!, hasCursor())
          must(pages.at(-1)!, listsRuns(0, 51, pages))
        },
      }),
  ),

  scenario(`bulk ${how} of 1 failed run, and of none, returns no cursor`, {
    id: `queue.bulk.no-cursor-when-all-were-processed/${how}-few`,
    async run(world) {
      const one = await world.queue.bulk(how, ofApplication(await manyFailed(world, 1)))
      given(one, accepted(), listsSomeRuns())
      must(one, listsRuns(1), noCursor())
      must(await world.queue.bulk(how, ofApplication(world.inbox())), listsNoRuns, noCursor())
    },
  }),

  ...counts[how].map((count) =>
    scenario(`bulk ${how} of ${count} failed runs: the last page has no cursor`, {
      id: `queue.bulk.no-cursor-when-all-were-processed/${how}-${count}-runs`,
      waits: MANY_MS,
      async run(world) {
        const pages = await pagesOf(
          world,
          how,
          ofApplication(await manyFailed(world, count)),
          count,
        )
        must(pages.at(-1)!, noCursor(), listsRuns(count, count, pages))
      },
    }),
  ),
]

export const bulkPageScenarios = [...inPages('restart'), ...inPagesOfRestart, ...inPages('resume')]
