// Restarting and resuming many failed runs at once (endpoint 9). Whatever is selected is selected by
// the URL or the run ids of the scenario too, so that nobody else's runs are run again.

import { memberOf, type Exchange, type Message } from '../../wire/exchange.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, lacks, refused } from '../../core/matchers.js'
import { days, hours, seconds } from '../../core/time.js'
import type { Application } from '../fixtures/application.js'
import { entriesIn, entryRead, listed, numbering, withEntry } from '../fixtures/entries.js'
import { areAsListed, areListed, creationsOf, cursorOf, logOf } from '../fixtures/listed.js'
import { attempts, latest, list } from '../fixtures/matchers.js'
import {
  attempted,
  combinations,
  createdNow,
  executedInOrder,
  failedKeyed,
  firstCall,
  keyed,
  placed,
  randomIds,
  referencesIn,
  shownKey,
  shownLimit,
  type Again,
  type Limited,
} from '../fixtures/reruns.js'
import {
  entryOf,
  failedOfOneId,
  failedRun,
  failedRuns,
  MANY_MS,
  manyFailed,
  startedRun,
  type FailedRun,
} from '../fixtures/runs.js'
import type { Selection } from '../fixtures/selection.js'
import type { Rerun } from '../fixtures/client.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

/** A failed run that may be selected. Its payload is like no other's. */
interface Selectable {
  readonly runId: string
  readonly createdAt: number
  readonly dlqId: string
  readonly payload: string
}

/** Failed runs of one application. */
interface Failed {
  readonly application: Application
  readonly runs: readonly Selectable[]
}

/** What a selection can be made of. */
interface Choice {
  readonly runs: readonly Selectable[]
  readonly now: number
  /** Of their application, and of another one. */
  readonly url: string
  readonly otherUrl: string
  /** What the run ids begin with, and nobody else's. */
  readonly id: string
}

/** A selection, and the places of the runs that fit it. */
type Selecting = readonly [select: (from: Choice) => Selection, fit: readonly number[]]

/** What a bulk request has had run again, by the payloads of the runs. */
interface Taken extends Message {
  readonly payloads: readonly string[]
}

const hows = ['restart', 'resume'] as const
const needs = ['runs'] as const

/** An answer that names no runs; that a selection fits nothing may be refused too. */
const namesNothing: Matcher<Exchange> = (reply) =>
  refused()(reply) === undefined ? undefined : (accepted()(reply) ?? names(0)(reply))

/** So many runs are named in an answer. */
const names =
  (count: number): Matcher =>
  (reply) => {
    const got = referencesIn(reply).length
    return got === count ? undefined : differs('a number of runs of', count, got)
  }

const namesSome = (): Matcher => (reply) =>
  referencesIn(reply).length > 0 ? undefined : lacks('new runs', memberOf(reply, 'workflowRuns'))

/** None of these runs is named. */
const namesNone =
  (...old: readonly string[]): Matcher =>
  (reply) => {
    const known = referencesIn(reply).find(({ workflowRunId }) => old.includes(workflowRunId))
    return known === undefined ? undefined : lacks('the ids of new runs', known.workflowRunId)
  }

/** Exactly these have been run again, each once. */
const took =
  (...wanted: readonly string[]): Matcher<Taken> =>
  ({ payloads }) => {
    const [want, got] = [wanted.toSorted(), payloads.toSorted()]
    return want.join() === got.join()
      ? undefined
      : differs('the runs with these payloads to be run again:', want, got)
  }

/** That it can be told which runs were run again: without their payloads it cannot. */
const known =
  (runs: readonly Pick<Selectable, 'payload'>[]): Matcher<Taken> =>
  ({ payloads }) => {
    const strange = payloads.find((each) => runs.every(({ payload }) => payload !== each))
    return strange === undefined ? undefined : lacks('the payload of a failed run', strange)
  }

/** That what is named comes at all, whatever it is. */
const arrived =
  (count: number): Matcher<Taken> =>
  ({ payloads }) =>
    payloads.length >= count
      ? undefined
      : differs('a number of new runs delivered of', count, payloads.length)

/** The runs that an application has been called for since it had so many calls. */
async function takenSince(
  { time }: QueueWorld,
  application: Application,
  before: number,
  reply: Exchange,
): Promise<Taken> {
  for (const { workflowRunId } of referencesIn(reply)) await application.called(workflowRunId)
  if (time.virtual) await time.pass(0)
  const calls = application.calls.slice(before)
  const payloads = new Map(calls.map(({ runId, body }) => [runId, Buffer.from(body).toString()]))
  return { headers: [], body: Buffer.alloc(0), payloads: Array.from(payloads.values()) }
}

/** What is selected in every request: the runs of the scenario's own application. */
const own = ({ url }: { readonly url: string }): Selection => ({ workflowUrl: url })

/** No run has failed more than once: who runs each of its entries again runs it more often. */
const noneTwice =
  (runs: readonly Pick<Selectable, 'runId'>[]): Matcher =>
  (page) => {
    const entries = entriesIn(page).map(({ workflowRunId }) => workflowRunId)
    const twice = runs.find(({ runId }) => entries.indexOf(runId) !== entries.lastIndexOf(runId))
    return twice === undefined ? undefined : lacks(`one entry of ${twice.runId}`, entries)
  }

