// Mistakes under the heading: DLQ message.

import type { RuleId } from '#generated/rules.js'
import type { DlqMessage } from '../../queue/dlq/dead-letter.js'
import type { HeaderMap } from '../../queue/request/headers.js'
import type { Queue } from '../../queue/queue.js'
import type { CallbackInfo } from '../../queue/dlq/failure-callback.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { forbidden, isOurs } from './parts.js'

const INFO = 'queue.dlq-message.failure-callback-info'
const INFO_STATUS = 'queue.dlq-message.failure-callback-info-response-status'
const RESULT_KEPT = 'queue.dlq-message.failure-callback-result-kept'
const CALLER_IP = 'queue.dlq-message.caller-ip'
const INFO_BODY = 'queue.dlq-message.failure-callback-info-response-body'
const MAX_RETRIES = 'queue.dlq-message.max-retries'
const PERIOD = 'queue.dlq-message.period'
const CREATED_AT = 'queue.dlq-message.workflow-created-at'
const RESPONSE_TEXT = 'queue.dlq-message.response-body-when-utf8'
const HEADER = 'queue.dlq-message.header'

type Field = keyof DlqMessage
type Rule = RuleId & `queue.dlq-message.${string}`

/** A server whose entries show some fields otherwise. */
const showing = shape((change: (shown: DlqMessage, queue: Queue) => object): Replacements => ({
  'dlq.shown': (original, queue) => (letter) => {
    const shown = original(letter)
    return forbidden({ ...shown, ...change(shown, queue) })
  },
}))

const isSetting = (header: string, { dialect }: Queue) =>
  header.toLowerCase().startsWith(dialect.headerPrefix.toLowerCase())

/** A server that keeps something else of a failure callback. */
const keeping = shape((change: (info: CallbackInfo) => object): Replacements => ({
  'failureCallback.info': result((info) => forbidden({ ...info, ...change(info) })),
}))

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
  ['callerIP', CALLER_IP, { breaks: SHAPES, blocks: ['queue.dlq.filter-caller-ip'] }],
  ['maxRetries', MAX_RETRIES, { breaks: SHAPES }],
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
  ['period', PERIOD],
]

