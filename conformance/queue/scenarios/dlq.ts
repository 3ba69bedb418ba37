// The dead letter queue (endpoints 4 to 6).

import type { MustRuleId } from '#generated/rules.js'
import { isAbsent, jsonOf, memberOf, type Exchange, type Message } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, emptyBody, lacks, refused, status } from '../../core/matchers.js'
import { hours, seconds } from '../../core/time.js'
import {
  entries,
  entriesIn,
  entryPath,
  entryRead,
  FIELDS,
  hasEntries,
  hasNoEntries,
  idsIn,
  listed,
  numbering,
  type Query,
} from '../fixtures/entries.js'
import { absent, cursorOf, settled } from '../fixtures/listed.js'
import { attempts, inside, latest, list, member, text } from '../fixtures/matchers.js'
import { failedUnder } from '../fixtures/reruns.js'
import {
  canceledRun,
  entryOfRun,
  failedRun,
  failedRuns,
  failedOfOneId,
  listedDuringCallback,
  MANY_MS,
  manyFailed,
  startedRun,
  type FailedRun,
  type Run,
} from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const needs = ['runs'] as const

/** How many retries are exhausted. */
const retries = [0, 1, 3]

type Rule = MustRuleId & `queue.dlq.${string}`

/** Runs that have failed, and which of them a query is to show and to hide, by their places. */
interface Filtered {
  readonly runs: readonly FailedRun[]
  readonly asks: readonly {
    readonly query: Query
    readonly shows: readonly number[]
    readonly hides: readonly number[]
    readonly mayBeRefused?: boolean
  }[]
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
      const ids = [`${world.id}-a`, `${world.id}-b`]
      const application = world.workflow([{ name: 'fails', fails: true }])
      const failed = ids.map((runId) => failedRun(world, { application, runId }))
      const inCapitals = asking({ workflowRunId: ids[0]!.toUpperCase() }, [], [0, 1])
      const asks = [...eachAlone(ids.map((workflowRunId) => ({ workflowRunId }))), inCapitals]
      return { runs: await Promise.all(failed), asks }
    },
  },
  {
    name: 'workflowUrl',
    rule: 'queue.dlq.filter-workflow-url',
    async arrange(world) {
      const runs = [await failedRun(world), await failedRun(world, { query: 'a=1' })]
      return { runs, asks: eachAlone(runs.map(ofApplication)) }
    },
  },
  {
    name: 'responseStatus',
    rule: 'queue.dlq.filter-response-status',
    async arrange(world) {
      const statuses = [503, 502]
      const runs = await alike(world, statuses, (status, { application }) => {
        application.breakAt('fails', { status })
        return {}
      })
      return { runs, asks: eachAlone(statuses.map((status) => ({ responseStatus: status }))) }
    },
  },
  ...['label', 'label alone'].map((name) => ({
    name,
    rule: 'queue.dlq.filter-label' as const,
    async arrange(world: QueueWorld) {
      const labels = [`${world.id}-a`, `${world.id}-b`]
      const runs = await alike(world, labels, (label) => ({ Label: label }))
      const inCapitals = asking({ label: labels[0]!.toUpperCase() }, [], [0, 1])
      return { runs, asks: [...eachAlone(labels.map((label) => ({ label }))), inCapitals] }
    },
  })),
  {
    name: 'failureCallbackState',
    rule: 'queue.dlq.filter-failure-callback-state',
    async arrange(world) {
      const answers = [200, 500]
      const inboxes = answers.map((status) => world.inbox(() => ({ status })))
      const runs = await alike(world, inboxes, ({ url }) => ({ 'Failure-Callback': url }))
      for (const { delivery } of inboxes) given(await delivery())
      const states: string[] = []
      for (const [n, run] of runs.entries()) {
        const isOver = inside(
          'failureCallbackInfo',
          text('state'),
          member('responseStatus', answers[n]),
        )
        const entry = await settled(world.time, () => entryOfRun(world, run), isOver)
        states.push(stateOfCallback(given(entry, isOver)))
      }
      const [succeeded, failed] = states
      // Those that failed are to be found by it.
      must(runs[1]!.entry, () =>
        failed === succeeded ? lacks(`a state other than ${succeeded}`, failed) : undefined,
      )
      const { application } = runs[0]!
      const withoutCallback = await failedRun(world, { application })
      // A state that the document does not show may be refused as a filter.
      const asks = states.map((failureCallbackState, place) => ({
        ...asking({ failureCallbackState }, [place], [1 - place, 2]),
        mayBeRefused: failureCallbackState !== 'CALLBACK_SUCCESS',
      }))
      return { runs: [...runs, withoutCallback], asks }
    },
  },
  {
    name: 'callerIP',
    rule: 'queue.dlq.filter-caller-ip',
    async arrange(world) {
      const run = await failedRun(world)
      const callerIP = String(memberOf(given(run.entry, text('callerIP')), 'callerIP'))
      const asks = [asking({ callerIP }, [0], []), asking({ callerIP: '192.0.2.1' }, [], [0])]
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
        asking({ fromDate: before }, [0, 1], []),
        asking({ fromDate: between }, [1], [0]),
        asking({ fromDate: after }, [], [0, 1]),
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
        asking({ toDate: after }, [0, 1], []),
        asking({ toDate: between }, [0], [1]),
        asking({ fromDate: before, toDate: between }, [0], [1]),
        asking({ toDate: before }, [], [0, 1]),
      ]
      return { runs, asks }
    },
  },
]

