// Mistakes under the heading: Webhook intake.

import { splitTarget, type Request } from '../../http/message.js'
import type { QueueFault, Replacements } from './fault.js'
import { given } from './parts.js'

/** Whether a request has what only a webhook's has: no header to say who sends it. */
const isWebhook = ({ headers }: Request) => headers.authorization === undefined

const withoutQuery = (request: Request): Request => ({
  ...request,
  target: splitTarget(request.target).path,
})

/** A server that takes the body of a webhook for something else. */
const bodies = (change: (body: Uint8Array) => Uint8Array): Replacements => ({
  reading: {
    body: (original) => (request) =>
      isWebhook(request) ? change(original(request)) : original(request),
  },
})

const FORWARDED = 'queue.webhook.forwarded-to-the-endpoint'
const GROUP = 'queue.webhook.to-a-group'

export const webhookFaults: readonly QueueFault[] = [
  {
    name: 'a token in the query opens publishing to a URL alone',
    breaks: [GROUP],
    replace: {
      access: {
        authenticate:
          (original, queue) =>
          (request, { queryToken }) => {
            const isUrl = queryToken && queue.reading.destination(request).kind === 'url'
            original(request, { queryToken: isUrl })
          },
      },
    },
  },
  {
    name: 'what a webhook sends is dropped, and the endpoint is only called',
    breaks: [FORWARDED, GROUP],
    replace: bodies(() => new Uint8Array()),
  },
  {
    name: 'the body of a webhook is put into an envelope',
    breaks: [FORWARDED, GROUP],
    replace: bodies((body) => Buffer.from(JSON.stringify({ body: Buffer.from(body).toString() }))),
  },
  {
    name: 'the body of a webhook is parsed and written anew',
    breaks: [FORWARDED, GROUP],
    replace: bodies((body) => {
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
    replace: {
      reading: {
        contentType: (original) => (request) =>
          isWebhook(request) ? 'application/json' : original(request),
      },
    },
  },
  {
    name: 'the query of a webhook ends with the token',
    breaks: [FORWARDED],
    replace: {
      reading: {
        destination: (original, queue) => (request) => {
          const { path, query } = splitTarget(request.target)
          if (!isWebhook(request)) return original(request)
          const own = query.split(`${queue.dialect.queueTokenKey}=`, 1)[0]
          return original({ ...request, target: `${path}?${own}` })
        },
      },
    },
  },
  {
    name: 'the endpoint of a webhook loses its query',
    breaks: [FORWARDED],
    replace: given('reading', 'destination', (request) => [
      isWebhook(request) ? withoutQuery(request) : request,
    ]),
  },
  {
    name: 'a webhook cannot be configured',
    breaks: [FORWARDED, GROUP],
    replace: given('reading', 'given', (request) => [
      isWebhook(request) ? withoutQuery(request) : request,
    ]),
  },
  {
    name: 'a webhook to a group cannot be configured in its query',
    breaks: [GROUP],
    replace: {
      reading: {
        given: (original, queue) => (request) => {
          const isPublish = request.target.startsWith('/v2/publish/')
          const isNamed = isPublish && queue.reading.destination(request).kind === 'name'
          return original(isNamed ? withoutQuery(request) : request)
        },
      },
    },
  },
]
