// Mistakes under the heading: Retries.

import type { QueueFault, Replacements } from './fault.js'
import { result } from './parts.js'

/** A server to which some answers more are a success. */
export const succeedingAt = (also: (status: number) => boolean): Replacements =>
  result(
    'delivery',
    'succeeded',
    (right, outcome) => right || (outcome.kind === 'answered' && also(outcome.status)),
  )

export const retriesFaults: readonly QueueFault[] = [
  {
    name: 'one retry more is made than is allowed',
    breaks: [
      'queue.retries.at-most-one-plus-retries',
      'queue.retries.default',
      'queue.group.fans-out-to-every-endpoint',
      'queue.group.default-retries',
      'queue.publish.configured-per-message',
    ],
    blocks: ['queue.restart.retries', 'queue.resume.retries', 'queue.bulk.*'],
    replace: {
      delivery: {
        mayRetry:
          () =>
          ({ retried, retries }) =>
            retried <= retries,
      },
    },
  },
  {
    name: 'one retry more is made than is allowed where there is a delay',
    breaks: ['queue.retries.at-most-one-plus-retries'],
    replace: result(
      'delivery',
      'mayRetry',
      (right, message) =>
        right || (message.notBefore > message.createdAt && message.retried === message.retries),
    ),
  },
  {
    name: 'a retry after the first one has lost the forwarded headers',
    breaks: ['queue.retries.after-a-failed-delivery'],
    replace: {
      delivery: {
        headers: (original, queue) => (message) => {
          const isOwn = (name: string) => name.startsWith(queue.dialect.headerPrefix)
          const kept = Object.entries(message.headers).filter(
            ([name]) => message.retried < 2 || name === 'Content-Type' || isOwn(name),
          )
          return original({ ...message, headers: Object.fromEntries(kept) })
        },
      },
    },
  },
  {
    name: 'a failed delivery is not retried',
    breaks: [
      'queue.retries.after-a-failed-delivery',
      'queue.retries.default',
      'queue.group.fans-out-to-every-endpoint',
      'queue.states.run-failed',
      'queue.restart.original-configuration',
      'queue.restart.retries',
      'queue.resume.retries',
    ],
    blocks: [
      'queue.retry-delay.*',
      'queue.timeout.*',
      'queue.callback.uses-original-retries',
      'queue.callback.setting-timeout',
      'queue.failure-callback.uses-original-retries',
      'queue.group.default-retries',
      'queue.bulk.*',
    ],
    replace: { delivery: { mayRetry: () => () => false } },
  },
  {
    name: 'a delivery has succeeded only with 200',
    breaks: ['queue.retries.after-a-failed-delivery'],
    replace: result(
      'delivery',
      'succeeded',
      (right, outcome) => right && outcome.kind === 'answered' && outcome.status === 200,
    ),
  },
  {
    name: 'a delivery without an answer is not retried',
    breaks: [
      'queue.retries.after-a-failed-delivery',
      'queue.timeout.ends-the-attempt',
      'queue.timeout.units',
      'queue.failure-callback.after-all-retries',
    ],
    blocks: ['queue.timeout.only-shortens', 'queue.callback.setting-timeout'],
    replace: result(
      'delivery',
      'succeeded',
      (right, outcome) => right || outcome.kind === 'unanswered',
    ),
  },
  {
    name: 'a message is delivered until there were enough attempts, delivered or not',
    breaks: [
      'queue.dlq.failed-run-is-placed',
      'queue.retries.after-a-failed-delivery',
      'queue.retries.at-most-one-plus-retries',
      'queue.callback.after-each-attempt',
      'queue.failure-callback.after-all-retries',
      'queue.group.fans-out-to-every-endpoint',
      'queue.dlq.filter-failure-callback-state',
      'queue.states.run-canceled',
      'queue.states.processed-message-is-logged-delivered',
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
    blocks: [
      'queue.callback.setting-timeout',
      'queue.states.*',
      'queue.runs.*',
      'queue.message-logs.*',
      'queue.waiter.*',
      'queue.notify.*',
    ],
    replace: { delivery: { succeeded: () => () => false } },
  },
  {
    name: 'no retries are asked for with 0: there are as many as without a setting',
    breaks: [
      'queue.group.fans-out-to-every-endpoint',
      'queue.retries.at-most-one-plus-retries',
      'queue.group.default-retries',
      'queue.publish.configured-per-message',
      'queue.dlq-message.max-retries',
      'queue.restart.retries',
      'queue.resume.retries',
      'queue.bulk.retries',
    ],
    blocks: ['queue.dlq-message.rate', 'queue.dlq-message.period'],
    replace: {
      reading: {
        settings: (original, queue) => (given) => {
          const settings = original(given)
          return { ...settings, retries: settings.retries || queue.dialect.defaultRetries.free }
        },
      },
    },
  },
  {
    name: 'retries in the query are ignored',
    breaks: ['queue.publish.settings-in-query'],
    replace: {
      reading: {
        given: (original, queue) => (request) =>
          original(request).filter(
            ({ spelled }) => spelled !== `${queue.dialect.queryPrefix}retries`,
          ),
      },
    },
  },
  {
    name: 'without a setting there is one retry',
    breaks: ['queue.retries.default'],
    replace: result('reading', 'settings', (right, given) => ({
      ...right,
      ...(!given.some(({ name }) => name === 'retries') && { retries: 1 }),
    })),
  },
]
