// The message logs (endpoint 12): what an event tells, and what the log can be narrowed to.

import type { MustRuleId } from '#generated/rules.js'
import { asMessage, memberOf, type Exchange, type Message } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { days, minutes, seconds } from '../../core/time.js'
import type { Steps } from '../fixtures/application.js'
import { atMost, entriesIn, numbering, type Query } from '../fixtures/entries.js'
import {
  absent,
  cursorOf,
  divides,
  EVENTS,
  integer,
  isOf,
  laterThan,
  laterThanIts,
  listing,
  logOf,
  messageIdOf,
  missing,
  moment,
  narrowed,
  page,
  selects,
  settled,
  type Item,
  type Listing,
  type Narrowed,
} from '../fixtures/listed.js'
import { list, member, string, text } from '../fixtures/matchers.js'
import { workflowProtocol } from '../fixtures/protocol.js'
import { againEachWay } from '../fixtures/reruns.js'
import {
  canceledRun,
  completedRun,
  failedRun,
  pausedRun,
  startedRun,
  waitingRun,
  type Run,
} from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

type LogRule = MustRuleId & `queue.message-logs.${string}`

const needs = ['runs'] as const

const twoSteps: Steps = [{ name: 'one', result: 1 }, { name: 'two' }]

/** The states of each message that was delivered, and of each run. */
const MESSAGE_STATES = ['CREATED', 'DELIVERED']
const RUN_STATES = [
  ...['RUN_STARTED', 'RUN_SUCCESS', 'RUN_FAILED', 'RUN_CANCELED'],
  ...['WAITER_ADDED', 'INVOKED'],
]

const isOfMessage = ({ state }: Item) => MESSAGE_STATES.includes(String(state))
const isOfRun = ({ state }: Item) => RUN_STATES.includes(String(state))

/** The log has that event. */
const has =
  (state: string): Matcher<Listing> =>
  ({ items }) =>
    items.some((item) => item.state === state)
      ? undefined
      : lacks(
          `an event ${state}`,
          items.map((item) => item.state),
        )

/** What is logged of that run alone fits: its log may have others of its URL too. */
const ofRun =
  (run: Run, matcher: Matcher<Listing>): Matcher<Listing> =>
  (log) =>
    matcher({ ...log, items: log.items.filter(isOf(run)) })

/** Each event of that kind fits. */
const each =
  (is: (item: Item) => boolean, ...matchers: readonly Matcher[]): Matcher<Listing> =>
  ({ items }) =>
    items
      .filter(is)
      .flatMap((item) => matchers.map((matcher) => matcher(asMessage(item))))
      .find((finding) => finding !== undefined)

const any = () => true

/** What is logged of a run that has completed, its last delivery included: that is settled after it. */
async function completedLog(world: QueueWorld) {
  const run = await completedRun(world, { steps: twoSteps })
  const delivered = new Set(run.application.callsOf(run.runId).map(({ messageId }) => messageId))
  const isWhole: Matcher<Listing> = ({ items }) => {
    const settled = new Set(items.filter(({ state }) => state === 'DELIVERED').map(messageIdOf))
    return settled.size >= delivered.size
      ? undefined
      : lacks(`${delivered.size} messages that are DELIVERED`, settled.size)
  }
  return { run, log: given(await logOf(world, run, has('RUN_SUCCESS'), isWhole)) }
}

const knownState: Matcher = (event) => {
  const state = memberOf(event, 'state')
  return typeof state === 'string' && state !== ''
    ? undefined
    : lacks('a "state" that is a text', state)
}

/** What each event says. */
const eventFields: readonly (readonly [
  name: string,
  rule: LogRule,
  matcher: (run: Run) => Matcher,
])[] = [
  ['time', 'queue.message-logs.time', () => integer('time')],
  ['state', 'queue.message-logs.state', () => knownState],
  [
    'workflowRunId',
    'queue.message-logs.workflow-run-id',
    ({ runId }) => text('workflowRunId', runId),
  ],
  [
    'workflowUrl',
    'queue.message-logs.workflow-url',
    ({ application }) => text('workflowUrl', application.url),
  ],
  [
    'workflowCreatedAt',
    'queue.message-logs.workflow-created-at',
    ({ createdAt }) => member('workflowCreatedAt', createdAt),
  ],
]

