// Pages and cursors, mainly of the DLQ list.

import { isDeepStrictEqual } from 'node:util'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { memberOf, type Exchange, type HttpMessage } from '../../wire/exchange.js'
import {
  entriesIn,
  idsIn,
  entryPath,
  hasEntries,
  listed,
  listedPage,
  cursorOf,
  EVENTS,
  numbering,
  ofUrl,
  page,
  RUNS,
  type Query,
} from '../fixtures/lists.js'
import {
  completedRun,
  failedEach,
  failedRun,
  failedRuns,
  startedRun,
  type FailedRun,
} from '../fixtures/runs.js'
import { NOTHING } from '../fixtures/inbox.js'
import { expects, text } from '../fixtures/matchers.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

interface Walked extends HttpMessage {
  /** The ids of all entries in order, repeated ones too. */
  readonly seen: readonly string[]
  /** True if a page had no cursor. */
  readonly isOver: boolean
}

interface Walk {
  readonly query: Query
  /** The most pages to read. */
  readonly pages: number
}

/** Reads the first page of a list until it matches. */
const firstPage = async (
  world: QueueWorld,
  query: Query,
  ...matchers: readonly Matcher<Exchange>[]
): Promise<Exchange> => given(await listedPage(world, query, ...matchers), accepted(), ...matchers)

/** Reads the pages after the first page of a list. A refused page ends the scenario. */
async function walkFrom(
  world: QueueWorld,
  first: Exchange,
  { query, pages }: Walk,
): Promise<Walked> {
  const seen = [...idsIn(first)]
  let page = first
  for (let n = 1; ; n++) {
    const cursor = cursorOf(page)
    if (cursor === undefined) return { headers: [], body: page.body, seen, isOver: true }
    if (n === pages) return { ...NOTHING, seen, isOver: false }
    page = await listedPage(world, { ...query, cursor })
    must(page, accepted())
    seen.push(...idsIn(page))
  }
}

/** Reads a list from its first page until all that it has fits. */
async function mustWalk(
  world: QueueWorld,
  walk: Walk,
  fits: Matcher<Walked>,
  ...ofFirst: readonly Matcher<Exchange>[]
): Promise<void> {
  const read = async () => walkFrom(world, await firstPage(world, walk.query, ...ofFirst), walk)
  must(await world.eventually(read, fits), fits)
}

/** The most pages in a row without anything new: a target may cut pages before it filters them. */
const PATIENCE = 20

/** Reads pages until one has no cursor, or too many had nothing new. */
async function lastPage(world: QueueWorld, path: string, query: Query): Promise<Exchange> {
  const seen = new Set<string>()
  let last = given(await page(world, path, query), accepted())
  for (let patience = PATIENCE; patience > 0; patience--) {
    const before = seen.size
    for (const item of entriesIn(last)) seen.add(JSON.stringify(item))
    if (seen.size > before) patience = PATIENCE
    const cursor = cursorOf(last)
    if (cursor === undefined) return last
    last = await page(world, path, { ...query, cursor })
    must(last, accepted())
  }
  return last
}

const noCursor = expects(
  `a page without a cursor, or with new elements within ${PATIENCE} pages`,
  cursorOf,
  (cursor) => cursor === undefined,
)

const timesSeen = ({ seen }: Walked, dlqId: string) => seen.filter((each) => each === dlqId).length

/** Counts the entries that were left out, and those that were repeated. */
function offBy(walked: Walked, dlqIds: readonly string[]) {
  const times = dlqIds.map((dlqId) => timesSeen(walked, dlqId))
  return {
    leftOut: times.filter((n) => n === 0).length,
    seenAgain: times.filter((n) => n > 1).length,
  }
}

/** Matches if all but `most` of these entries were seen once. */
const sawOnceBut = (most: number, dlqIds: readonly string[]): Matcher<Walked> =>
  expects(
    `${dlqIds.length - most} of ${dlqIds.join(', ')} to be seen once`,
    ({ seen }) => seen,
    (_, walked) => {
      const { leftOut, seenAgain } = offBy(walked, dlqIds)
      return leftOut + seenAgain <= most
    },
  )

/** Matches if the list ended, and had exactly these entries. */
const ended =
  (...dlqIds: readonly string[]): Matcher<Walked> =>
  ({ seen, isOver }) => {
    if (!isOver) return lacks('a page without a cursor', `one with a cursor after ${seen.length}`)
    const [want, got] = [dlqIds.toSorted(), Array.from(new Set(seen)).toSorted()]
    return isDeepStrictEqual(got, want)
      ? undefined
      : differs('the pages up to the last to have the entries', want, seen)
  }