/** That each selection takes the runs that fit it, and no others. */
async function judgeSelections(
  world: QueueWorld,
  how: Rerun,
  { application, runs }: Failed,
  selections: readonly Selecting[],
): Promise<void> {
  const { url } = application
  const otherUrl = world.inbox().url
  given(await listed(world, { workflowUrl: url }), noneTwice(runs))
  for (const [select, fit] of selections) {
    const before = application.calls.length
    const selected = select({
      runs,
      now: await world.time.now(),
      url,
      otherUrl,
      id: `${world.id}-`,
    })
    const reply = await world.queue.bulk(how, { ...own(application), ...selected })
    if (fit.length === 0) must(reply, namesNothing)
    else must(reply, accepted(), names(fit.length))

    const taken = await takenSince(world, application, before, reply)
    given(taken, known(runs), arrived(fit.length))
    must(taken, took(...fit.map((n) => runs[n]!.payload)))
  }
}

/** Three runs that have failed: two ids begin alike, the third does not. */
async function threeFailed(world: QueueWorld): Promise<Failed> {
  const application = world.workflow([{ name: 'fails', fails: true }])
  const ids = ['a-1', 'a-2', 'b-1'].map((end) => `${world.id}-${end}`)
  const failed = await Promise.all(ids.map((runId) => failedRun(world, { application, runId })))
  application.mend()
  return { application, runs: failed.map((run) => ({ ...run, payload: run.runId })) }
}

const idsOf = (runs: readonly Selectable[], ...places: readonly number[]) =>
  places.map((n) => runs[n]!.dlqId)

/** The path in capitals, which is another one: the letters of a host are alike. */
function inCapitals(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname.toUpperCase()
}

/** Selections of three failed runs; what fits none comes first, for the entries may be gone then. */
const selections = [
  ['select-dlq-ids', 'one id', [[({ runs }) => ({ dlqIds: idsOf(runs, 1) }), [1]]]],
  ['select-dlq-ids', 'several ids', [[({ runs }) => ({ dlqIds: idsOf(runs, 0, 2) }), [0, 2]]]],
  [
    'select-from-date',
    'a date after and one before they failed',
    [
      [({ now }) => ({ fromDate: now + days(1) }), []],
      [({ now }) => ({ fromDate: now - days(1) }), [0, 1, 2]],
    ],
  ],
  [
    'select-to-date',
    'a date before and one after they failed',
    [
      [({ now }) => ({ toDate: now - days(1) }), []],
      [({ now }) => ({ toDate: now + days(1) }), [0, 1, 2]],
    ],
  ],
  [
    'select-workflow-url',
    'another URL and their own',
    [
      [({ otherUrl, id }) => ({ workflowUrl: otherUrl, workflowRunId: id }), []],
      [({ url, id }) => ({ workflowUrl: url, workflowRunId: id }), [0, 1, 2]],
    ],
  ],
  [
    'select-workflow-url',
    'the beginning of their URL',
    [
      [({ url, id }) => ({ workflowUrl: url.slice(0, -1), workflowRunId: id }), []],
      [({ url, id }) => ({ workflowUrl: url, workflowRunId: id }), [0, 1, 2]],
    ],
  ],
  [
    'select-workflow-url',
    'other spellings of their URL',
    [
      [({ url, id }) => ({ workflowUrl: `${url}/`, workflowRunId: id }), []],
      [({ url, id }) => ({ workflowUrl: `${url}?a=1`, workflowRunId: id }), []],
      [({ url, id }) => ({ workflowUrl: inCapitals(url), workflowRunId: id }), []],
      [({ url, id }) => ({ workflowUrl: url, workflowRunId: id }), [0, 1, 2]],
    ],
  ],
  [
    'select-workflow-run-id',
    'a whole run id',
    [[({ runs }) => ({ workflowRunId: runs[2]!.runId }), [2]]],
  ],
  [
    'select-workflow-run-id-prefix',
    'the beginning of two run ids',
    [[({ runs }) => ({ workflowRunId: runs[0]!.runId.slice(0, -1) }), [0, 1]]],
  ],
  [
    'select-workflow-run-id-prefix',
    'the end of a run id, and the beginning of all',
    [
      [({ runs }) => ({ workflowRunId: runs[0]!.runId.slice(1) }), []],
      [({ runs }) => ({ workflowRunId: runs[0]!.runId.slice(0, -3) }), [0, 1, 2]],
    ],
  ],
  [
    'select-workflow-run-id-prefix',
    'other letters than those of two run ids, and then these',
    [
      [({ id }) => ({ workflowRunId: `${id}A-` }), []],
      [({ id }) => ({ workflowRunId: `${id}a_` }), []],
      [({ id }) => ({ workflowRunId: `${id}a%` }), []],
      [({ id }) => ({ workflowRunId: `${id}a-` }), [0, 1]],
    ],
  ],
  [
    'select-workflow-created-at',
    'when none was created, and when one was',
    [
      [({ runs }) => ({ workflowCreatedAt: runs[1]!.createdAt - days(1) }), []],
      [
        ({ runs }) => ({
          workflowRunId: runs[1]!.runId,
          workflowCreatedAt: runs[1]!.createdAt - days(1),
        }),
        [],
      ],
      [
        ({ runs }) => ({
          workflowRunId: runs[1]!.runId,
          workflowCreatedAt: runs[1]!.createdAt,
        }),
        [1],
      ],
    ],
  ],
  [
    'select-workflow-created-at',
    'a millisecond beside that at which one was created, and that one',
    [
      ...[-1, 1].map((beside): Selecting => [
        ({ runs }) => ({
          workflowRunId: runs[1]!.runId,
          workflowCreatedAt: runs[1]!.createdAt + beside,
        }),
        [],
      ]),
      [
        ({ runs }) => ({
          workflowRunId: runs[1]!.runId,
          workflowCreatedAt: runs[1]!.createdAt,
        }),
        [1],
      ],
    ],
  ],
] as const satisfies readonly (readonly [string, string, readonly Selecting[]])[]

