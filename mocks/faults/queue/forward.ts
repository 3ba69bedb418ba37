// Mistakes under the heading: Forward.

import type { RuleId } from '#generated/rules.js'
import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'

/** Headers are named for a callback as they are for the destination. */
const STRIPPED: readonly RuleId[] = [
  'queue.forward.prefix-stripped',
  'queue.callback.forward-prefix-stripped',
  'queue.failure-callback.forward-prefix-stripped',
]

export const forwardFaults: readonly Fault<Queue>[] = [
  {
    name: 'the forward prefix stays on',
    breaks: STRIPPED,
    apply: (queue) => ({
      ...queue,
      namedHeaders: (settings) =>
        queue
          .namedHeaders(settings)
          .map(([name, value]) => [`${queue.dialect.headerPrefix}Forward-${name}`, value]),
    }),
  },
  {
    name: 'headers named for the destination are dropped',
    breaks: STRIPPED,
    apply: (queue) => ({ ...queue, namedHeaders: () => [] }),
  },
  {
    name: 'of the headers named for the destination the first goes along',
    breaks: STRIPPED,
    apply: (queue) => ({
      ...queue,
      namedHeaders: (settings) => queue.namedHeaders(settings).slice(0, 1),
    }),
  },
  {
    name: 'headers named for the destination go along if their names begin with X',
    breaks: STRIPPED,
    apply: (queue) => ({
      ...queue,
      namedHeaders: (settings) =>
        queue.namedHeaders(settings).filter(([name]) => /^x-/i.test(name)),
    }),
  },
  {
    name: 'an Authorization named for the destination is kept back',
    breaks: STRIPPED,
    apply: (queue) => ({
      ...queue,
      namedHeaders: (settings) =>
        queue.namedHeaders(settings).filter(([name]) => name.toLowerCase() !== 'authorization'),
    }),
  },
  {
    name: 'headers without the prefix never go along',
    breaks: ['queue.forward.all-headers', 'queue.forward.all-headers-by-query'],
    apply: (queue) => ({ ...queue, otherHeaders: () => [] }),
  },
  {
    name: 'header forwarding is true whatever its value',
    breaks: ['queue.forward.all-headers'],
    apply: (queue) => ({
      ...queue,
      settings: (given) => ({
        ...queue.settings(given),
        forwardAll: given.some(({ name }) => name === 'header-forward'),
      }),
    }),
  },
]
