// Faults of the heading Message logs.

import type { RuleId } from '#generated/rules.js'
import type { MessageLogEvent } from '../../queue/logs/log-event.js'
import { given, kebab, mapped, prefixed, result, rows, skipping } from '../written.js'
import { faults, type Replacements } from './fault.js'
import {
  asking,
  asMany,
  byDefault,
  forgetting,
  forgettingCursor,
  ignoring,
  leading,
  paging,
} from './lists.js'
import { forbidden, isOurs, omitting } from './parts.js'

/** Changes fields of events. */
export const showing = (other: (event: MessageLogEvent) => object): Replacements => ({
  'logs.shown': result((event) => forbidden({ ...event, ...other(event) })),
})

/** Changes fields of stepInfo. */
const showingSteps = (other: (event: MessageLogEvent) => object): Replacements => ({
  'logs.shown': result((event) => {
    const { stepInfo } = event
    return { ...event, ...(stepInfo && { stepInfo: { ...stepInfo, ...other(event) } }) }
  }),
})

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
  [['stepName'], ['createdAt', MILLISECONDS]]

/** Rules whose scenarios find the events of one run among others. */
const MOMENTS_OF_EVENTS = [
  'queue.resources.time-in-milliseconds',
  'queue.resources.next-delivery-time-in-milliseconds',
]

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
      ...(field === 'workflowRunId' && {
        blocks: ['queue.message-logs.filter-*', ...MOMENTS_OF_EVENTS],
      }),
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
  'logs-run-started-lacks-state: log event RUN_STARTED: omits "state"': {
    breaks: [
      RESPONSE,
      'queue.message-logs.state',
      EVERYTHING,
      'queue.states.run-started',
      'queue.states.triggered-run-is-logged-started',
    ],
    ...showing(({ state }) => (state === 'RUN_STARTED' ? { state: undefined } : {})),
  },
  ...prefixed('logs', 'message logs', {
    ...rows(asking('logs'), {
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
      blocks: ['queue.message-logs.count-*'],
      'logs.message': skipping((_, state) => state !== 'CREATED'),
    },
    'first-step-only: omit messages after the first step': {
      breaks: [EVERYTHING, SEVERAL, 'queue.states.message-created', DELIVERED],
      blocks: ['queue.message-logs.count-*'],
      'logs.message': skipping(({ run }) => run?.info.stepId !== undefined),
    },
    'cursor-drops-message-id: ignore "messageId" on the next page': {
      breaks: [CURSOR],
      'logs.list': given(forgetting('messageId')),
    },
    ...rows(paging('messageLogs'), {
      'count-plus-one: return one event more than "count"': [
        COUNT,
        (asked, right) => (asked === undefined ? right : Math.min(asked + 1, 1000)),
      ],
      'count-default-100: return 100 events by default, not 1000': [
        'queue.message-logs.count-default-1000',
        byDefault(100),
      ],
      'count-over-maximum: accept a "count" above the maximum of 1000': [
        'queue.message-logs.count-maximum-1000',
        asMany,
      ],
    }),
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
  'logs-step-created-at-is-time: stepInfo of a log event: createdAt is the event time': {
    breaks: [STEP_FIELDS],
    ...showingSteps(({ time }) => ({ createdAt: time })),
  },
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
