// The message logs (endpoint 12): their fields, filters and pages.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, lacks } from '../../core/matchers.js'
import { days, minutes, seconds } from '../../core/time.js'
import { asMessage, memberOf, type HttpMessage } from '../../wire/exchange.js'
import type { Steps } from '../fixtures/application.js'
import {
  entriesIn,
  messageIdOf,
  type Item,
  listing,
  logOf,
  type Listing,
  asLongAs,
  atMost,
  cursorOf,
  EVENTS,
  ofUrl,
  page,
  paged,
  type Query,
  each,
  inState,
  isOfMessage,
  isRunLevel,
  timeOf,
  type Test,
} from '../fixtures/lists.js'
import {
  allOf,
  equalsSorted,
  expects,
  integer,
  laterThan,
  list,
  moment,
  text,
} from '../fixtures/matchers.js'
import { workflowProtocol } from '../fixtures/protocol.js'
import {
  completedRun,
  delayedRun,
  failingSteps,
  startedRun,
  type Run,
  pausedRun,
  waitingRun,
} from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const oneStep: Steps = [{ name: 'one', result: 1 }]

/** Matches a log with an event in one of these states. */
const has = (...states: readonly string[]): Matcher<Listing> =>
  expects(
    `an event ${states.join(' or ')}`,
    ({ items }) => items.map(({ state }) => state),
    (_, { items }) => items.some(inState(...states)),
  )

/** Reads the log of a completed run until its last delivery is in it. */
async function completedLog(world: QueueWorld, options: { readonly query?: string } = {}) {
  const run = await completedRun(world, { steps: oneStep, ...options })
  const delivered = new Set(run.application.callsOf(run.runId).map(({ messageId }) => messageId))
  const isWhole = expects<Listing, number>(
    `${delivered.size} messages that are DELIVERED`,
    ({ items }) => new Set(items.filter(inState('DELIVERED')).map(messageIdOf)).size,
    (count) => count >= delivered.size,
  )
  return { run, log: given(await logOf(world, run, has('RUN_SUCCESS'), isWhole)) }
}

/** Returns the `stepInfo` of an event, or an empty object. */
const stepInfoOf = (event: HttpMessage): HttpMessage =>
  asMessage({ ...(memberOf(event, 'stepInfo') as Item | undefined) })

const stepInfo =
  (...matchers: readonly Matcher[]): Matcher =>
  (event) =>
    allOf(...matchers)(stepInfoOf(event))

/** A filter, and the events that it selects. */
interface Selection {
  readonly filter: Query
  readonly fits: Test
}

const byMember = (name: string, value: string | number): Selection => ({
  filter: { [name]: value },
  fits: (item) => item[name] === value,
})

/** Both dates are inclusive. */
function byTime(filter: { readonly fromDate?: number; readonly toDate?: number }): Selection {
  const { fromDate = -Infinity, toDate = Infinity } = filter
  return { filter, fits: (item) => timeOf(item) >= fromDate && timeOf(item) <= toDate }
}

/** Events listed with a filter, and all events. */
interface Narrowed extends Listing {
  readonly all: readonly Item[]
}

/** Matches if the filter fits some of all events, not all. */
const divides =
  (fits: Test): Matcher<Narrowed> =>
  ({ all }) => {
    const count = all.filter(fits).length
    if (count > 0 && count < all.length) return undefined
    return lacks(`a filter that fits some of the ${all.length} events`, `${count} of them`)
  }

/** Matches if exactly the fitting events are listed. */
const selects =
  (fits: Test): Matcher<Narrowed> =>
  (narrowed) => {
    const texts = (items: readonly Item[]) => items.map((item) => JSON.stringify(item))
    const want = texts(narrowed.all.filter(fits))
    return equalsSorted<Narrowed>('these events:', want, ({ items }) => texts(items))(narrowed)
  }

/** Compares what a filter selects with all events of `runs`, which the query `all` selects. */
async function mustSelect(
  world: QueueWorld,
  runs: readonly Run[],
  all: Query,
  { filter, fits }: Selection,
  isAlone = false,
): Promise<void> {
  const marks = runs.flatMap((run) => [run.runId, run.messageId, run.application.url])
  // Events of other scenarios come and go.
  const isOwn = (item: Item) => marks.some((mark) => JSON.stringify(item).includes(mark))
  const both = async (): Promise<Narrowed> => {
    const [every, some] = await Promise.all([
      listing(world, EVENTS, all),
      listing(world, EVENTS, isAlone ? filter : { ...all, ...filter }),
    ])
    return { ...some, items: some.items.filter(isOwn), all: every.items.filter(isOwn) }
  }
  const read = await world.eventually(both, divides(fits), selects(fits))
  given({ ...read, failure: undefined }, divides(fits))
  must(read, selects(fits))
}