/** Long enough for a run to fail, so that the next one is created later; in milliseconds. */
const GAP = seconds(1)

/** Three runs, each of which was created well after the one before had failed. */
async function threeApart(world: QueueWorld): Promise<Failed> {
  const application = world.workflow([{ name: 'fails', fails: true }])
  const runs: Selectable[] = []
  for (const n of [0, 1, 2]) {
    if (n > 0) await world.time.pass(GAP)
    const run = await failedRun(world, { application, runId: `${world.id}-apart-${n}` })
    runs.push({ ...run, payload: run.runId })
  }
  application.mend()
  return { application, runs }
}

/** Well before a run was created, and after the one before it had failed. */
const before = (runs: readonly Selectable[], place: number) =>
  runs[place]!.createdAt - Math.floor(GAP / 2)

/** Selections of three runs with time between them. */
const between = [
  [
    'select-from-date',
    'a date between them',
    [[({ runs }) => ({ fromDate: before(runs, 2) }), [2]]],
  ],
  ['select-to-date', 'a date between them', [[({ runs }) => ({ toDate: before(runs, 1) }), [0]]]],
  [
    'select-to-date',
    'two dates',
    [[({ now, runs }) => ({ fromDate: now - days(1), toDate: before(runs, 2) }), [0, 1]]],
  ],
  [
    'select-workflow-created-at',
    'when the second was created',
    [[({ runs }) => ({ workflowCreatedAt: runs[1]!.createdAt }), [1]]],
  ],
] as const satisfies readonly (readonly [string, string, readonly Selecting[]])[]

/** One run that failed well after it was created. */
async function oneRetried(world: QueueWorld): Promise<Failed> {
  const application = world.workflow([{ name: 'fails', fails: true }])
  const settings = { Retries: '1', 'Retry-Delay': `${2 * GAP}` }
  const started = await startedRun(world, { application, settings })
  given(await application.delivery(2, latest(2 * GAP)))
  const run = await placed(world, started)
  application.mend()
  return { application, runs: [{ ...run, payload: run.runId }] }
}

/** Between the creation of that run and its failure. */
const meanwhile = ([run]: readonly Selectable[]) => run!.createdAt + GAP

/** Selections of that run. */
const amid = [
  [
    'select-from-date',
    'a date between its creation and its failure',
    [[({ runs }) => ({ fromDate: meanwhile(runs) }), [0]]],
  ],
  [
    'select-to-date',
    'a date after its failure, and none between its creation and that',
    [
      [({ runs }) => ({ toDate: meanwhile(runs) }), []],
      [({ now }) => ({ toDate: now + days(1) }), [0]],
    ],
  ],
] as const satisfies readonly (readonly [string, string, readonly Selecting[]])[]

/** When three runs were created, and when they failed: each a millisecond after the one before. */
const CREATED = Date.UTC(2024, 0, 31, 12)
const FAILED = CREATED + days(1)

/** Three runs that failed long ago. */
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
  return { application, runs }
}

/** Selections of three runs by moments to the millisecond. */
const moments = [
  [
    'select-from-date-inclusive',
    'the date of the second',
    [[() => ({ fromDate: FAILED + 1 }), [1, 2]]],
  ],
  [
    'select-to-date-inclusive',
    'the date of the second',
    [[() => ({ toDate: FAILED + 1 }), [0, 1]]],
  ],
] as const satisfies readonly (readonly [string, string, readonly Selecting[]])[]

/** 51 runs that failed at one moment, and of the same URL one that failed well before and one well after. */
async function manyAmongOthers(world: QueueWorld): Promise<{ url: string; id: string }> {
  const { url } = world.inbox()
  const id = `${world.id}-many`
  for (const [workflowRunId, failedAt, count] of [
    [`${world.id}-before`, FAILED - hours(1), 1],
    [id, FAILED, 51],
    [`${world.id}-after`, FAILED + hours(1), 1],
  ] as const) {
    const times = { createdAt: CREATED, completedAt: failedAt }
    await world.pastRuns({ workflowUrl: url, workflowRunId, state: 'RUN_FAILED', ...times, count })
  }
  given(await listed(world, { workflowUrl: url }), numbering(53))
  return { url, id }
}

