// The dead letter queue (endpoints 4 to 6).

import type { MustRuleId } from '#generated/rules.js'
import { memberOf, type Message } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted, differs, emptyBody, lacks, refused, status } from '../matchers.js'
import { days, hours, seconds } from '../time.js'
import {
  entries,
  entriesIn,
  FIELDS,
  hasEntries,
  hasNoEntries,
  idsIn,
  listed,
  type Query,
} from './entries.js'
import { attempts, inside, list, member, text } from './matchers.js'
import { entryOfRun, failedRun, failedRuns, startedRun, type FailedRun } from './runs.js'
import { observation, scenario, type QueueWorld, type WantedRuns } from './world.js'

const needs = ['runs'] as const

/** How many retries are exhausted. */
const retries = [0, 1, 3]

type Rule = MustRuleId & `queue.dlq.${string}`

/** Runs that have failed, and which of them a query is to show and to hide, by their places. */
interface Filtered {
  readonly runs: readonly FailedRun[]
  readonly asks: readonly { query: Query; shows: readonly number[]; hides: readonly number[] }[]
}

/** Filters, and what each of them tells apart among runs that come about by the protocol alone. */
const filters: readonly {
  readonly name: string
  readonly rule: Rule
  readonly waits?: number
  readonly arrange: (world: QueueWorld) => Promise<Filtered>
}[] = [
  {
    name: 'workflowRunId',
    rule: 'queue.dlq.filter-workflow-run-id',
    async arrange(world) {
      const runs = await failedRuns(world, 2)
      return { runs, asks: eachAlone(runs.map(({ runId }) => ({ workflowRunId: runId }))) }
    },
  },
  {
    name: 'workflowUrl',
    rule: 'queue.dlq.filter-workflow-url',
    async arrange(world) {
      const runs = [await failedRun(world), await failedRun(world)]
      return { runs, asks: eachAlone(runs.map(ofApplication)) }
    },
  },
  {
    name: 'responseStatus',
    rule: 'queue.dlq.filter-response-status',
    async arrange(world) {
      const statuses = [503, 404]
      const runs = await alike(world, statuses, (status, { application }) => {
        application.breakAt('fails', { status })
        return {}
      })
      return { runs, asks: eachAlone(statuses.map((status) => ({ responseStatus: status }))) }
    },
  },
  {
    name: 'label',
    rule: 'queue.dlq.filter-label',
    async arrange(world) {
      const labels = [`${world.id}-a`, `${world.id}-b`]
      const runs = await alike(world, labels, (label) => ({ Label: label }))
      return { runs, asks: eachAlone(labels.map((label) => ({ label }))) }
    },
  },
  {
    name: 'failureCallbackState',
    rule: 'queue.dlq.filter-failure-callback-state',
    async arrange(world) {
      const inboxes = [200, 500].map((status) => world.inbox(() => ({ status })))
      const runs = await alike(world, inboxes, ({ url }) => ({ 'Failure-Callback': url }))
      for (const { delivery } of inboxes) given(await delivery())
      const states = []
      for (const run of runs) {
        const entry = given(
          await entryOfRun(world, run),
          inside('failureCallbackInfo', text('state')),
        )
        const info = memberOf(entry, 'failureCallbackInfo') as { readonly state: string }
        states.push({ failureCallbackState: info.state })
      }
      return { runs, asks: eachAlone(states) }
    },
  },
  {
    name: 'callerIP',
    rule: 'queue.dlq.filter-caller-ip',
    async arrange(world) {
      const run = await failedRun(world)
      const callerIP = String(memberOf(given(run.entry, text('callerIP')), 'callerIP'))
      const asks = [
        { query: { callerIP }, shows: [0], hides: [] },
        { query: { callerIP: '192.0.2.1' }, shows: [], hides: [0] },
      ]
      return { runs: [run], asks }
    },
  },
  {
    name: 'fromDate',
    rule: 'queue.dlq.filter-from-date',
    waits: seconds(2),
    async arrange(world) {
      const { runs, before, between, after } = await apart(world)
      const asks = [
        { query: { fromDate: before }, shows: [0, 1], hides: [] },
        { query: { fromDate: between }, shows: [1], hides: [0] },
        { query: { fromDate: after }, shows: [], hides: [0, 1] },
      ]
      return { runs, asks }
    },
  },
  {
    name: 'toDate',
    rule: 'queue.dlq.filter-to-date',
    waits: seconds(2),
    async arrange(world) {
      const { runs, before, between, after } = await apart(world)
      const asks = [
        { query: { toDate: after }, shows: [0, 1], hides: [] },
        { query: { toDate: between }, shows: [0], hides: [1] },
        { query: { toDate: before }, shows: [], hides: [0, 1] },
      ]
      return { runs, asks }
    },
  },
]

