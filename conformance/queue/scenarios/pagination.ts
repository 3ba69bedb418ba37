// How lists are cut into pages, seen at the list of the dead letter queue.

import { isDeepStrictEqual } from 'node:util'
import { asMessage, jsonOf, memberOf, type Exchange, type Message } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import {
  entriesIn,
  entryPath,
  hasEntries,
  idsIn,
  listed,
  listedOnce,
  numbering,
  type Query,
} from '../fixtures/entries.js'
import { failedEach, type FailingRun } from '../fixtures/failed-each.js'
import {
  cursorOf,
  dividing,
  EVENTS,
  NOTHING,
  page,
  RUNS,
  withoutQuery,
  type Dividing,
  type Four,
} from '../fixtures/listed.js'
import { expects, text } from '../fixtures/matchers.js'
import {
  completedRun,
  failedRun,
  failedRuns,
  startedRun,
  type FailedRun,
} from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** A list that was read page by page, as one thing to judge. */
interface Walked extends Message {
  /** The ids of the entries, as often as they were seen. */
  readonly seen: readonly string[]
  /** Whether there was a page without a cursor. */
  readonly isOver: boolean
}

interface Walk {
  readonly query: Query
  /** How many pages are read at most. */
  readonly pages: number
  /** What happens after the first page. */
  readonly meanwhile?: (first: Exchange) => Promise<unknown>
}

/** Reads a list from its beginning on. A page that is refused ends the scenario. */
async function walk(world: QueueWorld, { query, pages, meanwhile }: Walk): Promise<Walked> {
  const seen: string[] = []
  let cursor: string | undefined
  for (let n = 0; n < pages; n++) {
    const asked = cursor === undefined ? query : { ...query, cursor }
    const page = await listed(world, asked)
    if (n === 0) given(page, accepted())
    else must(page, accepted())
    seen.push(...idsIn(page))
    if (n === 0) await meanwhile?.(page)
    cursor = cursorOf(page)
    if (cursor === undefined) return { headers: [], body: page.body, seen, isOver: true }
  }
  return { ...NOTHING, seen, isOver: false }
}

/** Pages with nothing new in a row that a list may have before it ends: they may be cut before filtered. */
const PATIENCE = 20

/** The last page of a list, or the one after which there is nothing to be expected any more. */
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

/** The page of a list that ends it. */
const noCursor = expects(
  `a page without a cursor, within ${PATIENCE} that bring nothing new`,
  cursorOf,
  (cursor) => cursor === undefined,
)

/** How often an entry was seen. */
const timesSeen = ({ seen }: Walked, dlqId: string) => seen.filter((each) => each === dlqId).length

/** Each of these entries was seen once. */
const sawOnce = (...dlqIds: readonly string[]): Matcher<Walked> => sawOnceBut(0, dlqIds)

/** How many of these entries were left out, and how many were seen again. */
function offBy(walked: Walked, dlqIds: readonly string[]) {
  const times = dlqIds.map((dlqId) => timesSeen(walked, dlqId))
  return {
    leftOut: times.filter((n) => n === 0).length,
    seenAgain: times.filter((n) => n > 1).length,
  }
}

/** All but so many of these entries were seen once: a cursor may count what stands before it. */
const sawOnceBut = (most: number, dlqIds: readonly string[]): Matcher<Walked> =>
  expects(
    `${dlqIds.length - most} of ${dlqIds.join(', ')} to be seen once`,
    ({ seen }) => seen,
    (_, walked) => {
      const { leftOut, seenAgain } = offBy(walked, dlqIds)
      return leftOut + seenAgain <= most
    },
  )

/** The list came to its end, and these entries before it, all of them and no others. */
const ended =
  (...dlqIds: readonly string[]): Matcher<Walked> =>
  ({ seen, isOver }) => {
    if (!isOver) return lacks('a page without a cursor', `one with a cursor after ${seen.length}`)
    const [want, got] = [dlqIds.toSorted(), Array.from(new Set(seen)).toSorted()]
    return isDeepStrictEqual(got, want)
      ? undefined
      : differs('the pages up to the last to have the entries', want, seen)
  }