/** Selections of those 51, each with one like it of none: who takes some by that does not hear it at all. */
const narrow: readonly (readonly [
  what: string,
  select: (id: string) => Selection,
  selectNone: (id: string) => Selection,
])[] = [
  ['a run id', (id) => ({ workflowRunId: id }), (id) => ({ workflowRunId: `${id}-none` })],
  [
    'a range of dates',
    () => ({ fromDate: FAILED, toDate: FAILED }),
    () => ({ fromDate: FAILED + 1, toDate: FAILED + 1 }),
  ],
]

/** How far from the failure that the log tells the DLQ may have its own; in milliseconds. */
const NEAR = 25

/** The milliseconds about a moment, the nearest ones first. */
const about = (moment: number): readonly number[] =>
  Array.from({ length: 1 + 2 * NEAR }, (_, n) => moment + Math.ceil(n / 2) * (n % 2 === 0 ? 1 : -1))

/** When a run failed: where the clock stands, now; elsewhere the log says about when. */
async function failedAt(world: QueueWorld, run: FailedRun): Promise<number> {
  if (world.time.virtual) return world.time.now()
  const isFailure = ({ state }: { readonly state?: unknown }) => state === 'RUN_FAILED'
  const log = await logOf(world, run, ({ items }) =>
    items.some(isFailure) ? undefined : lacks('the failure of the run', items),
  )
  return Number(log.items.find(isFailure)?.time)
}

/**
 * That a run is taken by the very moment of its failure. Where the clock goes on, nobody tells that to
 * the millisecond: one of those about it is the first and the last date that the run fits. Where there
 * is none, either date is wrong, and which of them cannot be told.
 */
async function judgeMoment(
  world: QueueWorld,
  how: Rerun,
  bound: 'fromDate' | 'toDate',
): Promise<void> {
  const failed = await failedRun(world)
  const { application } = failed
  application.mend()
  const { virtual } = world.time
  const moment = await failedAt(world, failed)
  const ask = (dates: Selection) => world.queue.bulk(how, { ...own(application), ...dates })

  const replies: Exchange[] = []
  for (const date of virtual ? [moment] : about(moment)) {
    if (!Number.isSafeInteger(date)) break
    const reply = await ask(virtual ? { [bound]: date } : { fromDate: date, toDate: date })
    // One that fits nothing may be refused.
    if (refused()(reply) !== undefined) must(reply, accepted())
    if (referencesIn(reply).length > 0) return
    replies.push(reply)
  }
  const [reply] = replies
  const wide = { fromDate: moment - NEAR, toDate: moment + NEAR }
  if (reply === undefined || namesSome()(await ask(wide)) !== undefined)
    throw new NotApplicable('it cannot be told when the DLQ has the run failed')
  const dates = virtual ? `${bound}=${moment}` : 'one millisecond as fromDate and toDate'
  must(reply, (answer) =>
    lacks(
      `${dates} to take the run that failed ${virtual ? 'then' : `about ${moment}`}`,
      memberOf(answer, 'workflowRuns'),
    ),
  )
}

/** Requests up to the one without a cursor, or to one that took nothing: there it had to end. */
async function pagesOf(
  { queue }: QueueWorld,
  how: Rerun,
  selection: Selection,
  most: number,
  judge: (page: Exchange) => unknown = (page) => given(page, accepted()),
): Promise<readonly Exchange[]> {
  const pages: Exchange[] = []
  let cursor: string | undefined
  do {
    const page = await queue.bulk(how, { ...selection, ...(cursor !== undefined && { cursor }) })
    judge(page)
    pages.push(page)
    cursor = referencesIn(page).length === 0 ? undefined : cursorOf(page)
  } while (cursor !== undefined && pages.length <= most)
  return pages
}

/** No more than 50 runs are named. */
const atMost50 = (): Matcher => (page) => {
  const got = referencesIn(page).length
  return got <= 50 ? undefined : differs('a number of runs of at most', 50, got)
}

const noCursor = (): Matcher => (page) => {
  const got = cursorOf(page)
  return got === undefined ? undefined : lacks('no further cursor', got)
}

const someCursor = (): Matcher => (page) =>
  cursorOf(page) === undefined
    ? lacks('a cursor to those that remain', memberOf(page, 'cursor'))
    : undefined

const namesAll =
  (pages: readonly Exchange[], count: number): Matcher =>
  () => {
    const got = pages.flatMap(referencesIn).length
    return got === count ? undefined : differs('a number of runs, of all pages, of', count, got)
  }

const namesAtMost =
  (pages: readonly Exchange[], count: number): Matcher =>
  () => {
    const got = pages.flatMap(referencesIn).length
    return got <= count
      ? undefined
      : differs('a number of runs, of all pages, of at most', count, got)
  }

/** Of how many runs what is judged of pages. */
const counts = {
  restart: [0, 1, 50, 51, 101],
  resume: [0, 51],
} as const

/** Two steps of which the second fails. */
const twoSteps = [
  { name: 'one', result: 1 },
  { name: 'two', fails: true },
] as const

const executedBy = { restart: ['one', 'two'], resume: ['two'] } as const