const asking = (query: Query, shows: readonly number[], hides: readonly number[]) => ({
  query,
  shows,
  hides,
})

/** Of two queries, each shows the run at its place and hides the other. */
const eachAlone = (queries: readonly Query[]): Filtered['asks'] =>
  queries.map((query, place) => asking(query, [place], [1 - place]))

/** What is asked for by itself, for it is like nobody else's; any other filter is beside a URL. */
const alone: readonly string[] = ['workflowUrl', 'workflowRunId', 'label alone']

/** The state of the failure callback of an entry, which is text where it has one. */
const stateOfCallback = (entry: Message): string => {
  const info = memberOf(entry, 'failureCallbackInfo') as { readonly state?: unknown } | undefined
  return String(info?.state)
}

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

/** All filters at once, with values that an entry has. */
type Known = Readonly<
  Record<
    | 'workflowRunId'
    | 'workflowUrl'
    | 'fromDate'
    | 'toDate'
    | 'responseStatus'
    | 'callerIP'
    | 'failureCallbackState'
    | 'label',
    string | number
  >
>

/** Each of them with a value that the entry does not have. */
const excluding: readonly (readonly [
  name: keyof Known,
  rule: Rule,
  value: (known: Known) => string | number,
])[] = [
  ['workflowRunId', 'queue.dlq.filter-workflow-run-id', (known) => `${known.workflowRunId}-other`],
  ['workflowUrl', 'queue.dlq.filter-workflow-url', (known) => `${known.workflowUrl}/other`],
  ['fromDate', 'queue.dlq.filter-from-date', ({ toDate }) => toDate],
  ['toDate', 'queue.dlq.filter-to-date', ({ fromDate }) => fromDate],
  ['responseStatus', 'queue.dlq.filter-response-status', () => 500],
  ['callerIP', 'queue.dlq.filter-caller-ip', () => '192.0.2.2'],
  ['failureCallbackState', 'queue.dlq.filter-failure-callback-state', () => 'CALLBACK_FAIL'],
  ['label', 'queue.dlq.filter-label', (known) => `${known.label}-other`],
]

/** An entry of which all that can be asked for is known, and is listed where all of it is asked for. */
async function knownEntry(world: QueueWorld): Promise<{ dlqId: string; known: Known }> {
  const callback = world.inbox()
  const label = `${world.id}-known`
  const steps = [{ name: 'fails', fails: { status: 503 } }]
  const settings = { Label: label, 'Failure-Callback': callback.url }
  const run = await failedRun(world, { steps, settings })
  given(await callback.delivery())
  const isOver = inside('failureCallbackInfo', text('state'), member('responseStatus', 200))
  const entry = given(await settled(world.time, () => entryOfRun(world, run), isOver), isOver)
  const known = {
    workflowRunId: run.runId,
    workflowUrl: run.application.url,
    fromDate: run.createdAt - hours(1),
    toDate: run.createdAt + hours(1),
    responseStatus: 503,
    callerIP: String(memberOf(given(run.entry, text('callerIP')), 'callerIP')),
    failureCallbackState: stateOfCallback(entry),
    label,
  }
  const isThere = hasEntries(run.dlqId)
  given(await world.eventually(() => listed(world, known), isThere), accepted(), isThere)
  return { dlqId: run.dlqId, known }
}

