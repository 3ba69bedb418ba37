// Faults of the headings Forward and Webhook intake.

import type { RuleId } from '#generated/rules.js'
import { type Request, splitTarget } from '../../http/message.js'
import { each, given, result } from '../written.js'
import { faults, replacing } from './fault.js'

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

const ALL_HEADERS = 'queue.forward.all-headers'

/** True for a request without an Authorization header, as a webhook sends. */
const isWebhook = ({ headers }: Request) => headers.authorization === undefined

const withoutQuery = (request: Request): Request => ({
  ...request,
  target: splitTarget(request.target).path,
})

const FORWARDED = 'queue.webhook.forwarded-to-the-endpoint'
const GROUP = 'queue.webhook.to-a-group'

export const forwardFaults = faults({
  'forward-all-drops-signature: Svc-Header-Forward: does not forward X-Signature': {
    breaks: [ALL_HEADERS],
    'forwarding.others': result((right) =>
      right.filter(([name]) => name.toLowerCase() !== 'x-signature'),
    ),
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
  'header-forward-x-headers-only: Svc-Header-Forward: forwards only headers named X-*': {
    breaks: [ALL_HEADERS],
    'forwarding.others': result((right) => right.filter(([name]) => /^x-/i.test(name))),
  },
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
  'webhook-group-token-refused: webhook to a group: rejects the token in a query parameter': {
    breaks: [GROUP],
    'access.authenticate': (original, queue) => (request, where) => {
      const isUrl = where.queryToken && queue.reading.destination(request).kind === 'url'
      original(request, { queryToken: isUrl })
    },
  },
  'webhook-body-dropped: webhook: drops the body': {
    breaks: [FORWARDED, GROUP],
    'reading.body': result((body, request) => (isWebhook(request) ? new Uint8Array() : body)),
  },
  'webhook-query-cut-at-token: webhook: drops query parameters after the token': {
    breaks: [FORWARDED],
    'reading.destination': (original, queue) => (request) => {
      const { path, query } = splitTarget(request.target)
      if (!isWebhook(request)) return original(request)
      const own = query.split(`${queue.dialect.queueTokenKey}=`, 1)[0]
      return original({ ...request, target: `${path}?${own}` })
    },
  },
  'webhook-settings-ignored: webhook: ignores svc-* query parameters': {
    breaks: [FORWARDED, GROUP],
    'reading.given': given((request) => [isWebhook(request) ? withoutQuery(request) : request]),
  },
  'group-query-settings-ignored: publish to a group: ignores svc-* query parameters': {
    breaks: [GROUP],
    'reading.given': (original, queue) => (request) => {
      const isPublish = request.target.startsWith('/v2/publish/')
      const isNamed = isPublish && queue.reading.destination(request).kind === 'name'
      return original(isNamed ? withoutQuery(request) : request)
    },
  },
})