/** A field that shows what another one has to show. */
const mistaken: readonly (readonly [
  field: Field,
  rule: Rule,
  what: string,
  shown: (entry: DlqMessage) => unknown,
  ...alsoBreaks: readonly RuleId[],
])[] = [
  ['messageId', 'queue.dlq-message.message-id', 'run', (entry) => entry.workflowRunId],
  ['url', 'queue.dlq-message.url', 'failure callback', (entry) => entry.failureCallback ?? ''],
  ['method', 'queue.dlq-message.method', 'default', () => 'POST'],
  ['workflowCreatedAt', CREATED_AT, 'last second', lastSecond],
  ['workflowCreatedAt', CREATED_AT, 'message that failed', ({ createdAt }) => createdAt],
  ['maxRetries', MAX_RETRIES, 'attempts', ({ maxRetries = 0 }) => maxRetries + 1],
  ['callerIP', CALLER_IP, 'host name', () => 'localhost', 'queue.dlq.filter-caller-ip'],
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

/** The bytes of an entry, whether it has them as text or in base64. */
const bytesOf = (entry: DlqMessage, name: 'body' | 'responseBody'): Buffer => {
  const base64 = entry[`${name}Base64`]
  return base64 ? Buffer.from(base64, 'base64') : Buffer.from(entry[name] ?? '')
}

/** A server that shows bytes of an entry as text of some encoding, in base64, or as both. */
const writingOf = (name: 'body' | 'responseBody') =>
  shape((text: BufferEncoding | null, base64: 'base64' | null = null): Replacements => ({
    'dlq.shown': result((entry) => {
      const written = (as: BufferEncoding | null) =>
        as ? bytesOf(entry, name).toString(as) : undefined
      return forbidden({ ...entry, [name]: written(text), [`${name}Base64`]: written(base64) })
    }),
  }))

/** Where bytes stand, and the rules for those that are text and those that are none. */
const bodies: readonly (readonly ['body' | 'responseBody', text: Rule, binary: Rule])[] = [
  ['body', 'queue.dlq-message.body-when-utf8', 'queue.dlq-message.body-base64-when-not-utf8'],
  ['responseBody', RESPONSE_TEXT, 'queue.dlq-message.response-body-base64-when-not-utf8'],
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
  ...forgotten.map(([field, rule, shown, also = []]) =>
    showing(
      `the entry of a run that comes of another one has no ${field}`,
      [rule, ...also],
      ({ workflowRunId }) => (isOurs(workflowRunId) ? { [field]: shown } : {}),
    ),
  ),
  ...missing.map(([field, rule, { breaks = [], blocks = [] } = {}]) =>
    showing(`an entry of the DLQ has no ${field}`, { breaks: [rule, ...breaks], blocks }, () => ({
      [field]: undefined,
    })),
  ),
  ...mistaken.map(([field, rule, what, shown, ...also]) =>
    showing(`the ${field} of a DLQ entry is that of the ${what}`, [rule, ...also], (entry) => ({
      [field]: shown(entry),
    })),
  ),
  replacing('dlq.shown')(
    'the id that a labelled DLQ entry names is not the one that it is read by',
    ['queue.dlq-message.dlq-id'],
    result((shown, letter) =>
      letter.labels.length > 0 ? { ...shown, dlqId: `dlq_${letter.id}` } : shown,
    ),
  ),
  showing('a DLQ entry has one value of a header', [HEADER], ({ header = {} }) => ({
    header: Object.fromEntries(
      Object.entries(header).map(([name, values]) => [name, values.slice(-1)]),
    ),
  })),
  showing(
    'a DLQ entry has the first value of a header of the answer',
    ['queue.dlq-message.response-header'],
    ({ responseHeader }) => ({ responseHeader: firstValues(responseHeader) }),
  ),
  showing(
    'a DLQ entry names its run in small letters',
    ['queue.dlq.filter-workflow-run-id', 'queue.dlq-message.workflow-run-id'],
    ({ workflowRunId }) => ({ workflowRunId: workflowRunId?.toLowerCase() }),
  ),
  showing(
    'the headers of a DLQ entry are those of the delivery, without the settings',
    ['queue.dlq-message.header-includes-configuration'],
    ({ header = {} }, queue) => ({
      header: Object.fromEntries(
        Object.entries(header).filter(([name]) => !isSetting(name, queue)),
      ),
    }),
  ),
  showing(
    'the headers of a DLQ entry are its settings alone',
    [HEADER],
    ({ header = {} }, queue) => ({
      header: Object.fromEntries(Object.entries(header).filter(([name]) => isSetting(name, queue))),
    }),
  ),
  showing(
    'the headers of the failure callback of a DLQ entry are those of the run',
    ['queue.dlq-message.failure-callback-header'],
    ({ header, failureCallback }) => ({
      failureCallbackHeader: failureCallback === undefined ? undefined : header,
    }),
  ),
  showing(
    'every DLQ entry has a flow-control key, an empty one where there is none, and one slot',
    ['queue.dlq-message.parallelism'],
    ({ flowControlKey = '', parallelism = 1 }) => ({ flowControlKey, parallelism }),
  ),
  showing('the period of a DLQ entry is always the same', [PERIOD], ({ period }) =>
    period === undefined ? {} : { period: 1 },
  ),

  ...bodies.flatMap(([name, text, binary]) => {
    const writing = writingOf(name)
    return [
      writing(`the ${name} of a DLQ entry is in base64, whatever it is`, [text], null, 'base64'),
      writing(`the ${name} of a DLQ entry is text, with a mark where it is none`, [binary], 'utf8'),
      writing(
        `the ${name} of a DLQ entry is there twice, as text and in base64`,
        [text, binary],
        'utf8',
        'base64',
      ),
      showing(`the ${name} of a DLQ entry lacks its byte order mark`, [text], (entry) => ({
        [name]: entry[name]?.replace(/^\uFEFF/, ''),
      })),
      showing(`the ${name} of a DLQ entry ends after 4,096 characters`, [text], (entry) => ({
        [name]: entry[name]?.slice(0, 4096),
      })),
      writing(
        `the ${name} of a DLQ entry is latin1 where it is not ASCII`,
        [text, binary],
        'latin1',
      ),
    ]
  }),

  showing('the status of a DLQ entry is always 500', ['queue.dlq-message.response-status'], () => ({
    responseStatus: 500,
  })),
  replacing('dlq.message')(
    'a DLQ entry tells of the first attempt that failed',
    ['queue.dlq-message.response-status', 'queue.dlq-message.response-header', RESPONSE_TEXT],
    (original, queue) => (ended, message, outcome) => {
      const attempts = queue.journal.attempts()
      const first = attempts.find(({ messageId }) => messageId === message.id)
      return original(ended, message, first?.outcome ?? outcome)
    },
  ),

  showing(
    'a failure callback is kept as one that succeeded before it has an answer',
    [RESULT_KEPT],
    ({ failureCallbackInfo: info }) =>
      info?.state === 'CALLBACK_INPROGRESS'
        ? { failureCallbackInfo: { ...info, state: 'CALLBACK_SUCCESS' } }
        : {},
  ),
  showing(
    'nothing is kept of a failure callback',
    {
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
    },
    () => ({ failureCallbackInfo: undefined }),
  ),
  fault('only what succeeded is kept of a failure callback', [RESULT_KEPT, INFO_STATUS], {
    'failureCallback.keepOutcome': (original, queue) => async (dlqId, outcome, again) => {
      if (queue.delivery.succeeded(outcome)) await original(dlqId, outcome, again)
    },
  }),
  fault(
    'what came of a failure callback is kept in the first entry of those that call the same URL',
    [RESULT_KEPT],
    () => {
      const first = new Map<string, string>()
      return {
        'failureCallback.message': result((message, _, letter) => {
          if (!message?.origin) return message
          const dlqId = first.get(message.url) ?? letter.id
          first.set(message.url, dlqId)
          return { ...message, origin: { ...message.origin, dlqId } }
        }),
      }
    },
  ),
  showing(
    'the state of a failure callback is an object',
    {
      breaks: ['queue.dlq-message.failure-callback-info-state', ...SHAPES],
      blocks: ['queue.dlq.filter-failure-callback-state'],
    },
    ({ failureCallbackInfo: info }) =>
      info ? { failureCallbackInfo: { ...info, state: { name: info.state } } } : {},
  ),
  keeping('what is kept of a failure callback lacks the answer', [INFO, INFO_BODY], () => ({
    responseBody: undefined,
  })),
  keeping(
    'the status of a failure callback is 200 or 500',
    [INFO_STATUS, RESULT_KEPT],
    ({ responseStatus }) => ({ responseStatus: Number(responseStatus) < 300 ? 200 : 500 }),
  ),
  keeping(
    'the answer to a failure callback is kept in base64',
    [INFO_BODY],
    ({ responseBody }) => ({ responseBody: Buffer.from(responseBody ?? '').toString('base64') }),
  ),
  ...each(keeping, ['queue.dlq-message.failure-callback-info-response-headers'], {
    'the headers that a failure callback was answered with are not kept': () => ({
      responseHeaders: {},
    }),
    'of a header that a failure callback was answered with the first value is kept': (info) => ({
      responseHeaders: firstValues(info.responseHeaders),
    }),
  }),
  fault('keeps 0.0.0.0 as the address of every publisher', [CALLER_IP], {
    'reading.publication': given((request) => [{ ...request, remoteAddress: '0.0.0.0' }]),
  }),
]
