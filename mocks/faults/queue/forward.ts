// Faults of the heading Forward.

import type { RuleId } from '#generated/rules.js'
import { each, result } from '../written.js'
import { faults, type Replacements, replacing } from './fault.js'

/** Rules about the prefix Forward- of headers for the destination and for callbacks. */
const STRIPPED: readonly RuleId[] = [
  'queue.forward.prefix-stripped',
  'queue.callback.forward-prefix-stripped',
  'queue.failure-callback.forward-prefix-stripped',
]

/** Rules whose scenarios forward headers to webhooks and groups, and by default headers. */
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

/** Does not forward some headers without the prefix; `name` is in lower case. */
const keepingBack = (isKept: (name: string) => boolean): Replacements => ({
  'forwarding.others': result((right) => right.filter(([name]) => !isKept(name.toLowerCase()))),
})

const ALL_HEADERS = 'queue.forward.all-headers'

export const forwardFaults = faults({
  'forward-all-drops-signature: Svc-Header-Forward: does not forward X-Signature': {
    breaks: [ALL_HEADERS],
    ...keepingBack((name) => name === 'x-signature'),
  },
  'forward-prefix-kept: Svc-Forward-*: keeps the prefix in forwarded header names': {
    breaks: [...STRIPPED, ...STRIPPED_OF_ONE, ...STRIPPED_OF_SOME],
    'forwarding.named': (original, queue) => (settings) =>
      original(settings).map(([name, value]) => [
        `${queue.dialect.headerPrefix}Forward-${name}`,
        value,
      ]),
  },
  'forward-headers-dropped: Svc-Forward-*: does not forward the headers': {
    breaks: [
      ...STRIPPED,
      ...STRIPPED_OF_ONE,
      ...STRIPPED_OF_SOME,
      'queue.dlq-message.failure-callback-header',
      'queue.deduplication.content-differs-in-headers',
    ],
    'forwarding.named': () => () => [],
  },
  'forward-first-header-only: Svc-Forward-*: forwards only the first of several headers': {
    breaks: [...STRIPPED, ...STRIPPED_OF_SOME],
    'forwarding.named': result((right) => right.slice(0, 1)),
  },
  ...each(replacing('forwarding.named'), STRIPPED, {
    'forward-x-headers-only: Svc-Forward-*: forwards only headers named X-*': result((right) =>
      right.filter(([name]) => /^x-/i.test(name)),
    ),
    'forward-authorization-dropped: Svc-Forward-*: does not forward Authorization': result(
      (right) => right.filter(([name]) => name.toLowerCase() !== 'authorization'),
    ),
  }),
  'header-forward-ignored: Svc-Header-Forward: forwards no headers': {
    breaks: [ALL_HEADERS, 'queue.forward.all-headers-by-query', 'queue.group.default-forward-all'],
    'forwarding.others': () => () => [],
  },
  ...each(keepingBack, [ALL_HEADERS], {
    'header-forward-x-headers-only: Svc-Header-Forward: forwards only headers named X-*': (name) =>
      !name.startsWith('x-'),
  }),
  'header-forward-drops-content-type: Svc-Header-Forward: does not forward Content-Type': {
    breaks: [ALL_HEADERS],
    'forwarding.headers': result((right, _, { forwardAll }) =>
      forwardAll
        ? Object.fromEntries(
            Object.entries(right).filter(([name]) => !/^content-type$/i.test(name)),
          )
        : right,
    ),
  },
  'header-forward-any-value: Svc-Header-Forward: treats the value "false" as true': {
    breaks: [ALL_HEADERS],
    'reading.settings': result((right, given) => ({
      ...right,
      forwardAll: given.some(({ name }) => name === 'header-forward'),
    })),
  },
})
