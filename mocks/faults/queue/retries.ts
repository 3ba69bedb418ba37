// Faults of the heading Retries.

import type { Message } from '../../queue/message.js'
import { each, given, result } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { allOf, withoutQuery } from './parts.js'

/** Treats further response statuses as a success. */
export const succeedingAt = (also: (status: number) => boolean): Replacements => ({
  'delivery.succeeded': result(
    (right, outcome) => right || (outcome.kind === 'answered' && also(outcome.status)),
  ),
})

const AT_MOST = 'queue.retries.at-most-one-plus-retries'
const DEFAULT = 'queue.retries.default'
const AFTER_FAILURE = 'queue.retries.after-a-failed-delivery'

/** Changes what is stored for a retry. */
const retrying = (other: (message: Message) => Partial<Message>): Replacements => ({
  'delivery.keep': given((message, again) => [
    again === undefined ? message : { ...message, ...other(message) },
    again,
  ]),
})

/** Counts the retries of several messages together. `shared` returns undefined for other messages. */
const counting =
  (shared: (message: Message) => string | undefined) =>
  (used = new Map<string, number>()): Replacements => ({
    'delivery.mayRetry': () => (message) => {
      const key = shared(message) ?? message.id
      const retried = used.get(key) ?? 0
      used.set(key, retried + 1)
      return retried < message.retries
    },
  })

export const retriesFaults = faults({
  'retries-one-too-many: retries: makes 1 retry more than Svc-Retries': {
    breaks: [
      AT_MOST,
      DEFAULT,
      'queue.group.fans-out-to-every-endpoint',
      'queue.group.default-retries',
      'queue.publish.configured-per-message',
    ],
    blocks: ['queue.restart.retries', 'queue.resume.retries', 'queue.bulk.*'],
    'delivery.mayRetry': () => (message) => message.retried <= message.retries,
  },
  'retries-at-most-3: retries: makes at most 3 retries, also for Svc-Retries 5': {
    breaks: ['queue.retries.at-most-one-plus-retries'],
    blocks: ['queue.retry-delay.backoff-cap'],
    'reading.settings': result((settings) => ({
      ...settings,
      retries: Math.min(settings.retries, 3),
    })),
  },
  'retries-lose-headers: retries: drops forwarded headers from the second retry on': {
    breaks: [AFTER_FAILURE],
    'delivery.headers': (original, queue) => (message) => {
      const isOwn = (name: string) => name.startsWith(queue.dialect.headerPrefix)
      const kept = Object.entries(message.headers).filter(
        ([name]) => message.retried < 2 || name === 'Content-Type' || isOwn(name),
      )
      return original({ ...message, headers: Object.fromEntries(kept) })
    },
  },
  ...each(retrying, [AFTER_FAILURE], {
    'retry-body-as-text: retry: replaces bytes that are not UTF-8 by U+FFFD': ({ body }) => ({
      body: Buffer.from(Buffer.from(body).toString()),
    }),
    'retry-without-query: retry: drops the query of the destination URL': ({ url }) => ({
      url: withoutQuery(url),
    }),
  }),
  'run-retries-shared: retries: are shared by all steps of a run': {
    breaks: ['queue.states.run-failed'],
    replace: counting(({ run }) => run?.runKey),
  },
  'group-retries-shared: retries: are shared by all endpoints of a group': {
    breaks: ['queue.group.fans-out-to-every-endpoint'],
    replace: counting(({ topicName, createdAt }) => topicName && `${topicName} ${createdAt}`),
  },
  'retries-never: retries: never retries a failed delivery': {
    breaks: [
      AFTER_FAILURE,
      DEFAULT,
      'queue.group.fans-out-to-every-endpoint',
      'queue.states.run-failed',
      'queue.restart.original-configuration',
      'queue.restart.retries',
    ],
    blocks: [...allOf('retry-delay timeout'), 'queue.group.default-retries', 'queue.bulk.*'],
    'delivery.mayRetry': () => () => false,
  },
  'success-only-200: retries: treats 2xx responses except 200 as failures': {
    breaks: [AFTER_FAILURE],
    'delivery.succeeded': result(
      (right, outcome) => right && outcome.kind === 'answered' && outcome.status === 200,
    ),
  },
  'no-response-is-success: retries: does not retry an attempt without a response': {
    breaks: [
      AFTER_FAILURE,
      'queue.timeout.ends-the-attempt',
      'queue.timeout.units',
      'queue.failure-callback.after-all-retries',
    ],
    blocks: ['queue.timeout.only-shortens'],
    'delivery.succeeded': result((right, outcome) => right || outcome.kind === 'unanswered'),
  },
  'retries-after-success: retries: continues even after a successful delivery': {
    breaks: [
      'queue.dlq.failed-run-is-placed',
      AFTER_FAILURE,
      AT_MOST,
      'queue.group.fans-out-to-every-endpoint',
      'queue.dlq.filter-failure-callback-state',
      'queue.states.run-failed',
      'queue.failure-callback.invoked-when-a-run-fails',
      'queue.resume.only-failed-or-pending-steps-execute',
      'queue.resume.code-changes-after-the-failed-step',
      'queue.notify.event-id-in-path',
      'queue.bulk.restart-creates-new-runs',
      'queue.bulk.resume-creates-new-runs',
      'queue.notify.resumes-the-waiting-run',
      'queue.restart.from-the-beginning',
      'queue.resume.from-the-failure-point',
      'queue.notify.one-element-per-waiter',
    ],
    blocks: [...allOf('message-logs waiter notify')],
    'delivery.succeeded': () => () => false,
  },
  'retries-0-as-default: retries: treats Svc-Retries: 0 as the default': {
    breaks: [
      'queue.group.fans-out-to-every-endpoint',
      AT_MOST,
      'queue.group.default-retries',
      'queue.publish.configured-per-message',
      'queue.dlq-message.max-retries',
      'queue.restart.retries',
      'queue.resume.retries',
      'queue.bulk.retries',
    ],
    blocks: ['queue.dlq-message.rate', 'queue.dlq-message.period'],
    'reading.settings': (original, queue) => (given) => {
      const settings = original(given)
      return { ...settings, retries: settings.retries || queue.dialect.defaultRetries.free }
    },
  },
  'retries-in-query-ignored: retries: ignores Svc-Retries as a query parameter': {
    breaks: ['queue.publish.settings-in-query'],
    'reading.given': (original, queue) => (request) =>
      original(request).filter(({ spelled }) => spelled !== `${queue.dialect.queryPrefix}retries`),
  },
  'retries-default-1: retries: makes only 1 retry if Svc-Retries is missing': {
    breaks: [DEFAULT],
    'reading.settings': result((right, given) => ({
      ...right,
      ...(!given.some(({ name }) => name === 'retries') && { retries: 1 }),
    })),
  },
})