/** Nothing but these was seen. */
const sawNoOthers = (...dlqIds: readonly string[]): Matcher<Walked> =>
  expects(
    'no entries of another workflow',
    ({ seen }) => seen.filter((dlqId) => !dlqIds.includes(dlqId)),
    (others) => others.length === 0,
  )

/** So many failed runs of one application, whose entries are listed all at once, and what asks for them. */
async function listedRuns(world: QueueWorld, count: number) {
  const { runs, page } = await failedEach(world, Array<FailingRun>(count).fill({}))
  const { application } = runs[0]!
  const query = { workflowUrl: application.url }
  const dlqIds = runs.map(({ dlqId }) => dlqId)
  given(page, accepted(), hasEntries(...dlqIds), numbering(count))
  return { application, query, dlqIds }
}

/** The same, after a run of another application has failed and before one more does: whatever the order. */
async function listedAmongOthers(world: QueueWorld, count: number) {
  const { application } = await failedRun(world)
  const own = await listedRuns(world, count)
  await failedRun(world, { application })
  return own
}

/** The entries of four runs of one workflow. */
interface FourEntries extends Four {
  readonly url: string
  readonly dlqIds: readonly string[]
  /** What the failure callbacks of the two in the middle have come to. */
  readonly callbackState: string
}

/** How far apart those runs are, in milliseconds: each has failed well before the next is created. */
const APART = seconds(2)

async function fourEntries(world: QueueWorld): Promise<FourEntries> {
  const application = world.workflow([{ name: 'fails', fails: true }])
  const { url } = application
  const callback = world.inbox()
  const [label, runId] = [`${world.id}-label`, `${world.id}-shared`]
  const dlqIds: string[] = []
  const createdAt: number[] = []
  for (let n = 0; n < 4; n++) {
    if (n > 0) await world.time.pass(APART)
    const isInside = n === 1 || n === 2
    application.breakAt('fails', { status: isInside ? 503 : 502 })
    const run = await startedRun(world, {
      application,
      runId: n > 0 ? runId : `${world.id}-not-shared`,
      settings: isInside ? { Label: label, 'Failure-Callback': callback.url } : {},
    })
    const count = numbering(n + 1)
    const ids = idsIn(given(await listedOnce(world, { workflowUrl: url }, count), count))
    dlqIds.push(ids.find((dlqId) => !dlqIds.includes(dlqId))!)
    createdAt.push(run.createdAt)
  }
  given(await callback.delivery(2))
  const callbackState = await callbackStateOf(world, url, dlqIds.slice(1, 3))
  return { url, dlqIds, createdAt, apart: APART, label, runId, callbackState }
}

/** The one state that the failure callbacks of these entries have, once they were answered. */
async function callbackStateOf(
  world: QueueWorld,
  workflowUrl: string,
  dlqIds: readonly string[],
): Promise<string> {
  const infosIn = (page: Message) =>
    entriesIn(page)
      .filter(({ dlqId }) => dlqIds.includes(String(dlqId)))
      .map(({ failureCallbackInfo }) => asMessage(failureCallbackInfo))
  const areAnswered: Matcher = (page) => {
    const infos = infosIn(page)
    const states = new Set(infos.map((info) => memberOf(info, 'state')))
    const isAnswered = (info: Message) => memberOf(info, 'responseStatus') === 200
    return states.size === 1 && infos.every(isAnswered)
      ? undefined
      : lacks('one state of callbacks that were answered', infos.map(jsonOf))
  }
  const page = given(await listedOnce(world, { workflowUrl }, areAnswered), areAnswered)
  return String(memberOf(infosIn(page)[0]!, 'state'))
}

const dividingEntries: Dividing<FourEntries> = {
  ...dividing,
  'a status': [() => ({ responseStatus: 503 }), [1, 2]],
  'a callback state': [({ callbackState }) => ({ failureCallbackState: callbackState }), [1, 2]],
}