const hasStepInfo: Matcher = (event) => {
  const info = memberOf(event, 'stepInfo')
  return typeof info === 'object' && info !== null && !Array.isArray(info)
    ? undefined
    : lacks('an object "stepInfo"', info)
}

/** The `stepInfo` of an event, an empty one where it has none. */
const stepInfoOf = (event: Message): Message =>
  asMessage({ ...(memberOf(event, 'stepInfo') as Item | undefined) })

/** The `stepInfo` of an event fits. */
const stepInfo =
  (...matchers: readonly Matcher[]): Matcher =>
  (event) => {
    const info = stepInfoOf(event)
    return matchers.map((matcher) => matcher(info)).find((finding) => finding !== undefined)
  }

/** What a filter selects: with what value, and which of all events. */
interface Selection {
  readonly filter: Query
  /** Whether it is asked for by itself: otherwise it is beside what all events are asked for by. */
  readonly isAlone?: boolean
  readonly fits: (item: Item) => boolean
}

/** A message that is due after it was created. */
const isDueLater: Matcher = (event) =>
  laterThanIts(stepInfoOf(event), 'createdAt', 'nextDeliveryTime')(event)

/** A filter is judged by what it selects of all that is logged for `runs`. */
async function mustSelect(
  world: QueueWorld,
  runs: readonly Run[],
  all: Query,
  { filter, isAlone = false, fits }: Selection,
): Promise<void> {
  const marks = runs.flatMap(({ runId, messageId, application: { url } }) => [
    runId,
    messageId,
    url,
  ])
  const isOwn = (item: Item) => marks.some((mark) => JSON.stringify(item).includes(mark))
  const query = { all, narrow: isAlone ? filter : { ...all, ...filter } }
  const read = await narrowed(world, EVENTS, query, isOwn, divides(fits), selects(fits))
  given({ ...read, failure: undefined }, divides(fits))
  must(read, selects(fits))
}

/** What is logged of an application. */
const ofUrl = ({ application: { url } }: Run): Query => ({ workflowUrl: url })

/** What is logged of the runs of an id. */
const ofId = ({ runId }: Run): Query => ({ workflowRunId: runId })

/** Runs in whose logs each state of a run is, and none of the others is alone. */
const runStates: readonly (readonly [
  state: string,
  arrange: (world: QueueWorld) => Promise<Run>,
])[] = [
  ['RUN_STARTED', (world) => completedRun(world)],
  ['RUN_SUCCESS', (world) => completedRun(world)],
  ['RUN_FAILED', (world) => startedRun(world, { steps: [{ name: 'fails', fails: true }] })],
  ['RUN_CANCELED', (world) => canceledRun(world)],
  ['WAITER_ADDED', (world) => waitingRun(world)],
  ['INVOKED', invokingRun],
]

async function invokingRun(world: QueueWorld): Promise<Run> {
  const steps = [{ name: 'child', invoke: world.workflow() }]
  const run = await startedRun(world, { steps })
  given(await run.application.ended(run.runId))
  return run
}

/** How far apart the events are that dates tell apart, in milliseconds. */
const APART = 10

/** A run that waits and is cancelled later: what is logged at its begin and at its end. */
async function longRun(world: QueueWorld) {
  const run = await waitingRun(world)
  await world.time.pass(APART)
  given(await workflowProtocol(world.queue).cancel(run.runId), accepted())
  const { items } = given(await logOf(world, run, has('RUN_CANCELED')), has('RUN_CANCELED'))
  const times = items.map(({ time }) => Number(time))
  return { run, begin: Math.min(...times), end: Math.max(...times) }
}

const timeOf = ({ time }: Item) => Number(time)

