// Faults of the heading DLQ message.

import type { RuleId } from '#generated/rules.js'
import type { DlqMessage } from '../../queue/dlq/dead-letter.js'
import type { HeaderMap } from '../../queue/request/headers.js'
import type { Queue } from '../../queue/queue.js'
import type { CallbackInfo } from '../../queue/dlq/failure-callback.js'
import { given, kebab, mapped, result, rows } from '../written.js'
import { faults, type QueueFault, type Replacements } from './fault.js'
import { changing, forbidden, isOurs, lowerCase, omitting } from './parts.js'

const INFO = 'queue.dlq-message.failure-callback-info'
const INFO_STATUS = 'queue.dlq-message.failure-callback-info-response-status'
const RESULT_KEPT = 'queue.dlq-message.failure-callback-result-kept'
const CALLER_IP = 'queue.dlq-message.caller-ip'
const INFO_BODY = 'queue.dlq-message.failure-callback-info-response-body'
const RESPONSE_TEXT = 'queue.dlq-message.response-body-when-utf8'

type Field = keyof DlqMessage
type Rule = RuleId & `queue.dlq-message.${string}`

/** Changes fields of DLQ entries. */
export const showing = (change: (shown: DlqMessage, queue: Queue) => object): Replacements => ({
  'dlq.shown': (original, queue) => (letter) => {
    const shown = original(letter)
    return forbidden({ ...shown, ...change(shown, queue) })
  },
})

/** Changes the stored result of a failure callback. */
const keeping = (change: (info: CallbackInfo) => object): Replacements => ({
  'failureCallback.info': result((info) => forbidden({ ...info, ...change(info) })),
})

/** Keeps one value of each header. */
const firstValues = (map: HeaderMap | null | undefined): HeaderMap =>
  Object.fromEntries(Object.entries(map ?? {}).map(([name, values]) => [name, values.slice(0, 1)]))

/** Rules about the shape of the responses of both endpoints. */
const SHAPES = ['queue.dlq.get-returns-one-message', 'queue.dlq.list-response'] as const

/** Rules of bulk requests that read settings from DLQ entries. */
const OF_MANY = ['queue.bulk.flow-control-key', 'queue.bulk.flow-control-value']

/** Fields that a DLQ entry omits, and what else this breaks and blocks. */
const missing: readonly (readonly [
  field: Field,
  rule: Rule,
  also?: Partial<Pick<QueueFault, 'breaks' | 'blocks'>>,
])[] = [
  ['messageId', 'queue.dlq-message.message-id', { breaks: SHAPES }],
  ['url', 'queue.dlq-message.url', { breaks: SHAPES }],
  ['workflowUrl', 'queue.dlq-message.workflow-url', { breaks: SHAPES }],
  ['failureCallback', 'queue.dlq-message.failure-callback'],
  ['callerIP', CALLER_IP, { breaks: SHAPES }],
  ['maxRetries', 'queue.dlq-message.max-retries', { breaks: SHAPES }],
  [
    'flowControlKey',
    'queue.dlq-message.flow-control-key',
    {
      breaks: ['queue.restart.flow-control-key', 'queue.resume.flow-control-key'],
      blocks: OF_MANY,
    },
  ],
  ['parallelism', 'queue.dlq-message.parallelism'],
  [
    'rate',
    'queue.dlq-message.rate',
    { breaks: ['queue.restart.flow-control-value', 'queue.resume.flow-control-value'] },
  ],
  ['period', 'queue.dlq-message.period'],
]

/** Shows a body of an entry as text, in base64, or as both. */
const writingOf =
  (name: 'body' | 'responseBody') =>
  (isText: boolean, isBase64: boolean): Replacements => ({
    'dlq.shown': result((entry) => {
      const base64 = entry[`${name}Base64`]
      const bytes = base64 ? Buffer.from(base64, 'base64') : Buffer.from(entry[name] ?? '')
      return {
        ...entry,
        [name]: isText ? bytes.toString() : undefined,
        [`${name}Base64`]: isBase64 ? bytes.toString('base64') : undefined,
      }
    }),
  })

