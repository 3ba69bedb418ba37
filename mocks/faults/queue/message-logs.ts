// Faults of the heading Message logs.

import type { RuleId } from '#generated/rules.js'
import type { LogEventFilter } from '../../queue/logs/log-event.js'
import type { MessageLogEvent } from '../../queue/logs/log-event.js'
import { each, given, kebab, mapped, prefixed, result, rows, skipping } from '../written.js'
import { breaking, faults, type Replacements, replacing } from './fault.js'
import {
  afterFromDate,
  asMany,
  asking,
  beforeToDate,
  byDefault,
  countingFirst,
  datesInSeconds,
  forgetting,
  forgettingCursor,
  forgettingFilters,
  ignoring,
  leading,
  oneDate,
  paging,
} from './lists.js'
import { asDate, changing, forbidden, inSeconds, isOurs, lowerCase, omitting } from './parts.js'

/** Changes fields of events. */
export const showing = (other: (event: MessageLogEvent) => object): Replacements => ({
  'logs.shown': result((event) => forbidden({ ...event, ...other(event) })),
})

/** Changes fields of stepInfo. */
const showingSteps = (other: (info: StepInfo, event: MessageLogEvent) => object): Replacements => ({
  'logs.shown': result((event) => {
    const { stepInfo } = event
    return { ...event, ...(stepInfo && { stepInfo: { ...stepInfo, ...other(stepInfo, event) } }) }
  }),
})

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

/** Fields of an event, and the rules that fail without them. */
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

/** Fields of stepInfo, and the further rules that fail without them. */
const stepFields: readonly (readonly [field: keyof StepInfo, ...alsoBreaks: readonly RuleId[]])[] =
  [['stepName'], ['stepType'], ['callType'], ['concurrent'], ['createdAt', MILLISECONDS]]

/** Rules whose scenarios find the events of one run among others. */
const MOMENTS_OF_EVENTS = [
  'queue.resources.time-in-milliseconds',
  'queue.resources.next-delivery-time-in-milliseconds',
]

/** Filters that are ignored without workflowUrl, and their rules. */
const besideUrl: readonly (readonly [name: keyof LogEventFilter, ...breaks: readonly RuleId[]])[] =
  [
    ['workflowCreatedAt', 'queue.message-logs.filter-workflow-created-at'],
    ['state', MESSAGE_STATE, RUN_STATE],
    ['messageId', 'queue.message-logs.filter-message-id'],
  ]

/** Filters whose loss shows on a next page, which has only earlier events. */
const forgettable = ['workflowCreatedAt', 'state', 'messageId', 'fromDate'] as const

const LOGGED_DELIVERED = 'queue.states.processed-message-is-logged-delivered'
const DELIVERED = 'queue.states.message-delivered'

