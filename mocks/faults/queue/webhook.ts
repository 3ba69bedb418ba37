// Mistakes under the heading: Webhook intake.

import { splitTarget, type Request } from '../../http/message.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'

/** Whether a request has what only a webhook's has: no header to say who sends it. */
const isWebhook = ({ headers }: Request) => headers.authorization === undefined

const withoutQuery = (request: Request): Request => ({
  ...request,
  target: splitTarget(request.target).path,
})

/** A server that takes the body of a webhook for something else. */
const bodies = shape((change: (body: Uint8Array) => Uint8Array): Replacements => ({
  'reading.body': result((body, request) => (isWebhook(request) ? change(body) : body)),
}))

const FORWARDED = 'queue.webhook.forwarded-to-the-endpoint'
const GROUP = 'queue.webhook.to-a-group'

export const webhookFaults: readonly QueueFault[] = [
  fault('a token in the query opens publishing to a URL alone', [GROUP], {
    'access.authenticate': (original, queue) => (request, where) => {
      const isUrl = where.queryToken && queue.reading.destination(request).kind === 'url'
      original(request, { queryToken: isUrl })
    },
  }),
  ...each(bodies, [FORWARDED, GROUP], {
    'what a webhook sends is dropped, and the endpoint is only called': () => new Uint8Array(),
    'the body of a webhook is put into an envelope': (body) =>
      Buffer.from(JSON.stringify({ body: Buffer.from(body).toString() })),
    'the body of a webhook is parsed and written anew': (body) => {
      try {
        return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString())))
      } catch {
        return body
      }
    },
  }),
  fault('a webhook is forwarded as JSON, whatever it is', [FORWARDED], {
    'reading.contentType': (original) => (request) =>
      isWebhook(request) ? 'application/json' : original(request),
  }),
  ...each(replacing('reading.destination'), [FORWARDED], {
    'the query of a webhook ends with the token': (original, queue) => (request) => {
      const { path, query } = splitTarget(request.target)
      if (!isWebhook(request)) return original(request)
      const own = query.split(`${queue.dialect.queueTokenKey}=`, 1)[0]
      return original({ ...request, target: `${path}?${own}` })
    },
    'the endpoint of a webhook loses its query': given((request) => [
      isWebhook(request) ? withoutQuery(request) : request,
    ]),
  }),
  fault('a webhook cannot be configured', [FORWARDED, GROUP], {
    'reading.given': given((request) => [isWebhook(request) ? withoutQuery(request) : request]),
  }),
  fault('a webhook to a group cannot be configured in its query', [GROUP], {
    'reading.given': (original, queue) => (request) => {
      const isPublish = request.target.startsWith('/v2/publish/')
      const isNamed = isPublish && queue.reading.destination(request).kind === 'name'
      return original(isNamed ? withoutQuery(request) : request)
    },
  }),
]