const ofId = ({ runId }: Run): Query => ({ workflowRunId: runId })

/** Milliseconds between events that dates separate. */
const APART = 10

/** Cancels a waiting run later; returns the times of its first and last event. */
async function longRun(world: QueueWorld) {
  const run = await waitingRun(world)
  await world.time.pass(APART)
  given(await workflowProtocol(world.queue).cancel(run.runId), accepted())
  const canceled = has('RUN_CANCELED')
  const { items } = given(await logOf(world, run, canceled), canceled)
  const times = items.map(timeOf)
  const [begin, end] = [Math.min(...times), Math.max(...times)]
  // Times in seconds may be equal.
  const isLong = end - begin >= APART / 2
  given(asMessage(times), () =>
    isLong ? undefined : lacks(`events about ${APART} ms apart`, times),
  )
  return { run, begin, end, all: ofUrl(run.application) }
}

const sized = (count: number) => paged(count, 'events')

/** Makes a run with over 1000 events, at least two for each step. */
async function longLog(world: QueueWorld): Promise<Query> {
  const steps = Array.from({ length: 510 }, (_, n) => ({ stepName: `step ${n}` }))
  const createdAt = (await world.time.now()) - days(1)
  const workflowRunId = `${world.id}-long`
  await world.pastRuns({ workflowRunId, state: 'RUN_SUCCESS', steps, createdAt })
  return { workflowRunId }
}

const isLong = expects<Listing, number>(
  'more than 1000 events',
  ({ items }) => items.length,
  (count) => count > 1000,
)

/** Date filters on a run whose events have two times. */
const dates = [
  [
    'fromDate excludes earlier events',
    'queue.message-logs.filter-from-date/leaves-out',
    ({ begin }: Span) => [{ fromDate: begin + 1 }],
  ],
  [
    'fromDate equal to the time of an event selects that event',
    'queue.message-logs.filter-from-date-inclusive/exactly',
    ({ end }: Span) => [{ fromDate: end }],
  ],
  [
    'toDate excludes later events, alone and with fromDate',
    'queue.message-logs.filter-to-date/leaves-out',
    ({ begin, end }: Span) => [
      { toDate: end - 1 },
      { fromDate: begin - minutes(2), toDate: end - 1 },
    ],
  ],
  [
    'toDate equal to the time of an event selects that event',
    'queue.message-logs.filter-to-date-inclusive/exactly',
    ({ begin }: Span) => [{ toDate: begin }],
  ],
] as const

type Span = Awaited<ReturnType<typeof longRun>>

