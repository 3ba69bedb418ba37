// The message logs (endpoint 12): what an event tells, and what the log can be narrowed to.

import type { MustRuleId } from '#generated/rules.js'
import { asMessage, memberOf } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { accepted, lacks } from '../../core/matchers.js'
import { minutes, seconds } from '../../core/time.js'
import type { Steps } from '../fixtures/application.js'
import { atMost, entriesIn, type Query } from '../fixtures/entries.js'
import {
  absent,
  cursorOf,
  divides,
  EVENTS,
  integer,
  isOf,
  laterThan,
  listing,
  logOf,
  messageIdOf,
  missing,
  moment,
  page,
  selects,
  type Item,
  type Listing,
  type Narrowed,
} from '../fixtures/listed.js'
import { expects, inside, list, member, string, text } from '../fixtures/matchers.js'
import { failedAgain, failedInBulk } from '../fixtures/reruns.js'
import {
  canceledRun,
  completedRun,
  failedRun,
  pausedRun,
  startedRun,
  type Run,
} from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'
import {
  any,
  APART,
  byMember,
  byMessage,
  byState,
  byTime,
  completedLog,
  delayedRun,
  dividing,
  each,
  has,
  inState,
  invokingRun,
  isDueLater,
  isLong,
  isOfMessage,
  isOfRun,
  longLog,
  longRun,
  mustSelect,
  ofId,
  ofRun,
  ofUrl,
  oneStep,
  sized,
  stepInfo,
  stepInfoOf,
  threeRuns,
} from '../fixtures/message-logs.js'

type LogRule = MustRuleId & `queue.message-logs.${string}`

const { scenario, observation } = scenariosNeeding('runs')

