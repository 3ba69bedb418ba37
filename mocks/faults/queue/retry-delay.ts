// Mistakes under the heading: Retry delay.

import { refuse } from '../../queue/refusal.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { onlyInHeaders } from './parts.js'

/** A server that reads another expression where one is given. */
const reading = shape((another: (expression: string) => string): Replacements => ({
  'delivery.retryDelay': given((message) => [
    { ...message, retryDelay: message.retryDelay && another(message.retryDelay) },
  ]),
}))

/** A server that has not heard of some functions. */
const without = shape((names: RegExp): Replacements => ({
  'reading.settings': (original) => (given) => {
    const expression = given.find(({ name }) => name === 'retry-delay')?.value ?? ''
    return names.test(expression) ? refuse(400, 'unknown function') : original(given)
  },
}))

const CAP = 'queue.retry-delay.backoff-cap'
const POW = 'queue.retry-delay.functions-pow-sqrt-abs-exp'
const FLOOR = 'queue.retry-delay.functions-floor-ceil-round'
const MIN = 'queue.retry-delay.functions-min-max'
const RETRIED = 'queue.retry-delay.retried-from-zero'
const EXPRESSION = 'queue.retry-delay.expression-in-milliseconds'
const BACKOFF = 'queue.retry-delay.default-backoff'

/** What is judged of expressions by the delays that they ask for. */
const EVERY = [EXPRESSION, RETRIED, POW, FLOOR, MIN] as const

export const retryDelayFaults: readonly QueueFault[] = [
  replacing('delivery.backoff')('retries come once a second', [BACKOFF, CAP], () => () => 1000),
  fault('the default backoff grows without a limit', [CAP], {
    'delivery.backoff': (_, queue) => (n) =>
      Math.round(1000 * Math.exp(queue.dialect.backoffFactor * n)),
  }),
  ...each(replacing('delivery.backoff'), [BACKOFF, CAP], {
    'the default backoff is a power of the retry count, not of twice that': () => (n) =>
      Math.round(1000 * Math.exp(n)),
    'the default backoff is half as long': result((right) => right / 2),
  }),
  reading(
    'a retry delay is twice as long',
    { breaks: EVERY, blocks: ['queue.bulk.select-from-date', 'queue.bulk.select-to-date'] },
    (expression) => `2 * (${expression})`,
  ),
  reading(
    'a retry delay ends with a whole second',
    [EXPRESSION, POW],
    (expression) => `ceil((${expression}) / 1000) * 1000`,
  ),
  reading('in an expression, a division leaves no fraction', [EXPRESSION], (expression) =>
    expression.replace(/^(\d+ \/ \d+)/, 'floor($1)'),
  ),
  reading('in an expression, exp is a power of two', [POW], (expression) =>
    expression.replaceAll('exp(', 'pow(2, '),
  ),
  reading(
    'a retry delay is read as seconds',
    { breaks: EVERY, blocks: ['queue.bulk.select-from-date', 'queue.bulk.select-to-date'] },
    (expression) => `1000 * (${expression})`,
  ),
  {
    name: 'an expression is ignored',
    breaks: [
      ...EVERY,
      // The retries of a timeout are to follow at once.
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
      'delivery.retryDelay': (_, queue) => (message) => queue.delivery.backoff(message.retried + 1),
    },
  },
  onlyInHeaders(
    'a retry delay in the query is ignored',
    ['queue.publish.settings-in-query', EXPRESSION],
    'retry-delay',
  ),
  ...each(reading, [RETRIED, POW, MIN], {
    'in an expression, retried counts from 1': (expression) =>
      expression.replaceAll('retried', '(retried + 1)'),
    'in an expression, retried is always 0': (expression) => expression.replaceAll('retried', '0'),
  }),
  reading('an expression has no precedence of its operators', [EXPRESSION, RETRIED], (expression) =>
    expression.replace(/^(\w+) \+ (\w+) \* (\w+)$/, '($1 + $2) * $3'),
  ),
  without('a retry delay is a number and no expression', EVERY, /[^0-9]/),
  without('an expression has no powers', [POW], /pow|sqrt|exp/),
  without('an expression knows no abs', [POW], /abs/),
  ...each(reading, [FLOOR], {
    'floor, ceil and round do the same': (expression) =>
      expression.replaceAll(/floor|ceil/g, 'round'),
    'ceil is floor': (expression) => expression.replaceAll('ceil', 'floor'),
  }),
  reading('min and max have changed places', [MIN], (expression) =>
    expression.replaceAll(/min|max/g, (name) => (name === 'min' ? 'max' : 'min')),
  ),
  fault('the gap before the second retry is that before the first', [BACKOFF, CAP], {
    'delivery.backoff': given(() => [1]),
  }),
  fault('the default backoff stops growing at the third retry until its cap', [BACKOFF], {
    'delivery.backoff': (original) => (n) =>
      original(n) < 86_400_000 ? original(Math.min(n, 2)) : 86_400_000,
  }),
]
