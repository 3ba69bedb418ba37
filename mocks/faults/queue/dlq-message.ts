// Mistakes under the heading: DLQ message.

import type { RuleId } from '#generated/rules.js'
import type { DlqMessage } from '../../queue/dlq/dead-letter.js'
import type { HeaderMap } from '../../queue/request/headers.js'
import type { Queue } from '../../queue/queue.js'
import type { CallbackInfo } from '../../queue/dlq/failure-callback.js'
import type { QueueFault, Replacements } from './fault.js'
import { forbidden, given, isOurs, result } from './parts.js'

type Field = keyof DlqMessage
type Rule = RuleId & `queue.dlq-message.${string}`

/** A server whose entries show some fields otherwise. */
const showing = (change: (shown: DlqMessage, queue: Queue) => object): Replacements => ({
  dlq: {
    shown: (original, queue) => (letter) => {
      const shown = original(letter)
      return forbidden({ ...shown, ...change(shown, queue) })
    },
  },
})

const isSetting = (header: string, { dialect }: Queue) =>
  header.toLowerCase().startsWith(dialect.headerPrefix.toLowerCase())

/** A server that keeps something else of a failure callback. */
const keeping = (change: (info: CallbackInfo) => object): Replacements =>
  result('failureCallback', 'info', (info) => forbidden({ ...info, ...change(info) }))

/** One value of each header. */
const firstValues = (map: HeaderMap | null | undefined): HeaderMap =>
  Object.fromEntries(Object.entries(map ?? {}).map(([name, values]) => [name, values.slice(0, 1)]))

/** What the answers of both endpoints look like. */
const SHAPES = ['queue.dlq.get-returns-one-message', 'queue.dlq.list-response'] as const

/** What is judged of many runs at once by the settings that their entries show. */
const OF_MANY = [
  'queue.bulk.flow-control-key',
  'queue.bulk.flow-control-value',
  'queue.bulk.retries',
  'queue.bulk.originals-reused-when-absent',
]

/** A field that is missing, in a server that forgets it. */
const missing: readonly (readonly [
  field: Field,
  rule: Rule,
  also?: Partial<Pick<QueueFault, 'breaks' | 'blocks'>>,
])[] = [
  ['messageId', 'queue.dlq-message.message-id', { breaks: SHAPES }],
  ['url', 'queue.dlq-message.url', { breaks: SHAPES }],
  ['workflowUrl', 'queue.dlq-message.workflow-url', { breaks: SHAPES }],
  ['failureCallback', 'queue.dlq-message.failure-callback'],
  [
    'callerIP',
    'queue.dlq-message.caller-ip',
    { breaks: SHAPES, blocks: ['queue.dlq.filter-caller-ip'] },
  ],
  ['maxRetries', 'queue.dlq-message.max-retries', { breaks: SHAPES }],
  [
    'flowControlKey',
    'queue.dlq-message.flow-control-key',
    {
      breaks: ['queue.restart.flow-control-key', 'queue.resume.flow-control-key'],
      blocks: OF_MANY,
    },
  ],
  [
    'parallelism',
    'queue.dlq-message.parallelism',
    { blocks: ['queue.bulk.retries', 'queue.bulk.originals-reused-when-absent'] },
  ],
  [
    'rate',
    'queue.dlq-message.rate',
    { breaks: ['queue.restart.flow-control-value', 'queue.resume.flow-control-value'] },
  ],
  ['period', 'queue.dlq-message.period'],
]