/** Both ends of a range of dates. */
const ends = [
  { name: 'fromDate', rule: 'queue.dlq.filter-from-date-inclusive', end: 'beginning' },
  { name: 'toDate', rule: 'queue.dlq.filter-to-date-inclusive', end: 'end' },
] as const

/** The last `fromDate` and the first `toDate` with which an entry is listed; in Unix milliseconds. */
type Ends = Readonly<Record<(typeof ends)[number]['name'], number>>

/** More than a run takes from its creation to its failure, in milliseconds. */
const LONGEST = seconds(60)

/** Looks for both, from a moment before all that is known of the run on; NaN where there is none. */
async function endsOf(
  world: QueueWorld,
  { application, dlqId, createdAt }: FailedRun,
): Promise<Ends> {
  async function isListed(name: keyof Ends, moment: number): Promise<boolean> {
    const page = await listed(world, { workflowUrl: application.url, [name]: moment })
    return hasEntries(dlqId)(given(page, accepted())) === undefined
  }

  /** The last moment for which it is as it is at `from`, by steps twice as long each, then by halves. */
  async function last(name: keyof Ends, from: number): Promise<number> {
    const isSame = (
      (at) => async (moment: number) =>
        (await isListed(name, moment)) === at
    )(await isListed(name, from))
    let [same, step] = [from, 1]
    while (step < LONGEST && (await isSame(same + step))) [same, step] = [same + step, 2 * step]
    if (step >= LONGEST) return NaN
    for (let other = same + step; other - same > 1;) {
      const middle = Math.floor((same + other) / 2)
      if (await isSame(middle)) same = middle
      else other = middle
    }
    return same
  }

  const begin = createdAt - seconds(1)
  const [lastFrom, lastHidden] = await Promise.all([last('fromDate', begin), last('toDate', begin)])
  return { fromDate: lastFrom, toDate: lastHidden + 1 }
}

/**
 * The moment of an entry that a range of dates is about. Which one it is, is open: where both ends
 * find the same it is that, and else one that is known of the run.
 */
const momentOf = ({ fromDate, toDate }: Ends, known: readonly unknown[]): number | undefined =>
  fromDate === toDate ? fromDate : [fromDate, toDate].find((each) => known.includes(each))

/** How many entries there are, and numbers of them below, at and above that. */
const COUNTED = 4
const counts = [1, 3, COUNTED, COUNTED + 1]

/** The workflow URL of one entry more than a page may have. */
async function ofTooMany(world: QueueWorld): Promise<string> {
  const { url: workflowUrl, runs } = await manyFailed(world, 101)
  const { runId: workflowRunId, dlqId } = runs[0]!
  const page = await listed(world, { workflowUrl, workflowRunId })
  given(page, accepted(), hasEntries(dlqId))
  return workflowUrl
}

/** A page with so many entries of that run. */
const entriesOfRun =
  (runId: string, count: number): Matcher =>
  (page) => {
    const own = entriesIn(page).filter(({ workflowRunId }) => workflowRunId === runId)
    return own.length === count ? undefined : differs('a number of entries of', count, own.length)
  }

/** An entry that is read, and as it was listed. */
interface Read extends Exchange {
  readonly entry: Message
}

const isAsListed: Matcher<Read> = (read) =>
  FIELDS.map((name) => {
    const want = memberOf(read.entry, name)
    return (isAbsent(want) ? absent(name) : member(name, want))(read)
  }).find(Boolean)

/**
 * That the entry of a run which is read has the fields that it is listed with. What comes of its
 * failure callback may be kept between the one and the other: both are asked for until they agree.
 */
async function mustBeReadAsListed(world: QueueWorld, run: Run): Promise<void> {
  async function both(): Promise<Read> {
    const entry = await entryOfRun(world, run)
    return { ...(await entryRead(world, String(memberOf(entry, 'dlqId')))), entry }
  }
  must(await settled(world.time, both, isAsListed), accepted(), isAsListed)
}