/** Runs two failed runs again by one request; each fails again, and this is what came of it. */
async function failAgain(
  world: QueueWorld,
  how: Rerun,
  settings: Readonly<Record<string, string>> = {},
  limited?: Limited,
): Promise<readonly (Again & { readonly entry: Message })[]> {
  const application = world.workflow([{ name: 'fails', fails: true }])
  const options = { application, limited, settings: { Retries: '1' } }
  const [one, two] = [await failedKeyed(world, 70, options), await failedKeyed(world, 70, options)]
  for (const failed of [one, two]) {
    given(failed.entry, attempted(failed, 2), shownKey(world, 'first'), shownLimit(70, limited))
  }
  const selection = { ...own(application), dlqIds: [one.dlqId, two.dlqId] }
  const reply = given(
    await world.queue.bulk(how, selection, { settings }),
    accepted(),
    names(2),
    namesNone(one.runId, two.runId),
  )
  const again = referencesIn(reply).map(({ workflowRunId: runId, workflowCreatedAt }) => ({
    ...{ runId, createdAt: Number(workflowCreatedAt), reply, application },
  }))
  return Promise.all(
    again.map(async (each) => {
      given(await firstCall(each))
      return { ...each, entry: await entryOf(world, application, each) }
    }),
  )
}

/** 51 runs that have failed, as each that comes of them does: only the former are selected by id. */
async function manyFailing(world: QueueWorld): Promise<{ url: string; dlqIds: string[] }> {
  if (!world.makesPastRuns) {
    const runs = await failedRuns(world, 51)
    return { url: runs[0]!.application.url, dlqIds: runs.map(({ dlqId }) => dlqId) }
  }
  const { url } = world.inbox(() => ({ status: 500 }))
  const headers = { [`${world.queue.headerPrefix}Retries`]: '0' }
  const wanted = { workflowUrl: url, state: 'RUN_FAILED', headers, count: 51 } as const
  const made = await world.pastRuns(wanted)
  return { url, dlqIds: made.map(({ dlqId }) => `${dlqId}`) }
}

/** A page whose entry of the first run that an answer names fits. */
const withFirst =
  (url: string, reply: Exchange, matcher: Matcher): Matcher =>
  (page) => {
    const [run] = referencesIn(reply)
    if (run === undefined) return lacks('new runs', memberOf(reply, 'workflowRuns'))
    const { workflowRunId: runId, workflowCreatedAt } = run
    const application = { url, runIds: new Set<string>() }
    return withEntry({ runId, createdAt: Number(workflowCreatedAt), application }, matcher)(page)
  }

/** The list of that run, once it fits. */
async function pageOfFirst(
  world: QueueWorld,
  url: string,
  reply: Exchange,
  matcher: Matcher,
): Promise<Exchange> {
  const workflowRunId = String(referencesIn(reply)[0]?.workflowRunId)
  const read = () => listed(world, { workflowRunId })
  return world.eventually(read, withFirst(url, reply, matcher))
}

/** What takes every run, or those of the scenario by one parameter alone. */
const optional: readonly (readonly [what: string, select: (from: Choice) => Selection])[] = [
  ['no selection', () => ({})],
  ['ids alone', ({ runs }) => ({ dlqIds: runs.map(({ dlqId }) => dlqId) })],
  ['a URL alone', ({ url }) => ({ workflowUrl: url })],
  ['a run id alone', ({ runs }) => ({ workflowRunId: runs[0]!.runId })],
  ['a date alone', ({ now }) => ({ fromDate: now - days(1) })],
]

/** Runs that a selection takes. */
const selecting = (how: Rerun) => [
  scenario(`a bulk ${how} starts new runs with the payloads of those that failed`, {
    rule: `queue.bulk.${how}-creates-new-runs`,
    needs,
    async run(world) {
      const failed = await failedRuns(world, 2, { steps: twoSteps, body: 'payload' })
      const { application } = failed[0]!
      application.mend()

      const reply = await world.queue.bulk(how, own(application))
      must(reply, accepted(), names(2))
      for (const { workflowRunId: runId } of referencesIn(reply)) {
        const again = { runId, createdAt: NaN, reply, application }
        must(await firstCall(again), body('payload'), ({ runId }) =>
          failed.some((each) => each.runId === runId)
            ? lacks('the id of a new run', runId)
            : undefined,
        )
        must(await application.ended(runId), executedInOrder(...executedBy[how]))
      }
    },
  }),

  ...selections.map(([statement, what, steps]) =>
    scenario(`a bulk ${how} takes what fits ${what}`, {
      rule: `queue.bulk.${statement}`,
      needs,
      run: async (world) => judgeSelections(world, how, await threeFailed(world), steps),
    }),
  ),

  ...moments.map(([statement, what, steps]) =>
    scenario(`a bulk ${how} of runs of long ago takes what fits ${what}`, {
      rule: `queue.bulk.${statement}`,
      needs: ['runs', 'pastRuns'],
      run: async (world) => judgeSelections(world, how, await threePast(world), steps),
    }),
  ),

  ...between.map(([statement, what, steps]) =>
    scenario(`a bulk ${how} of runs of several moments takes what fits ${what}`, {
      rule: `queue.bulk.${statement}`,
      needs,
      waits: 2 * GAP,
      run: async (world) => judgeSelections(world, how, await threeApart(world), steps),
    }),
  ),

  ...amid.map(([statement, what, steps]) =>
    scenario(`a bulk ${how} of a run that was retried takes what fits ${what}`, {
      rule: `queue.bulk.${statement}`,
      needs,
      waits: latest(2 * GAP),
      run: async (world) => judgeSelections(world, how, await oneRetried(world), steps),
    }),
  ),
]

