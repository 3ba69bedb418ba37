// The selections of bulk restart and bulk resume (endpoint 9). Each selection has the URL or the run ids
// of the scenario too, so that nobody else's runs are rerun.

import { given, must, NotApplicable } from '../../core/judgement.js'
import { accepted, lacks, refused } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { days, seconds } from '../../core/time.js'
import { type Exchange, type HttpMessage, memberOf } from '../../wire/exchange.js'
import type { Application } from '../fixtures/application.js'
import {
  bulkToEnd,
  CREATED,
  FAILED,
  listsNoRuns,
  listsRuns,
  listsSomeRuns,
  ofApplication,
  oneEntryEach,
  pagesOf,
} from '../fixtures/bulk.js'
import type { Rerun } from '../fixtures/client.js'
import { entriesIn, entryAmong, listed, logOf, referencesIn } from '../fixtures/lists.js'
import {
  failedRun,
  type FailedRun,
  failedRuns,
  placed,
  siblings,
  failingSteps,
  type Run,
  startedRun,
} from '../fixtures/runs.js'
import { NOTHING } from '../fixtures/inbox.js'
import { equalsSorted, expects, type Judge } from '../fixtures/matchers.js'
import type { Selection } from '../fixtures/selection.js'
import { type QueueWorld, scenariosNeeding } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** A failed run that may be selected; its payload is unique. */
interface Selectable {
  readonly runId: string
  readonly createdAt: number
  readonly dlqId: string
  readonly payload: string
  /** A time of the target's clock between its failure and the next one. */
  readonly failedBefore?: number
}

interface Failed {
  readonly application: Application
  readonly runs: readonly Selectable[]
}

interface Choice {
  readonly runs: readonly Selectable[]
  readonly now: number
  /** The URL of the application, and another URL below it. */
  readonly url: string
  readonly otherUrl: string
  /** The prefix of these run ids, and of no others. */
  readonly id: string
}

/** A selection, the indexes of the runs that match it, and what a refusal does: break or block. */
type Selecting = readonly [
  select: (from: Choice) => Selection,
  matching: readonly number[],
  judge?: Judge,
]

interface Rerunning extends HttpMessage {
  readonly payloads: readonly string[]
}

/**
 * Waits for the runs that a response lists. Returns the requests that the application received after
 * its first `before` requests.
 */
async function rerunSince(
  { time }: QueueWorld,
  application: Application,
  before: number,
  reply: Exchange,
): Promise<Rerunning> {
  const references = referencesIn(reply)
  await Promise.all(references.map(({ workflowRunId }) => application.called(workflowRunId)))
  if (time.virtual) await time.pass(0)
  const calls = application.calls.slice(before)
  const payloads = new Map(calls.map(({ runId, body }) => [runId, Buffer.from(body).toString()]))
  return { ...NOTHING, payloads: Array.from(payloads.values()) }
}

/**
 * Checks that each selection reruns exactly the runs that match it. A run of an earlier row may be rerun
 * again: it is open if a rerun removes the entry.
 */
async function judgeSelections(
  world: QueueWorld,
  how: Rerun,
  { application, runs }: Failed,
  rows: Readonly<Record<string, Selecting>>,
): Promise<void> {
  const { url } = application
  const otherUrl = world.inbox().url
  const spent: string[] = []
  await eachRow(rows, async ([select, matching, judge = must]) => {
    const before = application.calls.length
    const now = await world.time.now()
    const selected = select({ runs, now, url, otherUrl, id: `${world.id}-` })
    const reply = await bulkToEnd(world, how, { ...ofApplication(application), ...selected })
    const { length } = matching
    if (length === 0) must(reply, listsNoRuns)
    else must(judge(reply, accepted()) ?? reply, listsRuns(length, length + spent.length))

    const wanted = matching.map((n) => runs[n]!.payload)
    const isKnown = (payload: string) => runs.some((run) => run.payload === payload)
    const rerun = given(
      await rerunSince(world, application, before, reply),
      expects<Rerunning, readonly string[]>(
        `the payloads of ${length} failed runs`,
        ({ payloads }) => payloads,
        (payloads) => payloads.length >= length && payloads.every(isKnown),
      ),
    )
    must(
      rerun,
      equalsSorted('the runs with these payloads to be run again:', wanted, ({ payloads }) =>
        payloads.filter((each) => wanted.includes(each) || !spent.includes(each)),
      ),
    )
    spent.push(...wanted)
  })
}

