// Mistakes under the heading: Retry delay.

import { refuse } from '../../queue/refusal.js'
import type { QueueFault, Replacements } from './fault.js'
import { given, onlyInHeaders, result } from './parts.js'

/** A server that reads another expression where one is given. */
const reading = (another: (expression: string) => string): Replacements =>
  given('delivery', 'retryDelay', (message) => [
    {
      ...message,
      retryDelay: message.retryDelay && another(message.retryDelay),
    },
  ])

/** A server that has not heard of some functions. */
const without = (names: RegExp): Replacements => ({
  reading: {
    settings: (original) => (given) => {
      const expression = given.find(({ name }) => name === 'retry-delay')?.value ?? ''
      return names.test(expression) ? refuse(400, 'unknown function') : original(given)
    },
  },
})

const POW = 'queue.retry-delay.functions-pow-sqrt-abs-exp'
const FLOOR = 'queue.retry-delay.functions-floor-ceil-round'
const MIN = 'queue.retry-delay.functions-min-max'
const RETRIED = 'queue.retry-delay.retried-from-zero'
const EXPRESSION = 'queue.retry-delay.expression-in-milliseconds'

export const retryDelayFaults: readonly QueueFault[] = [
  {
    name: 'retries come once a second',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    replace: { delivery: { backoff: () => () => 1000 } },
  },
  {
    name: 'the default backoff grows without a limit',
    breaks: ['queue.retry-delay.backoff-cap'],
    replace: {
      delivery: {
        backoff: (_, queue) => (n) => Math.round(1000 * Math.exp(queue.dialect.backoffFactor * n)),
      },
    },
  },
  {
    name: 'the default backoff is a power of the retry count, not of twice that',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    replace: { delivery: { backoff: () => (n) => Math.round(1000 * Math.exp(n)) } },
  },
  {
    name: 'the default backoff is half as long',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    replace: result('delivery', 'backoff', (right) => right / 2),
  },
  {
    name: 'a retry delay is twice as long',
    breaks: [EXPRESSION, RETRIED, POW, FLOOR, MIN],
    blocks: ['queue.bulk.select-from-date', 'queue.bulk.select-to-date'],
    replace: reading((expression) => `2 * (${expression})`),
  },
  {
    name: 'a retry delay ends with a whole second',
    breaks: [EXPRESSION, POW],
    replace: reading((expression) => `ceil((${expression}) / 1000) * 1000`),
  },
  {
    name: 'in an expression, a division leaves no fraction',
    breaks: [EXPRESSION],
    replace: reading((expression) => expression.replace(/^(\d+ \/ \d+)/, 'floor($1)')),
  },
  {
    name: 'in an expression, exp is a power of two',
    breaks: [POW],
    replace: reading((expression) => expression.replaceAll('exp(', 'pow(2, ')),
  },
  {
    name: 'a retry delay is read as seconds',
    breaks: [EXPRESSION, RETRIED, POW, FLOOR, MIN],
    blocks: ['queue.bulk.select-from-date', 'queue.bulk.select-to-date'],
    replace: reading((expression) => `1000 * (${expression})`),
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
    blocks: [
      'queue.restart.retries',
      'queue.resume.retries',
      'queue.bulk.*',
      'queue.dlq-message.max-retries',
    ],
    replace: {
      delivery: {
        retryDelay:
          (_, queue) =>
          ({ retried }) =>
            queue.delivery.backoff(retried + 1),
      },
    },
  },
  {
    name: 'a retry delay in the query is ignored',
    breaks: ['queue.publish.settings-in-query', EXPRESSION],
    replace: onlyInHeaders('retry-delay'),
  },
  {
    name: 'in an expression, retried counts from 1',
    breaks: [RETRIED, POW, MIN],
    replace: reading((expression) => expression.replaceAll('retried', '(retried + 1)')),
  },
  {
    name: 'in an expression, retried is always 0',
    breaks: [RETRIED, POW, MIN],
    replace: reading((expression) => expression.replaceAll('retried', '0')),
  },
  {
    name: 'an expression has no precedence of its operators',
    breaks: [EXPRESSION, RETRIED],
    replace: reading((expression) =>
      expression.replace(/^(\w+) \+ (\w+) \* (\w+)$/, '($1 + $2) * $3'),
    ),
  },
  {
    name: 'a retry delay is a number and no expression',
    breaks: [EXPRESSION, RETRIED, POW, FLOOR, MIN],
    replace: without(/[^0-9]/),
  },
  {
    name: 'an expression has no powers',
    breaks: [POW],
    replace: without(/pow|sqrt|exp/),
  },
  {
    name: 'an expression knows no abs',
    breaks: [POW],
    replace: without(/abs/),
  },
  {
    name: 'floor, ceil and round do the same',
    breaks: [FLOOR],
    replace: reading((expression) => expression.replaceAll(/floor|ceil/g, 'round')),
  },
  {
    name: 'ceil is floor',
    breaks: [FLOOR],
    replace: reading((expression) => expression.replaceAll('ceil', 'floor')),
  },
  {
    name: 'min and max have changed places',
    breaks: [MIN],
    replace: reading((expression) =>
      expression.replaceAll(/min|max/g, (name) => (name === 'min' ? 'max' : 'min')),
    ),
  },
  {
    name: 'the gap before the second retry is that before the first',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    replace: given('delivery', 'backoff', () => [1]),
  },
  {
    name: 'the default backoff stops growing at the third retry until its cap',
    breaks: ['queue.retry-delay.default-backoff'],
    replace: {
      delivery: {
        backoff: (original) => (n) =>
          original(n) < 86_400_000 ? original(Math.min(n, 2)) : 86_400_000,
      },
    },
  },
]