/** Fails runs of one application, and lists their entries. */
async function listedRuns(world: QueueWorld, count: number) {
  const { runs, page } = await failedEach(world, Array<object>(count).fill({}))
  const { application } = runs[0]!
  const query = ofUrl(application)
  const dlqIds = runs.map(({ dlqId }) => dlqId)
  given(page, accepted(), hasEntries(...dlqIds), numbering(count))
  return { application, query, dlqIds }
}

/** The number of entries, and page sizes. */
const WALKED = 4
const counts = { 'more than there are': 5, 'all there are': 4, 'a part': 3, half: 2, one: 1 }

/** The most pages that are needed if each has one entry, and two that may be empty. */
const enough = (entries: number) => entries + 2

/** Matches a page with an entry and a cursor. A page may be shorter than its count. */
const goesOn: Matcher<Exchange> = (page) =>
  idsIn(page).length === 0 ? lacks('an entry', page) : text('cursor')(page)

/** The number of entries in a list that changes, and the page size. */
const [ENTRIES, COUNT] = [5, 2]

type Change = (
  world: QueueWorld,
  run: Pick<FailedRun, 'application'>,
  seen: readonly string[],
  rest: readonly string[],
) => Promise<readonly string[]>

/** Deletes entries; blocks the scenario if others are gone too. */
async function remove(
  world: QueueWorld,
  { application: { url } }: Pick<FailedRun, 'application'>,
  dlqIds: readonly string[],
  among: readonly string[],
): Promise<readonly string[]> {
  const send = async (dlqId: string) =>
    given(await world.queue.send('DELETE', entryPath(dlqId)), accepted())
  await Promise.all(dlqIds.map(send))
  const left = hasEntries(...among.filter((dlqId) => !dlqIds.includes(dlqId)))
  given(await listed(world, { workflowUrl: url }, left), left)
  return dlqIds
}

/**
 * Reads a list that changes after its first page. Reads the pages after it until at most `most` of the
 * entries that stayed are left out or repeated.
 */
async function changedWalk(world: QueueWorld, change: Change, most: number, count = COUNT) {
  const { application, query, dlqIds } = await listedRuns(world, ENTRIES)
  const walk = { query: { ...query, count }, pages: enough(ENTRIES) }
  const first = given(await listedPage(world, walk.query, goesOn), accepted(), goesOn)
  const seen = idsIn(first)
  const rest = dlqIds.filter((dlqId) => !seen.includes(dlqId))
  const removed = await change(world, { application }, seen, rest)
  const stayed = dlqIds.filter((dlqId) => !removed.includes(dlqId))
  const fits = sawOnceBut(most, stayed)
  const walked = await world.eventually(() => walkFrom(world, first, walk), fits)
  return { walked, fits, dlqIds: stayed }
}

/** Notes the entries that are left out or repeated if the list changes after its first page. */
async function noteChange(world: QueueWorld, change: Change): Promise<void> {
  const { walked, dlqIds } = await changedWalk(world, change, ENTRIES)
  const { leftOut, seenAgain } = offBy(walked, dlqIds)
  world.note('left out', leftOut)
  world.note('repeated', seenAgain)
}

const unknown = {
  garbage: 'no cursor of anybody',
  'a number': '1',
}