/** How many entries there are, and how long a page is. */
const WALKED = 4
const counts = { 'more than there are': 5, 'all there are': 4, 'a part': 3, half: 2, one: 1 }

/** As many pages as there can be, and two that can have nothing. */
const enough = (entries: number, count: number) => Math.ceil(entries / count) + 2

/** How many entries there are in lists that change, and how many are on a page. */
const [ENTRIES, COUNT] = [5, 2]

type Change = (
  world: QueueWorld,
  run: Pick<FailedRun, 'application'>,
  seen: readonly string[],
  rest: readonly string[],
) => Promise<readonly string[]>

/** Removes entries, and no others: what is left can be judged only while it is there. */
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
  given(await listedOnce(world, { workflowUrl: url }, left), left)
  return dlqIds
}

/** A walk during which the list changes, and the entries that were there all the time. */
async function changedWalk(
  world: QueueWorld,
  change: Change,
  count = COUNT,
): Promise<{ readonly walked: Walked; readonly dlqIds: readonly string[] }> {
  const { application, query, dlqIds } = await listedRuns(world, ENTRIES)
  let removed: readonly string[] = []
  const walked = await walk(world, {
    query: { ...query, count },
    pages: enough(ENTRIES, count),
    async meanwhile(first) {
      const seen = idsIn(given(first, text('cursor')))
      const rest = dlqIds.filter((dlqId) => !seen.includes(dlqId))
      removed = await change(world, { application }, seen, rest)
    },
  })
  return { walked, dlqIds: dlqIds.filter((dlqId) => !removed.includes(dlqId)) }
}

/** What happens after the first page; returns the entries that there no longer are. */
const changes: Readonly<Record<string, Change>> = {
  async 'entries are added'(world, { application }) {
    await failedRuns(world, 2, { application })
    return []
  },

  'all that was seen is deleted': (world, run, seen, rest) =>
    remove(world, run, seen, [...seen, ...rest]),
}

/** Cursors that no page gave. */
const unknown = {
  garbage: 'no cursor of anybody',
  'a number': '1',
}