async function selectable(world: QueueWorld, application: Application, started: readonly Run[]) {
  const hasAll = expects('an entry of each failed run', entriesIn, (entries) =>
    started.every((run) => entryAmong(entries, run) !== undefined),
  )
  const page = await listed(world, ofApplication(application), hasAll)
  given(page, oneEntryEach(started))
  const runs: Selectable[] = []
  for (const run of started) {
    const dlqId = entryAmong(entriesIn(page), run)?.dlqId ?? (await placed(world, run)).dlqId
    runs.push({ ...run, dlqId, payload: run.runId })
  }
  application.deploy([])
  return { application, runs }
}

/** Fails runs of one application, with ids that end like this. */
async function failedWith(world: QueueWorld, ...ends: readonly string[]): Promise<Failed> {
  const application = world.workflow(failingSteps)
  const start = (end: string) => startedRun(world, { application, runId: `${world.id}-${end}` })
  return selectable(world, application, await Promise.all(ends.map(start)))
}

/** Fails three runs; two of their ids have a common prefix. */
const threeFailed = (world: QueueWorld) => failedWith(world, 'a-1', 'a-2', 'b-1')

/** Milliseconds in which a run fails. */
const GAP = seconds(1)

/** Fails two runs at about one time, and one later. */
async function twoAndOneLater(world: QueueWorld): Promise<Failed> {
  const application = world.workflow(failingSteps)
  const start = (n: number) => startedRun(world, { application, runId: `${world.id}-created-${n}` })
  const runs = await Promise.all([start(0), start(1)])
  await world.time.pass(GAP)
  return selectable(world, application, [...runs, await start(2)])
}

/**
 * Fails three runs with time between them, however slow the target is. The run that is created first
 * fails last, because its response is held.
 */
async function failedApart(world: QueueWorld): Promise<Failed> {
  const application = world.workflow(failingSteps)
  const start = (end: string) => startedRun(world, { application, runId: `${world.id}-${end}` })
  let release = () => {}
  const failed = { status: 500 }
  const held = new Promise<typeof failed>((resolve) => (release = () => resolve(failed)))
  let calls = 0
  application.breakAt('fails', () => (++calls === 1 ? { held } : failed))
  const last = await start('last')
  given(await application.delivery())
  const early = await start('early')
  await placed(world, early)
  await world.time.pass(GAP)
  const late = await start('late')
  await placed(world, late)
  await world.time.pass(GAP)
  // The creation time of another run is the time of the target's clock.
  const other = await startedRun(world, { application: world.workflow([]) })
  await world.time.pass(GAP)
  release()
  await world.time.pass(GAP)

  const all = await selectable(world, application, [early, late, last])
  const half = Math.floor(GAP / 2)
  const between = [late.createdAt - half, other.createdAt + half]
  const runs = all.runs.map((run, n) => ({ ...run, failedBefore: between[n] ?? Infinity }))
  return { ...all, runs }
}

async function sharingAnId(world: QueueWorld): Promise<Failed> {
  const two = await siblings(world, 2)
  const { application } = two[0]!
  const other = await startedRun(world, { application, runId: `${world.id}-other` })
  const run = { ...(await placed(world, other)), payload: other.runId }
  application.deploy([])
  return { application, runs: [...two, run] }
}

const idsOf = (runs: readonly Selectable[], ...indexes: readonly number[]) =>
  indexes.map((n) => runs[n]!.dlqId)

/** Puts the path in capitals, which makes it another path; the case of a host is ignored. */
function inCapitals(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname.toUpperCase()
}

const byUrl =
  (urlOf: (from: Choice) => string): Selecting[0] =>
  (from) => ({ workflowUrl: urlOf(from), workflowRunId: from.id })

/** Selects the second run by the time of its creation plus some milliseconds, and by its id. */
const byCreation =
  (milliseconds: number): Selecting[0] =>
  ({ runs }) => ({
    workflowRunId: runs[1]!.runId,
    workflowCreatedAt: runs[1]!.createdAt + milliseconds,
  })

