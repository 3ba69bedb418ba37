// The dead letter queue: its list and filters, reading and deleting an entry (endpoints 4 to 6).

import type { MustRuleId } from '#generated/rules.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, emptyBody, lacks, status } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { hours, seconds } from '../../core/time.js'
import {
  asMessage,
  isAbsent,
  jsonOf,
  memberOf,
  type Exchange,
  type HttpMessage,
} from '../../wire/exchange.js'
import { attempts, latest } from '../fixtures/arrivals.js'
import {
  entriesIn,
  idsIn,
  entryPath,
  entryRead,
  hasEntries,
  hasNoEntries,
  listed,
  listedPage,
  asLongAs,
  cursorOf,
  ENTRIES,
  numbering,
  ofUrl,
  paged,
  refusedOr,
  type Query,
} from '../fixtures/lists.js'
import {
  entryOfRun,
  failedEach,
  failedRun,
  failedRuns,
  listedDuringCallback,
  MANY_MS,
  manyFailed,
  type FailedRun,
  twoSteps,
  creationOf,
  failingSteps,
  startedRun,
  type Run,
  canceledRun,
} from '../fixtures/runs.js'
import { NOTHING } from '../fixtures/inbox.js'
import { failedUnder } from '../fixtures/flow-control.js'
import {
  equals,
  expects,
  memberThat,
  absent,
  inside,
  list,
  member,
  text,
} from '../fixtures/matchers.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

/** A query, and the failed runs that it shows and hides, by their indexes. */
interface Request {
  readonly query: Query
  readonly shows: readonly number[]
  readonly hides: readonly number[]
  readonly mayBeRefused?: boolean
}

interface Filtered {
  readonly runs: readonly FailedRun[]
  readonly requests: readonly Request[]
}

const request = (query: Query, shows: readonly number[], hides: readonly number[]): Request => ({
  query,
  shows,
  hides,
})

const settingsOf = ({ id, inbox }: QueueWorld, name = 'a') => ({
  Label: `${id}-Label-${name}`,
  'Failure-Callback': inbox().url,
})

/** Fails runs of one application, whose URL lists them. */
async function listedEach(...wanted: Parameters<typeof failedEach>) {
  const { runs, page } = await failedEach(...wanted)
  given(page, accepted(), hasEntries(...runs.map(({ dlqId }) => dlqId)))
  return { runs, own: ofUrl(runs[0]!.application) }
}

/** Fails two runs of one application with time between them; returns dates around them. */
async function apart(world: QueueWorld) {
  const first = await failedRun(world, { settings: settingsOf(world) })
  const { application } = first
  await world.time.pass(seconds(2))
  const run = await startedRun(world, { application })
  const own = ofUrl(application)
  const ofSecond = (page: HttpMessage) =>
    entriesIn(page).find(({ workflowRunId }) => workflowRunId === run.runId)
  const both = [
    hasEntries(first.dlqId),
    expects(`an entry of ${run.runId}`, idsIn, (_, page) => ofSecond(page) !== undefined),
  ]
  const entry = ofSecond(given(await listed(world, own, ...both), ...both))!
  return {
    own,
    runs: [first, { ...run, dlqId: String(entry.dlqId), entry: asMessage(entry) }],
    before: first.createdAt - hours(1),
    between: Math.floor((first.createdAt + run.createdAt) / 2),
    after: run.createdAt + hours(1),
  }
}

/** Fails runs with a failure callback that succeeds, with one that fails, and without one. */
async function calledBackRuns(world: QueueWorld): Promise<Filtered> {
  const statuses = [200, 500]
  const inboxes = statuses.map((status) => world.inbox(() => ({ status })))
  const settings = inboxes.map(({ url }) => ({ Label: `${world.id}-a`, 'Failure-Callback': url }))
  const isAnswered = memberThat('responseStatus', 'the status of an answer', (got) =>
    statuses.includes(Number(got)),
  )
  const isOver: Matcher = (entry) =>
    isAbsent(memberOf(entry, 'failureCallback'))
      ? undefined
      : inside('failureCallbackInfo', text('state'), isAnswered)(entry)
  const wanted = [...settings, {}].map((each) => ({ settings: each }))
  const { runs, own } = await listedEach(world, wanted, isOver)
  for (const { delivery } of inboxes) given(await delivery())
  const states = statuses.map((status, n) => {
    const kept = inside('failureCallbackInfo', text('state'), member('responseStatus', status))
    return stateOfCallback(given(runs[n]!.entry, kept))
  })
  const [succeeded, failed] = states
  must(runs[1]!.entry, () =>
    failed === succeeded ? lacks(`a state other than ${succeeded}`, failed) : undefined,
  )
  // A state that the document does not show may be refused as a filter.
  const requests = states.map((failureCallbackState, n) => ({
    ...request({ ...own, failureCallbackState }, [n], [1 - n, 2]),
    mayBeRefused: failureCallbackState !== 'CALLBACK_SUCCESS',
  }))
  return { runs, requests }
}