/** Of two queries, each shows the run at its place and hides the other. */
const eachAlone = (queries: readonly Query[]): Filtered['asks'] =>
  queries.map((query, place) => ({ query, shows: [place], hides: [1 - place] }))

const ofApplication = ({ application: { url } }: FailedRun): Query => ({ workflowUrl: url })

/** One failed run for each of some values, all of one application; says the settings of each. */
async function alike<Value>(
  world: QueueWorld,
  values: readonly Value[],
  settingsOf: (value: Value, of: Pick<FailedRun, 'application'>) => Record<string, string>,
): Promise<readonly FailedRun[]> {
  const application = world.workflow([{ name: 'fails', fails: true }])
  const runs: FailedRun[] = []
  for (const value of values) {
    const settings = settingsOf(value, { application })
    runs.push(await failedRun(world, { application, settings }))
  }
  return runs
}

/** Two runs of which the second one began well after the first one had failed, and moments beside them. */
async function apart(world: QueueWorld) {
  const first = await failedRun(world)
  await world.time.pass(seconds(2))
  const second = await failedRun(world, { application: first.application })
  return {
    runs: [first, second],
    before: first.createdAt - hours(1),
    between: Math.floor((first.createdAt + second.createdAt) / 2),
    after: second.createdAt + hours(1),
  }
}

/** When runs of the past were: so long ago that they stand in nobody's way. */
const THEN = Date.UTC(2024, 0, 2)

/** A run that failed as soon as it was created: which of the two a date means is open. */
const failedAt = (moment: number) =>
  ({ state: 'RUN_FAILED', createdAt: moment, completedAt: moment }) as const

/** How an entry differs from another in one filter alone, which asks for that other one. */
const together: readonly {
  readonly name: string
  readonly rule: Rule
  readonly other: (world: QueueWorld) => Partial<WantedRuns>
}[] = [
  {
    name: 'workflowRunId',
    rule: 'queue.dlq.filter-workflow-run-id',
    other: ({ id }) => ({ workflowRunId: `${id}-other` }),
  },
  {
    name: 'workflowUrl',
    rule: 'queue.dlq.filter-workflow-url',
    other: ({ inbox }) => ({ workflowUrl: inbox().url }),
  },
  {
    name: 'fromDate',
    rule: 'queue.dlq.filter-from-date',
    other: () => failedAt(THEN - seconds(2)),
  },
  {
    name: 'toDate',
    rule: 'queue.dlq.filter-to-date',
    other: () => failedAt(THEN + seconds(2)),
  },
  {
    name: 'responseStatus',
    rule: 'queue.dlq.filter-response-status',
    other: () => ({ answer: { status: 500 } }),
  },
  {
    name: 'callerIP',
    rule: 'queue.dlq.filter-caller-ip',
    other: () => ({ callerIP: '192.0.2.2' }),
  },
  {
    name: 'failureCallbackState',
    rule: 'queue.dlq.filter-failure-callback-state',
    other: () => ({ entry: { failureCallbackInfo: { state: 'CALLBACK_FAIL' } } }),
  },
  {
    name: 'label',
    rule: 'queue.dlq.filter-label',
    other: ({ queue, id }) => ({ headers: { [`${queue.headerPrefix}Label`]: `${id}-other` } }),
  },
]

/** An entry of which all that can be asked for is known, and the query that asks for all of it. */
function knownEntry({ queue, id, inbox }: QueueWorld) {
  const { url } = inbox()
  const state = 'CALLBACK_SUCCESS'
  const entry: WantedRuns = {
    ...failedAt(THEN),
    workflowUrl: url,
    workflowRunId: `${id}-known`,
    callerIP: '192.0.2.1',
    headers: { [`${queue.headerPrefix}Label`]: `${id}-known` },
    answer: { status: 503 },
    entry: { failureCallbackInfo: { state } },
  }
  const query = {
    workflowRunId: `${id}-known`,
    workflowUrl: url,
    fromDate: THEN - seconds(1),
    toDate: THEN + seconds(1),
    responseStatus: 503,
    callerIP: '192.0.2.1',
    failureCallbackState: state,
    label: `${id}-known`,
  }
  return { entry, query }
}

