// Faults of the heading Publish.

import type { Instructions } from '../../queue/message.js'
import { refuse } from '../../queue/refusal.js'
import { firstTime, given, isChunked, prefixed, result, skipping } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { allOf, destinations, forbidden, withoutQuery } from './parts.js'

const BODY = 'queue.publish.body-unchanged'
const ONE_OBJECT = 'queue.publish.url-answers-one-object'
const ID_REQUIRED = 'queue.publish.message-id-required'
const IN_QUERY = 'queue.publish.settings-in-query'
const WEBHOOK = 'queue.webhook.forwarded-to-the-endpoint'
const WEBHOOK_GROUP = 'queue.webhook.to-a-group'
const FAN_OUT = 'queue.group.fans-out-to-every-endpoint'
const ANSWERS_ARRAY = 'queue.group.answers-an-array'
const CONFIGURED = 'queue.publish.configured-per-message'
const TO_API = 'queue.publish.to-named-api'
const API_ANSWERS = 'queue.publish.api-answers-one-object'

/** Applies a setting of the first message to a URL to all messages to it. */
const holdingForAll =
  (part: keyof Instructions) =>
  (firsts = new Map<string, Instructions>()): Replacements => ({
    'messages.create': (original) => (url, instructions) => {
      if (!URL.canParse(url)) return original(url, instructions)
      const first = firsts.get(url) ?? instructions
      firsts.set(url, first)
      return original(url, { ...instructions, [part]: first[part] })
    },
  })

const TO_HTTP_URL = 'queue.publish.to-http-url'
const ANSWERED_URL = 'queue.publish.url'
const MESSAGE_ID_UNIQUE = 'queue.publish.message-id-unique'