export const paginationScenarios = [
  scenario('pages of any length end after the last entry', {
    id: 'queue.pagination.end-of-results/pages-of-any-length',
    async run(world) {
      const { query, dlqIds } = await listedRuns(world, WALKED)

      await eachRow(counts, async (count) => {
        const pages = enough(WALKED, count)
        must(await walk(world, { query: { ...query, count }, pages }), ended(...dlqIds))
      })
      const nothing = { workflowUrl: world.inbox().url, count: 2 }
      must(await walk(world, { query: nothing, pages: 2 }), ended())
    },
  }),

  scenario('pages end after the last entry, with those of another workflow around', {
    id: 'queue.pagination.end-of-results/among-others',
    async run(world) {
      const { query, dlqIds } = await listedAmongOthers(world, 3)

      must(await walk(world, { query: { ...query, count: 2 }, pages: 4 }), ended(...dlqIds))
    },
  }),

  scenario('pages of one entry end after the last that the filters select', {
    id: 'queue.pagination.end-of-results/filters',
    waits: 3 * APART,
    async run(world) {
      const four = await fourEntries(world)
      await eachRow(dividingEntries, async ([filter, selected]) => {
        const query = { workflowUrl: four.url, ...filter(four) }
        const dlqIds = selected.map((n) => four.dlqIds[n]!)
        const chosen = [hasEntries(...dlqIds), numbering(dlqIds.length)]
        given(await listedOnce(world, query, ...chosen), ...chosen)

        const pages = enough(four.dlqIds.length, 1)
        must(await walk(world, { query: { ...query, count: 1 }, pages }), ended(...dlqIds))
      })
    },
  }),

  scenario('a walk sees each entry once', {
    id: 'queue.pagination.cursor-continues/each-entry-once',
    async run(world) {
      const { walked, dlqIds } = await changedWalk(world, async () => [])
      must(walked, sawOnce(...dlqIds))
    },
  }),

  // Whether what follows moves up is open, so that one entry may be left out for the one deleted.
  scenario('a walk goes on after the last entry that it saw is deleted', {
    id: 'queue.pagination.cursor-continues/last-seen-deleted',
    async run(world) {
      const change: Change = (world, run, seen, rest) =>
        remove(world, run, seen.slice(-1), [...seen, ...rest])
      // Two entries remain on the first page: a walk that begins again repeats both.
      const { walked, dlqIds } = await changedWalk(world, change, 3)
      must(walked, sawOnceBut(1, dlqIds))
    },
  }),

  ...Object.entries(changes).map(([what, change]) =>
    observation(`entries left out or repeated by a walk: ${what}`, {
      id: `queue.pagination.changes-between-pages/${what.replaceAll(' ', '-')}`,
      async run(world) {
        const { walked, dlqIds } = await changedWalk(world, change)
        const { leftOut, seenAgain } = offBy(walked, dlqIds)
        world.note('left out', leftOut)
        world.note('repeated', seenAgain)
      },
    }),
  ),

  scenario('a walk over the entries of a workflow sees none of another', {
    id: 'queue.pagination.cursor-continues/none-of-another-workflow',
    async run(world) {
      const { query, dlqIds } = await listedAmongOthers(world, 3)

      const walked = await walk(world, {
        query: { ...query, count: 2 },
        pages: 2,
        meanwhile: async (first) => given(first, text('cursor')),
      })
      must(walked, sawNoOthers(...dlqIds))
    },
  }),

  observation('cursor at the end of a list', {
    id: 'queue.pagination.absent-or-empty-cursor/end',
    needs: [],
    async run({ queue, id, note }) {
      const end = await listed({ queue }, { workflowRunId: id })
      note('cursor', memberOf(end, 'cursor') ?? 'absent')
    },
  }),

  observation('order of a list', {
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

  observation('a filter with the beginning of a run id, a URL or a label', {
    id: 'queue.pagination.exact-or-prefix/beginnings',
    async run(world) {
      const label = `${world.id}-label`
      const run = await failedRun(world, { query: 'a=1', settings: { Label: label } })
      const { url } = run.application
      const queries = {
        workflowRunId: { workflowRunId: run.runId.slice(0, -1) },
        workflowUrl: { workflowUrl: withoutQuery(url), workflowRunId: run.runId },
        label: { label: label.slice(0, -1), workflowUrl: url },
      }
      for (const [name, query] of Object.entries(queries)) {
        const isListed = hasEntries(run.dlqId)(await listed(world, query)) === undefined
        world.note(name, isListed ? 'matches' : 'does not match')
      }
    },
  }),

  observation('count above the maximum', {
    id: 'queue.pagination.count-above-maximum/count-of-101',
    needs: [],
    run: async ({ queue, note }) =>
      note('status', (await listed({ queue }, { count: 101 })).status),
  }),

  ...Object.entries(unknown).map(([what, cursor]) =>
    observation(`a cursor that no page gave: ${what}`, {
      id: `queue.errors.other-status-codes/cursor-${what.replaceAll(' ', '-')}`,
      needs: [],
      run: async ({ queue, note }) => note('status', (await listed({ queue }, { cursor })).status),
    }),
  ),

  ...(
    [
      [RUNS, 3, 2],
      [EVENTS, 2, 4],
    ] as const
  ).map(([path, runs, count]) =>
    scenario(`the pages of GET ${path} come to an end`, {
      id: `queue.pagination.end-of-results/${path.slice(path.lastIndexOf('/') + 1).toLowerCase()}`,
      async run(world) {
        const application = world.workflow()
        for (let n = 0; n < runs; n++) await completedRun(world, { application })

        must(await lastPage(world, path, { workflowUrl: application.url, count }), noCursor)
      },
    }),
  ),
]