/** The same of runs that share an id or a moment, and of an entry that is still there. */
const alike = (how: Rerun) => [
  scenario(`a bulk ${how} of a run id takes all runs that have it`, {
    rule: 'queue.bulk.select-workflow-run-id',
    needs,
    async run(world) {
      const [older, newer] = await failedOfOneId(world)
      const { application, runId } = older
      given(await listed(world, { workflowRunId: runId }), numbering(2))
      application.mend()
      const before = application.calls.length

      const reply = await world.queue.bulk(how, { ...own(application), workflowRunId: runId })
      must(given(reply, accepted()), names(2))
      const taken = await takenSince(world, application, before, reply)
      given(taken, known([older, newer]), arrived(2))
      must(taken, took(older.payload, newer.payload))
    },
  }),

  scenario(`a bulk ${how} of an entry that is still there after another one starts a new run`, {
    rule: `queue.bulk.${how}-creates-new-runs`,
    needs,
    async run(world) {
      const { application, dlqId } = await failedRun(world, { steps: twoSteps })
      application.mend()
      const ask = () => world.queue.bulk(how, { ...own(application), dlqIds: [dlqId] })
      const [first] = referencesIn(given(await ask(), accepted(), names(1)))
      given(await application.ended(first!.workflowRunId))

      const reply = await ask()
      // Whether it is gone by then is open, and that may show late.
      const read = () => entryRead(world, dlqId)
      const isGone = async () =>
        memberOf(await world.eventually(read, refused()), 'dlqId') !== dlqId
      if (namesSome()(reply) === undefined || !(await isGone())) must(reply, accepted(), names(1))
    },
  }),

  ...(
    [
      ['select-from-date-inclusive', 'fromDate'],
      ['select-to-date-inclusive', 'toDate'],
    ] as const
  ).map(([statement, bound]) =>
    scenario(`a bulk ${how} with a ${bound} takes the run that failed at that very moment`, {
      rule: `queue.bulk.${statement}`,
      needs,
      run: (world) => judgeMoment(world, how, bound),
    }),
  ),
]

/** Settings of the new runs. */
const settings = (how: Rerun) => [
  scenario(`a bulk ${how} with another flow-control key has that`, {
    rule: 'queue.bulk.flow-control-key',
    needs,
    async run(world) {
      for (const { entry } of await failAgain(world, how, keyed(world, 'second', 3))) {
        must(entry, shownKey(world, 'second'))
      }
    },
  }),

  scenario(`a bulk ${how} with another parallelism has that`, {
    rule: 'queue.bulk.flow-control-value',
    needs,
    async run(world) {
      for (const { entry } of await failAgain(world, how, keyed(world, 'first', 3))) {
        must(entry, shownLimit(3))
      }
    },
  }),

  ...[0, 3].map((retries) =>
    scenario(`each run of a bulk ${how} with ${retries} retries is attempted as often`, {
      rule: 'queue.bulk.retries',
      needs,
      async run(world) {
        for (const again of await failAgain(world, how, { Retries: `${retries}` })) {
          must(again.entry, attempted(again, 1 + retries))
        }
      },
    }),
  ),

  ...combinations.map(({ what, statement, limited, overrides, fits }) =>
    scenario(`each run of a bulk ${how} with ${what}`, {
      rule: `queue.bulk.${statement}`,
      needs,
      async run(world) {
        for (const again of await failAgain(world, how, overrides(world), limited)) {
          must(again.entry, fits(again, world))
        }
      },
    }),
  ),

  scenario(`what the cursor of a bulk ${how} leads to has another flow-control key too`, {
    rule: 'queue.bulk.flow-control-key',
    needs,
    waits: MANY_MS,
    async run(world) {
      const { url, dlqIds } = await manyFailing(world)
      const settings = keyed(world, 'second', 70)
      const ask = async (cursor?: string) => {
        const selection = { ...own({ url }), dlqIds, ...(cursor !== undefined && { cursor }) }
        const reply = given(await world.queue.bulk(how, selection, { settings }), accepted())
        return { reply, entries: await pageOfFirst(world, url, reply, shownKey(world, 'second')) }
      }
      const first = await ask()
      given(first.reply, someCursor())
      given(first.entries, withFirst(url, first.reply, shownKey(world, 'second')))

      const next = await ask(cursorOf(first.reply))
      given(
        next.entries,
        withFirst(url, next.reply, () => undefined),
      )
      must(next.entries, withFirst(url, next.reply, shownKey(world, 'second')))
    },
  }),

  scenario(`a bulk ${how} with another flow-control key alone has the parallelism of before`, {
    rule: 'queue.bulk.originals-reused-when-absent',
    needs,
    async run(world) {
      const settings = { 'Flow-Control-Key': `${world.id}-second` }
      for (const { entry } of await failAgain(world, how, settings)) must(entry, shownLimit(70))
    },
  }),

  scenario(`a bulk ${how} with other retries alone has the flow control of before`, {
    rule: 'queue.bulk.originals-reused-when-absent',
    needs,
    async run(world) {
      for (const { entry } of await failAgain(world, how, { Retries: '0' })) {
        must(entry, shownKey(world, 'first'), shownLimit(70))
      }
    },
  }),

  scenario(`a bulk ${how} without settings has those of the runs that failed`, {
    rule: 'queue.bulk.originals-reused-when-absent',
    needs,
    async run(world) {
      for (const again of await failAgain(world, how)) {
        must(again.entry, attempted(again, 2), shownKey(world, 'first'), shownLimit(70))
      }
    },
  }),
]

