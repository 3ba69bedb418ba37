// Mistakes under the heading: Message logs.

import type { RuleId } from '#generated/rules.js'
import type { LogEventFilter } from '../../queue/logs/log-event.js'
import type { MessageLogEvent } from '../../queue/logs/logs.js'
import type { QueueFault, Replacements } from './fault.js'
import {
  asking,
  ignoring,
  countingFirst,
  forgetting,
  forgettingFilters,
  leading,
  paging,
} from './lists.js'
import { forbidden, given, inSeconds, isOurs, result, without } from './parts.js'

/** A server that shows events otherwise. */
const showing = (other: (event: MessageLogEvent) => unknown): Replacements =>
  result('logs', 'shown', (right) => forbidden(other(right)))

/** A server that shows the step of a message otherwise. */
const showingSteps = (other: (info: StepInfo) => unknown) =>
  showing(({ stepInfo, ...event }) => ({
    ...event,
    ...(stepInfo && { stepInfo: other(stepInfo) }),
  }))

type StepInfo = NonNullable<MessageLogEvent['stepInfo']>

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
  [
    'nextDeliveryTime',
    'queue.message-logs.next-delivery-time',
    'queue.resources.next-delivery-time-in-milliseconds',
  ],
]

const stepFields: readonly (readonly [field: keyof StepInfo, ...alsoBreaks: readonly RuleId[]])[] =
  [
    ...(['stepName', 'stepType', 'callType', 'concurrent'] as const).map(
      (field) => [field] as const,
    ),
    ['createdAt', MILLISECONDS],
  ]

/** What looks for the events of a run among others. */
const MOMENTS_OF_EVENTS = [
  'queue.resources.time-in-milliseconds',
  'queue.resources.next-delivery-time-in-milliseconds',
]

/** Filters that are heard beside a URL alone. */
const besideUrl: readonly (readonly [name: keyof LogEventFilter, ...breaks: readonly RuleId[]])[] =
  [
    ['workflowCreatedAt', 'queue.message-logs.filter-workflow-created-at'],
    [
      'state',
      'queue.message-logs.filter-message-state',
      'queue.message-logs.filter-run-level-state',
    ],
    ['messageId', 'queue.message-logs.filter-message-id'],
  ]

/** What a cursor can forget so that it shows: it leads to events from before the last one. */
const forgettable = ['workflowCreatedAt', 'state', 'messageId', 'fromDate'] as const