/** Selections by one parameter; those without a match come first, as later ones may remove entries. */
const selections = [
  {
    by: 'dlqIds',
    statement: 'select-dlq-ids',
    setup: threeFailed,
    rows: {
      'one id': [({ runs }) => ({ dlqIds: idsOf(runs, 1) }), [1]],
      'several ids': [({ runs }) => ({ dlqIds: idsOf(runs, 0, 2) }), [0, 2]],
    },
  },
  {
    by: 'fromDate',
    statement: 'select-from-date',
    setup: failedApart,
    waits: 4 * GAP,
    rows: {
      'after all have failed': [({ now }) => ({ fromDate: now + days(1) }), []],
      'before the last one failed': [({ runs }) => ({ fromDate: runs[1]!.failedBefore! }), [2]],
      'before all have failed': [({ now }) => ({ fromDate: now - days(1) }), [0, 1]],
    },
  },
  {
    by: 'toDate',
    statement: 'select-to-date',
    setup: failedApart,
    waits: 4 * GAP,
    rows: {
      'before all have failed': [({ now }) => ({ toDate: now - days(1) }), []],
      'after the first one failed': [({ runs }) => ({ toDate: runs[0]!.failedBefore! }), [0]],
      'with fromDate': [
        ({ now, runs }) => ({ fromDate: now - days(1), toDate: runs[1]!.failedBefore! }),
        [1],
      ],
      'after all have failed': [({ now }) => ({ toDate: now + days(1) }), [2]],
    },
  },
  {
    by: 'workflowUrl',
    statement: 'select-workflow-url',
    setup: (world) => failedWith(world, 'one'),
    rows: {
      'another URL': [byUrl(({ otherUrl }) => otherUrl), []],
      'a prefix of the URL': [byUrl(({ url }) => url.slice(0, -1)), []],
      'a slash at the end': [byUrl(({ url }) => `${url}/`), []],
      'a query': [byUrl(({ url }) => `${url}?a=1`), []],
      'capital letters': [byUrl(({ url }) => inCapitals(url)), []],
      'the URL': [byUrl(({ url }) => url), [0]],
    },
  },
  {
    by: 'workflowRunId',
    statement: 'select-workflow-run-id',
    setup: sharingAnId,
    rows: {
      'the id of one run': [({ runs }) => ({ workflowRunId: runs[2]!.runId }), [2]],
      'the id of two runs': [({ runs }) => ({ workflowRunId: runs[0]!.runId }), [0, 1], given],
    },
  },
  {
    by: 'a run id prefix',
    statement: 'select-workflow-run-id-prefix',
    setup: threeFailed,
    rows: {
      'the end of an id': [({ runs }) => ({ workflowRunId: runs[0]!.runId.slice(1) }), []],
      'a capital letter': [({ id }) => ({ workflowRunId: `${id}A-` }), []],
      'an underscore for a hyphen': [({ id }) => ({ workflowRunId: `${id}a_` }), []],
      'a percent sign at the end': [({ id }) => ({ workflowRunId: `${id}a%` }), []],
      'the prefix of two ids': [({ id }) => ({ workflowRunId: `${id}a-` }), [0, 1]],
      'the prefix of all ids': [({ id }) => ({ workflowRunId: id }), [2]],
    },
  },
  {
    by: 'workflowCreatedAt',
    statement: 'select-workflow-created-at',
    setup: twoAndOneLater,
    waits: GAP,
    rows: {
      'a day early': [byCreation(-days(1)), []],
      '1 ms early': [byCreation(-1), []],
      '1 ms late': [byCreation(1), []],
      'with the run id': [byCreation(0), [1]],
      alone: [({ runs }) => ({ workflowCreatedAt: runs[2]!.createdAt }), [2]],
    },
  },
] as const satisfies readonly {
  by: string
  statement: string
  setup: (world: QueueWorld) => Promise<Failed>
  waits?: number
  rows: Readonly<Record<string, Selecting>>
}[]

/** Rows that need no resume: it reads a selection as a restart does. */
const ofRestart = [
  'one id',
  'after all have failed',
  'a slash at the end',
  'a query',
  'capital letters',
  'a capital letter',
  'an underscore for a hyphen',
  'a percent sign at the end',
  'a day early',
]

const rowsOf = (how: Rerun, rows: Readonly<Record<string, Selecting>>) =>
  Object.fromEntries(
    Object.entries(rows).filter(([name]) => how === 'restart' || !ofRestart.includes(name)),
  )

async function threePast(world: QueueWorld): Promise<Failed> {
  const application = world.workflow()
  const runs: Selectable[] = []
  for (const n of [0, 1, 2]) {
    const [made] = await world.pastRuns({
      workflowUrl: application.url,
      workflowRunId: `${world.id}-past-${n}`,
      state: 'RUN_FAILED',
      createdAt: CREATED + n,
      completedAt: FAILED + n,
      body: `payload ${n}`,
    })
    const { workflowRunId: runId = '', workflowCreatedAt: createdAt = 0, dlqId = '' } = made ?? {}
    runs.push({ runId, createdAt, dlqId, payload: `payload ${n}` })
  }
  given(await listed(world, ofApplication(application)), oneEntryEach(runs))
  return { application, runs }
}

/** Milliseconds that the DLQ and the log may differ in the time of a failure. */
const NEAR = 25