/** A field that shows what another one has to show. */
const mistaken: readonly (readonly [
  field: Field,
  rule: Rule,
  what: string,
  shown: (entry: DlqMessage) => unknown,
  alsoBreaks?: RuleId,
])[] = [
  ['messageId', 'queue.dlq-message.message-id', 'run', (entry) => entry.workflowRunId],
  ['url', 'queue.dlq-message.url', 'failure callback', (entry) => entry.failureCallback ?? ''],
  ['method', 'queue.dlq-message.method', 'default', () => 'POST'],
  ['workflowCreatedAt', 'queue.dlq-message.workflow-created-at', 'last second', lastSecond],
  [
    'workflowCreatedAt',
    'queue.dlq-message.workflow-created-at',
    'message that failed',
    ({ createdAt }) => createdAt,
  ],
  [
    'maxRetries',
    'queue.dlq-message.max-retries',
    'attempts',
    ({ maxRetries = 0 }) => maxRetries + 1,
  ],
  [
    'callerIP',
    'queue.dlq-message.caller-ip',
    'host name',
    () => 'localhost',
    'queue.dlq.filter-caller-ip',
  ],
  ['notBefore', 'queue.dlq-message.not-before', 'creation', ({ createdAt }) => createdAt],
  [
    'createdAt',
    'queue.dlq-message.created-at',
    'day',
    ({ createdAt = 0 }) => createdAt - 86_400_000,
  ],
]

function lastSecond({ workflowCreatedAt = 0 }: DlqMessage): number {
  return workflowCreatedAt - (workflowCreatedAt % 1000) - 1
}

/** Bytes in base64, whatever they are; or as text, whatever they are. */
const bytesOf = (entry: DlqMessage, name: 'body' | 'responseBody'): Buffer => {
  const base64 = entry[`${name}Base64`]
  return base64 ? Buffer.from(base64, 'base64') : Buffer.from(entry[name] ?? '')
}

/** Where bytes stand, and the rules for those that are text and those that are none. */
const bodies: readonly (readonly ['body' | 'responseBody', text: Rule, binary: Rule])[] = [
  ['body', 'queue.dlq-message.body-when-utf8', 'queue.dlq-message.body-base64-when-not-utf8'],
  [
    'responseBody',
    'queue.dlq-message.response-body-when-utf8',
    'queue.dlq-message.response-body-base64-when-not-utf8',
  ],
]

/** What an entry lacks of a run that comes of another one. */
const forgotten: readonly (readonly [
  field: Field,
  rule: Rule,
  shown: unknown,
  alsoBreaks?: readonly RuleId[],
])[] = [
  ['failureCallback', 'queue.dlq-message.failure-callback', undefined],
  ['failureCallbackHeader', 'queue.dlq-message.failure-callback-header', undefined],
  ['body', 'queue.dlq-message.body-when-utf8', undefined],
  ['header', 'queue.dlq-message.header-includes-configuration', {}],
  ['workflowUrl', 'queue.dlq-message.workflow-url', undefined, SHAPES],
]