/** Filters, requests that judge them, and a value that excludes an entry with these others. */
const filters: readonly {
  readonly name: string
  readonly rule: MustRuleId & `queue.dlq.filter-${string}`
  readonly waits?: number
  readonly arrange: (world: QueueWorld) => Promise<Filtered>
}[] = [
  {
    name: 'failureCallbackState',
    rule: 'queue.dlq.filter-failure-callback-state',
    arrange: calledBackRuns,
  },
  {
    name: 'fromDate',
    rule: 'queue.dlq.filter-from-date',
    waits: seconds(2),
    async arrange(world) {
      const { runs, own, between, after } = await apart(world)
      const requests = [
        request({ ...own, fromDate: between }, [1], [0]),
        request({ ...own, fromDate: after }, [], [0, 1]),
      ]
      return { runs, requests }
    },
  },
  {
    name: 'toDate',
    rule: 'queue.dlq.filter-to-date',
    waits: seconds(2),
    async arrange(world) {
      const { runs, own, before, between } = await apart(world)
      const requests = [
        request({ ...own, toDate: between }, [0], [1]),
        request({ ...own, fromDate: before, toDate: between }, [0], [1]),
        request({ ...own, toDate: before }, [], [0, 1]),
      ]
      return { runs, requests }
    },
  },
]

const stateOfCallback = (entry: HttpMessage): string => {
  const info = memberOf(entry, 'failureCallbackInfo') as { readonly state?: unknown } | undefined
  return String(info?.state)
}

const bounds = [
  ['fromDate', 'queue.dlq.filter-from-date-inclusive'],
  ['toDate', 'queue.dlq.filter-to-date-inclusive'],
] as const

type Bound = (typeof bounds)[number][0]

/** More milliseconds than a run takes to fail. */
const LONGEST = seconds(60)

/** The last `fromDate` and the first `toDate` that list an entry; NaN if none does. */
interface Bounds extends HttpMessage {
  readonly fromDate: number
  readonly toDate: number
}

async function boundsOf(
  world: QueueWorld,
  { application, dlqId, createdAt }: FailedRun,
): Promise<Bounds> {
  async function isListed(name: Bound, moment: number): Promise<boolean> {
    const page = await listed(world, { ...ofUrl(application), [name]: moment })
    return hasEntries(dlqId)(given(page, accepted())) === undefined
  }

  /** Finds the last time with the result of long before: doubles the step, then halves it. */
  async function last(name: Bound): Promise<number> {
    const isAsBefore = async (moment: number) =>
      (await isListed(name, moment)) === (name === 'fromDate')
    let [same, step] = [createdAt - 2, 1]
    if (!(await isAsBefore(same))) same = createdAt - seconds(1)
    if (same !== createdAt - 2 && !(await isAsBefore(same))) return NaN
    while (step < LONGEST && (await isAsBefore(same + step))) [same, step] = [same + step, 2 * step]
    if (step >= LONGEST) return NaN
    for (let other = same + step; other - same > 1;) {
      const middle = Math.floor((same + other) / 2)
      if (await isAsBefore(middle)) same = middle
      else other = middle
    }
    return same
  }

  const [lastFrom, lastHidden] = await Promise.all([last('fromDate'), last('toDate')])
  return { ...NOTHING, fromDate: lastFrom, toDate: lastHidden + 1 }
}

/** The number of entries, and counts below, at and above it. */
const COUNTED = 4
const counts = { fewer: 3, one: 1, all: COUNTED, more: COUNTED + 1 }

async function tooMany(world: QueueWorld): Promise<Query> {
  const many = await manyFailed(world, 101)
  const { runId: workflowRunId, dlqId } = many.runs[0]!
  const isThere = hasEntries(dlqId)
  given(await listed(world, { ...ofUrl(many), workflowRunId }, isThere), accepted(), isThere)
  return ofUrl(many)
}

