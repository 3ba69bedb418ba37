// Mistakes under the heading: Retry delay.

import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { Fault } from '../fault.js'
import { onlyInHeaders } from './parts.js'

/** A server that reads another expression where one is given. */
const reading =
  (another: (expression: string) => string) =>
  (queue: Queue): Queue => ({
    ...queue,
    retryDelay: (message) =>
      queue.retryDelay({
        ...message,
        retryDelay: message.retryDelay && another(message.retryDelay),
      }),
  })

/** A server that has not heard of some functions. */
const without =
  (names: RegExp) =>
  (queue: Queue): Queue => ({
    ...queue,
    settings: (given) => {
      const expression = given.find(({ name }) => name === 'retry-delay')?.value ?? ''
      return names.test(expression) ? refuse(400, 'unknown function') : queue.settings(given)
    },
  })

const POW = 'queue.retry-delay.functions-pow-sqrt-abs-exp'
const FLOOR = 'queue.retry-delay.functions-floor-ceil-round'
const MIN = 'queue.retry-delay.functions-min-max'
const RETRIED = 'queue.retry-delay.retried-from-zero'
const EXPRESSION = 'queue.retry-delay.expression-in-milliseconds'

export const retryDelayFaults: readonly Fault<Queue>[] = [
  {
    name: 'retries come once a second',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    apply: (queue) => ({ ...queue, backoff: () => 1000 }),
  },
  {
    name: 'the default backoff grows without a limit',
    breaks: ['queue.retry-delay.backoff-cap'],
    apply: (queue) => ({
      ...queue,
      backoff: (n) => Math.round(1000 * Math.exp(queue.dialect.backoffFactor * n)),
    }),
  },
  {
    name: 'the default backoff is a power of the retry count, not of twice that',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    apply: (queue) => ({ ...queue, backoff: (n) => Math.round(1000 * Math.exp(n)) }),
  },
  {
    name: 'the default backoff is half as long',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    apply: (queue) => ({ ...queue, backoff: (n) => queue.backoff(n) / 2 }),
  },
  {
    name: 'a retry delay is twice as long',
    breaks: [EXPRESSION, RETRIED, POW, FLOOR, MIN],
    apply: reading((expression) => `2 * (${expression})`),
  },
  {
    name: 'a retry delay ends with a whole second',
    breaks: [EXPRESSION, POW],
    apply: reading((expression) => `ceil((${expression}) / 1000) * 1000`),
  },
  {
    name: 'in an expression, a division leaves no fraction',
    breaks: [EXPRESSION],
    apply: reading((expression) => expression.replace(/^(\d+ \/ \d+)/, 'floor($1)')),
  },
  {
    name: 'in an expression, exp is a power of two',
    breaks: [POW],
    apply: reading((expression) => expression.replaceAll('exp(', 'pow(2, ')),
  },
  {
    name: 'a retry delay is read as seconds',
    breaks: [EXPRESSION, RETRIED, POW, FLOOR, MIN],
    apply: reading((expression) => `1000 * (${expression})`),
  },
  {
    name: 'an expression is ignored',
    // The retries of a timeout are to follow at once.
    breaks: [
      EXPRESSION,
      RETRIED,
      POW,
      FLOOR,
      MIN,
      'queue.timeout.ends-the-attempt',
      'queue.timeout.units',
      'queue.publish.configured-per-message',
    ],
    blocks: ['queue.restart.retries', 'queue.resume.retries', 'queue.bulk.*'],
    apply: (queue) => ({ ...queue, retryDelay: ({ retried }) => queue.backoff(retried + 1) }),
  },
  {
    name: 'a retry delay in the query is ignored',
    breaks: ['queue.publish.settings-in-query', EXPRESSION],
    apply: (queue) => ({ ...queue, given: onlyInHeaders(queue, 'retry-delay') }),
  },
  {
    name: 'in an expression, retried counts from 1',
    breaks: [RETRIED, POW, MIN],
    apply: reading((expression) => expression.replaceAll('retried', '(retried + 1)')),
  },
  {
    name: 'in an expression, retried is always 0',
    breaks: [RETRIED, POW, MIN],
    apply: reading((expression) => expression.replaceAll('retried', '0')),
  },
  {
    name: 'an expression has no precedence of its operators',
    breaks: [EXPRESSION, RETRIED],
    apply: reading((expression) =>
      expression.replace(/^(\w+) \+ (\w+) \* (\w+)$/, '($1 + $2) * $3'),
    ),
  },
  {
    name: 'a retry delay is a number and no expression',
    breaks: [EXPRESSION, RETRIED, POW, FLOOR, MIN],
    apply: without(/[^0-9]/),
  },
  {
    name: 'an expression has no powers',
    breaks: [POW],
    apply: without(/pow|sqrt|exp/),
  },
  {
    name: 'an expression knows no abs',
    breaks: [POW],
    apply: without(/abs/),
  },
  {
    name: 'floor, ceil and round do the same',
    breaks: [FLOOR],
    apply: reading((expression) => expression.replaceAll(/floor|ceil/g, 'round')),
  },
  {
    name: 'ceil is floor',
    breaks: [FLOOR],
    apply: reading((expression) => expression.replaceAll('ceil', 'floor')),
  },
  {
    name: 'min and max have changed places',
    breaks: [MIN],
    apply: reading((expression) =>
      expression.replaceAll(/min|max/g, (name) => (name === 'min' ? 'max' : 'min')),
    ),
  },
  {
    name: 'the gap before the second retry is that before the first',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    apply: (queue) => ({ ...queue, backoff: () => queue.backoff(1) }),
  },
  {
    name: 'the default backoff stops growing at the third retry until its cap',
    breaks: ['queue.retry-delay.default-backoff'],
    apply: (queue) => ({
      ...queue,
      backoff: (n) => (queue.backoff(n) < 86_400_000 ? queue.backoff(Math.min(n, 2)) : 86_400_000),
    }),
  },
]