/** The id of the entry of a run of the past. */
async function pastEntry(world: QueueWorld, wanted: WantedRuns): Promise<string> {
  const [run] = await world.pastRuns(wanted)
  return String(run?.dlqId)
}

const without = (query: Query, name: string): Query =>
  Object.fromEntries(Object.entries(query).filter(([each]) => each !== name))

/** Both ends of a range of dates. */
const ends = [
  { name: 'fromDate', rule: 'queue.dlq.filter-from-date-inclusive', end: 'beginning' },
  { name: 'toDate', rule: 'queue.dlq.filter-to-date-inclusive', end: 'end' },
] as const

/** How many entries there are, and numbers of them below, at and above that. */
const COUNTED = 4
const counts = [1, 3, COUNTED, COUNTED + 1]

/** The workflow URL of one entry more than a page may have. */
async function ofTooMany(world: QueueWorld): Promise<string> {
  const { url: workflowUrl } = world.inbox()
  const [run] = await world.pastRuns({ ...failedAt(THEN - days(1)), workflowUrl, count: 101 })
  const page = await listed(world, { workflowUrl, workflowRunId: String(run?.workflowRunId) })
  given(page, accepted(), hasEntries(String(run?.dlqId)))
  return workflowUrl
}

const cursorIn = (page: Message) => String(memberOf(page, 'cursor'))

/** A page with so many entries. */
const pageOf =
  (count: number): Matcher =>
  (page) => {
    const { length } = entriesIn(page)
    return length === count ? undefined : differs('a number of entries of', count, length)
  }

/** A page with so many entries of that run. */
const entriesOfRun =
  (runId: string, count: number): Matcher =>
  (page) => {
    const own = entriesIn(page).filter(({ workflowRunId }) => workflowRunId === runId)
    return own.length === count ? undefined : differs('a number of entries of', count, own.length)
  }

/** Two failed runs of one application: the first entry is to be deleted, the other one is to stay. */
async function twoEntries(world: QueueWorld) {
  const [doomed, other] = (await failedRuns(world, 2)) as [FailedRun, FailedRun]
  given(await world.queue.send('GET', `${entries}/${doomed.dlqId}`), accepted())
  return { doomed, other, remove: () => world.queue.send('DELETE', `${entries}/${doomed.dlqId}`) }
}