const entriesOfRun = (runId: string, count: number): Matcher =>
  equals(`a number of entries of ${runId} of`, count, (page) => {
    return entriesIn(page).filter(({ workflowRunId }) => workflowRunId === runId).length
  })

/** The fields of an entry in the document. */
const FIELDS: readonly string[] = [
  'messageId',
  'dlqId',
  'url',
  'method',
  'header',
  'body',
  'bodyBase64',
  'maxRetries',
  'notBefore',
  'createdAt',
  'failureCallback',
  'failureCallbackHeader',
  'callerIP',
  'workflowRunId',
  'workflowCreatedAt',
  'workflowUrl',
  'flowControlKey',
  'rate',
  'parallelism',
  'period',
  'responseStatus',
  'responseHeader',
  'responseBody',
  'responseBodyBase64',
  'failureCallbackInfo',
]

/** An entry as it is read, and as it is listed. */
interface Read extends Exchange {
  readonly entry: HttpMessage
}

const isAsListed: Matcher<Read> = (read) =>
  FIELDS.map((name) => {
    const want = memberOf(read.entry, name)
    return (isAbsent(want) ? absent(name) : member(name, want))(read)
  }).find(Boolean)

/** Reads and lists an entry until both agree, as the result of its failure callback may come between. */
async function mustBeReadAsListed(world: QueueWorld, run: Run): Promise<void> {
  async function both(): Promise<Read> {
    const entry = await entryOfRun(world, run)
    return { ...(await entryRead(world, String(memberOf(entry, 'dlqId')))), entry }
  }
  must(await world.eventually(both, isAsListed), accepted(), isAsListed)
}

const remove = ({ queue }: QueueWorld, dlqId: string): Promise<Exchange> =>
  queue.send('DELETE', entryPath(dlqId))