export const dlqMessageFaults: readonly QueueFault[] = [
  ...forgotten.map(([field, rule, shown, also = []]): QueueFault => ({
    name: `the entry of a run that comes of another one has no ${field}`,
    breaks: [rule, ...also],
    replace: showing(({ workflowRunId }) => (isOurs(workflowRunId) ? { [field]: shown } : {})),
  })),
  ...missing.map(([field, rule, { breaks = [], blocks = [] } = {}]) => ({
    name: `an entry of the DLQ has no ${field}`,
    breaks: [rule, ...breaks],
    blocks,
    replace: showing(() => ({ [field]: undefined })),
  })),
  ...mistaken.map(([field, rule, what, shown, also]) => ({
    name: `the ${field} of a DLQ entry is that of the ${what}`,
    breaks: [rule, ...(also ? [also] : [])],
    replace: showing((entry) => ({ [field]: shown(entry) })),
  })),
  {
    name: 'the id that a labelled DLQ entry names is not the one that it is read by',
    breaks: ['queue.dlq-message.dlq-id'],
    replace: result('dlq', 'shown', (shown, letter) =>
      letter.labels.length > 0 ? { ...shown, dlqId: `dlq_${letter.id}` } : shown,
    ),
  },
  {
    name: 'a DLQ entry has one value of a header',
    breaks: ['queue.dlq-message.header'],
    replace: showing(({ header = {} }) => ({
      header: Object.fromEntries(
        Object.entries(header).map(([name, values]) => [name, values.slice(-1)]),
      ),
    })),
  },
  {
    name: 'a DLQ entry has the first value of a header of the answer',
    breaks: ['queue.dlq-message.response-header'],
    replace: showing(({ responseHeader }) => ({ responseHeader: firstValues(responseHeader) })),
  },
  {
    name: 'a DLQ entry names its run in small letters',
    breaks: ['queue.dlq.filter-workflow-run-id', 'queue.dlq-message.workflow-run-id'],
    replace: showing(({ workflowRunId }) => ({ workflowRunId: workflowRunId?.toLowerCase() })),
  },
  {
    name: 'the headers of a DLQ entry are those of the delivery, without the settings',
    breaks: ['queue.dlq-message.header-includes-configuration'],
    replace: showing(({ header = {} }, queue) => ({
      header: Object.fromEntries(
        Object.entries(header).filter(([name]) => !isSetting(name, queue)),
      ),
    })),
  },
  {
    name: 'the headers of a DLQ entry are its settings alone',
    breaks: ['queue.dlq-message.header'],
    replace: showing(({ header = {} }, queue) => ({
      header: Object.fromEntries(Object.entries(header).filter(([name]) => isSetting(name, queue))),
    })),
  },
  {
    name: 'the headers of the failure callback of a DLQ entry are those of the run',
    breaks: ['queue.dlq-message.failure-callback-header'],
    replace: showing(({ header, failureCallback }) => ({
      failureCallbackHeader: failureCallback === undefined ? undefined : header,
    })),
  },
  {
    name: 'every DLQ entry has a flow-control key, an empty one where there is none, and one slot',
    breaks: ['queue.dlq-message.parallelism'],
    replace: showing(({ flowControlKey = '', parallelism = 1 }) => ({
      flowControlKey,
      parallelism,
    })),
  },
  {
    name: 'the period of a DLQ entry is always the same',
    breaks: ['queue.dlq-message.period'],
    replace: showing(({ period }) => (period === undefined ? {} : { period: 1 })),
  },

  ...bodies.flatMap(([name, text, binary]) => [
    {
      name: `the ${name} of a DLQ entry is in base64, whatever it is`,
      breaks: [text],
      replace: showing((entry) => ({
        [name]: undefined,
        [`${name}Base64`]: bytesOf(entry, name).toString('base64'),
      })),
    },
    {
      name: `the ${name} of a DLQ entry is text, with a mark where it is none`,
      breaks: [binary],
      replace: showing((entry) => ({
        [name]: bytesOf(entry, name).toString(),
        [`${name}Base64`]: undefined,
      })),
    },
    {
      name: `the ${name} of a DLQ entry is there twice, as text and in base64`,
      breaks: [text, binary],
      replace: showing((entry) => ({
        [name]: bytesOf(entry, name).toString(),
        [`${name}Base64`]: bytesOf(entry, name).toString('base64'),
      })),
    },
    {
      name: `the ${name} of a DLQ entry lacks its byte order mark`,
      breaks: [text],
      replace: showing((entry) => ({ [name]: entry[name]?.replace(/^\uFEFF/, '') })),
    },
    {
      name: `the ${name} of a DLQ entry ends after 4,096 characters`,
      breaks: [text],
      replace: showing((entry) => ({ [name]: entry[name]?.slice(0, 4096) })),
    },
    {
      name: `the ${name} of a DLQ entry is latin1 where it is not ASCII`,
      breaks: [text, binary],
      replace: showing((entry) => ({
        [name]: bytesOf(entry, name).toString('latin1'),
        [`${name}Base64`]: undefined,
      })),
    },
  ]),

  {
    name: 'the status of a DLQ entry is always 500',
    breaks: ['queue.dlq-message.response-status'],
    replace: showing(() => ({ responseStatus: 500 })),
  },
  {
    name: 'a DLQ entry tells of the first attempt that failed',
    breaks: [
      'queue.dlq-message.response-status',
      'queue.dlq-message.response-header',
      'queue.dlq-message.response-body-when-utf8',
    ],
    replace: {
      dlq: {
        message: (original, queue) => (ended, message, outcome) => {
          const attempts = queue.journal.attempts()
          const first = attempts.find(({ messageId }) => messageId === message.id)
          return original(ended, message, first?.outcome ?? outcome)
        },
      },
    },
  },

  {
    name: 'a failure callback is kept as one that succeeded before it has an answer',
    breaks: ['queue.dlq-message.failure-callback-result-kept'],
    replace: showing(({ failureCallbackInfo: info }) =>
      info?.state === 'CALLBACK_INPROGRESS'
        ? { failureCallbackInfo: { ...info, state: 'CALLBACK_SUCCESS' } }
        : {},
    ),
  },
  {
    name: 'nothing is kept of a failure callback',
    breaks: [
      'queue.dlq-message.failure-callback-result-kept',
      'queue.dlq-message.failure-callback-info',
      'queue.dlq-message.failure-callback-info-state',
      'queue.dlq-message.failure-callback-info-response-status',
      'queue.dlq-message.failure-callback-info-response-body',
      'queue.dlq-message.failure-callback-info-response-headers',
      'queue.resources.header-maps',
    ],
    blocks: ['queue.dlq.filter-failure-callback-state'],
    replace: showing(() => ({ failureCallbackInfo: undefined })),
  },
  {
    name: 'only what succeeded is kept of a failure callback',
    breaks: [
      'queue.dlq-message.failure-callback-result-kept',
      'queue.dlq-message.failure-callback-info-response-status',
    ],
    replace: {
      failureCallback: {
        keepOutcome: (original, queue) => async (dlqId, outcome, again) => {
          if (queue.delivery.succeeded(outcome)) await original(dlqId, outcome, again)
        },
      },
    },
  },
  {
    name: 'what came of a failure callback is kept in the first entry of those that call the same URL',
    breaks: ['queue.dlq-message.failure-callback-result-kept'],
    replace: () => {
      const first = new Map<string, string>()
      return result('failureCallback', 'message', (message, _, letter) => {
        if (!message?.origin) return message
        const dlqId = first.get(message.url) ?? letter.id
        first.set(message.url, dlqId)
        return { ...message, origin: { ...message.origin, dlqId } }
      })
    },
  },
  {
    name: 'the state of a failure callback is an object',
    breaks: ['queue.dlq-message.failure-callback-info-state', ...SHAPES],
    blocks: ['queue.dlq.filter-failure-callback-state'],
    replace: showing(({ failureCallbackInfo: info }) =>
      info ? { failureCallbackInfo: { ...info, state: { name: info.state } } } : {},
    ),
  },
  {
    name: 'what is kept of a failure callback lacks the answer',
    breaks: [
      'queue.dlq-message.failure-callback-info',
      'queue.dlq-message.failure-callback-info-response-body',
    ],
    replace: keeping(() => ({ responseBody: undefined })),
  },
  {
    name: 'the status of a failure callback is 200 or 500',
    breaks: [
      'queue.dlq-message.failure-callback-info-response-status',
      'queue.dlq-message.failure-callback-result-kept',
    ],
    replace: keeping(({ responseStatus }) => ({
      responseStatus: Number(responseStatus) < 300 ? 200 : 500,
    })),
  },
  {
    name: 'the answer to a failure callback is kept in base64',
    breaks: ['queue.dlq-message.failure-callback-info-response-body'],
    replace: keeping(({ responseBody }) => ({
      responseBody: Buffer.from(responseBody ?? '').toString('base64'),
    })),
  },
  {
    name: 'the headers that a failure callback was answered with are not kept',
    breaks: ['queue.dlq-message.failure-callback-info-response-headers'],
    replace: keeping(() => ({ responseHeaders: {} })),
  },
  {
    name: 'of a header that a failure callback was answered with the first value is kept',
    breaks: ['queue.dlq-message.failure-callback-info-response-headers'],
    replace: keeping(({ responseHeaders }) => ({ responseHeaders: firstValues(responseHeaders) })),
  },
  {
    name: 'keeps 0.0.0.0 as the address of every publisher',
    breaks: ['queue.dlq-message.caller-ip'],
    replace: given('reading', 'publication', (request) => [
      { ...request, remoteAddress: '0.0.0.0' },
    ]),
  },
]
