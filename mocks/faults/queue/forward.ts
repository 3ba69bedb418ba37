// Mistakes under the heading: Forward.

import type { RuleId } from '#generated/rules.js'
import type { QueueFault, Replacements } from './fault.js'
import { result } from './parts.js'

/** Headers are named for a callback as they are for the destination. */
const STRIPPED: readonly RuleId[] = [
  'queue.forward.prefix-stripped',
  'queue.callback.forward-prefix-stripped',
  'queue.failure-callback.forward-prefix-stripped',
]

/** So they are for a webhook and for a group, by default headers too. */
const STRIPPED_OF_ONE: readonly RuleId[] = [
  'queue.webhook.forwarded-to-the-endpoint',
  'queue.webhook.to-a-group',
  'queue.group.fans-out-to-every-endpoint',
]
const STRIPPED_OF_SOME: readonly RuleId[] = [
  'queue.group.default-headers-apply',
  'queue.group.default-header-string',
  'queue.group.default-header-array',
]

/** A server that does not forward some headers without the prefix; names are in small letters. */
const keepingBack = (isKept: (name: string) => boolean): Replacements =>
  result('reading', 'otherHeaders', (right) =>
    right.filter(([name]) => !isKept(name.toLowerCase())),
  )

export const forwardFaults: readonly QueueFault[] = [
  {
    name: 'the forward prefix stays on',
    breaks: [...STRIPPED, ...STRIPPED_OF_ONE, ...STRIPPED_OF_SOME],
    replace: {
      reading: {
        namedHeaders: (original, queue) => (settings) =>
          original(settings).map(([name, value]) => [
            `${queue.dialect.headerPrefix}Forward-${name}`,
            value,
          ]),
      },
    },
  },
  {
    name: 'headers named for the destination are dropped',
    breaks: [
      ...STRIPPED,
      ...STRIPPED_OF_ONE,
      ...STRIPPED_OF_SOME,
      'queue.dlq-message.failure-callback-header',
      'queue.deduplication.content-differs-in-headers',
    ],
    replace: { reading: { namedHeaders: () => () => [] } },
  },
  {
    name: 'of the headers named for the destination the first goes along',
    breaks: [...STRIPPED, ...STRIPPED_OF_SOME],
    replace: result('reading', 'namedHeaders', (right) => right.slice(0, 1)),
  },
  {
    name: 'headers named for the destination go along if their names begin with X',
    breaks: STRIPPED,
    replace: result('reading', 'namedHeaders', (right) =>
      right.filter(([name]) => /^x-/i.test(name)),
    ),
  },
  {
    name: 'an Authorization named for the destination is kept back',
    breaks: STRIPPED,
    replace: result('reading', 'namedHeaders', (right) =>
      right.filter(([name]) => name.toLowerCase() !== 'authorization'),
    ),
  },
  {
    name: 'headers without the prefix never go along',
    breaks: [
      'queue.forward.all-headers',
      'queue.forward.all-headers-by-query',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.webhook.to-a-group',
      'queue.group.default-forward-all',
    ],
    replace: { reading: { otherHeaders: () => () => [] } },
  },
  {
    name: 'header forwarding takes headers along whose names begin with X',
    breaks: ['queue.forward.all-headers'],
    replace: keepingBack((name) => !name.startsWith('x-')),
  },
  {
    name: 'header forwarding leaves cookies out',
    breaks: ['queue.forward.all-headers'],
    replace: keepingBack((name) => name === 'cookie'),
  },
  {
    name: 'header forwarding leaves the user agent out',
    breaks: ['queue.forward.all-headers'],
    replace: keepingBack((name) => name === 'user-agent'),
  },
  {
    name: 'header forwarding is true whatever its value',
    breaks: ['queue.forward.all-headers'],
    replace: result('reading', 'settings', (right, given) => ({
      ...right,
      forwardAll: given.some(({ name }) => name === 'header-forward'),
    })),
  },
]