/** Returns the milliseconds around a time, the nearest first. */
const about = (moment: number): readonly number[] =>
  Array.from({ length: 1 + 2 * NEAR }, (_, n) => moment + Math.ceil(n / 2) * (n % 2 === 0 ? 1 : -1))

/** Returns the time of a failure: now for a virtual clock, else about when the log says. */
async function failedAt(world: QueueWorld, run: FailedRun): Promise<number> {
  if (world.time.virtual) return world.time.now()
  const isFailure = ({ state }: { readonly state?: unknown }) => state === 'RUN_FAILED'
  const log = await logOf(world, run, ({ items }) =>
    items.some(isFailure) ? undefined : lacks('the failure of the run', items),
  )
  return Number(log.items.find(isFailure)?.time)
}

/**
 * Checks that a date bound at the exact time of a failure selects the run. In real time it tries all
 * milliseconds near it as both dates, so that it cannot say which of them is wrong.
 */
async function judgeMoment(world: QueueWorld, how: Rerun, bound: 'fromDate' | 'toDate') {
  const failed = await failedRun(world)
  const { application } = failed
  application.deploy([])
  const { virtual } = world.time
  const moment = await failedAt(world, failed)
  const bulk = (dates: Selection) =>
    world.queue.bulk(how, { ...ofApplication(application), ...dates })

  const replies: Exchange[] = []
  for (const date of virtual ? [moment] : about(moment)) {
    if (!Number.isSafeInteger(date)) break
    const reply = await bulk(virtual ? { [bound]: date } : { fromDate: date, toDate: date })
    // An empty selection may be refused.
    if (refused()(reply) !== undefined) must(reply, accepted())
    if (referencesIn(reply).length > 0) return
    replies.push(reply)
  }
  const [reply] = replies
  const wide = { fromDate: moment - NEAR, toDate: moment + NEAR }
  if (reply === undefined || listsSomeRuns()(await bulk(wide)) !== undefined)
    throw new NotApplicable("cannot determine the DLQ's failure time of the run")
  const dates = virtual ? `${bound}=${moment}` : 'one millisecond as fromDate and toDate'
  const when = virtual ? 'then' : `about ${moment}`
  must(reply, (answer) =>
    lacks(`${dates} to select the run that failed ${when}`, memberOf(answer, 'workflowRuns')),
  )
}

/** Selections by the failure of the second run, and the request that selects a run of now instead. */
const inclusive = [
  ['fromDate', 'select-from-date-inclusive', [1, 2], 'resume'],
  ['toDate', 'select-to-date-inclusive', [0, 1], 'restart'],
] as const

const selecting = (how: Rerun) => [
  ...selections.map(({ by, statement, setup, rows, ...rest }) =>
    scenario(`bulk ${how} reruns exactly the failed runs that match ${by}`, {
      id: `queue.bulk.${statement}/${how}-selection`,
      ...rest,
      run: async (world) => judgeSelections(world, how, await setup(world), rowsOf(how, rows)),
    }),
  ),

  ...inclusive.map(([bound, statement, matching, ofNow]) =>
    how === ofNow
      ? scenario(`bulk ${how}: ${bound} equal to the time a run failed selects the run`, {
          id: `queue.bulk.${statement}/${how}-now`,
          run: (world) => judgeMoment(world, how, bound),
        })
      : scenario(`bulk ${how}: ${bound} equal to a past failure time selects that run`, {
          id: `queue.bulk.${statement}/${how}-past`,
          needs: ['runs', 'pastRuns'],
          run: async (world) =>
            judgeSelections(world, how, await threePast(world), {
              'when the second one failed': [() => ({ [bound]: FAILED + 1 }), matching],
            }),
        }),
  ),
]

const notByUrl: Readonly<Record<string, (runs: readonly FailedRun[]) => Selection>> = {
  'dlqIds alone': (runs) => ({ dlqIds: [runs[0]!.dlqId] }),
  'workflowRunId alone': (runs) => ({ workflowRunId: runs[1]!.runId }),
}
const alone = {
  ...notByUrl,
  'workflowUrl alone': ([run]: readonly FailedRun[]) => ({ workflowUrl: run!.application.url }),
}

/** Selections of everybody's runs. */
const broad = [
  ['no selection reruns the failed runs or is refused', 'none', () => ({})],
  [
    'fromDate alone reruns the failed runs',
    'from-date',
    (now: number) => ({ fromDate: now - days(1) }),
  ],
] as const