/** Two failed runs of one application: the first entry is to be deleted, the other one is to stay. */
async function twoEntries(world: QueueWorld) {
  const [doomed, other] = (await failedRuns(world, 2)) as [FailedRun, FailedRun]
  given(await entryRead(world, doomed.dlqId), accepted())
  return { doomed, other, remove: () => world.queue.send('DELETE', entryPath(doomed.dlqId)) }
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

  scenario('two runs of one id that fail are both listed', {
    rule: 'queue.dlq.failed-run-is-placed',
    needs,
    async run(world) {
      const [run] = await failedOfOneId(world)

      const both = entriesOfRun(run.runId, 2)
      for (const query of [ofApplication(run), { workflowRunId: run.runId }]) {
        must(await world.eventually(() => listed(world, query), both), accepted(), both)
      }
    },
  }),

  scenario('a run whose failure callback has been called is listed once', {
    rule: 'queue.dlq.failed-run-is-placed',
    needs,
    async run(world) {
      for (const Retries of ['0', '1']) {
        const called = world.inbox()
        const settings = { 'Failure-Callback': called.url, Retries }
        const { runId } = await failedRun(world, { settings })
        given(await called.delivery())
        given(await called.all(0))

        must(await listed(world, { workflowRunId: runId }), accepted(), entriesOfRun(runId, 1))
      }
    },
  }),

  scenario('of two runs the one that failed is listed, and the one that was cancelled is not', {
    rule: 'queue.dlq.failed-run-is-placed',
    needs,
    async run(world) {
      const { runId, application } = await canceledRun(world)
      application.deploy([{ name: 'fails', fails: true }])
      const failed = await failedRun(world, { application })

      const page = await listed(world, ofApplication(failed))
      must(page, accepted(), hasEntries(failed.dlqId), entriesOfRun(runId, 0))
    },
  }),

  scenario('each of several entries can be read by its id', {
    rule: 'queue.dlq.get-returns-one-message',
    needs,
    async run(world) {
      for (const { dlqId, runId } of await failedRuns(world, 3)) {
        must(
          await entryRead(world, dlqId),
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
      const run = await failedRun(world, { settings: { 'Failure-Callback': called.url } })
      given(await called.delivery())
      given(await called.all(0))

      await mustBeReadAsListed(world, run)
    },
  }),

  scenario('an entry with flow control that is read has the fields that it is listed with', {
    rule: 'queue.dlq.get-returns-one-message',
    needs,
    async run(world) {
      const flowControl = {
        'Flow-Control-Key': world.id,
        'Flow-Control-Value': 'parallelism=2, rate=10, period=1m',
      }
      const shown = [member('flowControlKey', world.id), member('parallelism', 2)]

      const failed = await failedRun(world)
      await mustBeReadAsListed(world, await failedUnder(world, flowControl, shown, failed))
    },
  }),

  scenario('an entry of a delayed PUT of no text that is read has the fields it is listed with', {
    rule: 'queue.dlq.get-returns-one-message',
    needs,
    waits: latest(seconds(5)),
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
      const { createdAt } = given(call)
      given(await called.delivery())
      given(await called.all(0))

      await mustBeReadAsListed(world, { ...started, createdAt, application })
    },
  }),

  scenario('an entry that is absent cannot be read: 404', {
    rule: 'queue.dlq.get-absent-is-404',
    async run({ queue, id }) {
      given(await queue.send('GET', entries), accepted())

      must(await queue.send('GET', `${entries}/${id}`), status(404))
    },
  }),

  ...(
    [
      ['read', 'GET', 'queue.dlq.get-absent-is-404'],
      ['deleted', 'DELETE', 'queue.dlq.delete-absent-is-404'],
    ] as const
  ).map(([what, method, rule]) =>
    scenario(`what is not quite the id of an entry cannot be ${what}: 404`, {
      rule,
      needs,
      async run(world) {
        const { dlqId, runId } = await failedRun(world)
        given(await entryRead(world, dlqId), accepted())

        for (const id of [
          `${dlqId}x`,
          dlqId.slice(0, Math.ceil(dlqId.length / 2)),
          `${dlqId} `,
          runId,
        ]) {
          // What is like the id of one entry may be that of another.
          const isEntry = memberOf(await entryRead(world, id), 'dlqId') === id
          if (id !== dlqId && !isEntry)
            must(await world.queue.send(method, entryPath(id)), status(404))
        }
      },
    }),
  ),

  scenario('an entry that has been deleted cannot be read any more: 404', {
    rule: 'queue.dlq.get-absent-is-404',
    needs,
    async run(world) {
      const { doomed, remove } = await twoEntries(world)
      given(await remove(), accepted())
      const gone = hasNoEntries(doomed.dlqId)
      const page = await world.eventually(() => listed(world, ofApplication(doomed)), gone)
      given(page, accepted(), gone)

      must(await entryRead(world, doomed.dlqId), status(404))
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
      // Of another workflow: who does not tell these apart cannot be judged.
      await failedRun(world)
      const own = ofApplication(run!)
      given(await listed(world, own), accepted(), numbering(COUNTED))
      const first = given(await listed(world, { ...own, count: 2 }), accepted(), text('cursor'))

      const next = await listed(world, { ...own, count: 2, cursor: cursorOf(first)! })
      must(next, accepted(), hasNoEntries(...idsIn(first)), (page) =>
        entriesIn(page).length > 0 ? undefined : lacks('more entries', []),
      )
    },
  }),

  scenario('the page that a cursor leads to has no entries that its filters do not fit', {
    rule: 'queue.dlq.filter-cursor',
    needs,
    async run(world) {
      const { application } = await failedRun(world)
      const runs = await failedRuns(world, 3)
      await failedRun(world, { application })
      const own = ofApplication(runs[0]!)
      given(await listed(world, own), accepted(), numbering(3))
      const first = given(await listed(world, { ...own, count: 2 }), accepted(), text('cursor'))

      const next = await listed(world, { ...own, count: 2, cursor: cursorOf(first)! })
      must(next, accepted(), (page) => {
        const fitting = runs.map(({ dlqId }) => dlqId)
        const others = idsIn(page).filter((dlqId) => !fitting.includes(dlqId))
        return others.length === 0 ? undefined : lacks('no entries of another workflow', others)
      })
    },
  }),

  ...filters.map(({ name, rule, waits = 0, arrange }) =>
    scenario(`${name} lists the entries that it fits and no others`, {
      rule,
      needs,
      waits,
      async run(world) {
        const { runs, asks } = await arrange(world)
        const isAlone = alone.includes(name)
        const own = isAlone ? {} : ofApplication(runs[0]!)
        const ids = (places: readonly number[]) => places.map((place) => runs[place]!.dlqId)
        if (!isAlone) {
          const all = hasEntries(...runs.map(({ dlqId }) => dlqId))
          given(await listed(world, own), accepted(), all)
        }

        for (const { query, shows, hides, mayBeRefused } of asks) {
          const page = await listed(world, { ...own, ...query })
          if (mayBeRefused && refused()(page) === undefined) continue
          must(page, accepted(), hasEntries(...ids(shows)), hasNoEntries(...ids(hides)))
        }
      },
    }),
  ),

  ...excluding.map(([name, rule, value]) =>
    scenario(`${name} holds beside all other filters`, {
      rule,
      needs,
      async run(world) {
        const { dlqId, known } = await knownEntry(world)

        const page = await listed(world, { ...known, [name]: value(known) })
        // A state that the document does not show may be refused as a filter.
        if (name === 'failureCallbackState' && refused()(page) === undefined) return
        must(page, accepted(), hasNoEntries(dlqId))
      },
    }),
  ),

  ...ends.map(({ name, rule, end }) =>
    scenario(`the ${end} of a range of dates is in it`, {
      rule,
      needs,
      async run(world) {
        const run = await failedRun(world)
        const failedAt = world.time.virtual ? await world.time.now() : undefined
        const told = ['createdAt', 'notBefore', 'workflowCreatedAt']
        const found = await endsOf(world, run)

        const known = [failedAt, ...told.map((name) => memberOf(run.entry, name))]
        const moment = momentOf(found, known)
        given(run.entry, () =>
          Number.isInteger(moment) && Number.isInteger(found[name])
            ? undefined
            : lacks('dates at which it begins and ends to be listed', found),
        )
        must(run.entry, () =>
          found[name] === moment
            ? undefined
            : differs(`an entry of ${moment} to be listed with a ${name} of`, moment, found[name]),
        )
      },
    }),
  ),

  observation('what the dates of a range mean', {
    rule: 'queue.dlq.date-meaning',
    needs,
    waits: seconds(2),
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': '2000' }
      const run = await startedRun(world, { steps: [{ name: 'fails', fails: true }], settings })
      given(await run.application.delivery(2, seconds(2)))
      const dlqId = String(memberOf(await entryOfRun(world, run), 'dlqId'))
      const fromDate = run.createdAt + seconds(1)
      const page = await listed(world, { workflowUrl: run.application.url, fromDate })
      const isThere = hasEntries(dlqId)(page) === undefined
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
        given(await listed(world, own), accepted(), numbering(COUNTED))

        const page = await listed(world, { ...own, count })
        must(page, accepted(), numbering(Math.min(count, COUNTED)))
        if (2 * count >= COUNTED) return
        const next = { ...own, count, cursor: cursorOf(given(page, text('cursor')))! }
        must(await listed(world, next), accepted(), numbering(count))
      },
    }),
  ),

  scenario('of 101 entries 100 are listed without a count', {
    rule: 'queue.dlq.count-default-100',
    needs,
    waits: MANY_MS,
    async run(world) {
      const workflowUrl = await ofTooMany(world)

      must(await listed(world, { workflowUrl }), accepted(), numbering(100))
    },
  }),

  scenario('a count of 100 lists 100 entries, and a higher one no more', {
    rule: 'queue.dlq.count-maximum-100',
    needs,
    waits: MANY_MS,
    async run(world) {
      const workflowUrl = await ofTooMany(world)

      must(await listed(world, { workflowUrl, count: 100 }), accepted(), numbering(100))
      for (const count of [101, 1000]) {
        // It may be taken as 100, or refused.
        const page = await listed(world, { workflowUrl, count })
        const isRefused = refused()(page) === undefined
        if (!isRefused) must(page, accepted(), numbering(100))
      }
    },
  }),

  scenario('an entry that is deleted is listed no more, and another one is', {
    rule: 'queue.dlq.delete-removes-the-entry',
    needs,
    async run(world) {
      const { doomed, other, remove } = await twoEntries(world)
      const own = () => listed(world, { workflowRunId: doomed.runId })
      given(await own(), accepted(), hasEntries(doomed.dlqId))
      given(await remove(), accepted())

      const left = [hasNoEntries(doomed.dlqId), hasEntries(other.dlqId)]
      const read = () => listed(world, ofApplication(doomed))
      must(await world.eventually(read, ...left), accepted(), ...left)
      const gone = hasNoEntries(doomed.dlqId)
      must(await world.eventually(own, gone), accepted(), gone)
      must(await entryRead(world, other.dlqId), accepted())
    },
  }),

  scenario('an entry that is deleted while its failure callback is under way does not come back', {
    rule: 'queue.dlq.delete-removes-the-entry',
    needs,
    waits: seconds(1),
    async run(world) {
      const remove = (dlqId: string) => world.queue.send('DELETE', entryPath(dlqId))
      const [dlqId] = idsIn(await listedDuringCallback(world, remove))
      await world.time.pass(seconds(1))

      must(await entryRead(world, dlqId!), (read) =>
        memberOf(read, 'dlqId') === dlqId ? lacks(`no entry ${dlqId}`, jsonOf(read)) : undefined,
      )
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

  scenario('a run id of small and capital letters selects its entry', {
    rule: 'queue.dlq.filter-workflow-run-id',
    needs,
    async run(world) {
      const { entry, dlqId } = await failedRun(world, { runId: `${world.id}-Capital` })
      const workflowRunId = String(memberOf(given(entry, text('workflowRunId')), 'workflowRunId'))
      const read = () => listed(world, { workflowRunId })

      const found = hasEntries(dlqId)
      must(await world.eventually(read, found), accepted(), found)
    },
  }),
]