export const dlqScenarios = [
  scenario('DLQ list: a failed run has 1 entry, with or without retries and callback', {
    id: 'queue.dlq.failed-run-is-placed/listed-once',
    async run(world) {
      const application = world.workflow(failingSteps)
      const called = world.inbox()
      const callback = { 'Failure-Callback': called.url }
      const rows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        'no retries': { Retries: '0' },
        'a retry': { Retries: '1' },
        '3 retries': { Retries: '3' },
        'a failure callback': { Retries: '0', ...callback },
        'a failure callback and a retry': { Retries: '1', ...callback },
      }
      const runIds: Record<string, string> = {}
      for (const [name, settings] of Object.entries(rows)) {
        runIds[name] = (await startedRun(world, { application, settings })).runId
      }
      const calls = Object.values(rows).reduce((sum, { Retries }) => sum + 1 + Number(Retries), 0)
      given(await application.delivery(calls))
      given(await application.all(0), attempts(calls))
      given(await called.delivery(2))
      given(await called.all(0))

      const areListed = Object.values(runIds).map((runId) => entriesOfRun(runId, 1))
      const page = await listed(world, ofUrl(application), ...areListed)
      await eachRow(runIds, async (runId) => must(page, accepted(), entriesOfRun(runId, 1)))
    },
  }),

  scenario('DLQ list: a run that fails after a completed step has an entry', {
    id: 'queue.dlq.failed-run-is-placed/after-a-completed-step',
    run: async (world) => void (await failedRun(world, { steps: twoSteps }, must)),
  }),

  scenario('DLQ list: two failed runs with the same run id have two entries', {
    id: 'queue.dlq.failed-run-is-placed/same-run-id-has-two-entries',
    async run(world) {
      const runId = `${world.id}-shared`
      const { application } = await failedRun(world, { runId, body: 'older' })
      await startedRun(world, { application, runId, body: 'newer' })
      given(await application.delivery(2))

      const both = entriesOfRun(runId, 2)
      for (const query of [ofUrl(application), { workflowRunId: runId }]) {
        must(await listed(world, query, both), accepted(), both)
      }
    },
  }),

  scenario('DLQ list: a cancelled run has no entry', {
    id: 'queue.dlq.failed-run-is-placed/cancelled-run',
    async run(world) {
      const { runId, application } = await canceledRun(world)
      application.deploy(failingSteps)
      const { dlqId } = await failedRun(world, { application })

      const fits = [hasEntries(dlqId), entriesOfRun(runId, 0)]
      must(await listed(world, ofUrl(application), ...fits), accepted(), ...fits)
    },
  }),

  scenario('DLQ entry: GET by dlqId returns the entry with that dlqId', {
    id: 'queue.dlq.get-returns-one-message/several-entries',
    async run(world) {
      for (const { dlqId, runId } of await failedRuns(world, 2)) {
        const fits = [text('messageId'), member('dlqId', dlqId), member('workflowRunId', runId)]
        must(await entryRead(world, dlqId), accepted(), ...fits)
      }
    },
  }),

  scenario('DLQ entry with flow control: GET returns the same fields as the list', {
    id: 'queue.dlq.get-returns-one-message/fields-with-flow-control',
    async run(world) {
      const flowControl = {
        'Flow-Control-Key': world.id,
        'Flow-Control-Value': 'parallelism=2, rate=10, period=1m',
      }
      const shown = [member('flowControlKey', world.id), member('parallelism', 2)]

      const failed = await failedRun(world)
      const { runs } = await failedUnder(world, flowControl, shown, [failed])
      await mustBeReadAsListed(world, runs[0]!)
    },
  }),

  scenario('DLQ entry of PUT with Svc-Delay: GET returns the same fields as the list', {
    id: 'queue.dlq.get-returns-one-message/fields-of-a-delayed-put',
    waits: seconds(5),
    async run(world) {
      const called = world.inbox()
      const body = Uint8Array.of(0xff, 0xfe)
      const application = world.workflow([{ name: 'fails', fails: { status: 500, body } }])
      const settings = {
        Method: 'PUT',
        Delay: '5s',
        'Failure-Callback': called.url,
        'Failure-Callback-Forward-X-Contract': 'kept',
      }
      const started = await application.start({ body, settings })
      const call = await application.called(started.runId, latest(seconds(5)))
      const createdAt = await creationOf(world, application, given(call))
      given(await called.delivery())
      given(await called.all(0))

      await mustBeReadAsListed(world, { ...started, createdAt, application })
    },
  }),

  ...(
    [
      ['GET', 'queue.dlq.get-absent-is-404/absent'],
      ['DELETE', 'queue.dlq.delete-absent-is-404/absent'],
    ] as const
  ).map(([method, id]) =>
    scenario(`${method} of a DLQ entry with an unknown dlqId returns HTTP 404`, {
      id,
      needs: [],
      async run(world) {
        given(await world.queue.send('GET', ENTRIES), accepted())
        must(await world.queue.send(method, entryPath(world.id)), status(404))
      },
    }),
  ),

  scenario('DLQ list: the response has the entries in an array "messages"', {
    id: 'queue.dlq.list-response/messages',
    needs: [],
    run: async ({ queue }) => must(await queue.send('GET', ENTRIES), accepted(), list('messages')),
  }),

  ...filters.map((filter) =>
    scenario(`DLQ list: ${filter.name} selects exactly the matching entries`, {
      id: `${filter.rule}/lists-what-fits`,
      waits: filter.waits ?? 0,
      async run(world) {
        const { runs, requests } = await filter.arrange(world)
        const ids = (indexes: readonly number[]) => indexes.map((n) => runs[n]!.dlqId)

        for (const { query, shows, hides, mayBeRefused } of requests) {
          const all = [accepted(), hasEntries(...ids(shows)), hasNoEntries(...ids(hides))]
          const fits = mayBeRefused ? [refusedOr(...all)] : all
          must(await listed(world, query, ...fits), ...fits)
        }
      },
    }),
  ),

  ...bounds.map(([name, rule]) =>
    scenario(`DLQ list: ${name} equal to the time of an entry selects that entry`, {
      id: `${rule}/inclusive`,
      async run(world) {
        const run = await failedRun(world)
        const failedAt = world.time.virtual ? await world.time.now() : undefined

        // It is open which time of the run the dates compare.
        const fields = ['createdAt', 'notBefore', 'workflowCreatedAt']
        const times = [failedAt, ...fields.map((field) => memberOf(run.entry, field))]
        const momentOf = ({ fromDate, toDate }: Bounds) =>
          fromDate === toDate ? fromDate : [fromDate, toDate].find((each) => times.includes(each))
        const areFound = expects<Bounds>(
          'a last fromDate and a first toDate that list the entry',
          ({ fromDate, toDate }) => ({ fromDate, toDate }),
          (_, bounds) =>
            Number.isInteger(bounds[name]) &&
            (Number.isInteger(momentOf(bounds)) || bounds.fromDate < bounds.toDate),
        )
        const isInclusive: Matcher<Bounds> = (bounds) => {
          const moment = momentOf(bounds)
          if (moment === undefined)
            return lacks('a moment that is listed as fromDate and as toDate', bounds)
          const what = `an entry of ${moment} to be listed with a ${name} of`
          return bounds[name] === moment ? undefined : differs(what, moment, bounds[name])
        }
        const found = await world.eventually(() => boundsOf(world, run), areFound, isInclusive)
        must(given(found, areFound), isInclusive)
      },
    }),
  ),

  observation('observes if fromDate of the DLQ list is compared to creation or failure', {
    id: 'queue.dlq.date-meaning/moment',
    waits: seconds(2),
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': '2000' }
      const run = await startedRun(world, { steps: failingSteps, settings })
      given(await run.application.delivery(2, seconds(2)))
      const dlqId = String(memberOf(await entryOfRun(world, run), 'dlqId'))
      const fromDate = run.createdAt + seconds(1)
      const page = await listed(world, { ...ofUrl(run.application), fromDate })
      const isThere = hasEntries(dlqId)(page) === undefined
      world.note('the moment that', isThere ? 'the run failed' : 'is another, as its creation')
    },
  }),

  scenario('DLQ list: a page has as many entries as count requests', {
    id: 'queue.dlq.count/entries-of-each-page',
    async run(world) {
      const { own } = await listedEach(world, Array<object>(COUNTED).fill({}))
      given(await listed(world, own, numbering(COUNTED)), accepted(), numbering(COUNTED))

      await eachRow(counts, async (count) => {
        const fits = paged(Math.min(count, COUNTED))
        const page = await listedPage(world, { ...own, count }, fits)
        must(page, accepted(), fits)
        const cursor = cursorOf(page)
        // Another rule requires the cursor.
        if (2 * count >= COUNTED || cursor === undefined) return
        must(await listedPage(world, { ...own, count, cursor }, fits), accepted(), fits)
      })
    },
  }),

  scenario('DLQ list without count: a page has 100 of 101 entries', {
    id: 'queue.dlq.count-default-100/100-of-101',
    waits: MANY_MS,
    async run(world) {
      const own = await tooMany(world)
      const hundred = await listedPage(world, { ...own, count: 100 }, paged(100))
      const fits = [accepted(), paged(100), asLongAs(hundred)]
      must(await listedPage(world, own, ...fits), ...fits)
    },
  }),

  scenario('DLQ list: count 101 returns 100 of 101 entries or is refused', {
    id: 'queue.dlq.count-maximum-100/no-more-than-100',
    waits: MANY_MS,
    async run(world) {
      const own = await tooMany(world)

      const usual = await listedPage(world, own, paged(100))
      // Another rule limits a page without a count.
      const most = entriesIn(usual).length > 100 ? [] : [asLongAs(usual)]
      const hundred = [accepted(), paged(100), ...most]
      must(await listedPage(world, { ...own, count: 100 }, ...hundred), ...hundred)
      // It may be taken as 100, or refused.
      const fits = refusedOr(...hundred)
      must(await listedPage(world, { ...own, count: 101 }, fits), fits)
    },
  }),

  scenario('DLQ entry deleted during its failure callback stays deleted', {
    id: 'queue.dlq.delete-removes-the-entry/during-its-failure-callback',
    waits: seconds(1),
    async run(world) {
      const [dlqId] = idsIn(await listedDuringCallback(world, (dlqId) => remove(world, dlqId)))
      await world.time.pass(seconds(1))

      must(await entryRead(world, dlqId!), (read) =>
        memberOf(read, 'dlqId') === dlqId ? lacks(`no entry ${dlqId}`, jsonOf(read)) : undefined,
      )
    },
  }),

  scenario('DELETE of a DLQ entry returns HTTP 200', {
    id: 'queue.dlq.delete-is-200/status',
    run: async (world) => must(await remove(world, (await failedRun(world)).dlqId), status(200)),
  }),

  scenario('DELETE of a DLQ entry returns an empty body', {
    id: 'queue.dlq.delete-has-no-body/body',
    run: async (world) =>
      must(given(await remove(world, (await failedRun(world)).dlqId), accepted()), emptyBody()),
  }),
]
