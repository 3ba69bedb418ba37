// Mistakes under the heading: Message logs.

import type { RuleId } from '#generated/rules.js'
import type { LogEventFilter } from '../../queue/logs/log-event.js'
import type { MessageLogEvent } from '../../queue/logs/logs.js'
import { each, given, kebab, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import {
  afterFromDate,
  asMany,
  asking,
  beforeToDate,
  byDefault,
  countingFirst,
  datesInSeconds,
  forgetting,
  forgettingFilters,
  ignoring,
  leading,
  oneDate,
  paging,
  smallRunIds,
} from './lists.js'
import { forbidden, inSeconds, isOurs } from './parts.js'

/** A server that shows some fields of events otherwise. */
const showing = shape((other: (event: MessageLogEvent) => object): Replacements => ({
  'logs.shown': result((event) => forbidden({ ...event, ...other(event) })),
}))

/** A server that shows some fields of the step of a message otherwise. */
const showingSteps = shape(
  (other: (info: StepInfo, event: MessageLogEvent) => object): Replacements => ({
    'logs.shown': result((event) => {
      const { stepInfo } = event
      return { ...event, ...(stepInfo && { stepInfo: { ...stepInfo, ...other(stepInfo, event) } }) }
    }),
  }),
)

/** Servers that read filters, and choose the length of a page, otherwise. */
const filtering = asking('logs')
const sizing = paging('messageLogs')

type StepInfo = NonNullable<MessageLogEvent['stepInfo']>

const CURSOR = 'queue.message-logs.filter-cursor'
const MESSAGE_STATE = 'queue.message-logs.filter-message-state'
const SINCE = 'queue.message-logs.filter-from-date-inclusive'
const NEXT_DELIVERY = 'queue.message-logs.next-delivery-time'
const STEP_INFO = 'queue.message-logs.step-info-on-message-level-events'
const COUNT = 'queue.message-logs.count'
const STEP_FIELDS = 'queue.message-logs.step-info-fields'
const UNTIL = 'queue.message-logs.filter-to-date-inclusive'
const RUN_STATE = 'queue.message-logs.filter-run-level-state'
const EVERYTHING = 'queue.message-logs.everything-logged'
const SEVERAL = 'queue.message-logs.several-events-per-message'
const RESPONSE = 'queue.message-logs.list-response'
const BY_RUN_ID = 'queue.message-logs.filter-workflow-run-id'
const MILLISECONDS = 'queue.resources.at-timestamps-in-milliseconds'

/** Fields of an event, and what shows that one is missing. */
const fields: readonly (readonly [field: keyof MessageLogEvent, ...breaks: readonly RuleId[]])[] = [
  ['workflowRunId', RESPONSE, 'queue.message-logs.workflow-run-id', BY_RUN_ID],
  ['workflowUrl', RESPONSE, 'queue.message-logs.workflow-url'],
  [
    'workflowCreatedAt',
    RESPONSE,
    'queue.message-logs.workflow-created-at',
    MILLISECONDS,
    BY_RUN_ID,
  ],
  ['nextDeliveryTime', NEXT_DELIVERY, 'queue.resources.next-delivery-time-in-milliseconds'],
]

/** The same of a step, beside what shows it of each field. */
const stepFields: readonly (readonly [field: keyof StepInfo, ...alsoBreaks: readonly RuleId[]])[] =
  [['stepName'], ['stepType'], ['callType'], ['concurrent'], ['createdAt', MILLISECONDS]]

/** What looks for the events of a run among others. */
const MOMENTS_OF_EVENTS = [
  'queue.resources.time-in-milliseconds',
  'queue.resources.next-delivery-time-in-milliseconds',
]

/** Filters that are heard beside a URL alone. */
const besideUrl: readonly (readonly [name: keyof LogEventFilter, ...breaks: readonly RuleId[]])[] =
  [
    ['workflowCreatedAt', 'queue.message-logs.filter-workflow-created-at'],
    ['state', MESSAGE_STATE, RUN_STATE],
    ['messageId', 'queue.message-logs.filter-message-id'],
  ]

/** What a cursor can forget so that it shows: it leads to events from before the last one. */
const forgettable = ['workflowCreatedAt', 'state', 'messageId', 'fromDate'] as const

const LOGGED_DELIVERED = 'queue.states.processed-message-is-logged-delivered'
const DELIVERED = 'queue.states.message-delivered'

export const messageLogFaults: readonly QueueFault[] = [
  showing(
    'logs-rerun-lacks-workflow-url: log event of a rerun: omits workflowUrl',
    [RESPONSE, 'queue.message-logs.workflow-url'],
    ({ workflowRunId }) => (isOurs(workflowRunId) ? { workflowUrl: undefined } : {}),
  ),
  ...fields.map(([field, ...breaks]) =>
    showing(
      `logs-lack-${kebab(field)}: log event: omits ${field}`,
      field === 'workflowRunId' ? { breaks, blocks: MOMENTS_OF_EVENTS } : breaks,
      () => ({ [field]: undefined }),
    ),
  ),
  ...stepFields.map(([field, ...also]) =>
    showingSteps(
      `logs-step-lacks-${kebab(field)}: stepInfo of a log event: omits ${field}`,
      [STEP_FIELDS, RESPONSE, ...also],
      () => ({ [field]: undefined }),
    ),
  ),
  ...ignoring('logs', (name) => `logs-ignore-${kebab(name)}: message logs: ignore ${name}`, {
    state: { breaks: [RUN_STATE] },
    fromDate: { breaks: [SINCE] },
    toDate: { breaks: [UNTIL] },
  }),
  ...besideUrl.map(([name, ...breaks]) =>
    filtering(
      `logs-no-url-ignore-${kebab(name)}: message logs: ignore ${name} without workflowUrl`,
      breaks,
      ({ workflowUrl }) => (workflowUrl === undefined ? { [name]: undefined } : {}),
    ),
  ),
  ...forgettable.map((name) =>
    fault(
      `logs-cursor-drops-${kebab(name)}: message logs: ignore ${name} on the next page`,
      [CURSOR],
      {
        'logs.list': given((asked) => [forgetting(asked, name)]),
      },
    ),
  ),
  replacing('logs.list')(
    'logs-state-filtered-per-page: message logs: filter by state after paging',
    [CURSOR],
    (original) => async (asked) => {
      const page = await original({ ...asked, state: undefined })
      const events = page.events.filter(({ state }) => state === (asked.state ?? state))
      return events.length === page.events.length ? page : { events }
    },
  ),
  filtering(
    'logs-ignore-to-date-with-from-date: message logs: ignore toDate if fromDate is given',
    ['queue.message-logs.filter-to-date'],
    oneDate,
  ),
  fault(
    'logs-list-under-logs: message logs: return the events under "logs"',
    { breaks: [RESPONSE], blocks: MOMENTS_OF_EVENTS },
    { 'logs.list': result(({ events, ...rest }) => forbidden({ ...rest, logs: events })) },
  ),
  showing(
    'logs-run-started-lacks-state: log event: omits state of RUN_STARTED',
    [
      RESPONSE,
      'queue.message-logs.state',
      EVERYTHING,
      'queue.states.run-started',
      'queue.states.triggered-run-is-logged-started',
    ],
    ({ state }) => (state === 'RUN_STARTED' ? { state: undefined } : {}),
  ),
  showing(
    'logs-time-as-date: log event: returns time as a date string',
    {
      breaks: [
        'queue.message-logs.time',
        'queue.resources.time-in-milliseconds',
        RESPONSE,
        'queue.states.run-success',
        'queue.states.run-failed',
        'queue.states.run-canceled',
        'queue.states.triggered-run-is-logged-started',
        'queue.states.first-step-message-is-logged-created',
        LOGGED_DELIVERED,
      ],
      blocks: [SINCE, UNTIL],
    },
    ({ time = 0 }) => ({ time: new Date(time).toISOString() }),
  ),
  showing(
    'logs-next-delivery-is-created-at: log event: returns creation as nextDeliveryTime',
    [NEXT_DELIVERY],
    ({ nextDeliveryTime, stepInfo }) =>
      nextDeliveryTime ? { nextDeliveryTime: stepInfo?.createdAt } : {},
  ),
  showingSteps(
    'logs-step-created-at-in-seconds: stepInfo of a log event: returns createdAt in seconds',
    [STEP_FIELDS, MILLISECONDS],
    ({ createdAt }) => ({ createdAt: inSeconds(createdAt) }),
  ),
  ...each(showingSteps, [STEP_FIELDS], {
    'logs-step-created-at-of-run: stepInfo of a log event: returns createdAt of the run': (
      _,
      { workflowCreatedAt },
    ) => ({
      createdAt: workflowCreatedAt,
    }),
    'logs-step-created-at-is-time: stepInfo of a log event: returns its time as createdAt': (
      _,
      { time },
    ) => ({
      createdAt: time,
    }),
    'logs-step-concurrent-always-1: stepInfo of a log event: always returns concurrent 1': () => ({
      concurrent: 1,
    }),
    'logs-step-always-initial: stepInfo of a log event: always shows the initial step': () => ({
      stepName: 'init',
      stepType: 'Initial',
    }),
  }),
  showing(
    'logs-step-info-flattened: log event: puts fields of stepInfo beside its own',
    [
      STEP_INFO,
      STEP_FIELDS,
      DELIVERED,
      SEVERAL,
      'queue.states.message-created',
      'queue.states.first-step-message-is-logged-created',
      LOGGED_DELIVERED,
      EVERYTHING,
    ],
    ({ stepInfo }) => ({ ...stepInfo, stepInfo: undefined }),
  ),
  showing(
    'logs-run-events-have-step-info: log event: has an empty stepInfo if it is about a run',
    [RESPONSE, 'queue.message-logs.run-level-events-have-no-step-info'],
    ({ stepInfo = {} }) => ({ stepInfo }),
  ),
  replacing('logs.message')(
    'logs-created-only: message logs: record only CREATED for a message',
    {
      breaks: [SEVERAL, DELIVERED, LOGGED_DELIVERED],
      blocks: [STEP_INFO, 'queue.message-logs.count-*'],
    },
    (original) => async (message, state) => {
      if (state === 'CREATED') await original(message, state)
    },
  ),
  replacing('logs.message')(
    'logs-first-step-only: message logs: omit messages after the first step',
    {
      breaks: [EVERYTHING, SEVERAL, 'queue.states.message-created', DELIVERED],
      blocks: ['queue.message-logs.count-*'],
    },
    (original) => async (message, state) => {
      if (message.run?.info.stepId === undefined) await original(message, state)
    },
  ),
  filtering(
    'logs-state-lower-cased: message logs: convert state to lower case',
    [MESSAGE_STATE, RUN_STATE],
    ({ state }) => ({ state: state?.toLowerCase() }),
  ),
  filtering(
    'logs-ignore-run-states: message logs: ignore state if it is a state of runs',
    [RUN_STATE, MESSAGE_STATE],
    ({ state }) => ({ state: /^RUN_|_|INVOKED/.test(state ?? '') ? undefined : state }),
  ),
  filtering(
    'logs-ignore-message-states: message logs: ignore state if it is a state of messages',
    [MESSAGE_STATE],
    ({ state }) => ({
      state: /_|INVOKED/.test(state ?? '') ? state : undefined,
    }),
  ),
  filtering(
    'logs-from-date-exclusive: message logs: exclude an event of exactly fromDate',
    [SINCE],
    afterFromDate,
  ),
  filtering(
    'logs-to-date-exclusive: message logs: exclude an event of exactly toDate',
    [UNTIL],
    beforeToDate,
  ),
  filtering(
    'logs-dates-in-seconds: message logs: read fromDate and toDate as seconds',
    ['queue.message-logs.filter-from-date', SINCE, 'queue.message-logs.filter-to-date', UNTIL],
    datesInSeconds,
  ),
  fault(
    'logs-end-at-creation: log event: DELIVERED and RUN_FAILED have the creation time',
    ['queue.message-logs.time'],
    {
      'logs.shown': (original) => (event) => {
        const isEnd = ['DELIVERED', 'RUN_FAILED'].includes(event.state)
        const time = isEnd ? event.workflowCreatedAt : event.time
        return { ...original(event), time }
      },
    },
  ),
  sizing(
    'logs-count-plus-one: message logs: return one event more than count',
    [COUNT],
    (asked, right) => (asked === undefined ? right : Math.min(asked + 1, 1000)),
  ),
  countingFirst(
    'logs-count-first-page-only: message logs: ignore count on the next page',
    [COUNT],
    'messageLogs',
  ),
  sizing(
    'logs-count-default-100: message logs: return 100 events by default',
    ['queue.message-logs.count-default-1000'],
    byDefault(100),
  ),
  sizing(
    'logs-count-over-maximum: message logs: accept a count above the maximum of 1000',
    ['queue.message-logs.count-maximum-1000'],
    asMany,
  ),
  fault(
    'logs-cursor-ignored: message logs: ignore the cursor',
    ['queue.pagination.end-of-results', CURSOR],
    {
      'logs.list': given((asked) => [{ ...asked, cursor: undefined }]),
    },
  ),
  fault('logs-cursor-drops-filters: message logs: ignore all filters on the next page', [CURSOR], {
    'logs.list': given((asked) => [forgettingFilters(asked)]),
  }),
  leading(
    'logs-page-repeats-last-event: message logs: repeat the last event on the next page',
    [CURSOR],
    'messageLogs',
    (sequence) => sequence + 1,
  ),
  fault(
    'logs-empty: message logs: are always empty',
    {
      breaks: [EVERYTHING],
      blocks: ['queue.message-logs.*', 'queue.resources.*', 'queue.states.*'],
    },
    { 'logs.list': () => async () => ({ events: [] }) },
  ),
  filtering(
    'logs-run-id-lower-cased: message logs: convert workflowRunId to lower case',
    [BY_RUN_ID],
    smallRunIds,
  ),
]