export const publishFaults = faults({
  'publish-never-delivered: queue publish: accepts messages but never delivers them': {
    breaks: [
      'queue.publish.delivers-to-destination',
      WEBHOOK_GROUP,
      'queue.group.published-by-name',
      'queue.group.published-by-id',
      FAN_OUT,
    ],
    blocks: [
      ...allOf('publish forward callback failure-callback webhook deduplication'),
      ...allOf('flow-control timeout retries retry-delay'),
      'queue.authentication.bearer',
      'queue.authentication.query-token-on-publish',
      ...allOf('group states dlq runs resources dlq-message message-logs waiter restart bulk'),
      ...allOf('resume notify'),
      'queue.pagination.end-of-results',
      'queue.pagination.cursor-continues',
      'queue.callback-retrigger.sends-the-callback-again',
      'queue.callback-retrigger.response',
    ],
    'delivery.accept': () => async () => {},
  },
  'publish-same-body-once: queue publish: delivers each body to a URL only once': {
    breaks: [
      'queue.flow-control.at-publish',
      'queue.publish.delivers-to-destination',
      'queue.deduplication.one-message-per-id',
      'queue.deduplication.content-based',
      'queue.deduplication.content-differs-in-headers',
      'queue.restart.creates-a-new-run',
      'queue.resume.creates-a-new-run',
      TO_API,
      'queue.callback-retrigger.sends-the-callback-again',
    ],
    blocks: [
      'queue.dlq-message.flow-control-key',
      'queue.dlq-message.parallelism',
      'queue.dlq-message.period',
      'queue.dlq-message.rate',
      'queue.flow-control.key',
      'queue.flow-control.wait-list-size',
      ...allOf('runs restart bulk resume'),
    ],
    replace: (isFirst = firstTime()) => ({
      'delivery.accept': skipping(
        ({ url, body }) => !isFirst(`${url} ${Buffer.from(body).toString('base64')}`),
      ),
    }),
  },
  'first-delay-per-url: publish to a URL: first Svc-Delay applies to all messages': {
    breaks: [CONFIGURED, IN_QUERY],
    replace: holdingForAll('notBefore'),
  },
  'first-retries-per-url: publish to a URL: first Svc-Retries applies to all messages': {
    breaks: [
      CONFIGURED,
      'queue.group.default-retries',
      'queue.restart.retries',
      'queue.resume.retries',
      'queue.bulk.retries',
      'queue.dlq-message.max-retries',
    ],
    replace: holdingForAll('retries'),
  },
  'publish-returns-array: publish to a URL: returns an array, not an object': {
    breaks: [ONE_OBJECT, ID_REQUIRED, ANSWERED_URL, ANSWERS_ARRAY, API_ANSWERS],
    blocks: [MESSAGE_ID_UNIQUE],
    'messages.result': result((right) => forbidden([right])),
  },
  ...prefixed('destination', 'destination URL', {
    'cut-after-2-segments: cuts the path after 2 segments': {
      breaks: ['queue.publish.destination-in-path', TO_HTTP_URL],
      ...destinations((url) => {
        url.pathname = url.pathname.split('/', 3).join('/')
      }),
    },
    'loses-query: drops the query': {
      breaks: [
        TO_HTTP_URL,
        WEBHOOK,
        ANSWERED_URL,
        'queue.deduplication.content-differs-in-destination',
        'queue.dlq-message.url',
      ],
      ...destinations((url) => (url.search = '')),
    },
    'query-lost-with-setting: an svc-* parameter drops the whole query': {
      breaks: [TO_HTTP_URL, WEBHOOK],
      'reading.destination': (original, queue) => (request) => {
        const hasSetting = request.target.includes(`&${queue.dialect.queryPrefix}`)
        const target = hasSetting ? withoutQuery(request.target) : request.target
        return original({ ...request, target })
      },
    },
    'https-refused: rejects https:// URLs': {
      breaks: ['queue.publish.to-https-url'],
      ...destinations(({ protocol }) => {
        if (protocol === 'https:') refuse(400, 'expected a URL that begins with http://')
      }),
    },
    'plus-as-space: decodes + in the path to a space': {
      breaks: [TO_HTTP_URL],
      'reading.destination': result((destination) => {
        if (destination.kind === 'name') return destination
        const path = withoutQuery(destination.url)
        const query = destination.url.slice(path.length)
        return { kind: 'url', url: path.replaceAll('+', '%20') + query }
      }),
    },
  }),
  'apis-missing: publish to api/llm: returns 404': {
    breaks: [TO_API, API_ANSWERS],
    blocks: ['queue.callback.required-for-api-llm'],
    'apis.destination': () => (name) => refuse(404, `there is no URL group "${name}"`),
  },
  'apis-never-answer: publish to api/llm: delivery attempts never get a response': {
    breaks: [TO_API],
    'apis.call': (original) => (delivery, signal, pause) =>
      delivery.url.startsWith('api/')
        ? new Promise((resolve) =>
            signal.addEventListener('abort', () =>
              resolve({ kind: 'unanswered', reason: 'no answer' }),
            ),
          )
        : original(delivery, signal, pause),
  },
  'apis-return-array: publish to api/llm: returns an array, not an object': {
    breaks: [API_ANSWERS],
    'publish.send': result((result, publication) =>
      publication.destination.kind === 'name' ? forbidden([result]) : result,
    ),
  },
  'apis-without-callback: publish to api/llm: is accepted without a callback': {
    breaks: ['queue.callback.required-for-api-llm'],
    'apis.mayCall': () => () => true,
  },
  'publish-response-no-url: queue publish response: omits "url"': {
    breaks: [ANSWERED_URL, ONE_OBJECT],
    'messages.result': result(({ messageId }) => forbidden({ messageId })),
  },
  'publish-response-url-no-query: queue publish response: drops the query of "url"': {
    breaks: [ANSWERED_URL],
    'messages.result': given((message) => [{ ...message, url: withoutQuery(message.url) }]),
  },
  'publish-response-no-message-id: queue publish response: omits messageId': {
    breaks: [ID_REQUIRED, ONE_OBJECT, ANSWERS_ARRAY, API_ANSWERS],
    blocks: [MESSAGE_ID_UNIQUE],
    'messages.result': result(({ url }) => forbidden({ url })),
  },
  'publish-response-same-message-id: queue publish response: always returns the same messageId': {
    breaks: [MESSAGE_ID_UNIQUE, ANSWERS_ARRAY],
    'messages.result': result((right) => ({ ...right, messageId: 'msg_0' })),
  },
  'body-as-utf8-text: message body: binary data is decoded as UTF-8 text': {
    breaks: [
      BODY,
      WEBHOOK,
      FAN_OUT,
      'queue.deduplication.content-differs-in-body',
      'queue.dlq-message.body-base64-when-not-utf8',
    ],
    'reading.body': result((body) =>
      new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)),
    ),
  },
  'publish-chunked-body-dropped: message body: is empty if sent without Content-Length': {
    breaks: [BODY],
    'reading.body': (original) => (request) =>
      isChunked(request) ? new Uint8Array() : original(request),
  },
  'body-newline-added: message body: a newline is appended': {
    breaks: [
      BODY,
      WEBHOOK,
      WEBHOOK_GROUP,
      FAN_OUT,
      CONFIGURED,
      'queue.dlq-message.body-when-utf8',
      'queue.dlq-message.body-base64-when-not-utf8',
      'queue.bulk.restart-creates-new-runs',
      'queue.bulk.resume-creates-new-runs',
      'queue.restart.original-payload',
      'queue.resume.keeps-step-results',
    ],
    blocks: ['queue.bulk.*'],
    'reading.body': result((body) => Buffer.concat([body, Buffer.from('\n')])),
  },
  'body-only-with-post: message body: is dropped unless delivered by POST': {
    breaks: [BODY],
    'messages.create': given((url, instructions) => [
      url,
      instructions.method === 'POST' ? instructions : { ...instructions, body: new Uint8Array() },
    ]),
  },
  'content-type-not-delivered: queue publish: drops Content-Type of the message': {
    breaks: [
      'queue.publish.content-type',
      WEBHOOK,
      'queue.deduplication.content-differs-in-headers',
    ],
    'forwarding.contentType': () => () => undefined,
  },
  'method-always-post: queue publish: ignores Svc-Method and delivers by POST': {
    breaks: ['queue.publish.method', IN_QUERY, FAN_OUT, 'queue.group.default-header-string'],
    'reading.method': () => () => 'POST',
  },
  'setting-headers-case-sensitive: queue publish: ignores Svc-* headers sent as SVC-* or svc-*': {
    breaks: [
      'queue.publish.method',
      'queue.forward.prefix-stripped',
      'queue.callback.forward-prefix-stripped',
      'queue.failure-callback.forward-prefix-stripped',
    ],
    'reading.given': (original, queue) => (request) =>
      original(request)
        .filter(({ spelled }) => spelled !== spelled.toUpperCase())
        .filter(({ spelled }) => !spelled.startsWith(queue.dialect.headerPrefix.toLowerCase()))
        .concat(original({ ...request, rawHeaders: [] })),
  },
  'method-default-get: queue publish: delivers by GET if Svc-Method is missing': {
    breaks: ['queue.publish.method-defaults-to-post'],
    'reading.settings': (original) => (given) => {
      const method = given.some(({ name }) => name === 'method') ? {} : { method: 'GET' }
      return { ...original(given), ...method }
    },
  },
  'query-settings-ignored: queue publish: ignores all svc-* query parameters': {
    breaks: [
      'queue.flow-control.at-publish',
      IN_QUERY,
      'queue.forward.all-headers-by-query',
      'queue.deduplication.one-message-per-id',
      'queue.deduplication.content-based',
      WEBHOOK,
      WEBHOOK_GROUP,
    ],
    'reading.given': given((request) => [{ ...request, target: withoutQuery(request.target) }]),
  },
})