export const messageLogFaults = faults({
  'logs-rerun-lacks-workflow-url: log event of a rerun: omits workflowUrl': {
    breaks: ['queue.message-logs.workflow-url'],
    ...showing(({ workflowRunId }) => (isOurs(workflowRunId) ? { workflowUrl: undefined } : {})),
  },
  ...mapped(fields, ([field, ...breaks]) => [
    `logs-lack-${kebab(field)}: log event: omits ${field}`,
    {
      breaks,
      blocks: [
        'queue.message-logs.filter-*',
        ...(field === 'workflowRunId' ? MOMENTS_OF_EVENTS : []),
      ],
      ...showing(omitting(field)),
    },
  ]),
  ...mapped(stepFields, ([field, ...also]) => [
    `logs-step-lacks-${kebab(field)}: stepInfo of a log event: omits ${field}`,
    { breaks: [STEP_FIELDS, RESPONSE, ...also], ...showingSteps(omitting(field)) },
  ]),
  ...ignoring(
    'logs',
    (name) => `logs-ignore-${kebab(name)}: message logs: ignore the filter ${name}`,
    {
      state: { breaks: [RUN_STATE] },
      fromDate: { breaks: [SINCE] },
      toDate: { breaks: [UNTIL] },
    },
  ),
  ...mapped(besideUrl, ([name, ...breaks]) => [
    `logs-no-url-ignore-${kebab(name)}: message logs: ignore "${name}" without workflowUrl`,
    {
      breaks,
      ...filtering(({ workflowUrl }) => (workflowUrl === undefined ? { [name]: undefined } : {})),
    },
  ]),
  ...mapped(forgettable, (name) => [
    `logs-cursor-drops-${kebab(name)}: message logs: ignore "${name}" on the next page`,
    { breaks: [CURSOR], 'logs.list': given(forgetting(name)) },
  ]),
  'logs-run-started-lacks-state: log event RUN_STARTED: omits "state"': {
    breaks: [
      RESPONSE,
      'queue.message-logs.state',
      EVERYTHING,
      'queue.states.run-started',
      'queue.states.triggered-run-is-logged-started',
    ],
    blocks: [RUN_STATE],
    ...showing(({ state }) => (state === 'RUN_STARTED' ? { state: undefined } : {})),
  },
  ...prefixed('logs', 'message logs', {
    ...rows(filtering, {
      'ignore-run-states: ignore the filter "state" if it is a run state': [
        [RUN_STATE, MESSAGE_STATE],
        ({ state }) => ({
          state: /^RUN_|_|INVOKED/.test(state ?? '') ? undefined : state,
        }),
      ],
      'ignore-message-states: ignore "state" if it is a message state': [
        MESSAGE_STATE,
        ({ state }) => ({ state: /_|INVOKED/.test(state ?? '') ? state : undefined }),
      ],
    }),
    'list-under-logs: return "logs" instead of "events"': {
      breaks: [RESPONSE],
      blocks: MOMENTS_OF_EVENTS,
      'logs.list': result(({ events, ...rest }) => forbidden({ ...rest, logs: events })),
    },
    'created-only: record only the event CREATED of a message': {
      breaks: [SEVERAL, DELIVERED],
      blocks: [STEP_INFO, COUNT, 'queue.message-logs.count-*'],
      'logs.message': skipping((_, state) => state !== 'CREATED'),
    },
    'first-step-only: omit messages after the first step': {
      breaks: [EVERYTHING, SEVERAL, 'queue.states.message-created', DELIVERED],
      blocks: ['queue.message-logs.count-*'],
      'logs.message': skipping(({ run }) => run?.info.stepId !== undefined),
    },
    ...breaking([COUNT], {
      'count-plus-one: return one event more than "count"': sizing((asked, right) =>
        asked === undefined ? right : Math.min(asked + 1, 1000),
      ),
    }),
    'count-default-100: return 100 events by default, not 1000': {
      breaks: ['queue.message-logs.count-default-1000'],
      ...sizing(byDefault(100)),
    },
    'count-over-maximum: accept a "count" above the maximum of 1000': {
      breaks: ['queue.message-logs.count-maximum-1000'],
      ...sizing(asMany),
    },
    'cursor-ignored: ignore the cursor': {
      breaks: ['queue.pagination.end-of-results', CURSOR],
      'logs.list': given(forgettingCursor),
    },
    'page-repeats-last-event: repeat the last event on the next page': {
      breaks: [CURSOR],
      ...leading('messageLogs', (sequence) => sequence + 1),
    },
    'empty: are always empty': {
      breaks: [EVERYTHING],
      blocks: ['queue.message-logs.*', 'queue.resources.*', 'queue.states.*'],
      'logs.list': () => async () => ({ events: [] }),
    },
  }),
  ...breaking([STEP_FIELDS], {
    'logs-step-created-at-is-time: stepInfo of a log event: createdAt is the event time':
      showingSteps((_, { time }) => ({ createdAt: time })),
  }),
  'logs-step-info-flattened: log event: returns stepInfo fields at the top level': {
    breaks: [
      STEP_INFO,
      STEP_FIELDS,
      DELIVERED,
      SEVERAL,
      'queue.states.message-created',
      'queue.states.first-step-message-is-logged-created',
      EVERYTHING,
    ],
    ...showing(({ stepInfo }) => ({ ...stepInfo, stepInfo: undefined })),
  },
  'logs-run-events-have-step-info: log event: returns an empty stepInfo for run-level events': {
    breaks: [RESPONSE, 'queue.message-logs.run-level-events-have-no-step-info'],
    ...showing(({ stepInfo = {} }) => ({ stepInfo })),
  },
  'logs-end-at-creation: log event DELIVERED, RUN_FAILED: "time" is run creation time': {
    breaks: ['queue.message-logs.time'],
    'logs.shown': (original) => (event) => {
      const isEnd = ['DELIVERED', 'RUN_FAILED'].includes(event.state)
      const time = isEnd ? event.workflowCreatedAt : event.time
      return { ...original(event), time }
    },
  },
})