/** The answer, and the ids in it. */
const answers = (how: Rerun) => [
  scenario(`what is answered to a bulk ${how} names the runs and when they were created`, {
    rule: 'queue.bulk.response',
    needs,
    async run(world) {
      const { application } = await threeFailed(world)

      const reply = given(await world.queue.bulk(how, own(application)), accepted())
      must(reply, list('workflowRuns'), names(3), createdNow(await world.time.now()))
    },
  }),

  scenario(`what is answered to a bulk ${how} says of the runs what their list says`, {
    rule: 'queue.bulk.response',
    needs,
    async run(world) {
      const [{ application }] = (await failedRuns(world, 2)) as [FailedRun, FailedRun]
      application.mend()

      const reply = given(await world.queue.bulk(how, own(application)), accepted())
      must(given(await creationsOf(world, referencesIn(reply)), areListed), areAsListed)
    },
  }),

  scenario(`the runs of a bulk ${how} get random run ids`, {
    rule: 'queue.bulk.new-random-run-ids',
    needs,
    async run(world) {
      const { application, runs } = await threeFailed(world)

      const reply = given(await world.queue.bulk(how, own(application)), names(3))
      const ids = referencesIn(reply).map(({ workflowRunId }) => workflowRunId)
      const old = runs.map(({ runId }) => runId)
      must(reply, randomIds(ids, old))
    },
  }),

  // Of one run, for no two of a target may be in progress under one id.
  scenario(`a run id that a bulk ${how} asks for is not that of its run`, {
    rule: 'queue.bulk.new-random-run-ids',
    needs,
    async run(world) {
      const { application, runId } = await failedRun(world)
      application.mend()
      const wanted = `${world.id}-wanted`

      const settings = { 'Workflow-RunId': wanted }
      const reply = await world.queue.bulk(how, own(application), { settings })
      given(reply, accepted(), names(1))
      must(reply, namesNone(wanted, runId))
    },
  }),

  scenario(`the 51 runs of a bulk ${how} get ids of their own, and all are delivered`, {
    rule: 'queue.bulk.new-random-run-ids',
    needs,
    waits: MANY_MS,
    async run(world) {
      const many = await manyFailed(world, 51)
      const pages = await pagesOf(world, how, own(many), 3)
      const [first] = pages
      given(first!, namesAll(pages, 51))
      given(await many.next(51))

      const ids = pages.flatMap(referencesIn).map(({ workflowRunId }) => workflowRunId)
      const old = many.runs.map(({ runId }) => runId)
      must(first!, randomIds(ids, old))
    },
  }),
]

/** At most 50 runs a request, and a cursor to the rest. */
const inPages = (how: Rerun) => [
  scenario(`no request of a bulk ${how} of 101 runs takes more than 50`, {
    rule: 'queue.bulk.at-most-50-runs',
    needs,
    waits: MANY_MS,
    async run(world) {
      const pages = await pagesOf(world, how, own(await manyFailed(world, 101)), 101)
      for (const page of pages) must(page, atMost50())
      must(pages[0]!, namesSome())
    },
  }),

  scenario(`no request of a bulk ${how} of 55 ids takes more than 50`, {
    rule: 'queue.bulk.at-most-50-runs',
    needs,
    waits: MANY_MS,
    async run(world) {
      const { url, runs } = await manyFailed(world, 55)
      const selection = { ...own({ url }), dlqIds: runs.map(({ dlqId }) => dlqId) }
      const reply = given(await world.queue.bulk(how, selection), accepted(), namesSome())
      must(reply, atMost50())
    },
  }),

  scenario(`a bulk ${how} of 51 runs leaves a cursor to the rest`, {
    rule: 'queue.bulk.cursor-when-more-remain',
    needs,
    waits: MANY_MS,
    async run(world) {
      const selection = own(await manyFailed(world, 51))
      const page = given(await world.queue.bulk(how, selection), accepted())
      // More than a request may take is another rule's matter.
      if (referencesIn(page).length < 51) must(page, someCursor())
    },
  }),

  // A server that does forget takes the entries of whoever else has some.
  scenario(`the cursor of a bulk ${how} leads to nothing that was not selected`, {
    rule: 'queue.bulk.cursor-when-more-remain',
    needs: ['runs', 'dedicatedAccount'],
    waits: MANY_MS,
    async run(world) {
      const { application: other } = await failedRun(world)
      const many = await manyFailed(world, 51)
      await failedRun(world, { application: other })
      given(await listed(world, { workflowUrl: many.url }), noneTwice(many.runs))
      const before = other.deliveries.length
      other.mend()

      const pages = await pagesOf(world, how, own(many), 3)
      given(pages[0]!, someCursor())
      must(pages.at(-1)!, namesAtMost(pages, 51))
      must(await other.all(0), attempts(before))
    },
  }),

  ...narrow.map(([what, select, selectNone]) =>
    scenario(`the cursor of a bulk ${how} leads to nothing that ${what} did not select`, {
      rule: 'queue.bulk.cursor-when-more-remain',
      needs: ['pastRuns'],
      async run(world) {
        const { url, id } = await manyAmongOthers(world)
        const ask = (selection: Selection) => ({ ...own({ url }), ...selection })
        given(await world.queue.bulk(how, ask(selectNone(id))), namesNothing)

        const pages = await pagesOf(world, how, ask(select(id)), 3)
        given(pages[0]!, someCursor())
        must(pages.at(-1)!, namesAtMost(pages, 51))
      },
    }),
  ),

  ...counts[how].map((count) =>
    scenario(`a bulk ${how} of ${count} runs is over when there is no cursor`, {
      rule: 'queue.bulk.no-cursor-when-all-were-processed',
      needs,
      waits: MANY_MS,
      async run(world) {
        // Only a server that runs anything again can be through with nothing.
        if (count === 0) {
          const one = own(await manyFailed(world, 1))
          given(await world.queue.bulk(how, one), accepted(), namesSome())
        }
        if (count === 0) {
          must(await world.queue.bulk(how, own(world.inbox())), namesNothing, noCursor())
          return
        }
        const pages = await pagesOf(world, how, own(await manyFailed(world, count)), count)
        must(pages.at(-1)!, noCursor(), namesAll(pages, count))
      },
    }),
  ),
]