export const dlqScenarios = [
  ...retries.map((n) =>
    scenario(`a run whose step fails is listed once when ${n} retries are exhausted`, {
      rule: 'queue.dlq.failed-run-is-placed',
      needs,
      async run(world) {
        const application = world.workflow([{ name: 'fails', fails: true }])
        const settings = { Retries: `${n}` }
        const { runId } = await startedRun(world, { application, settings })
        given(await application.delivery(1 + n))
        given(await application.all(0), attempts(1 + n))

        const placed = entriesOfRun(runId, 1)
        const read = () => listed(world, { workflowRunId: runId })
        must(await world.eventually(read, placed), accepted(), placed)
      },
    }),
  ),

  scenario('a run that fails after steps that did not is listed', {
    rule: 'queue.dlq.failed-run-is-placed',
    needs,
    async run(world) {
      const steps = [
        { name: 'one', result: 1 },
        { name: 'two', fails: true },
      ] as const

      await failedRun(world, { steps }, must)
    },
  }),

  scenario('a run whose failure callback has been called is listed once', {
    rule: 'queue.dlq.failed-run-is-placed',
    needs,
    async run(world) {
      const called = world.inbox()
      const { runId } = await failedRun(world, { settings: { 'Failure-Callback': called.url } })
      given(await called.delivery())
      given(await called.all(0))

      must(await listed(world, { workflowRunId: runId }), accepted(), entriesOfRun(runId, 1))
    },
  }),

  scenario('each of several entries can be read by its id', {
    rule: 'queue.dlq.get-returns-one-message',
    needs,
    async run(world) {
      for (const { dlqId, runId } of await failedRuns(world, 3)) {
        must(
          await world.queue.send('GET', `${entries}/${dlqId}`),
          ...[
            accepted(),
            text('messageId'),
            member('dlqId', dlqId),
            member('workflowRunId', runId),
          ],
        )
      }
    },
  }),

  scenario('an entry that is read has the fields that it is listed with', {
    rule: 'queue.dlq.get-returns-one-message',
    needs,
    async run(world) {
      const called = world.inbox()
      const settings = {
        'Failure-Callback': called.url,
        'Flow-Control-Key': world.id,
        'Flow-Control-Value': 'parallelism=2',
      }
      const run = await failedRun(world, { settings })
      given(await called.delivery())
      given(await called.all(0))
      const entry = await entryOfRun(world, run)

      const read = await world.queue.send('GET', `${entries}/${run.dlqId}`)
      must(read, accepted(), ...FIELDS.map((name) => member(name, memberOf(entry, name))))
    },
  }),

  scenario('an entry that is absent cannot be read: 404', {
    rule: 'queue.dlq.get-absent-is-404',
    async run({ queue, id }) {
      given(await queue.send('GET', entries), accepted())

      must(await queue.send('GET', `${entries}/${id}`), status(404))
    },
  }),

  scenario('an entry that has been deleted cannot be read any more: 404', {
    rule: 'queue.dlq.get-absent-is-404',
    needs,
    async run(world) {
      const { doomed, remove } = await twoEntries(world)
      given(await remove(), accepted())
      const page = await listed(world, ofApplication(doomed))
      given(page, accepted(), hasNoEntries(doomed.dlqId))

      must(await world.queue.send('GET', `${entries}/${doomed.dlqId}`), status(404))
    },
  }),

  scenario('the list has its entries under "messages"', {
    rule: 'queue.dlq.list-response',
    async run({ queue }) {
      must(await queue.send('GET', entries), accepted(), list('messages'))
    },
  }),

  scenario('a cursor asks for other entries than those before it', {
    rule: 'queue.dlq.filter-cursor',
    needs,
    async run(world) {
      const [run] = await failedRuns(world, COUNTED)
      const own = ofApplication(run!)
      given(await listed(world, own), accepted(), pageOf(COUNTED))
      const first = given(await listed(world, { ...own, count: 2 }), accepted(), text('cursor'))

      const next = await listed(world, { ...own, count: 2, cursor: cursorIn(first) })
      must(next, accepted(), hasNoEntries(...idsIn(first)), (page) =>
        entriesIn(page).length > 0 ? undefined : lacks('more entries', []),
      )
    },
  }),

  ...filters.map(({ name, rule, waits = 0, arrange }) =>
    scenario(`${name} lists the entries that it fits and no others`, {
      rule,
      needs,
      waits,
      async run(world) {
        const { runs, asks } = await arrange(world)
        const isByUrl = name === 'workflowUrl' || name === 'workflowRunId'
        const own = isByUrl ? {} : ofApplication(runs[0]!)
        const ids = (places: readonly number[]) => places.map((place) => runs[place]!.dlqId)
        if (!isByUrl) {
          const all = hasEntries(...runs.map(({ dlqId }) => dlqId))
          given(await listed(world, own), accepted(), all)
        }

        for (const { query, shows, hides } of asks) {
          const page = await listed(world, { ...own, ...query })
          must(page, accepted(), hasEntries(...ids(shows)), hasNoEntries(...ids(hides)))
        }
      },
    }),
  ),

  ...together.map(({ name, rule, other }) =>
    scenario(`${name} holds beside all other filters`, {
      rule,
      needs: ['pastRuns'],
      async run(world) {
        const { entry, query } = knownEntry(world)
        const both: readonly WantedRuns[] = [entry, { ...entry, ...other(world) }]
        const ids = new Map<WantedRuns, string>()
        // Of one run id, what is made later was created later.
        for (const each of both.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))) {
          ids.set(each, await pastEntry(world, each))
        }
        const [wanted, unwanted] = both.map((each) => ids.get(each)!) as [string, string]
        const rest = await listed(world, without(query, name))
        given(rest, accepted(), hasEntries(wanted, unwanted))

        const page = await listed(world, query)
        must(page, accepted(), hasEntries(wanted), hasNoEntries(unwanted))
      },
    }),
  ),

  ...ends.map(({ name, rule, end }) =>
    scenario(`the ${end} of a range of dates is in it`, {
      rule,
      needs: ['pastRuns'],
      async run(world) {
        const { url } = world.inbox()
        const dlqId = await pastEntry(world, { ...failedAt(THEN), workflowUrl: url })
        given(await listed(world, { workflowUrl: url }), accepted(), hasEntries(dlqId))

        const page = await listed(world, { workflowUrl: url, [name]: THEN })
        must(page, accepted(), hasEntries(dlqId))
      },
    }),
  ),

  observation('what the dates of a range mean', {
    rule: 'queue.dlq.date-meaning',
    needs: ['pastRuns'],
    async run(world) {
      const { url } = world.inbox()
      const run = { ...failedAt(THEN), workflowUrl: url, completedAt: THEN + hours(2) }
      const dlqId = await pastEntry(world, run)
      const range = { workflowUrl: url, fromDate: THEN + hours(1), toDate: THEN + hours(3) }
      const isThere = hasEntries(dlqId)(await listed(world, range)) === undefined
      world.note('the moment that', isThere ? 'the run failed' : 'is another, as its creation')
    },
  }),

  ...counts.map((count) =>
    scenario(`of ${COUNTED} entries a count of ${count} lists ${Math.min(count, COUNTED)}`, {
      rule: 'queue.dlq.count',
      needs,
      async run(world) {
        const [run] = await failedRuns(world, COUNTED)
        const own = ofApplication(run!)
        given(await listed(world, own), accepted(), pageOf(COUNTED))

        const page = await listed(world, { ...own, count })
        must(page, accepted(), pageOf(Math.min(count, COUNTED)))
      },
    }),
  ),

  scenario('of 101 entries 100 are listed without a count', {
    rule: 'queue.dlq.count-default-100',
    needs: ['pastRuns'],
    async run(world) {
      const workflowUrl = await ofTooMany(world)

      must(await listed(world, { workflowUrl }), accepted(), pageOf(100))
    },
  }),

  scenario('a count of 100 lists 100 entries, and a higher one no more', {
    rule: 'queue.dlq.count-maximum-100',
    needs: ['pastRuns'],
    async run(world) {
      const workflowUrl = await ofTooMany(world)

      must(await listed(world, { workflowUrl, count: 100 }), accepted(), pageOf(100))
      for (const count of [101, 1000]) {
        // It may be taken as 100, or refused.
        const page = await listed(world, { workflowUrl, count })
        const isRefused = refused()(page) === undefined
        if (!isRefused) must(page, accepted(), pageOf(100))
      }
    },
  }),

  scenario('an entry that is deleted is listed no more, and another one is', {
    rule: 'queue.dlq.delete-removes-the-entry',
    needs,
    async run(world) {
      const { doomed, other, remove } = await twoEntries(world)
      given(await remove(), accepted())

      const left = [hasNoEntries(doomed.dlqId), hasEntries(other.dlqId)]
      const read = () => listed(world, ofApplication(doomed))
      must(await world.eventually(read, ...left), accepted(), ...left)
      must(await world.queue.send('GET', `${entries}/${other.dlqId}`), accepted())
    },
  }),

  scenario('deleting an entry is answered with 200', {
    rule: 'queue.dlq.delete-is-200',
    needs,
    async run(world) {
      const { remove } = await twoEntries(world)

      must(await remove(), status(200))
    },
  }),

  scenario('deleting an entry is answered without a body', {
    rule: 'queue.dlq.delete-has-no-body',
    needs,
    async run(world) {
      const { remove } = await twoEntries(world)

      must(given(await remove(), accepted()), emptyBody())
    },
  }),

  scenario('an entry that is absent cannot be deleted: 404', {
    rule: 'queue.dlq.delete-absent-is-404',
    async run({ queue, id }) {
      given(await queue.send('GET', entries), accepted())

      must(await queue.send('DELETE', `${entries}/${id}`), status(404))
    },
  }),

  scenario('an entry that has been deleted cannot be deleted again: 404', {
    rule: 'queue.dlq.delete-absent-is-404',
    needs,
    async run(world) {
      const { remove } = await twoEntries(world)
      given(await remove(), accepted())

      must(await remove(), status(404))
    },
  }),
]
