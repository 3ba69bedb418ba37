// Faults of the heading Retry delay.

import { refuse } from '../../queue/refusal.js'
import { each, given, result, rows } from '../written.js'
import { faults, type Replacements, replacing } from './fault.js'

/** Changes a given expression. */
const reading = (another: (expression: string) => string): Replacements => ({
  'delivery.retryDelay': given((message) => [
    { ...message, retryDelay: message.retryDelay && another(message.retryDelay) },
  ]),
})

const CAP = 'queue.retry-delay.backoff-cap'
const POW = 'queue.retry-delay.functions-pow-sqrt-abs-exp'
const FLOOR = 'queue.retry-delay.functions-floor-ceil-round'
const MIN = 'queue.retry-delay.functions-min-max'
const RETRIED = 'queue.retry-delay.retried-from-zero'
const EXPRESSION = 'queue.retry-delay.expression-in-milliseconds'
const BACKOFF = 'queue.retry-delay.default-backoff'

/** Rules that check delays of expressions. */
const EVERY = [EXPRESSION, RETRIED, POW, FLOOR, MIN] as const

export const retryDelayFaults = faults({
  ...each(replacing('delivery.backoff'), [BACKOFF, CAP], {
    'backoff-always-1s: default backoff: waits 1 s before every retry': () => () => 1000,
    'backoff-e-to-the-n: default backoff: waits e^n s, not e^(2n) s, for retry n': () => (n) =>
      Math.round(1000 * Math.exp(n)),
    'backoff-never-grows: default backoff: every retry waits as long as the first': given(() => [
      1,
    ]),
  }),
  'backoff-without-cap: default backoff: has no maximum delay': {
    breaks: [CAP],
    'delivery.backoff': (_, queue) => (n) =>
      Math.round(1000 * Math.exp(queue.dialect.backoffFactor * n)),
  },
  'retry-delay-plus-svc-delay: Svc-Retry-Delay: adds Svc-Delay to every retry': {
    breaks: [EXPRESSION],
    'delivery.retryDelay': result(
      (right, { createdAt, notBefore }) => right + Math.max(0, notBefore - createdAt),
    ),
  },
  'retry-delay-ignored: Svc-Retry-Delay: is ignored, default backoff is used': {
    breaks: [
      ...EVERY,
      // The scenarios of these set a delay of 0, so that retries follow at once.
      'queue.retries.after-a-failed-delivery',
      'queue.group.default-retries',
      'queue.timeout.ends-the-attempt',
      'queue.timeout.units',
      'queue.publish.configured-per-message',
      'queue.states.run-failed',
    ],
    blocks: ['queue.restart.retries', 'queue.resume.retries', 'queue.bulk.*'],
    'delivery.retryDelay': (_, queue) => (message) => queue.delivery.backoff(message.retried + 1),
  },
  ...rows(reading, {
    'retry-delay-whole-seconds: Svc-Retry-Delay: rounds up to whole seconds': [
      [EXPRESSION, POW],
      (expression) => `ceil((${expression}) / 1000) * 1000`,
    ],
    'retry-delay-integer-division: Svc-Retry-Delay: uses integer division, so 5 / 2 is 2': [
      EXPRESSION,
      (expression) => expression.replace(/^(\d+ \/ \d+)/, 'floor($1)'),
    ],
    'retry-delay-exp-base-2: Svc-Retry-Delay: exp() uses base 2 instead of e': [
      POW,
      (expression) => expression.replaceAll('exp(', 'pow(2, '),
    ],
    'retry-delay-in-seconds: Svc-Retry-Delay: reads the result as seconds, not ms': [
      EVERY,
      (expression) => `1000 * (${expression})`,
    ],
    'retry-delay-retried-from-1: Svc-Retry-Delay: "retried" starts at 1 instead of 0': [
      [RETRIED, POW, MIN],
      (expression) => expression.replaceAll('retried', '(retried + 1)'),
    ],
    'retry-delay-no-precedence: Svc-Retry-Delay: computes a + b * c as (a + b) * c': [
      [EXPRESSION, RETRIED],
      (expression) => expression.replace(/^(\w+) \+ (\w+) \* (\w+)$/, '($1 + $2) * $3'),
    ],
    'retry-delay-floor-and-ceil-as-round: Svc-Retry-Delay: floor and ceil behave like round': [
      FLOOR,
      (expression) => expression.replaceAll(/floor|ceil/g, 'round'),
    ],
    'retry-delay-min-max-swapped: Svc-Retry-Delay: swaps the functions min() and max()': [
      MIN,
      (expression) => expression.replaceAll(/min|max/g, (name) => (name === 'min' ? 'max' : 'min')),
    ],
  }),
  'retry-delay-numbers-only: Svc-Retry-Delay: rejects every expression except a number': {
    breaks: EVERY,
    'reading.settings': (original) => (given) => {
      const expression = given.find(({ name }) => name === 'retry-delay')?.value ?? ''
      return /[^0-9]/.test(expression) ? refuse(400, 'expected a number') : original(given)
    },
  },
})