/** The bodies of an entry, and their rules for text and for other bytes. */
const bodies: readonly (readonly ['body' | 'responseBody', text: Rule, binary: Rule])[] = [
  ['body', 'queue.dlq-message.body-when-utf8', 'queue.dlq-message.body-base64-when-not-utf8'],
  ['responseBody', RESPONSE_TEXT, 'queue.dlq-message.response-body-base64-when-not-utf8'],
]

/** Fields that the DLQ entry of a rerun loses. */
const forgotten: readonly (readonly [
  field: Field,
  rule: Rule,
  shown: unknown,
  alsoBreaks?: readonly RuleId[],
])[] = [
  ['failureCallback', 'queue.dlq-message.failure-callback', undefined],
  ['failureCallbackHeader', 'queue.dlq-message.failure-callback-header', undefined],
  ['header', 'queue.dlq-message.header-includes-configuration', {}],
  ['workflowUrl', 'queue.dlq-message.workflow-url', undefined, SHAPES],
]

export const dlqMessageFaults = faults({
  ...mapped(forgotten, ([field, rule, shown, also = []]) => [
    `dlq-rerun-lacks-${kebab(field)}: DLQ entry of a rerun: lacks "${field}"`,
    {
      breaks: [rule, ...also],
      ...showing(({ workflowRunId }) => (isOurs(workflowRunId) ? { [field]: shown } : {})),
    },
  ]),
  ...mapped(missing, ([field, rule, { breaks = [], blocks = [] } = {}]) => [
    `dlq-lacks-${kebab(field)}: DLQ entry: omits "${field}"`,
    { breaks: [rule, ...breaks], blocks, ...showing(omitting(field)) },
  ]),
  ...rows(showing, {
    'dlq-method-always-post: DLQ entry: always returns POST as "method"': [
      'queue.dlq-message.method',
      () => ({ method: 'POST' }),
    ],
    'dlq-workflow-created-at-is-created-at: DLQ entry: workflowCreatedAt has the value of createdAt':
      [
        'queue.dlq-message.workflow-created-at',
        ({ createdAt }) => ({ workflowCreatedAt: createdAt }),
      ],
    'dlq-caller-ip-is-host-name: DLQ entry: callerIP is "localhost", not an IP address': [
      [CALLER_IP, 'queue.dlq.filter-caller-ip'],
      () => ({ callerIP: 'localhost' }),
    ],
  }),
  'dlq-id-wrong-if-labelled: DLQ entry: returns a wrong dlqId if the run has a label': {
    breaks: ['queue.dlq-message.dlq-id'],
    'dlq.shown': result((shown, letter) =>
      letter.labels.length > 0 ? { ...shown, dlqId: `dlq_${letter.id}` } : shown,
    ),
  },
  'dlq-header-last-value-only: DLQ entry: keeps only the last value per name in "header"': {
    breaks: ['queue.dlq-message.header'],
    ...showing(({ header = {} }) => ({
      header: Object.fromEntries(
        Object.entries(header).map(([name, values]) => [name, values.slice(-1)]),
      ),
    })),
  },
  'dlq-response-header-first-value-only: DLQ entry: keeps only one value per name in "responseHeader"':
    {
      breaks: ['queue.dlq-message.response-header'],
      ...showing(({ responseHeader }) => ({ responseHeader: firstValues(responseHeader) })),
    },
  'dlq-run-id-lower-cased: DLQ entry: returns workflowRunId in lower case': {
    breaks: ['queue.dlq.filter-workflow-run-id', 'queue.dlq-message.workflow-run-id'],
    ...showing(changing('workflowRunId', lowerCase)),
  },
  'dlq-header-without-settings: DLQ entry: omits Svc-* settings from "header"': {
    breaks: ['queue.dlq-message.header-includes-configuration'],
    ...showing(({ header = {} }, { dialect }) => ({
      header: Object.fromEntries(
        Object.entries(header).filter(
          ([name]) => !name.toLowerCase().startsWith(dialect.headerPrefix.toLowerCase()),
        ),
      ),
    })),
  },
  ...Object.fromEntries(
    bodies.flatMap(([name, text, binary]) => {
      const writing = writingOf(name)
      const id = `dlq-${kebab(name)}`
      return [
        [
          `${id}-always-base64: DLQ entry: puts a UTF-8 body in ${name}Base64`,
          { breaks: [text], ...writing(false, true) },
        ],
        [
          `${id}-always-text: DLQ entry: returns a binary "${name}" as text`,
          { breaks: [binary], ...writing(true, false) },
        ],
        [
          `${id}-twice: DLQ entry: returns "${name}" both as text and in base64`,
          { breaks: [text, binary], ...writing(true, true) },
        ],
      ]
    }),
  ),
  'dlq-response-of-first-attempt: DLQ entry: shows the response to attempt 1, not to the last': {
    breaks: [
      'queue.dlq-message.response-status',
      'queue.dlq-message.response-header',
      RESPONSE_TEXT,
    ],
    'dlq.message': (original, queue) => (ended, message, outcome) => {
      const attempts = queue.journal.attempts()
      const first = attempts.find(({ messageId }) => messageId === message.id)
      return original(ended, message, first?.outcome ?? outcome)
    },
  },
  'dlq-callback-pending-as-success: failureCallbackInfo: returns CALLBACK_SUCCESS while pending': {
    breaks: [RESULT_KEPT],
    ...showing(({ failureCallbackInfo: info }) =>
      info?.state === 'CALLBACK_INPROGRESS'
        ? { failureCallbackInfo: { ...info, state: 'CALLBACK_SUCCESS' } }
        : {},
    ),
  },
  'dlq-callback-info-missing: DLQ entry: omits "failureCallbackInfo"': {
    breaks: [
      RESULT_KEPT,
      INFO,
      'queue.dlq-message.failure-callback-info-state',
      INFO_STATUS,
      INFO_BODY,
      'queue.dlq-message.failure-callback-info-response-headers',
      'queue.resources.header-maps',
    ],
    blocks: ['queue.dlq.filter-failure-callback-state'],
    ...showing(omitting('failureCallbackInfo')),
  },
  'dlq-callback-failures-not-kept: failureCallbackInfo: does not record failed callbacks': {
    breaks: [RESULT_KEPT, INFO_STATUS],
    'failureCallback.keepOutcome': (original, queue) => async (dlqId, outcome, again) => {
      if (queue.delivery.succeeded(outcome)) await original(dlqId, outcome, again)
    },
  },
  'dlq-callback-result-in-other-entry: failureCallbackInfo: kept in the first DLQ entry of the URL':
    {
      breaks: [RESULT_KEPT],
      replace: (first = new Map<string, string>()) => ({
        'failureCallback.message': result((message, _, letter) => {
          if (!message?.origin) return message
          const dlqId = first.get(message.url) ?? letter.id
          first.set(message.url, dlqId)
          return { ...message, origin: { ...message.origin, dlqId } }
        }),
      }),
    },
  'dlq-callback-lacks-response-body: failureCallbackInfo: omits responseBody': {
    breaks: [INFO, INFO_BODY],
    ...keeping(omitting('responseBody')),
  },
  'dlq-callback-status-200-or-500: failureCallbackInfo: reduces responseStatus to 200 or 500': {
    breaks: [INFO_STATUS, RESULT_KEPT],
    ...keeping(({ responseStatus }) => ({
      responseStatus: Number(responseStatus) < 300 ? 200 : 500,
    })),
  },
  'dlq-callback-one-header-value: failureCallbackInfo: keeps only 1 value per response header': {
    breaks: ['queue.dlq-message.failure-callback-info-response-headers'],
    ...keeping(({ responseHeaders }) => ({ responseHeaders: firstValues(responseHeaders) })),
  },
  'dlq-caller-ip-0-0-0-0: DLQ entry: always returns callerIP 0.0.0.0': {
    breaks: [CALLER_IP],
    'reading.publication': given((request) => [{ ...request, remoteAddress: '0.0.0.0' }]),
  },
})
