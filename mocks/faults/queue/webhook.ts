// Mistakes under the heading: Webhook intake.

import { splitTarget, type Request } from '../../http/message.js'
import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'

/** Whether a request has what only a webhook's has: no header to say who sends it. */
const isWebhook = ({ headers }: Request) => headers.authorization === undefined

const withoutQuery = (request: Request): Request => ({
  ...request,
  target: splitTarget(request.target).path,
})

/** A server that takes the body of a webhook for something else. */
const bodies =
  (change: (body: Uint8Array) => Uint8Array) =>
  (queue: Queue): Queue => ({
    ...queue,
    body: (request) => (isWebhook(request) ? change(queue.body(request)) : queue.body(request)),
  })

const FORWARDED = 'queue.webhook.forwarded-to-the-endpoint'
const GROUP = 'queue.webhook.to-a-group'

export const webhookFaults: readonly Fault<Queue>[] = [
  {
    name: 'a token in the query opens publishing to a URL alone',
    breaks: [GROUP],
    apply: (queue) => ({
      ...queue,
      authenticate(request, { queryToken }) {
        const isUrl = queryToken && queue.destination(request).kind === 'url'
        queue.authenticate(request, { queryToken: isUrl })
      },
    }),
  },
  {
    name: 'what a webhook sends is dropped, and the endpoint is only called',
    breaks: [FORWARDED, GROUP],
    apply: bodies(() => new Uint8Array()),
  },
  {
    name: 'the body of a webhook is put into an envelope',
    breaks: [FORWARDED, GROUP],
    apply: bodies((body) => Buffer.from(JSON.stringify({ body: Buffer.from(body).toString() }))),
  },
  {
    name: 'the body of a webhook is parsed and written anew',
    breaks: [FORWARDED, GROUP],
    apply: bodies((body) => {
      try {
        return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString())))
      } catch {
        return body
      }
    }),
  },
  {
    name: 'a webhook is forwarded as JSON, whatever it is',
    breaks: [FORWARDED],
    apply: (queue) => ({
      ...queue,
      contentType: (request) =>
        isWebhook(request) ? 'application/json' : queue.contentType(request),
    }),
  },
  {
    name: 'the query of a webhook ends with the token',
    breaks: [FORWARDED],
    apply: (queue) => ({
      ...queue,
      destination(request) {
        const { path, query } = splitTarget(request.target)
        if (!isWebhook(request)) return queue.destination(request)
        const own = query.split(`${queue.dialect.queueTokenKey}=`, 1)[0]
        return queue.destination({ ...request, target: `${path}?${own}` })
      },
    }),
  },
  {
    name: 'the endpoint of a webhook loses its query',
    breaks: [FORWARDED],
    apply: (queue) => ({
      ...queue,
      destination: (request) =>
        queue.destination(isWebhook(request) ? withoutQuery(request) : request),
    }),
  },
  {
    name: 'a webhook cannot be configured',
    breaks: [FORWARDED, GROUP],
    apply: (queue) => ({
      ...queue,
      given: (request) => queue.given(isWebhook(request) ? withoutQuery(request) : request),
    }),
  },
  {
    name: 'a webhook to a group cannot be configured in its query',
    breaks: [GROUP],
    apply: (queue) => ({
      ...queue,
      given(request) {
        const isPublish = request.target.startsWith('/v2/publish/')
        const isNamed = isPublish && queue.destination(request).kind === 'name'
        return queue.given(isNamed ? withoutQuery(request) : request)
      },
    }),
  },
]