/** The dates that select events of that run. */
const dates: readonly (readonly [
  title: string,
  rule: LogRule,
  select: (span: { readonly begin: number; readonly end: number }) => Selection,
])[] = [
  [
    '"fromDate" leaves out the events before it',
    'queue.message-logs.filter-from-date',
    ({ begin }) => ({
      filter: { fromDate: begin + 1 },
      fits: (item) => timeOf(item) > begin,
    }),
  ],
  [
    '"fromDate" is inclusive',
    'queue.message-logs.filter-from-date-inclusive',
    ({ end }) => ({ filter: { fromDate: end }, fits: (item) => timeOf(item) >= end }),
  ],
  [
    '"toDate" leaves out the events after it',
    'queue.message-logs.filter-to-date',
    ({ end }) => ({ filter: { toDate: end - 1 }, fits: (item) => timeOf(item) < end }),
  ],
  [
    '"toDate" leaves out the events after it, beside "fromDate"',
    'queue.message-logs.filter-to-date',
    ({ begin, end }) => ({
      filter: { fromDate: begin - minutes(2), toDate: end - 1 },
      fits: (item) => timeOf(item) < end,
    }),
  ],
  [
    '"toDate" is inclusive',
    'queue.message-logs.filter-to-date-inclusive',
    ({ begin }) => ({ filter: { toDate: begin }, fits: (item) => timeOf(item) <= begin }),
  ],
]

/** Three completed runs, one after the other, and what is logged of all of them. */
async function threeRuns(world: QueueWorld) {
  const application = world.workflow()
  const runs: Run[] = []
  for (let n = 0; n < 3; n++) {
    if (n > 0) await world.time.pass(APART)
    const run = await completedRun(world, { application })
    const whole = [ofRun(run, has('RUN_SUCCESS')), ofRun(run, has('DELIVERED'))]
    given(await logOf(world, run, ...whole), ...whole)
    runs.push(run)
  }
  const second = runs[1]!
  const log = await listing(world.queue, EVENTS, ofUrl(second))
  return { second, log: given(log, each(any, text('workflowUrl', application.url))) }
}

/** Filters, and which of those events they select: of the second run, and of others before and after. */
const dividing: readonly (readonly [
  what: string,
  select: (second: Run, items: readonly Item[]) => Selection,
])[] = [
  ['a state', () => ({ filter: { state: 'CREATED' }, fits: (item) => item.state === 'CREATED' })],
  [
    'a message id',
    ({ messageId }) => ({
      filter: { messageId },
      fits: (item) => messageIdOf(item) === messageId,
    }),
  ],
  [
    'the creation of a run',
    ({ createdAt }) => ({
      filter: { workflowCreatedAt: createdAt },
      fits: ({ workflowCreatedAt }) => workflowCreatedAt === createdAt,
    }),
  ],
  [
    'a range of dates',
    ({ runId }, items) => {
      const times = items.filter(({ workflowRunId }) => workflowRunId === runId).map(timeOf)
      const [fromDate, toDate] = [Math.min(...times), Math.max(...times)]
      const fits = (item: Item) => timeOf(item) >= fromDate && timeOf(item) <= toDate
      return { filter: { fromDate, toDate }, fits }
    },
  ],
]

/** All filters at once, with values that an event of a run has. */
const allFilters = ({ runId, createdAt, messageId, application: { url } }: Run) => ({
  workflowRunId: runId,
  workflowUrl: url,
  workflowCreatedAt: createdAt,
  state: 'CREATED',
  messageId,
  fromDate: createdAt - minutes(2),
  toDate: createdAt + minutes(2),
})

/** Each of them with a value that the event does not have. */
const excluding: readonly (readonly [
  name: keyof ReturnType<typeof allFilters>,
  rule: LogRule,
  value: (run: Run) => string | number,
])[] = [
  ['workflowRunId', 'queue.message-logs.filter-workflow-run-id', ({ runId }) => `${runId}-another`],
  [
    'workflowUrl',
    'queue.message-logs.filter-workflow-url',
    ({ application: { url } }) => `${url}/another`,
  ],
  [
    'workflowCreatedAt',
    'queue.message-logs.filter-workflow-created-at',
    ({ createdAt }) => createdAt + 1,
  ],
  ['state', 'queue.message-logs.filter-message-state', () => 'RUN_CANCELED'],
  ['messageId', 'queue.message-logs.filter-message-id', ({ messageId }) => `${messageId}-another`],
  ['fromDate', 'queue.message-logs.filter-from-date', ({ createdAt }) => createdAt + minutes(2)],
  ['toDate', 'queue.message-logs.filter-to-date', ({ createdAt }) => createdAt - minutes(2)],
]

