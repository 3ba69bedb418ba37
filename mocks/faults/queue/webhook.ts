// Faults of the heading Webhook intake.

import { splitTarget, type Request } from '../../http/message.js'
import { each, given, result } from '../written.js'
import { faults, type Replacements, replacing } from './fault.js'

/** True for a request without an Authorization header, as a webhook sends. */
const isWebhook = ({ headers }: Request) => headers.authorization === undefined

const withoutQuery = (request: Request): Request => ({
  ...request,
  target: splitTarget(request.target).path,
})

/** Changes the body of a webhook. */
const bodies = (change: (body: Uint8Array) => Uint8Array): Replacements => ({
  'reading.body': result((body, request) => (isWebhook(request) ? change(body) : body)),
})

const FORWARDED = 'queue.webhook.forwarded-to-the-endpoint'
const GROUP = 'queue.webhook.to-a-group'

export const webhookFaults = faults({
  'webhook-group-token-refused: webhook to a group: rejects the token in a query parameter': {
    breaks: [GROUP],
    'access.authenticate': (original, queue) => (request, where) => {
      const isUrl = where.queryToken && queue.reading.destination(request).kind === 'url'
      original(request, { queryToken: isUrl })
    },
  },
  ...each(bodies, [FORWARDED, GROUP], {
    'webhook-body-dropped: webhook: drops the body': () => new Uint8Array(),
  }),
  ...each(replacing('reading.destination'), [FORWARDED], {
    'webhook-query-cut-at-token: webhook: drops query parameters after the token':
      (original, queue) => (request) => {
        const { path, query } = splitTarget(request.target)
        if (!isWebhook(request)) return original(request)
        const own = query.split(`${queue.dialect.queueTokenKey}=`, 1)[0]
        return original({ ...request, target: `${path}?${own}` })
      },
  }),
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