/** What each event says. */
const eventFields: readonly (readonly [
  name: string,
  rule: LogRule,
  matcher: (run: Run) => Matcher,
])[] = [
  ['time', 'queue.message-logs.time', () => integer('time')],
  ['state', 'queue.message-logs.state', () => text('state')],
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

/** Runs, and states in the log of each: one that is asked for beside its URL, and one beside its id. */
const runStates: readonly {
  readonly title: string
  readonly id: string
  readonly states: readonly [ofUrl: string | undefined, ofId: string | undefined]
  readonly arrange: (world: QueueWorld) => Promise<Run>
}[] = [
  {
    title: 'a completed run',
    id: 'completed',
    states: ['RUN_STARTED', 'RUN_SUCCESS'],
    arrange: (world) => completedRun(world),
  },
  {
    title: 'a failed run',
    id: 'failed',
    states: ['RUN_FAILED', undefined],
    arrange: (world) => startedRun(world, { steps: [{ name: 'fails', fails: true }] }),
  },
  {
    title: 'a run that waited and was cancelled',
    id: 'cancelled',
    states: ['WAITER_ADDED', 'RUN_CANCELED'],
    arrange: (world) => canceledRun(world),
  },
  {
    title: 'a run that invoked another',
    id: 'invoking',
    states: [undefined, 'INVOKED'],
    arrange: invokingRun,
  },
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

export const messageLogScenarios = [
  scenario('the log has its events under "events"', {
    id: 'queue.message-logs.list-response/events',
    needs: [],
    run: async ({ queue }) => must(await queue.send('GET', EVENTS), accepted(), list('events')),
  }),

  ...eventFields.map(([name, rule, matcher]) =>
    scenario(`each event has its "${name}"`, {
      id: `${rule}/each-event`,
      async run(world) {
        const { run, log } = await completedLog(world, { query: 'a=1&b=2' })
        must(log, each(any, matcher(run)))
      },
    }),
  ),

  scenario('each event of a rerun has its "workflowUrl"', {
    id: 'queue.message-logs.workflow-url/reruns',
    async run(world) {
      const restarted = await failedAgain(world, 'restart', await failedRun(world))
      for (const run of [restarted, await failedInBulk(world, 'resume', restarted)]) {
        const log = given(await logOf(world, run, has('RUN_FAILED')))
        const isOwn = ({ workflowRunId }: Item) => workflowRunId === run.runId
        must(log, each(isOwn, text('workflowUrl', run.application.url)))
      }
    },
  }),

  scenario('"time" of an event is when it happened, however old its run is', {
    id: 'queue.message-logs.time/old-runs',
    waits: seconds(1),
    async run(world) {
      const { time } = world
      const settings = { Retries: '1', 'Retry-Delay': `${seconds(1)}` }
      const steps: Steps = [{ name: 'fails', fails: true }]
      const failed = await startedRun(world, { steps, settings })
      const delayed = await delayedRun(world)
      const last = given(await failed.application.delivery(2, seconds(1)))

      for (const [run, state, { at }] of [
        [delayed.run, 'DELIVERED', delayed.called.delivery],
        [failed, 'RUN_FAILED', last],
      ] as const) {
        const log = given(await logOf(world, run, has(state)), has(state))
        const then = moment(time, 'time', at, await time.now())
        must(log, each(inState(state), then))
      }
    },
  }),

  scenario('an event of a message has "stepInfo"', {
    id: 'queue.message-logs.step-info-on-message-level-events/message-events',
    async run(world) {
      const { log } = await completedLog(world)
      given(log, has('CREATED'), has('DELIVERED'))
      must(log, each(isOfMessage, inside('stepInfo')))
    },
  }),

  scenario('an event of a run has no "stepInfo"', {
    id: 'queue.message-logs.run-level-events-have-no-step-info/run-events',
    async run(world) {
      const runs = {
        RUN_SUCCESS: await completedRun(world),
        RUN_CANCELED: await canceledRun(world),
      }
      await eachRow(runs, async (run, state) =>
        must(given(await logOf(world, run, has(state))), each(isOfRun, absent('stepInfo'))),
      )
    },
  }),

  scenario('"stepInfo" describes the step and its message', {
    id: 'queue.message-logs.step-info-fields/step-and-message',
    waits: APART,
    async run(world) {
      const { time } = world
      await time.pass(APART)
      const before = await time.now()
      const { run, log } = await completedLog(world)
      const common = stepInfo(
        string('stepName'),
        ...['stepType', 'callType', 'messageId'].map((name) => text(name)),
        integer('concurrent'),
        moment(time, 'createdAt', before, await time.now()),
      )
      must(log, each(isOfMessage, common))

      const [, second] = run.application.callsOf(run.runId)
      const isOne = (item: Item) => messageIdOf(item) === second?.messageId
      given({ ...log, items: log.items.filter(isOne) }, has('CREATED'))
      const one = [member('stepName', 'one'), member('concurrent', 1)]
      must(log, each(isOne, stepInfo(...one)))
    },
  }),

  scenario('"concurrent" is the number of steps side by side', {
    id: 'queue.message-logs.step-info-fields/side-by-side',
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

  scenario('"createdAt" of "stepInfo" is later for a later message', {
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

      must(asMessage(last!), stepInfo(laterThan(stepInfoOf(asMessage(first!)), 'createdAt')))
    },
  }),

  scenario('"createdAt" of "stepInfo" is the same in each event of a message', {
    id: 'queue.message-logs.step-info-fields/each-event-of-a-message',
    waits: seconds(1),
    async run(world) {
      const { run } = await delayedRun(world)
      const both = [has('CREATED'), has('DELIVERED')]
      const log = given(await logOf(world, run, ...both), ...both)

      const isOwn = byMessage(run.messageId).fits
      const [first] = log.items.filter(isOwn).map((item) => stepInfoOf(asMessage(item)))
      given(first ?? missing('an event of the message'), integer('createdAt'))
      must(log, each(isOwn, stepInfo(member('createdAt', memberOf(first!, 'createdAt')))))
    },
  }),

  scenario('"nextDeliveryTime" is when a delayed message is due', {
    id: 'queue.message-logs.next-delivery-time/delayed',
    waits: seconds(1),
    async run(world) {
      const { time } = world
      const application = world.workflow()
      const before = await time.now()
      const started = await application.start({ settings: { Delay: '1s' } })
      const after = await time.now()
      const { at } = given(await application.called(started.runId, seconds(1))).delivery
      const log = given(await logOf(world, { ...started, application }, has('CREATED')))
      const earliest = Math.min(before + seconds(1), at)
      const due = moment(time, 'nextDeliveryTime', earliest, after + seconds(1))
      // Whether the delay is kept is for another rule.
      const isKept = at >= before + seconds(1)
      must(
        log,
        each(isOfMessage, integer('nextDeliveryTime')),
        each(inState('CREATED'), due, ...(isKept ? [isDueLater] : [])),
      )
    },
  }),

  scenario('each message has several events', {
    id: 'queue.message-logs.several-events-per-message/each-message',
    async run(world) {
      const run = await completedRun(world, { steps: oneStep })
      const calls = run.application.callsOf(run.runId)
      const several = expects<Listing, number[]>(
        'several events of each',
        ({ items }) => calls.map(({ messageId }) => items.filter(byMessage(messageId).fits).length),
        (counts) => counts.every((count) => count > 1),
      )
      must(given(await logOf(world, run, several)), several)
    },
  }),

  scenario('the log has every message of a run, and the run itself', {
    id: 'queue.message-logs.everything-logged/messages-and-run',
    async run(world) {
      const run = await completedRun(world, { steps: oneStep })
      const delivered = run.application.callsOf(run.runId).map(({ messageId }) => messageId)
      const complete = expects<Listing, unknown[]>(
        `events of the messages ${delivered.join(', ')}`,
        ({ items }) => items.map(messageIdOf),
        (logged) => delivered.every((messageId) => logged.includes(messageId)),
      )
      // A run whose message comes once more may have failed after its application had ended it.
      const ended = has('RUN_SUCCESS', 'RUN_FAILED')
      const whole = [complete, has('RUN_STARTED'), ended]
      must(await logOf(world, run, ...whole), ...whole)
    },
  }),

  scenario('"workflowRunId" selects the events of that id', {
    id: 'queue.message-logs.filter-workflow-run-id/selects',
    async run(world) {
      const application = world.workflow()
      const runId = `${world.id}-one`
      const one = await completedRun(world, { application, runId })
      const two = await completedRun(world, { application, runId: `${world.id}-two` })
      await mustSelect(world, [one, two], ofUrl(one), byMember('workflowRunId', runId))
    },
  }),

  scenario('"workflowRunId" selects a run id with capitals', {
    id: 'queue.message-logs.filter-workflow-run-id/capitals',
    async run(world) {
      const run = await completedRun(world, { runId: `${world.id}-Capital` })
      const { items } = given(await logOf(world, run, has('RUN_STARTED')), has('RUN_STARTED'))
      const workflowRunId = String(items.find(isOf(run))?.workflowRunId)

      const found = ofRun(run, has('RUN_STARTED'))
      must(await listing(world, EVENTS, { workflowRunId }, found), found)
    },
  }),

  ...excluding.map(([name, rule, value]) =>
    scenario(`"${name}" holds beside all other filters`, {
      id: `${rule}/beside-others`,
      async run(world) {
        const run = await completedRun(world)
        const query = allFilters(run)
        const found = has('CREATED')
        given(await listing(world, EVENTS, query, found), found)
        const without = await listing(world, EVENTS, { ...query, [name]: value(run) })
        const own = without.items.filter((item) => item.workflowRunId === run.runId)
        must(without, () => (own.length === 0 ? undefined : lacks('no event of the run', own)))
      },
    }),
  ),

  scenario('"workflowUrl" selects the events of that URL', {
    id: 'queue.message-logs.filter-workflow-url/selects',
    async run(world) {
      const one = await completedRun(world)
      given(await logOf(world, one, has('RUN_SUCCESS')))
      const { runId } = one
      const two = await completedRun(world, { runId, query: 'a=1' })
      const own = byMember('workflowUrl', one.application.url)
      await mustSelect(world, [one, two], ofId(one), own)
    },
  }),

  scenario('"workflowCreatedAt" selects the events of the runs created then', {
    id: 'queue.message-logs.filter-workflow-created-at/selects',
    async run(world) {
      const application = world.workflow()
      const one = await completedRun(world, { application })
      given(await logOf(world, one, has('RUN_SUCCESS')))
      const two = await completedRun(world, { application, runId: one.runId })
      for (const [{ createdAt }, all] of [
        [one, ofUrl(one)],
        [two, ofId(one)],
      ] as const) {
        await mustSelect(world, [one, two], all, byMember('workflowCreatedAt', createdAt))
      }
    },
  }),

  scenario('"state" selects the events of messages that are CREATED', {
    id: 'queue.message-logs.filter-message-state/created',
    async run(world) {
      const run = await completedRun(world)
      for (const all of [ofUrl(run), { messageId: run.messageId }])
        await mustSelect(world, [run], all, byState('CREATED'))
    },
  }),

  scenario('"state" selects the events of messages that are DELIVERED', {
    id: 'queue.message-logs.filter-message-state/delivered',
    async run(world) {
      const run = await completedRun(world)
      await mustSelect(world, [run], ofId(run), byState('DELIVERED'))
    },
  }),

  ...runStates.map(({ title, id, states: [ofItsUrl, ofItsId], arrange }) =>
    scenario(`"state" selects among the events of ${title}`, {
      id: `queue.message-logs.filter-run-level-state/${id}`,
      async run(world) {
        const run = await arrange(world)
        const rows: Readonly<Record<string, Query>> = {
          ...(ofItsUrl && { [ofItsUrl]: ofUrl(run) }),
          ...(ofItsId && { [ofItsId]: ofId(run) }),
        }
        await eachRow(rows, (all, state) => mustSelect(world, [run], all, byState(state)))
      },
    }),
  ),

  scenario('"messageId" selects the events of one message', {
    id: 'queue.message-logs.filter-message-id/selects',
    async run(world) {
      const run = await completedRun(world, { steps: oneStep })
      // The first one beside a URL, and the others by themselves.
      for (const [n, { messageId }] of run.application.callsOf(run.runId).entries())
        await mustSelect(world, [run], ofUrl(run), byMessage(messageId), n > 0)
    },
  }),

  scenario('"fromDate" leaves out earlier events', {
    id: 'queue.message-logs.filter-from-date/leaves-out',
    waits: APART,
    async run(world) {
      const { run, begin } = await longRun(world)
      await mustSelect(world, [run], ofUrl(run), byTime({ fromDate: begin + 1 }))
    },
  }),

  scenario('"fromDate" includes an event of exactly that time', {
    id: 'queue.message-logs.filter-from-date-inclusive/exactly',
    waits: APART,
    async run(world) {
      const { run, end } = await longRun(world)
      await mustSelect(world, [run], ofUrl(run), byTime({ fromDate: end }))
    },
  }),

  scenario('"toDate" leaves out later events, alone and beside "fromDate"', {
    id: 'queue.message-logs.filter-to-date/leaves-out',
    waits: APART,
    async run(world) {
      const { run, begin, end } = await longRun(world)
      for (const from of [{}, { fromDate: begin - minutes(2) }])
        await mustSelect(world, [run], ofUrl(run), byTime({ ...from, toDate: end - 1 }))
    },
  }),

  scenario('"toDate" includes an event of exactly that time', {
    id: 'queue.message-logs.filter-to-date-inclusive/exactly',
    waits: APART,
    async run(world) {
      const { run, begin } = await longRun(world)
      await mustSelect(world, [run], ofUrl(run), byTime({ toDate: begin }))
    },
  }),

  scenario('"count" limits the number of events on each page', {
    id: 'queue.message-logs.count/events-of-each-page',
    async run(world) {
      const { run, log } = await completedLog(world)
      for (const count of [1, log.items.length - 1, 2]) {
        const query = { ...ofUrl(run), count }
        const first = await page(world, EVENTS, query, sized(count))
        must(first, accepted(), sized(count))
        const cursor = cursorOf(first)
        // That there is one is for another rule to say.
        if (count !== 2 || cursor === undefined) continue
        must(await page(world, EVENTS, { ...query, cursor }), accepted(), sized(2))
      }
    },
  }),

  scenario('a page has 1000 events without a count', {
    id: 'queue.message-logs.count-default-1000/no-count',
    needs: ['pastRuns'],
    async run(world) {
      const within = await longLog(world)
      given(await listing(world, EVENTS, within, isLong), isLong)
      must(await page(world, EVENTS, within), accepted(), sized(1000))
    },
  }),

  scenario('a page has at most 1000 events, whatever the count', {
    id: 'queue.message-logs.count-maximum-1000/count-of-1001',
    needs: ['pastRuns'],
    async run(world) {
      const within = await longLog(world)
      const thousand = await page(world, EVENTS, { ...within, count: 1000 }, sized(1000))
      given(thousand, accepted(), sized(1000))
      must(await page(world, EVENTS, { ...within, count: 1001 }), atMost(1000, 'events'))
    },
  }),

  scenario('pages repeat no event and leave none out', {
    id: 'queue.message-logs.filter-cursor/every-event-once',
    async run(world) {
      const { application } = await completedRun(world)
      const { run } = await completedLog(world)
      await completedRun(world, { application })
      const within = { workflowUrl: run.application.url, workflowRunId: run.runId, count: 3 }
      // Events may still come while pages are read, so that they are walked until they are all there.
      async function walked(): Promise<Narrowed> {
        const { items } = await listing(world, EVENTS, within)
        const log = await logOf(world, run)
        return { ...log, items, all: log.items }
      }
      must(given(await world.eventually(walked, selects(any))), selects(any))
    },
  }),

  scenario('short pages have every event that the filters select', {
    id: 'queue.message-logs.filter-cursor/filters',
    waits: 2 * APART,
    async run(world) {
      const { second, log } = await threeRuns(world)
      await eachRow(dividing, async (select) => {
        const { filter, fits } = select(second, log.items)
        const read = async (query: Query): Promise<Narrowed> => ({
          ...(await listing(world, EVENTS, { ...ofUrl(second), ...filter, ...query })),
          all: log.items,
        })
        const isThere = [divides(fits), selects(fits)]
        given(await world.eventually(() => read({}), ...isThere), ...isThere)

        must(await read({ count: log.items.filter(fits).length > 3 ? 2 : 1 }), selects(fits))
      })
    },
  }),

  observation('events left out or repeated when others come between two pages', {
    id: 'queue.pagination.changes-between-pages/events-between-two-pages',
    async run(world) {
      const { run, log } = await completedLog(world)
      const { application } = run
      const query = { ...ofUrl(run), count: 3 }
      const first = given(await page(world, EVENTS, query), accepted(), text('cursor'))
      await completedRun(world, { application })

      const rest = given(await listing(world, EVENTS, { ...query, cursor: cursorOf(first)! }))
      const seen = [...entriesIn(first), ...rest.items].map((item) => JSON.stringify(item))
      const times = log.items.map((item) => seen.filter((each) => each === JSON.stringify(item)))
      world.note('left out', times.filter(({ length }) => length === 0).length)
      world.note('repeated', times.filter(({ length }) => length > 1).length)
    },
  }),

  observation('lag of the log', {
    id: 'queue.message-logs.lag/lag',
    async run(world) {
      const run = await startedRun(world)
      const { items } = await listing(world, EVENTS, ofId(run))
      world.note('logged at once', items.length > 0)
    },
  }),
]