/** A page with so many events. */
const sized = (count: number) => numbering(count, 'events')

/** A run with more events than a page may have: two and more for each of its steps. */
async function longLog({ pastRuns, id, time }: QueueWorld): Promise<Query> {
  const steps = Array.from({ length: 510 }, (_, n) => ({ stepName: `step ${n}` }))
  const createdAt = (await time.now()) - days(1)
  await pastRuns({ workflowRunId: `${id}-long`, state: 'RUN_SUCCESS', steps, createdAt })
  return { workflowRunId: `${id}-long` }
}

/** More than one page of any size. */
const isLong: Matcher<Listing> = ({ items }) =>
  items.length > 1000 ? undefined : differs('more events than', 1000, items.length)

export const messageLogScenarios = [
  scenario('the log has its events under "events"', {
    rule: 'queue.message-logs.list-response',
    async run({ queue }) {
      must(await queue.send('GET', EVENTS), accepted(), list('events'))
    },
  }),

  ...eventFields.map(([name, rule, matcher]) =>
    scenario(`each event has its "${name}"`, {
      rule,
      needs,
      async run(world) {
        const { run, log } = await completedLog(world)
        must(log, each(any, matcher(run)))
      },
    }),
  ),

  scenario('each event of a run that comes of another one has its "workflowUrl"', {
    rule: 'queue.message-logs.workflow-url',
    needs,
    async run(world) {
      for (const run of await againEachWay(world, await failedRun(world))) {
        const log = given(await logOf(world, run, has('RUN_FAILED')))
        const isOwn = ({ workflowRunId }: Item) => workflowRunId === run.runId
        must(log, each(isOwn, text('workflowUrl', run.application.url)))
      }
    },
  }),

  scenario('"time" of an event is when it happened, however old its run is', {
    rule: 'queue.message-logs.time',
    needs,
    waits: seconds(1),
    async run(world) {
      const { time } = world
      const settings = { Retries: '1', 'Retry-Delay': `${seconds(1)}` }
      const steps: Steps = [{ name: 'fails', fails: true }]
      const failed = await startedRun(world, { steps, settings })
      const application = world.workflow()
      const delayed = await application.start({ settings: { Delay: '1s' } })
      const called = given(await application.called(delayed.runId, seconds(1)))
      const last = given(await failed.application.delivery(2, seconds(1)))

      for (const [run, state, { at }] of [
        [{ ...delayed, application }, 'DELIVERED', called.delivery],
        [failed, 'RUN_FAILED', last],
      ] as const) {
        const log = given(await logOf(world, run, has(state)), has(state))
        const then = moment(time, 'time', at, await time.now())
        must(
          log,
          each((item) => item.state === state, then),
        )
      }
    },
  }),

  scenario('"workflowUrl" of each event has its query', {
    rule: 'queue.message-logs.workflow-url',
    needs,
    async run(world) {
      const run = await completedRun(world, { steps: twoSteps, query: 'a=1&b=2' })
      const log = given(await logOf(world, run, has('RUN_SUCCESS')))

      must(log, each(any, text('workflowUrl', run.application.url)))
    },
  }),

  scenario('an event of a message has "stepInfo"', {
    rule: 'queue.message-logs.step-info-on-message-level-events',
    needs,
    async run(world) {
      const { log } = await completedLog(world)
      given(log, has('CREATED'), has('DELIVERED'))
      must(log, each(isOfMessage, hasStepInfo))
    },
  }),

  scenario('an event of a run has no "stepInfo"', {
    rule: 'queue.message-logs.run-level-events-have-no-step-info',
    needs,
    async run(world) {
      const { log } = await completedLog(world)
      must(log, each(isOfRun, absent('stepInfo')))
      const waited = await canceledRun(world)
      must(
        given(await logOf(world, waited, has('RUN_CANCELED'))),
        each(isOfRun, absent('stepInfo')),
      )
    },
  }),

  scenario('"stepInfo" says what the step is, and which message carries it', {
    rule: 'queue.message-logs.step-info-fields',
    needs,
    async run(world) {
      const { run, log } = await completedLog(world)
      const common = stepInfo(
        string('stepName'),
        ...['stepType', 'callType', 'messageId'].map((name) => text(name)),
        ...['concurrent', 'createdAt'].map(integer),
      )
      must(log, each(isOfMessage, common))

      const [, second] = run.application.callsOf(run.runId)
      const isOne = (item: Item) => messageIdOf(item) === second?.messageId
      given({ ...log, items: log.items.filter(isOne) }, has('CREATED'))
      const one = [member('stepName', 'one'), member('concurrent', 1)]
      must(log, each(isOne, stepInfo(...one)))
    },
  }),

  scenario('"stepInfo" of steps side by side says how many they are', {
    rule: 'queue.message-logs.step-info-fields',
    needs,
    async run(world) {
      const run = await completedRun(world, { steps: [[{ name: 'left' }, { name: 'right' }]] })
      const results = run.application
        .callsOf(run.runId)
        .filter(({ steps }) => (steps.at(-1)?.stepId ?? 0) > 0)
        .map(({ messageId }) => messageId)
      const isResult = (item: Item) => results.includes(String(messageIdOf(item)))
      const log = given(await logOf(world, run, has('RUN_SUCCESS')))
      given({ ...log, items: log.items.filter(isResult) }, has('CREATED'))

      must(log, each(isResult, stepInfo(member('concurrent', 2))))
    },
  }),

  scenario('"createdAt" of "stepInfo" is later where its message was created later', {
    rule: 'queue.message-logs.step-info-fields',
    needs,
    waits: APART,
    async run(world) {
      const run = await pausedRun(world, APART)
      const log = given(await logOf(world, run, has('RUN_SUCCESS')))
      const { items } = log
      const late = run.application.callsOf(run.runId).at(-1)?.messageId
      const eventOf = (messageId?: string) => items.find((item) => messageIdOf(item) === messageId)
      const [first, last] = [eventOf(run.messageId), eventOf(late)]
      given(log, () => (first && last ? undefined : lacks('events of both messages', items)))

      must(asMessage(last!), stepInfo(laterThan(stepInfoOf(asMessage(first!)), 'createdAt')))
    },
  }),

  scenario('"createdAt" of "stepInfo" is when the message was created', {
    rule: 'queue.message-logs.step-info-fields',
    needs,
    waits: APART,
    async run(world) {
      const { time } = world
      await time.pass(APART)
      const before = await time.now()
      const { log } = await completedLog(world)
      const created = moment(time, 'createdAt', before, await time.now())
      must(log, each(isOfMessage, stepInfo(created)))
    },
  }),

  scenario('"createdAt" of "stepInfo" is the same in each event of a message', {
    rule: 'queue.message-logs.step-info-fields',
    needs,
    waits: seconds(1),
    async run(world) {
      const application = world.workflow()
      const started = await application.start({ settings: { Delay: '1s' } })
      given(await application.called(started.runId, seconds(1)))
      const both = [has('CREATED'), has('DELIVERED')]
      const log = given(await logOf(world, { ...started, application }, ...both), ...both)

      const isOwn = (item: Item) => messageIdOf(item) === started.messageId
      const [first] = log.items.filter(isOwn).map((item) => stepInfoOf(asMessage(item)))
      given(first ?? missing('an event of the message'), integer('createdAt'))
      must(log, each(isOwn, stepInfo(member('createdAt', memberOf(first!, 'createdAt')))))
    },
  }),

  scenario('an event of a message has "nextDeliveryTime"', {
    rule: 'queue.message-logs.next-delivery-time',
    needs,
    async run(world) {
      const { log } = await completedLog(world)
      given(log, has('CREATED'))
      must(log, each(isOfMessage, integer('nextDeliveryTime')))
    },
  }),

  scenario('the "nextDeliveryTime" of a message that is delayed is when it is due', {
    rule: 'queue.message-logs.next-delivery-time',
    needs,
    waits: seconds(1),
    async run(world) {
      const { time } = world
      const application = world.workflow()
      const before = await time.now()
      const started = await application.start({ settings: { Delay: '1s' } })
      const after = await time.now()
      const { at } = given(await application.called(started.runId, seconds(1))).delivery
      const log = given(await logOf(world, { ...started, application }, has('CREATED')))
      const due = moment(
        time,
        'nextDeliveryTime',
        Math.min(before + seconds(1), at),
        after + seconds(1),
      )
      // Whether the delay is kept is for another rule.
      const isKept = at >= before + seconds(1)
      must(
        log,
        each(({ state }) => state === 'CREATED', due, ...(isKept ? [isDueLater] : [])),
      )
    },
  }),

  scenario('each message has several events', {
    rule: 'queue.message-logs.several-events-per-message',
    needs,
    async run(world) {
      const run = await completedRun(world, { steps: twoSteps })
      const calls = run.application.callsOf(run.runId)
      const several: Matcher<Listing> = ({ items }) => {
        const counts = calls.map(
          ({ messageId }) => items.filter((item) => messageIdOf(item) === messageId).length,
        )
        return counts.every((count) => count > 1)
          ? undefined
          : lacks('several events of each', counts)
      }
      must(given(await logOf(world, run, several)), several)
    },
  }),

  scenario('the log has every message of a run, and the run itself', {
    rule: 'queue.message-logs.everything-logged',
    needs,
    async run(world) {
      const run = await completedRun(world, { steps: twoSteps })
      const delivered = run.application.callsOf(run.runId).map(({ messageId }) => messageId)
      const complete: Matcher<Listing> = ({ items }) => {
        const logged = items.map(messageIdOf)
        const missing = delivered.filter((messageId) => !logged.includes(messageId))
        return missing.length === 0
          ? undefined
          : lacks(`events of the messages ${missing.join(', ')}`, logged)
      }
      const whole = [complete, has('RUN_STARTED'), has('RUN_SUCCESS')]
      must(given(await logOf(world, run, ...whole)), ...whole)
    },
  }),

  scenario('"workflowRunId" selects the events of that id', {
    rule: 'queue.message-logs.filter-workflow-run-id',
    needs,
    async run(world) {
      const application = world.workflow()
      const runId = `${world.id}-one`
      const one = await completedRun(world, { application, runId })
      const two = await completedRun(world, { application, runId: `${world.id}-two` })
      const fits = ({ workflowRunId }: Item) => workflowRunId === one.runId
      const filter = { workflowRunId: one.runId }
      await mustSelect(world, [one, two], ofUrl(one), { filter, fits })
    },
  }),

  scenario('"workflowUrl" selects the events of that URL', {
    rule: 'queue.message-logs.filter-workflow-url',
    needs,
    async run(world) {
      const one = await completedRun(world)
      given(await logOf(world, one, has('RUN_SUCCESS')))
      const { runId } = one
      const two = await completedRun(world, { runId, query: 'a=1' })
      const fits = ({ workflowUrl }: Item) => workflowUrl === one.application.url
      await mustSelect(world, [one, two], ofId(one), { filter: ofUrl(one), fits })
    },
  }),

  scenario('"workflowCreatedAt" selects the events of the runs that were created then', {
    rule: 'queue.message-logs.filter-workflow-created-at',
    needs,
    async run(world) {
      const application = world.workflow()
      const one = await completedRun(world, { application })
      given(await logOf(world, one, has('RUN_SUCCESS')))
      const two = await completedRun(world, { application, runId: one.runId })
      for (const { createdAt } of [one, two]) {
        const fits = ({ workflowCreatedAt }: Item) => workflowCreatedAt === createdAt
        const filter = { workflowCreatedAt: createdAt }
        for (const all of [ofUrl(one), ofId(one)]) {
          await mustSelect(world, [one, two], all, { filter, fits })
        }
      }
    },
  }),

  ...MESSAGE_STATES.map((state) =>
    scenario(`"state" selects the events ${state}`, {
      rule: 'queue.message-logs.filter-message-state',
      needs,
      async run(world) {
        const run = await completedRun(world)
        const { messageId } = run
        const fits = (item: Item) => item.state === state
        for (const all of [ofUrl(run), ofId(run), { messageId }]) {
          await mustSelect(world, [run], all, { filter: { state }, fits })
        }
      },
    }),
  ),

  ...runStates.map(([state, arrange]) =>
    scenario(`"state" selects the events ${state}`, {
      rule: 'queue.message-logs.filter-run-level-state',
      needs,
      async run(world) {
        const run = await arrange(world)
        const fits = (item: Item) => item.state === state
        for (const all of [ofUrl(run), ofId(run)]) {
          await mustSelect(world, [run], all, { filter: { state }, fits })
        }
      },
    }),
  ),

  scenario('"messageId" selects the events of one message', {
    rule: 'queue.message-logs.filter-message-id',
    needs,
    async run(world) {
      const run = await completedRun(world, { steps: twoSteps })
      for (const { messageId } of run.application.callsOf(run.runId)) {
        const fits = (item: Item) => messageIdOf(item) === messageId
        for (const isAlone of [false, true]) {
          await mustSelect(world, [run], ofUrl(run), { filter: { messageId }, isAlone, fits })
        }
      }
    },
  }),

  ...dates.map(([title, rule, select]) =>
    scenario(`${title}, among events`, {
      rule,
      needs,
      waits: APART,
      async run(world) {
        const { run, ...span } = await longRun(world)
        await mustSelect(world, [run], ofUrl(run), select(span))
      },
    }),
  ),

  ...excluding.map(([name, rule, value]) =>
    scenario(`"${name}" leaves out an event that every other filter selects`, {
      rule,
      needs,
      async run(world) {
        const run = await completedRun(world)
        const query = allFilters(run)
        const read = (asked: Query) => () => listing(world.queue, EVENTS, asked)
        const found = has('CREATED')
        given(await settled(world.time, read(query), found), found)
        const without = await read({ ...query, [name]: value(run) })()
        const own = without.items.filter((item) => item.workflowRunId === run.runId)
        must(without, () => (own.length === 0 ? undefined : lacks('no event of the run', own)))
      },
    }),
  ),

  scenario('"count" is how many events there are on a page', {
    rule: 'queue.message-logs.count',
    needs,
    async run(world) {
      const { run, log } = await completedLog(world)
      for (const count of [1, 3, log.items.length - 1]) {
        const query = { ...ofUrl(run), count }
        const read = () => page(world.queue, EVENTS, query)
        must(await world.eventually(read, sized(count)), accepted(), sized(count))
      }
    },
  }),

  scenario('"count" is how many events there are on a later page too', {
    rule: 'queue.message-logs.count',
    needs,
    async run(world) {
      const { run } = await completedLog(world)
      const query = { ...ofUrl(run), count: 2 }
      const first = given(await page(world.queue, EVENTS, query), accepted(), text('cursor'))
      const next = { ...query, cursor: cursorOf(first)! }
      must(await page(world.queue, EVENTS, next), accepted(), sized(2))
    },
  }),

  scenario('a page has 1000 events without a count', {
    rule: 'queue.message-logs.count-default-1000',
    needs: ['pastRuns'],
    async run(world) {
      const within = await longLog(world)
      const read = () => listing(world.queue, EVENTS, within)
      given(await settled(world.time, read, isLong), isLong)
      must(await page(world.queue, EVENTS, within), accepted(), sized(1000))
    },
  }),

  scenario('a page has no more than 1000 events, whatever the count', {
    rule: 'queue.message-logs.count-maximum-1000',
    needs: ['pastRuns'],
    async run(world) {
      const within = await longLog(world)
      const read = (count: number) => page(world.queue, EVENTS, { ...within, count })
      given(await world.eventually(() => read(1000), sized(1000)), accepted(), sized(1000))
      must(await read(1001), atMost(1000, 'events'))
    },
  }),

  scenario('pages repeat no event, and leave none out', {
    rule: 'queue.message-logs.filter-cursor',
    needs,
    async run(world) {
      const { application } = await completedRun(world)
      const { run } = await completedLog(world)
      await completedRun(world, { application })
      const within = { workflowUrl: run.application.url, workflowRunId: run.runId, count: 4 }
      // Events may still come while pages are read, so that they are walked until they are all there.
      async function walked(): Promise<Narrowed> {
        const items: Item[] = []
        let cursor: string | undefined = ''
        for (let n = 0; n < 20 && cursor !== undefined; n++) {
          const read: Exchange = await page(world.queue, EVENTS, {
            ...within,
            ...(cursor && { cursor }),
          })
          items.push(...entriesIn(read))
          cursor = cursorOf(read)
        }
        const log = await logOf(world, run)
        return { ...log, items, all: log.items }
      }
      must(given(await settled(world.time, walked, selects(any))), selects(any))
    },
  }),

  ...dividing.map(([what, select]) =>
    scenario(`pages of one event each have the events that ${what} selects, to the last of them`, {
      rule: 'queue.message-logs.filter-cursor',
      needs,
      waits: 2 * APART,
      async run(world) {
        const { second, log } = await threeRuns(world)
        const { filter, fits } = select(second, log.items)
        const read = async (query: Query): Promise<Narrowed> => ({
          ...(await listing(world.queue, EVENTS, { ...ofUrl(second), ...filter, ...query })),
          all: log.items,
        })
        const isThere = [divides(fits), selects(fits)]
        given(await settled(world.time, () => read({}), ...isThere), ...isThere)

        must(await read({ count: 1 }), selects(fits))
      },
    }),
  ),

  observation('events left out or repeated where others come between two pages', {
    rule: 'queue.pagination.changes-between-pages',
    needs,
    async run(world) {
      const { run, log } = await completedLog(world)
      const { application } = run
      const query = { ...ofUrl(run), count: 4 }
      const first = given(await page(world.queue, EVENTS, query), accepted(), text('cursor'))
      await completedRun(world, { application })

      const rest = given(await listing(world.queue, EVENTS, query, cursorOf(first)))
      const seen = [...entriesIn(first), ...rest.items].map((item) => JSON.stringify(item))
      const times = log.items.map((item) => seen.filter((each) => each === JSON.stringify(item)))
      world.note('left out', times.filter(({ length }) => length === 0).length)
      world.note('repeated', times.filter(({ length }) => length > 1).length)
    },
  }),

  observation('whether the log lags behind', {
    rule: 'queue.message-logs.lag',
    needs,
    async run(world) {
      const run = await startedRun(world)
      const { items } = await listing(world.queue, EVENTS, { workflowRunId: run.runId })
      world.note('logged at once', items.length > 0)
    },
  }),

  scenario('the log of a run that completed is not empty', {
    rule: 'queue.message-logs.everything-logged',
    needs,
    async run(world) {
      must(await logOf(world, await completedRun(world)))
    },
  }),

  scenario('a run id of small and capital letters selects the events of its run', {
    rule: 'queue.message-logs.filter-workflow-run-id',
    needs,
    async run(world) {
      const run = await completedRun(world, { runId: `${world.id}-Capital` })
      const { items } = given(await logOf(world, run, has('RUN_STARTED')), has('RUN_STARTED'))
      const workflowRunId = String(items.find(isOf(run))?.workflowRunId)
      const read = () => listing(world.queue, EVENTS, { workflowRunId })

      const found = ofRun(run, has('RUN_STARTED'))
      must(await settled(world.time, read, found), found)
    },
  }),
]