export const messageLogScenarios = [
  scenario('message logs: the response has the events in an array "events"', {
    id: 'queue.message-logs.list-response/events',
    needs: [],
    run: async ({ queue }) => must(await queue.send('GET', EVENTS), accepted(), list('events')),
  }),

  scenario('message logs: time is when the event happened, not when the run began', {
    id: 'queue.message-logs.time/old-runs',
    waits: seconds(1),
    async run(world) {
      const { time } = world
      const settings = { Retries: '1', 'Retry-Delay': `${seconds(1)}` }
      const failed = await startedRun(world, { steps: failingSteps, settings })
      const delayed = await delayedRun(world)
      const last = given(await failed.application.delivery(2, seconds(1)))

      for (const [run, state, { at }] of [
        [delayed.run, 'DELIVERED', delayed.called.delivery],
        [failed, 'RUN_FAILED', last],
      ] as const) {
        const log = given(await logOf(world, run, has(state)), has(state))
        // The target may log messages of its own.
        const isOwn: Test = (item) =>
          inState(state)(item) && (isRunLevel(item) || messageIdOf(item) === run.messageId)
        must(log, each(isOwn, moment(time, 'time', at, await time.now())))
      }
    },
  }),

  scenario('message logs: a later message has a later stepInfo.createdAt', {
    id: 'queue.message-logs.step-info-fields/later-message',
    waits: APART,
    async run(world) {
      const run = await pausedRun(world, APART)
      const log = given(await logOf(world, run, has('RUN_SUCCESS')))
      const { items } = log
      const late = run.application.callsOf(run.runId).at(-1)?.messageId
      const eventOf = (messageId?: string) => items.find((item) => messageIdOf(item) === messageId)
      const [first, last] = [eventOf(run.messageId), eventOf(late)]
      given(log, () => (first && last ? undefined : lacks('events of both messages', items)))

      must(asMessage(last), stepInfo(laterThan(stepInfoOf(asMessage(first)), 'createdAt')))
    },
  }),

  scenario('message logs: nextDeliveryTime is from createdAt to when Svc-Delay ends', {
    id: 'queue.message-logs.next-delivery-time/delayed',
    waits: seconds(1),
    async run(world) {
      const { time } = world
      const application = world.workflow()
      const before = await time.now()
      const started = await application.start({ settings: { Delay: '1s' } })
      const after = await time.now()
      given(await application.called(started.runId, seconds(1)))
      const log = given(await logOf(world, { ...started, application }, has('CREATED')))
      must(
        log,
        each(isOfMessage, integer('nextDeliveryTime')),
        each(inState('CREATED'), moment(time, 'nextDeliveryTime', before, after + seconds(1))),
      )
    },
  }),

  scenario('message logs: a state of a run selects only the events in that state', {
    id: 'queue.message-logs.filter-run-level-state/selects',
    async run(world) {
      const run = await completedRun(world)
      await mustSelect(world, [run], ofUrl(run.application), byMember('state', 'RUN_STARTED'))
      await mustSelect(world, [run], ofId(run), byMember('state', 'RUN_SUCCESS'))
      for (const state of ['RUN_FAILED', 'RUN_CANCELED', 'WAITER_ADDED', 'INVOKED'])
        must(
          await page(world, EVENTS, { ...ofUrl(run.application), ...ofId(run), state }),
          accepted(),
          sized(0),
        )
    },
  }),

  scenario('message logs: INVOKED and WAITER_ADDED select only those events', {
    id: 'queue.message-logs.filter-run-level-state/invocations-and-waiters',
    async run(world) {
      const invoking = await startedRun(world, {
        steps: [{ name: 'child', invoke: world.workflow() }],
      })
      given(await invoking.application.ended(invoking.runId))
      await mustSelect(world, [invoking], ofId(invoking), byMember('state', 'INVOKED'))
      const waiting = await waitingRun(world)
      await mustSelect(world, [waiting], ofId(waiting), byMember('state', 'WAITER_ADDED'))
    },
  }),

  ...dates.map(([title, id, filtersOf]) =>
    scenario(`message logs: ${title}`, {
      id,
      waits: APART,
      async run(world) {
        const span = await longRun(world)
        for (const filter of filtersOf(span))
          await mustSelect(world, [span.run], span.all, byTime(filter))
      },
    }),
  ),

  scenario('message logs: the query parameter count sets the number of events', {
    id: 'queue.message-logs.count/events-of-each-page',
    async run(world) {
      const { run, log } = await completedLog(world)
      given(log, has('DELIVERED'))
      for (const count of [1, log.items.length - 1, 2]) {
        const query = { ...ofUrl(run.application), count }
        const first = await page(world, EVENTS, query, sized(count))
        must(first, accepted(), sized(count))
        const cursor = cursorOf(first)
        // Another rule requires the cursor.
        if (count !== 2 || cursor === undefined) continue
        must(await page(world, EVENTS, { ...query, cursor }, sized(2)), accepted(), sized(2))
      }
    },
  }),

  scenario('message logs without count: a page has 1000 events', {
    id: 'queue.message-logs.count-default-1000/no-count',
    needs: ['pastRuns'],
    async run(world) {
      const within = await longLog(world)
      given(await listing(world, EVENTS, within, isLong), isLong)
      const thousand = await page(world, EVENTS, { ...within, count: 1000 }, sized(1000))
      const fits = [accepted(), sized(1000), asLongAs(thousand, 'events')]
      must(await page(world, EVENTS, within, ...fits), ...fits)
    },
  }),

  scenario('message logs: count 1001 returns at most 1000 events', {
    id: 'queue.message-logs.count-maximum-1000/count-of-1001',
    needs: ['pastRuns'],
    async run(world) {
      const within = await longLog(world)
      const thousand = await page(world, EVENTS, { ...within, count: 1000 }, sized(1000))
      given(thousand, accepted(), sized(1000))
      must(await page(world, EVENTS, { ...within, count: 1001 }), atMost(1000, 'events'))
    },
  }),

  observation('observes log events left out or repeated if a run completes after page 1', {
    id: 'queue.pagination.changes-between-pages/events-between-two-pages',
    async run(world) {
      const { run, log } = await completedLog(world)
      const { application } = run
      const query = { ...ofUrl(application), count: 3 }
      const first = given(await page(world, EVENTS, query), accepted(), text('cursor'))
      await completedRun(world, { application })

      const rest = given(await listing(world, EVENTS, { ...query, cursor: cursorOf(first)! }))
      const seen = [...entriesIn(first), ...rest.items].map((item) => JSON.stringify(item))
      const times = log.items.map((item) => seen.filter((each) => each === JSON.stringify(item)))
      world.note('left out', times.filter(({ length }) => length === 0).length)
      world.note('repeated', times.filter(({ length }) => length > 1).length)
    },
  }),

  observation('observes if the message logs have a run right after it was started', {
    id: 'queue.message-logs.lag/lag',
    async run(world) {
      const run = await startedRun(world)
      const { items } = await listing(world, EVENTS, ofId(run))
      world.note('logged at once', items.length > 0)
    },
  }),
]