/** Each part of a selection alone. */
const allOptional = (how: Rerun) => [
  ...optional.map(([what, select]) =>
    scenario(`a bulk ${how} with ${what} takes what fits it`, {
      rule: 'queue.bulk.selection-is-optional',
      needs: ['runs', 'dedicatedAccount'],
      async run(world) {
        const failed = await failedRun(world)
        const { application } = failed
        application.mend()
        const before = application.deliveries.length
        const runs = [{ ...failed, payload: failed.runId }]
        const choice = { runs, url: application.url, otherUrl: '', id: `${world.id}-` }

        const selection = select({ ...choice, now: await world.time.now() })
        // Each parameter is optional; whether all of them may be left out at once is open.
        const mayBeRefused = Object.keys(selection).length === 0
        const pages = await pagesOf(world, how, selection, 20, (page) => {
          if (!mayBeRefused || refused()(page) !== undefined) must(page, accepted())
        })
        world.note('status', pages[0]!.status)
        if (mayBeRefused && refused()(pages[0]!) === undefined) return
        must(pages[0]!, namesSome())
        given(await application.delivery(1 + before))
      },
    }),
  ),
]

const ofEach = (how: Rerun) => [
  ...selecting(how),
  ...alike(how),
  ...settings(how),
  ...answers(how),
  ...inPages(how),
  ...allOptional(how),
]

export const bulkScenarios = [
  ...hows.flatMap(ofEach),

  observation('an entry id and the run id of another entry in one selection', {
    rule: 'queue.bulk.selectors-combined',
    needs,
    async run(world) {
      const { application, runs } = await threeFailed(world)
      const before = application.calls.length
      const selection = { dlqIds: idsOf(runs, 0), workflowRunId: runs[2]!.runId }
      const reply = await world.queue.bulk('restart', selection)
      const { payloads } = await takenSince(world, application, before, reply)
      world.note('status', reply.status)
      world.note('the entry of the id is taken', payloads.includes(runs[0]!.payload))
      world.note('the entry of the run id is taken', payloads.includes(runs[2]!.payload))
    },
  }),

  observation('the status of a bulk request that selects nothing', {
    rule: 'queue.bulk.nothing-selected',
    needs,
    async run(world) {
      world.note('status', (await world.queue.bulk('restart', own(world.inbox()))).status)
    },
  }),

  observation('where the selection of a bulk request is read', {
    rule: 'queue.bulk.selection-in-query-or-body',
    needs,
    async run(world) {
      const { application, runs } = await threeFailed(world)
      const selecting = (n: number) => ({ ...own(application), dlqIds: idsOf(runs, n) })
      async function taken(query: Selection, body: Selection) {
        const before = application.calls.length
        const reply = await world.queue.bulk('restart', { query, body })
        const { payloads } = await takenSince(world, application, before, reply)
        return { status: reply.status, took: (n: number) => payloads.includes(runs[n]!.payload) }
      }
      const both = await taken(selecting(0), selecting(1))
      world.note('status', both.status)
      world.note('an id in the query is taken', both.took(0))
      world.note('an id in the body is taken', both.took(1))

      // One place alone is safe only where it is known to be read: else everybody's runs are taken.
      const refusesBoth = both.status >= 400 && both.status < 500
      if (refusesBoth || both.took(0)) {
        const { status, took } = await taken(selecting(2), {})
        world.note('status of a selection in the query alone', status)
        world.note('an id in the query alone is taken', took(2))
      }
      if (refusesBoth || (both.took(1) && !both.took(0))) {
        const n = refusesBoth ? 1 : 0
        const { status, took } = await taken({}, selecting(n))
        world.note('status of a selection in the body alone', status)
        world.note('an id in the body alone is taken', took(n))
      }
    },
  }),
]