export const paginationScenarios = [
  scenario('DLQ list: pages of count 1 to 5 end after the last of 4 entries', {
    id: 'queue.pagination.end-of-results/pages-of-any-length',
    async run(world) {
      const { query, dlqIds } = await listedRuns(world, WALKED)

      await eachRow(counts, async (count) => {
        await mustWalk(
          world,
          { query: { ...query, count }, pages: enough(WALKED) },
          ended(...dlqIds),
        )
      })
      const nothing = { workflowUrl: world.inbox().url, count: 2 }
      await mustWalk(world, { query: nothing, pages: 2 }, ended())
    },
  }),

  scenario('DLQ list: pages of count 2 list each entry once, many of one moment', {
    id: 'queue.pagination.cursor-continues/5-entries-in-pages-of-2',
    async run(world) {
      const { application, query } = await listedRuns(world, ENTRIES)
      // With a virtual clock, all runs fail in one millisecond. In real time, some of many do.
      const more = world.time.virtual ? 0 : 20
      await Promise.all(
        Array.from({ length: more }, async () => startedRun(world, { application })),
      )
      const entries = ENTRIES + more
      const page = given(await listed(world, query, numbering(entries)), numbering(entries))
      const walk = { query: { ...query, count: COUNT }, pages: enough(entries) }
      await mustWalk(world, walk, sawOnceBut(0, idsIn(page)), text('cursor'))
    },
  }),

  // It is open if the following entries move up, so that one may be left out.
  scenario('DLQ list: the cursor of page 1 works if its last entry is deleted', {
    id: 'queue.pagination.cursor-continues/last-seen-deleted',
    async run(world) {
      const change: Change = (world, run, seen, rest) =>
        remove(world, run, seen.slice(-1), [...seen, ...rest])
      // Two entries remain of the first page: a target that starts again repeats both.
      const { walked, fits } = await changedWalk(world, change, 1, 3)
      must(walked, fits)
    },
  }),

  observation('observes DLQ entries left out or repeated if runs fail after page 1', {
    id: 'queue.pagination.changes-between-pages/entries-are-added',
    run: (world) =>
      noteChange(world, async (world, { application }) => {
        await failedRuns(world, 2, { application })
        return []
      }),
  }),

  observation('observes DLQ entries left out or repeated if those of page 1 are deleted', {
    id: 'queue.pagination.changes-between-pages/all-that-was-seen-is-deleted',
    run: (world) =>
      noteChange(world, (world, run, seen, rest) => remove(world, run, seen, [...seen, ...rest])),
  }),

  observation('observes if the last page of the DLQ list has an empty or no cursor', {
    id: 'queue.pagination.absent-or-empty-cursor/end',
    needs: [],
    async run(world) {
      const end = await listedPage(world, { workflowRunId: world.id })
      world.note('cursor', memberOf(end, 'cursor'))
    },
  }),

  observation('observes if the DLQ list has its oldest or its newest entry first', {
    id: 'queue.pagination.order/oldest-or-newest',
    needs: ['pastRuns'],
    async run(world) {
      const { url: workflowUrl } = world.inbox()
      const ids: string[] = []
      for (const day of [2, 3, 4]) {
        const moment = Date.UTC(2024, 0, day)
        const failed = { state: 'RUN_FAILED', createdAt: moment, completedAt: moment } as const
        const [run] = await world.pastRuns({ ...failed, workflowUrl })
        ids.push(String(run?.dlqId))
      }
      const order = idsIn(await listed(world, { workflowUrl })).map((dlqId) => ids.indexOf(dlqId))
      const known: Readonly<Record<string, string>> = { '0,1,2': 'oldest', '2,1,0': 'newest' }
      world.note('first of the list', known[String(order)] ?? 'another')
    },
  }),

  observation('observes if the run list has its oldest or its newest run first', {
    id: 'queue.pagination.order/runs',
    async run(world) {
      const application = world.workflow()
      const runs = [
        await completedRun(world, { application }),
        await completedRun(world, { application }),
      ]
      const reply = await page(world, RUNS, ofUrl(application), numbering(2, 'runs'))
      const first = entriesIn(reply)[0]?.['workflowRunId']
      world.note('first of the list', first === runs[0]!.runId ? 'oldest' : 'newest')
    },
  }),

  observation('observes if DLQ list filters match a prefix of run id, URL or label', {
    id: 'queue.pagination.exact-or-prefix/beginnings',
    async run(world) {
      const label = `${world.id}-label`
      const run = await failedRun(world, { query: 'a=1', settings: { Label: label } })
      const { url } = run.application
      const queries = {
        workflowRunId: { workflowRunId: run.runId.slice(0, -1) },
        workflowUrl: { workflowUrl: url.replace(/\?.*/s, ''), workflowRunId: run.runId },
        label: { label: label.slice(0, -1), workflowUrl: url },
      }
      for (const [name, query] of Object.entries(queries)) {
        const isListed = hasEntries(run.dlqId)(await listed(world, query)) === undefined
        world.note(name, isListed ? 'matches' : 'does not match')
      }
    },
  }),

  observation('observes the HTTP status of a DLQ list with count 101', {
    id: 'queue.pagination.count-above-maximum/count-of-101',
    needs: [],
    async run(world) {
      world.note('status', (await listedPage(world, { count: 101 })).status)
      for (const list of [RUNS, EVENTS])
        world.note(
          `status of ${list} with count 10001`,
          (await page(world, list, { count: 10_001 })).status,
        )
    },
  }),

  ...Object.entries(unknown).map(([what, cursor]) =>
    observation(`observes the HTTP status of a DLQ list with ${what} as the cursor`, {
      id: `queue.errors.other-status-codes/cursor-${what.replaceAll(' ', '-')}`,
      needs: [],
      run: async (world) => world.note('status', (await listedPage(world, { cursor })).status),
    }),
  ),

  ...(
    [
      [RUNS, 3, 2],
      [EVENTS, 2, 4],
    ] as const
  ).map(([path, runs, count]) =>
    scenario(`GET ${path}: the last page has no cursor`, {
      id: `queue.pagination.end-of-results/${path.slice(path.lastIndexOf('/') + 1).toLowerCase()}`,
      async run(world) {
        const application = world.workflow()
        for (let n = 0; n < runs; n++) await completedRun(world, { application })

        must(await lastPage(world, path, { ...ofUrl(application), count }), noCursor)
      },
    }),
  ),
]