const allOptional = (how: Rerun) => [
  scenario(`bulk ${how} accepts a request with only dlqIds or only workflowRunId`, {
    id: `queue.bulk.selection-is-optional/${how}-one-parameter`,
    needs: ['runs', 'dedicatedAccount'],
    async run(world) {
      const rows = how === 'restart' ? alone : notByUrl
      const runs = await failedRuns(world, Object.keys(rows).length)
      const { application } = runs[0]!
      application.deploy([])

      let isOver = false
      await eachRow(rows, async (select) => {
        // A target that ignores the selection has rerun all runs.
        if (isOver) return
        const before = application.deliveries.length
        const judge = (page: Exchange) => must(page, accepted())
        const [first] = await pagesOf(world, how, select(runs), 20, judge)
        must(first!, listsSomeRuns())
        isOver = listsRuns(1)(first!) !== undefined
        given(await application.delivery(1 + before))
      })
    },
  }),

  ...(how === 'restart' ? broad : broad.slice(0, 1)).map(([what, name, select]) =>
    scenario(`bulk ${how} with ${what}`, {
      id: `queue.bulk.selection-is-optional/${how}-${name}`,
      needs: ['runs', 'dedicatedAccount'],
      async run(world) {
        const { application } = await failedRun(world)
        application.deploy([])
        const before = application.deliveries.length

        const selection = select(await world.time.now())
        // It is open if all parameters may be absent at once.
        const mayBeRefused = Object.keys(selection).length === 0
        const pages = await pagesOf(world, how, selection, 20, async (page) => {
          if (!mayBeRefused || refused()(page) !== undefined) must(page, accepted())
          // The runs of others are left alone once the own one was rerun.
          if (world.time.virtual) await world.time.pass(0)
          return application.deliveries.length > before
        })
        world.note('status', pages[0]!.status)
        if (mayBeRefused && refused()(pages[0]!) === undefined) return
        must(pages[0]!, listsSomeRuns())
        given(await application.delivery(1 + before))
      },
    }),
  ),
]

/** Restarts by a selection in given places; returns its status, and if it reran run `n`. */
async function restarted(
  world: QueueWorld,
  { application, runs }: Failed,
  placed: { readonly query: Selection; readonly body: Selection } | Selection,
) {
  const before = application.calls.length
  const reply = await world.queue.bulk('restart', placed)
  const { payloads } = await rerunSince(world, application, before, reply)
  return { status: reply.status, reran: (n: number) => payloads.includes(runs[n]!.payload) }
}

export const bulkSelectionScenarios = [
  ...(['restart', 'resume'] as const).flatMap((how) => [...selecting(how), ...allOptional(how)]),

  observation('observes if bulk restart by dlqId of run A and id of run B starts A or B', {
    id: 'queue.bulk.selectors-combined/entry-id-and-run-id',
    async run(world) {
      const failed = await threeFailed(world)
      const { runs } = failed
      const selection = { dlqIds: idsOf(runs, 0), workflowRunId: runs[2]!.runId }
      const { status, reran } = await restarted(world, failed, selection)
      world.note('status', status)
      world.note('the entry of the id is rerun', reran(0))
      world.note('the entry of the run id is rerun', reran(2))
    },
  }),

  observation('observes the HTTP status of a bulk restart that matches no failed run', {
    id: 'queue.bulk.nothing-selected/status',
    run: async (world) =>
      world.note(
        'status',
        (await world.queue.bulk('restart', ofApplication(world.inbox()))).status,
      ),
  }),

  observation('observes if bulk restart reads dlqIds from the query or the body', {
    id: 'queue.bulk.selection-in-query-or-body/query-or-body',
    async run(world) {
      const failed = await threeFailed(world)
      const select = (n: number) => ({
        ...ofApplication(failed.application),
        dlqIds: idsOf(failed.runs, n),
      })
      const both = await restarted(world, failed, { query: select(0), body: select(1) })
      world.note('status', both.status)
      world.note('an id in the query is rerun', both.reran(0))
      world.note('an id in the body is rerun', both.reran(1))

      // One place alone is safe only if the target reads it, else it reruns everybody's runs.
      const refusesBoth = both.status >= 400 && both.status < 500
      const noteAlone = async (place: 'query' | 'body', n: number) => {
        const placed = { query: {}, body: {}, [place]: select(n) }
        const { status, reran } = await restarted(world, failed, placed)
        world.note(`status of a selection in the ${place} alone`, status)
        world.note(`an id in the ${place} alone is rerun`, reran(n))
      }
      if (refusesBoth || both.reran(0)) await noteAlone('query', 2)
      if (refusesBoth || (both.reran(1) && !both.reran(0))) {
        await noteAlone('body', refusesBoth ? 1 : 0)
      }
    },
  }),
]
