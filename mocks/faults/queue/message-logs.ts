// Mistakes under the heading: Message logs.

import type { RuleId } from '#generated/rules.js'
import type { LogEventFilter } from '../../queue/logs/log-event.js'
import type { MessageLogEvent } from '../../queue/logs/logs.js'
import { each, given, result, shape } from '../written.js'
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
    'an event of a run that comes of another one does not tell its URL',
    [RESPONSE, 'queue.message-logs.workflow-url'],
    ({ workflowRunId }) => (isOurs(workflowRunId) ? { workflowUrl: undefined } : {}),
  ),
  ...fields.map(([field, ...breaks]) =>
    showing(
      `an event is listed without its ${field}`,
      field === 'workflowRunId' ? { breaks, blocks: MOMENTS_OF_EVENTS } : breaks,
      () => ({ [field]: undefined }),
    ),
  ),
  ...stepFields.map(([field, ...also]) =>
    showingSteps(
      `the step of an event is listed without its ${field}`,
      [STEP_FIELDS, RESPONSE, ...also],
      () => ({ [field]: undefined }),
    ),
  ),
  ...ignoring('logs', (filter) => `the message logs ignore ${filter}`, {
    state: { breaks: [RUN_STATE] },
    fromDate: { breaks: [SINCE] },
    toDate: { breaks: [UNTIL] },
  }),
  ...besideUrl.map(([name, ...breaks]) =>
    filtering(
      `the message logs ignore ${name} where no URL is asked for`,
      breaks,
      ({ workflowUrl }) => (workflowUrl === undefined ? { [name]: undefined } : {}),
    ),
  ),
  ...forgettable.map((name) =>
    fault(`the cursor of the message logs forgets ${name}`, [CURSOR], {
      'logs.list': given((asked) => [forgetting(asked, name)]),
    }),
  ),
  replacing('logs.list')(
    'the message logs look for states among the events of a page, and end where there are fewer',
    [CURSOR],
    (original) => async (asked) => {
      const page = await original({ ...asked, state: undefined })
      const events = page.events.filter(({ state }) => state === (asked.state ?? state))
      return events.length === page.events.length ? page : { events }
    },
  ),
  filtering(
    'the message logs ignore toDate beside fromDate',
    ['queue.message-logs.filter-to-date'],
    oneDate,
  ),
  fault(
    'the events of the message logs are under "logs"',
    { breaks: [RESPONSE], blocks: MOMENTS_OF_EVENTS },
    { 'logs.list': result(({ events, ...rest }) => forbidden({ ...rest, logs: events })) },
  ),
  showing(
    'the event of the start of a run has no state',
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
    'the time of an event is a date',
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
    'the next delivery of a message is when it was created',
    [NEXT_DELIVERY],
    ({ nextDeliveryTime, stepInfo }) =>
      nextDeliveryTime ? { nextDeliveryTime: stepInfo?.createdAt } : {},
  ),
  showingSteps(
    'the step of an event was created in seconds',
    [STEP_FIELDS, MILLISECONDS],
    ({ createdAt }) => ({ createdAt: inSeconds(createdAt) }),
  ),
  ...each(showingSteps, [STEP_FIELDS], {
    'the step of an event was created when its run was': (_, { workflowCreatedAt }) => ({
      createdAt: workflowCreatedAt,
    }),
    'the step of an event was created when the event happened': (_, { time }) => ({
      createdAt: time,
    }),
    'the step of an event stands alone, whatever is beside it': () => ({ concurrent: 1 }),
    'the step of an event is the initial one': () => ({ stepName: 'init', stepType: 'Initial' }),
  }),
  showing(
    'an event of a message has its step beside the other fields',
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
    'an event of a run has an empty step',
    [RESPONSE, 'queue.message-logs.run-level-events-have-no-step-info'],
    ({ stepInfo = {} }) => ({ stepInfo }),
  ),
  replacing('logs.message')(
    'of a message nothing is logged but that it was created',
    {
      breaks: [SEVERAL, DELIVERED, LOGGED_DELIVERED],
      blocks: [STEP_INFO, 'queue.message-logs.count-*'],
    },
    (original) => async (message, state) => {
      if (state === 'CREATED') await original(message, state)
    },
  ),
  replacing('logs.message')(
    'messages of steps after the first are not logged',
    {
      breaks: [EVERYTHING, SEVERAL, 'queue.states.message-created', DELIVERED],
      blocks: ['queue.message-logs.count-*'],
    },
    (original) => async (message, state) => {
      if (message.run?.info.stepId === undefined) await original(message, state)
    },
  ),
  filtering(
    'the message logs compare states in lower case',
    [MESSAGE_STATE, RUN_STATE],
    ({ state }) => ({ state: state?.toLowerCase() }),
  ),
  filtering(
    'the message logs know a state of messages alone',
    [RUN_STATE, MESSAGE_STATE],
    ({ state }) => ({ state: /^RUN_|_|INVOKED/.test(state ?? '') ? undefined : state }),
  ),
  filtering('the message logs know a state of runs alone', [MESSAGE_STATE], ({ state }) => ({
    state: /_|INVOKED/.test(state ?? '') ? state : undefined,
  })),
  filtering('the message logs leave out an event of exactly fromDate', [SINCE], afterFromDate),
  filtering('the message logs leave out an event of exactly toDate', [UNTIL], beforeToDate),
  filtering(
    'the message logs read dates in seconds',
    ['queue.message-logs.filter-from-date', SINCE, 'queue.message-logs.filter-to-date', UNTIL],
    datesInSeconds,
  ),
  fault('an end is logged at the creation of its run', ['queue.message-logs.time'], {
    'logs.shown': (original) => (event) => {
      const isEnd = ['DELIVERED', 'RUN_FAILED'].includes(event.state)
      const time = isEnd ? event.workflowCreatedAt : event.time
      return { ...original(event), time }
    },
  }),
  sizing('the message logs read their count as one more', [COUNT], (asked, right) =>
    asked === undefined ? right : Math.min(asked + 1, 1000),
  ),
  countingFirst(
    'the count of the message logs is heard on the first page alone',
    [COUNT],
    'messageLogs',
  ),
  sizing(
    'the message logs have 100 events on a page without a count',
    ['queue.message-logs.count-default-1000'],
    byDefault(100),
  ),
  sizing(
    'the message logs have as many events on a page as are asked for',
    ['queue.message-logs.count-maximum-1000'],
    asMany,
  ),
  fault('the message logs ignore their cursor', ['queue.pagination.end-of-results', CURSOR], {
    'logs.list': given((asked) => [{ ...asked, cursor: undefined }]),
  }),
  fault('the cursor of the message logs forgets the filters', [CURSOR], {
    'logs.list': given((asked) => [forgettingFilters(asked)]),
  }),
  leading(
    'the next page of events begins with the last of the one before',
    [CURSOR],
    'messageLogs',
    (sequence) => sequence + 1,
  ),
  fault(
    'the message logs are empty',
    {
      breaks: [EVERYTHING],
      blocks: ['queue.message-logs.*', 'queue.resources.*', 'queue.states.*'],
    },
    { 'logs.list': () => async () => ({ events: [] }) },
  ),
  filtering('the message logs look for run ids in lower case', [BY_RUN_ID], smallRunIds),
]
