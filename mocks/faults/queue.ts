// Mistakes of a queue server, and variants that are none, in the order of the contract.

import type { Queue } from '../queue/queue.js'
import { refuse } from '../queue/refusal.js'
import type { Fault } from './fault.js'

/** A value that the type rightly forbids: some mistakes are answers of the wrong shape. */
const forbidden = (value: unknown) => value as never

/** Destinations of which the URLs are changed by a server that parses them. */
const destinations =
  (queue: Queue, change: (url: URL) => void): Queue['destination'] =>
  (request) => {
    const destination = queue.destination(request)
    if (destination.kind === 'name') return destination
    const url = new URL(destination.url)
    change(url)
    return { kind: 'url', url: url.href }
  }

export const queueFaults: readonly Fault<Queue>[] = [
  {
    name: 'a message is accepted and never delivered',
    breaks: ['queue.publish.delivers-to-destination'],
    blocks: [
      'queue.publish.*',
      'queue.forward.*',
      'queue.webhook.*',
      'queue.authentication.bearer',
      'queue.authentication.query-token-on-publish',
    ],
    apply: (queue) => ({ ...queue, accept: async () => {} }),
  },
  {
    name: 'the same message is delivered once',
    breaks: ['queue.publish.delivers-to-destination'],
    apply(queue) {
      const seen = new Set<string>()
      return {
        ...queue,
        async accept(message) {
          const content = `${message.url} ${Buffer.from(message.body).toString('base64')}`
          if (!seen.has(content)) await queue.accept(message)
          seen.add(content)
        },
      }
    },
  },
  {
    name: 'the path of a destination ends after two segments',
    breaks: ['queue.publish.destination-in-path', 'queue.publish.to-http-url'],
    apply: (queue) => ({
      ...queue,
      destination: destinations(queue, (url) => {
        url.pathname = url.pathname.split('/', 3).join('/')
      }),
    }),
  },
  {
    name: 'a destination loses its query',
    breaks: ['queue.publish.to-http-url'],
    apply: (queue) => ({ ...queue, destination: destinations(queue, (url) => (url.search = '')) }),
  },
  {
    name: 'the query of a destination is parsed and written anew',
    breaks: ['queue.publish.to-http-url'],
    apply: (queue) => ({
      ...queue,
      destination: destinations(queue, (url) => url.searchParams.sort()),
    }),
  },
  {
    name: 'a slash that is percent-encoded in a destination is decoded',
    breaks: ['queue.publish.to-http-url'],
    apply: (queue) => ({
      ...queue,
      destination: (request) =>
        queue.destination({ ...request, target: request.target.replaceAll(/%2f/gi, '/') }),
    }),
  },
  {
    name: 'a destination loses its query where there is a setting in it',
    breaks: ['queue.publish.to-http-url'],
    apply: (queue) => ({
      ...queue,
      destination(request) {
        const hasSetting = request.target.includes(`&${queue.dialect.queryPrefix}`)
        const target = hasSetting ? request.target.replace(/\?.*/s, '') : request.target
        return queue.destination({ ...request, target })
      },
    }),
  },
  {
    name: 'a destination on https is refused',
    breaks: ['queue.publish.to-https-url'],
    apply: (queue) => ({
      ...queue,
      destination: destinations(queue, ({ protocol }) => {
        if (protocol === 'https:') refuse(400, 'expected a URL that begins with http://')
      }),
    }),
  },
  {
    name: 'a publish to a URL is answered with an array',
    breaks: [
      'queue.publish.url-answers-one-object',
      'queue.publish.message-id-required',
      'queue.publish.url',
    ],
    blocks: ['queue.publish.message-id-unique'],
    apply: (queue) => ({ ...queue, published: (message) => forbidden([queue.published(message)]) }),
  },
  {
    name: 'the answer to a publish names no URL',
    breaks: ['queue.publish.url', 'queue.publish.url-answers-one-object'],
    apply: (queue) => ({ ...queue, published: ({ id }) => forbidden({ messageId: id }) }),
  },
  {
    name: 'the answer to a publish has no message id',
    breaks: ['queue.publish.message-id-required', 'queue.publish.url-answers-one-object'],
    blocks: ['queue.publish.message-id-unique'],
    apply: (queue) => ({
      ...queue,
      published: ({ url }) => forbidden({ url }),
    }),
  },
  {
    name: 'every message has the same id',
    breaks: ['queue.publish.message-id-unique'],
    apply: (queue) => ({
      ...queue,
      published: (message) => ({ ...queue.published(message), messageId: 'msg_0' }),
    }),
  },
  {
    name: 'a body is delivered as text, and what is no UTF-8 is lost',
    breaks: ['queue.publish.body-unchanged'],
    apply: (queue) => ({
      ...queue,
      body: ({ body }) => new TextEncoder().encode(new TextDecoder().decode(body)),
    }),
  },
  {
    name: 'a newline is added to the body',
    breaks: ['queue.publish.body-unchanged', 'queue.webhook.forwarded-to-the-endpoint'],
    apply: (queue) => ({ ...queue, body: ({ body }) => Buffer.concat([body, Buffer.from('\n')]) }),
  },
  {
    name: 'a body goes along with a POST alone',
    breaks: ['queue.publish.body-unchanged'],
    apply: (queue) => ({
      ...queue,
      message(url, instructions) {
        const body = instructions.method === 'POST' ? instructions.body : new Uint8Array()
        return queue.message(url, { ...instructions, body })
      },
    }),
  },
  {
    name: 'the content type is not delivered',
    breaks: ['queue.publish.content-type'],
    apply: (queue) => ({ ...queue, contentType: () => undefined }),
  },
  {
    name: 'every delivery is a POST',
    breaks: ['queue.publish.method', 'queue.publish.settings-in-query'],
    apply: (queue) => ({ ...queue, method: () => 'POST' }),
  },
  {
    name: 'settings are seen only under headers spelled as in the documents',
    breaks: ['queue.publish.method', 'queue.forward.prefix-stripped'],
    apply: (queue) => ({
      ...queue,
      given: (request) =>
        queue
          .given(request)
          .filter(({ spelled }) => spelled !== spelled.toUpperCase())
          .filter(({ spelled }) => !spelled.startsWith(queue.dialect.headerPrefix.toLowerCase()))
          .concat(queue.given({ ...request, rawHeaders: [] })),
    }),
  },
  {
    name: 'a delivery without a method setting is a GET',
    breaks: ['queue.publish.method-defaults-to-post'],
    apply: (queue) => ({
      ...queue,
      settings(given) {
        const method = given.some(({ name }) => name === 'method') ? {} : { method: 'GET' }
        return { ...queue.settings(given), ...method }
      },
    }),
  },
  {
    name: 'settings in the query are ignored',
    breaks: ['queue.publish.settings-in-query', 'queue.forward.all-headers-by-query'],
    apply: (queue) => ({
      ...queue,
      given: (request) => queue.given({ ...request, target: request.target.replace(/\?.*/s, '') }),
    }),
  },
  {
    name: 'one retry more is made than is allowed',
    breaks: ['queue.retries.at-most-one-plus-retries', 'queue.retries.default'],
    apply: (queue) => ({ ...queue, mayRetry: ({ retried, retries }) => retried <= retries }),
  },
  {
    name: 'a failed delivery is not retried',
    breaks: ['queue.retries.after-a-failed-delivery', 'queue.retries.default'],
    blocks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    apply: (queue) => ({ ...queue, mayRetry: () => false }),
  },
  {
    name: 'retries come once a second',
    breaks: ['queue.retry-delay.default-backoff', 'queue.retry-delay.backoff-cap'],
    apply: (queue) => ({ ...queue, backoff: () => 1000 }),
  },
  {
    name: 'the default backoff grows without a limit',
    breaks: ['queue.retry-delay.backoff-cap', 'queue.retry-delay.default-backoff'],
    apply: (queue) => ({
      ...queue,
      backoff: (n) => Math.round(1000 * Math.exp(queue.dialect.backoffFactor * n)),
    }),
  },
  {
    name: 'the forward prefix stays on',
    breaks: ['queue.forward.prefix-stripped'],
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
    breaks: ['queue.forward.prefix-stripped'],
    apply: (queue) => ({ ...queue, namedHeaders: () => [] }),
  },
  {
    name: 'of the headers named for the destination the first goes along',
    breaks: ['queue.forward.prefix-stripped'],
    apply: (queue) => ({
      ...queue,
      namedHeaders: (settings) => queue.namedHeaders(settings).slice(0, 1),
    }),
  },
  {
    name: 'headers named for the destination go along if their names begin with X',
    breaks: ['queue.forward.prefix-stripped'],
    apply: (queue) => ({
      ...queue,
      namedHeaders: (settings) =>
        queue.namedHeaders(settings).filter(([name]) => /^x-/i.test(name)),
    }),
  },
  {
    name: 'an Authorization named for the destination is kept back',
    breaks: ['queue.forward.prefix-stripped'],
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
  {
    name: 'an attempt may take as long as it likes',
    breaks: ['queue.timeout.ends-the-attempt', 'queue.timeout.units'],
    apply: (queue) => ({
      ...queue,
      settings: (given) => ({ ...queue.settings(given), timeout: 365 * 86_400_000 }),
    }),
  },
  {
    name: 'a delay is not kept',
    breaks: ['queue.delay.number-and-unit'],
    apply: (queue) => ({
      ...queue,
      notBefore: (settings) => queue.notBefore({ ...settings, delay: 0 }),
    }),
  },
  {
    name: 'not-before is read as milliseconds',
    breaks: ['queue.delay.not-before-in-seconds', 'queue.delay.not-before-wins'],
    apply: (queue) => ({
      ...queue,
      notBefore: ({ notBefore, ...settings }) =>
        queue.notBefore({ ...settings, notBefore: notBefore && notBefore / 1000 }),
    }),
  },
  {
    name: 'a delay wins over not-before',
    breaks: ['queue.delay.not-before-wins'],
    apply: (queue) => ({
      ...queue,
      notBefore: (settings) =>
        queue.notBefore(settings.delay > 0 ? { ...settings, notBefore: undefined } : settings),
    }),
  },
  {
    name: 'the entries of the DLQ list are under "items"',
    breaks: ['queue.dlq.list-response'],
    apply: (queue) => ({
      ...queue,
      dlq: {
        ...queue.dlq,
        async list(filter, page) {
          const { messages, ...rest } = await queue.dlq.list(filter, page)
          return forbidden({ ...rest, items: messages })
        },
      },
    }),
  },
  {
    name: 'an absent DLQ entry is shown as an empty one',
    breaks: ['queue.dlq.get-absent-is-404'],
    apply: (queue) => ({
      ...queue,
      dlq: { ...queue.dlq, get: async (id) => (await queue.dlq.get(id)) ?? { messageId: '' } },
    }),
  },
  {
    name: 'the id of an absent DLQ entry is a bad request',
    breaks: ['queue.dlq.get-absent-is-404', 'queue.dlq.delete-absent-is-404'],
    apply: (queue) => ({
      ...queue,
      dlq: {
        ...queue.dlq,
        get: async (id) => (await queue.dlq.get(id)) ?? refuse(400, 'bad id'),
        remove: async (id) => (await queue.dlq.remove(id)) || refuse(400, 'bad id'),
      },
    }),
  },
  {
    name: 'deleting an absent DLQ entry succeeds',
    breaks: ['queue.dlq.delete-absent-is-404'],
    apply: (queue) => ({
      ...queue,
      dlq: { ...queue.dlq, remove: async (id) => (await queue.dlq.remove(id)) || true },
    }),
  },
  {
    name: 'notifying nobody answers null',
    breaks: ['queue.notify.empty-array-when-nobody-waits', 'queue.notify.one-element-per-waiter'],
    apply: (queue) => ({ ...queue, notify: async () => forbidden(null) }),
  },
  {
    name: 'notifying nobody is not found',
    breaks: ['queue.notify.empty-array-when-nobody-waits'],
    apply: (queue) => ({ ...queue, notify: async () => refuse(404, 'nobody waits') }),
  },
  {
    name: 'a bearer token is seen only under a header spelled Authorization',
    breaks: ['queue.authentication.bearer'],
    apply: (queue) => ({
      ...queue,
      tokenFromHeader: (request) =>
        request.rawHeaders.includes('Authorization') ? queue.tokenFromHeader(request) : undefined,
    }),
  },
  {
    name: 'no token is asked for',
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({ ...queue, authenticate: () => {} }),
  },
  {
    name: 'the beginning of the token is enough',
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({ ...queue, accepts: (token) => queue.token.startsWith(token) }),
  },
  {
    name: 'what begins with the token is accepted',
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({ ...queue, accepts: (token) => token.startsWith(queue.token) }),
  },
  {
    name: 'a publish with its token in the query is refused',
    breaks: [
      'queue.authentication.query-token-on-publish',
      'queue.webhook.forwarded-to-the-endpoint',
    ],
    apply: (queue) => ({ ...queue, tokenFromQuery: () => undefined }),
  },

  // Variants: the document is silent, and they are as right as the mock.
  {
    name: 'message ids are UUIDs',
    breaks: [],
    apply: (queue) => ({ ...queue, messageId: () => crypto.randomUUID() }),
  },
  {
    name: 'the default backoff begins at n = 0, with a second',
    breaks: [],
    apply: (queue) => ({ ...queue, backoff: (n) => queue.backoff(n - 1) }),
  },
  {
    name: 'a delivery carries no headers of the queue',
    breaks: [],
    apply: (queue) => ({ ...queue, deliveryHeaders: ({ headers }) => headers }),
  },
  {
    name: 'a stranger is told 403',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      authenticate(request, where) {
        try {
          queue.authenticate(request, where)
        } catch {
          refuse(403, 'no entry')
        }
      },
    }),
  },
]