export const messageLogFaults: readonly QueueFault[] = [
  {
    name: 'an event of a run that comes of another one does not tell its URL',
    breaks: [RESPONSE, 'queue.message-logs.workflow-url'],
    replace: showing(({ workflowUrl, ...event }) => ({
      ...event,
      ...(!isOurs(event.workflowRunId) && { workflowUrl }),
    })),
  },
  ...fields.map(([field, ...breaks]): QueueFault => ({
    name: `an event is listed without its ${field}`,
    breaks,
    ...(field === 'workflowRunId' && { blocks: MOMENTS_OF_EVENTS }),
    replace: showing((event) => without(event, field)),
  })),
  ...stepFields.map(([field, ...also]): QueueFault => ({
    name: `the step of an event is listed without its ${field}`,
    breaks: ['queue.message-logs.step-info-fields', RESPONSE, ...also],
    replace: showingSteps((info) => without(info, field)),
  })),
  ...ignoring('logs', (filter) => `the message logs ignore ${filter}`, {
    state: { breaks: ['queue.message-logs.filter-run-level-state'] },
    fromDate: { breaks: ['queue.message-logs.filter-from-date-inclusive'] },
    toDate: { breaks: ['queue.message-logs.filter-to-date-inclusive'] },
  }),
  ...besideUrl.map(([name, ...breaks]): QueueFault => ({
    name: `the message logs ignore ${name} where no URL is asked for`,
    breaks,
    replace: asking('logs', ({ workflowUrl }) =>
      workflowUrl === undefined ? { [name]: undefined } : {},
    ),
  })),
  ...forgettable.map((name): QueueFault => ({
    name: `the cursor of the message logs forgets ${name}`,
    breaks: ['queue.message-logs.filter-cursor'],
    replace: given('logs', 'list', (asked) => [forgetting(asked, name)]),
  })),
  {
    name: 'the message logs look for states among the events of a page, and end where there are fewer',
    breaks: ['queue.message-logs.filter-cursor'],
    replace: {
      logs: {
        list:
          (original) =>
          async ({ state, ...asked }) => {
            const page = await original(asked)
            const events = page.events.filter(
              (event) => state === undefined || event.state === state,
            )
            return events.length === page.events.length ? page : { events }
          },
      },
    },
  },
  {
    name: 'the message logs ignore toDate beside fromDate',
    breaks: ['queue.message-logs.filter-to-date'],
    replace: asking('logs', ({ fromDate }) =>
      fromDate === undefined ? {} : { toDate: undefined },
    ),
  },
  {
    name: 'the events of the message logs are under "logs"',
    breaks: [RESPONSE],
    blocks: MOMENTS_OF_EVENTS,
    replace: result('logs', 'list', ({ events, ...rest }) => forbidden({ ...rest, logs: events })),
  },
  {
    name: 'the event of the start of a run has no state',
    breaks: [
      RESPONSE,
      'queue.message-logs.state',
      'queue.message-logs.everything-logged',
      'queue.states.run-started',
      'queue.states.triggered-run-is-logged-started',
    ],
    replace: showing(({ state, ...event }) =>
      state === 'RUN_STARTED' ? event : { ...event, ...(state && { state }) },
    ),
  },
  {
    name: 'the time of an event is a date',
    breaks: [
      'queue.message-logs.time',
      'queue.resources.time-in-milliseconds',
      RESPONSE,
      'queue.states.run-success',
      'queue.states.run-failed',
      'queue.states.run-canceled',
      'queue.states.triggered-run-is-logged-started',
      'queue.states.first-step-message-is-logged-created',
      'queue.states.processed-message-is-logged-delivered',
    ],
    blocks: [
      'queue.message-logs.filter-from-date-inclusive',
      'queue.message-logs.filter-to-date-inclusive',
    ],
    replace: showing(({ time = 0, ...event }) => ({
      ...event,
      time: new Date(time).toISOString(),
    })),
  },
  {
    name: 'the next delivery of a message is when it was created',
    breaks: ['queue.message-logs.next-delivery-time'],
    replace: showing(({ nextDeliveryTime, ...event }) => ({
      ...event,
      ...(nextDeliveryTime && { nextDeliveryTime: event.stepInfo?.createdAt }),
    })),
  },
  {
    name: 'the step of an event was created in seconds',
    breaks: [
      'queue.message-logs.step-info-fields',
      'queue.resources.at-timestamps-in-milliseconds',
    ],
    replace: showingSteps(({ createdAt, ...info }) => ({
      ...info,
      createdAt: inSeconds(createdAt),
    })),
  },
  {
    name: 'the step of an event was created when its run was',
    breaks: ['queue.message-logs.step-info-fields'],
    replace: showing(({ stepInfo, ...event }) => ({
      ...event,
      ...(stepInfo && { stepInfo: { ...stepInfo, createdAt: event.workflowCreatedAt } }),
    })),
  },
  {
    name: 'the step of an event was created when the event happened',
    breaks: ['queue.message-logs.step-info-fields'],
    replace: showing(({ stepInfo, ...event }) => ({
      ...event,
      ...(stepInfo && { stepInfo: { ...stepInfo, createdAt: event.time } }),
    })),
  },
  {
    name: 'the step of an event stands alone, whatever is beside it',
    breaks: ['queue.message-logs.step-info-fields'],
    replace: showingSteps((info) => ({ ...info, concurrent: 1 })),
  },
  {
    name: 'the step of an event is the initial one',
    breaks: ['queue.message-logs.step-info-fields'],
    replace: showingSteps((info) => ({ ...info, stepName: 'init', stepType: 'Initial' })),
  },
  {
    name: 'an event of a message has its step beside the other fields',
    breaks: [
      'queue.message-logs.step-info-on-message-level-events',
      'queue.message-logs.step-info-fields',
      'queue.states.message-delivered',
      'queue.message-logs.several-events-per-message',
      'queue.states.message-created',
      'queue.states.first-step-message-is-logged-created',
      'queue.states.processed-message-is-logged-delivered',
      'queue.message-logs.everything-logged',
    ],
    replace: showing(({ stepInfo, ...event }) => ({ ...event, ...stepInfo })),
  },
  {
    name: 'an event of a run has an empty step',
    breaks: [RESPONSE, 'queue.message-logs.run-level-events-have-no-step-info'],
    replace: showing((event) => ({ stepInfo: {}, ...event })),
  },
  {
    name: 'of a message nothing is logged but that it was created',
    breaks: [
      'queue.message-logs.several-events-per-message',
      'queue.states.message-delivered',
      'queue.states.processed-message-is-logged-delivered',
    ],
    blocks: ['queue.message-logs.step-info-on-message-level-events', 'queue.message-logs.count-*'],
    replace: {
      logs: {
        message: (original) => async (message, state) => {
          if (state === 'CREATED') await original(message, state)
        },
      },
    },
  },
  {
    name: 'messages of steps after the first are not logged',
    breaks: [
      'queue.message-logs.everything-logged',
      'queue.message-logs.several-events-per-message',
      'queue.states.message-created',
      'queue.states.message-delivered',
    ],
    blocks: ['queue.message-logs.count-*'],
    replace: {
      logs: {
        message: (original) => async (message, state) => {
          if (message.run?.info.stepId === undefined) await original(message, state)
        },
      },
    },
  },
  {
    name: 'the message logs compare states in lower case',
    breaks: [
      'queue.message-logs.filter-message-state',
      'queue.message-logs.filter-run-level-state',
    ],
    replace: asking('logs', ({ state }) => ({ state: state?.toLowerCase() })),
  },
  {
    name: 'the message logs know a state of messages alone',
    breaks: [
      'queue.message-logs.filter-run-level-state',
      'queue.message-logs.filter-message-state',
    ],
    replace: asking('logs', ({ state }) => ({
      state: /^RUN_|_|INVOKED/.test(state ?? '') ? undefined : state,
    })),
  },
  {
    name: 'the message logs know a state of runs alone',
    breaks: ['queue.message-logs.filter-message-state'],
    replace: asking('logs', ({ state }) => ({
      state: /_|INVOKED/.test(state ?? '') ? state : undefined,
    })),
  },
  {
    name: 'the message logs leave out an event of exactly fromDate',
    breaks: ['queue.message-logs.filter-from-date-inclusive'],
    replace: asking('logs', ({ fromDate }) => ({ fromDate: fromDate && fromDate + 1 })),
  },
  {
    name: 'the message logs leave out an event of exactly toDate',
    breaks: ['queue.message-logs.filter-to-date-inclusive'],
    replace: asking('logs', ({ toDate }) => ({ toDate: toDate && toDate - 1 })),
  },
  {
    name: 'the message logs read dates in seconds',
    breaks: [
      'queue.message-logs.filter-from-date',
      'queue.message-logs.filter-from-date-inclusive',
      'queue.message-logs.filter-to-date',
      'queue.message-logs.filter-to-date-inclusive',
    ],
    replace: asking('logs', ({ fromDate, toDate }) => ({
      fromDate: fromDate && fromDate * 1000,
      toDate: toDate && toDate * 1000,
    })),
  },
  {
    name: 'an end is logged at the creation of its run',
    breaks: ['queue.message-logs.time'],
    replace: {
      logs: {
        shown: (original) => (event) => {
          const isEnd = ['DELIVERED', 'RUN_FAILED'].includes(event.state)
          const time = isEnd ? event.workflowCreatedAt : event.time
          return { ...original(event), time }
        },
      },
    },
  },
  {
    name: 'the message logs read their count as one more',
    breaks: ['queue.message-logs.count'],
    replace: paging('messageLogs', (asked, right) =>
      asked === undefined ? right : Math.min(asked + 1, 1000),
    ),
  },
  {
    name: 'the count of the message logs is heard on the first page alone',
    breaks: ['queue.message-logs.count'],
    replace: countingFirst('messageLogs'),
  },
  {
    name: 'the message logs have 100 events on a page without a count',
    breaks: ['queue.message-logs.count-default-1000'],
    replace: paging('messageLogs', (asked, right) => (asked === undefined ? 100 : right)),
  },
  {
    name: 'the message logs have as many events on a page as are asked for',
    breaks: ['queue.message-logs.count-maximum-1000'],
    replace: paging('messageLogs', (asked, right) => asked ?? right),
  },
  {
    name: 'the message logs ignore their cursor',
    breaks: ['queue.pagination.end-of-results', 'queue.message-logs.filter-cursor'],
    replace: given('logs', 'list', (asked) => [{ ...asked, cursor: undefined }]),
  },
  {
    name: 'the cursor of the message logs forgets the filters',
    breaks: ['queue.message-logs.filter-cursor'],
    replace: given('logs', 'list', (asked) => [forgettingFilters(asked)]),
  },
  {
    name: 'the next page of events begins with the last of the one before',
    breaks: ['queue.message-logs.filter-cursor'],
    replace: leading('messageLogs', (sequence) => sequence + 1),
  },
  {
    name: 'the message logs are empty',
    breaks: ['queue.message-logs.everything-logged'],
    blocks: ['queue.message-logs.*', 'queue.resources.*', 'queue.states.*'],
    replace: { logs: { list: () => async () => ({ events: [] }) } },
  },
  {
    name: 'the message logs look for run ids in lower case',
    breaks: ['queue.message-logs.filter-workflow-run-id'],
    replace: asking('logs', ({ workflowRunId }) => ({
      workflowRunId: workflowRunId?.toLowerCase(),
    })),
  },
]
