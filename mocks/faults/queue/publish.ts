// Mistakes under the heading: Publish.

import type { Instructions } from '../../queue/message.js'
import { refuse } from '../../queue/refusal.js'
import type { QueueFault, Replacements } from './fault.js'
import { destinations, forbidden, given, result } from './parts.js'

const CONFIGURED = 'queue.publish.configured-per-message'
const TO_API = 'queue.publish.to-named-api'
const API_ANSWERS = 'queue.publish.api-answers-one-object'
const CALLBACK_REQUIRED = 'queue.callback.required-for-api-llm'

/** What the first message to a destination asks for holds for all to it. */
const holdingForAll = (
  what: string,
  part: keyof Instructions,
  breaks: QueueFault['breaks'],
): QueueFault => ({
  name: `the ${what} of the first message to a destination holds for all to it`,
  breaks,
  replace: () => {
    const firsts = new Map<string, Instructions>()
    return {
      publish: {
        message: (original) => (url, instructions) => {
          if (!URL.canParse(url)) return original(url, instructions)
          const first = firsts.get(url) ?? instructions
          firsts.set(url, first)
          return original(url, { ...instructions, [part]: first[part] })
        },
      },
    }
  },
})

/** A server that calls another path of a URL than the one it is given. */
const calling = (change: (path: string) => string): Replacements =>
  result('reading', 'destination', (destination) => {
    if (destination.kind === 'name') return destination
    const [path = '', ...query] = destination.url.split(/(?=[?])/)
    return { kind: 'url' as const, url: [change(path), ...query].join('') }
  })

export const publishFaults: readonly QueueFault[] = [
  {
    name: 'a message is accepted and never delivered',
    breaks: [
      'queue.publish.delivers-to-destination',
      'queue.webhook.to-a-group',
      'queue.group.published-by-name',
      'queue.group.published-by-id',
      'queue.group.fans-out-to-every-endpoint',
    ],
    blocks: [
      'queue.publish.*',
      'queue.forward.*',
      'queue.callback.*',
      'queue.failure-callback.*',
      'queue.webhook.*',
      'queue.delay.*',
      'queue.deduplication.*',
      'queue.flow-control.*',
      'queue.timeout.*',
      'queue.retries.*',
      'queue.retry-delay.*',
      'queue.authentication.bearer',
      'queue.authentication.query-token-on-publish',
      'queue.group.*',
      'queue.states.*',
      'queue.dlq.*',
      'queue.runs.*',
      'queue.resources.*',
      'queue.dlq-message.*',
      'queue.message-logs.*',
      'queue.waiter.*',
      'queue.restart.*',
      'queue.bulk.*',
      'queue.resume.*',
      'queue.notify.*',
      'queue.pagination.end-of-results',
      'queue.pagination.cursor-continues',
      'queue.callback-retrigger.sends-the-callback-again',
      'queue.callback-retrigger.response',
    ],
    replace: { delivery: { accept: () => async () => {} } },
  },
  {
    name: 'the same message is delivered once',
    breaks: [
      'queue.flow-control.at-publish',
      'queue.publish.delivers-to-destination',
      'queue.deduplication.one-message-per-id',
      'queue.deduplication.content-based',
      'queue.deduplication.content-differs-in-headers',
      'queue.restart.creates-a-new-run',
      'queue.resume.creates-a-new-run',
      'queue.publish.to-named-api',
      'queue.callback-retrigger.sends-the-callback-again',
    ],
    blocks: [
      'queue.dlq-message.flow-control-key',
      'queue.dlq-message.parallelism',
      'queue.dlq-message.period',
      'queue.dlq-message.rate',
      'queue.flow-control.key',
      'queue.flow-control.wait-list-size',
      'queue.runs.*',
      'queue.restart.*',
      'queue.bulk.*',
      'queue.resume.*',
    ],
    replace: () => {
      const seen = new Set<string>()
      return {
        delivery: {
          accept: (original) => async (message) => {
            const content = `${message.url} ${Buffer.from(message.body).toString('base64')}`
            if (!seen.has(content)) await original(message)
            seen.add(content)
          },
        },
      }
    },
  },
  holdingForAll('delay', 'notBefore', [CONFIGURED, 'queue.publish.settings-in-query']),
  holdingForAll('retries', 'retries', [
    CONFIGURED,
    'queue.group.default-retries',
    'queue.restart.retries',
    'queue.resume.retries',
    'queue.bulk.retries',
    'queue.dlq-message.max-retries',
  ]),
  holdingForAll('callback', 'callback', [CONFIGURED, 'queue.callback.after-each-attempt']),
  holdingForAll('flow control', 'flowControl', [
    'queue.flow-control.at-publish',
    'queue.flow-control.wait-list-size',
    'queue.restart.flow-control-value',
    'queue.resume.flow-control-value',
  ]),
  {
    name: 'the path of a destination ends after two segments',
    breaks: ['queue.publish.destination-in-path', 'queue.publish.to-http-url'],
    replace: destinations((url) => {
      url.pathname = url.pathname.split('/', 3).join('/')
    }),
  },
  {
    name: 'a destination loses its query',
    breaks: [
      'queue.publish.to-http-url',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.publish.url',
      'queue.deduplication.content-differs-in-destination',
      'queue.dlq-message.url',
    ],
    replace: destinations((url) => (url.search = '')),
  },
  {
    name: 'a slash that is percent-encoded in a destination is decoded',
    breaks: ['queue.publish.to-http-url'],
    replace: given('reading', 'destination', (request) => [
      { ...request, target: request.target.replaceAll(/%2f/gi, '/') },
    ]),
  },
  {
    name: 'a destination loses its query where there is a setting in it',
    breaks: ['queue.publish.to-http-url', 'queue.webhook.forwarded-to-the-endpoint'],
    replace: {
      reading: {
        destination: (original, queue) => (request) => {
          const hasSetting = request.target.includes(`&${queue.dialect.queryPrefix}`)
          const target = hasSetting ? request.target.replace(/\?.*/s, '') : request.target
          return original({ ...request, target })
        },
      },
    },
  },
  {
    name: 'a destination on https is refused',
    breaks: ['queue.publish.to-https-url'],
    replace: destinations(({ protocol }) => {
      if (protocol === 'https:') refuse(400, 'expected a URL that begins with http://')
    }),
  },
  {
    name: 'a publish to a URL is answered with an array',
    breaks: [
      'queue.publish.url-answers-one-object',
      'queue.publish.message-id-required',
      'queue.publish.url',
      'queue.group.answers-an-array',
      API_ANSWERS,
    ],
    blocks: ['queue.publish.message-id-unique'],
    replace: result('publish', 'result', (right) => forbidden([right])),
  },
  {
    name: 'there are no built-in APIs',
    breaks: [TO_API, API_ANSWERS],
    blocks: [CALLBACK_REQUIRED],
    replace: {
      apis: { destination: () => (name) => refuse(404, `there is no URL group "${name}"`) },
    },
  },
  {
    name: 'a built-in API is called for ever',
    breaks: [TO_API],
    replace: {
      apis: {
        call: (original) => (delivery, signal) =>
          delivery.url.startsWith('api/')
            ? new Promise((resolve) =>
                signal.addEventListener('abort', () =>
                  resolve({ kind: 'unanswered', reason: 'no answer' }),
                ),
              )
            : original(delivery, signal),
      },
    },
  },
  {
    name: 'a publish to an API is answered with an array',
    breaks: [API_ANSWERS],
    replace: result('publish', 'send', (result, publication) =>
      publication.destination.kind === 'name' ? forbidden([result]) : result,
    ),
  },
  {
    name: 'an API is called without a callback',
    breaks: [CALLBACK_REQUIRED],
    replace: { apis: { mayCall: () => () => true } },
  },
  {
    name: 'the answer to a publish names no URL',
    breaks: ['queue.publish.url', 'queue.publish.url-answers-one-object'],
    replace: {
      publish: {
        result:
          () =>
          ({ id }) =>
            forbidden({ messageId: id }),
      },
    },
  },
  {
    name: 'the answer to a publish names its URL without the query',
    breaks: ['queue.publish.url'],
    replace: {
      publish: {
        result:
          (original) =>
          ({ url, ...message }) => {
            return original({ ...message, url: url.replace(/\?.*/s, '') })
          },
      },
    },
  },
  {
    name: 'two slashes in the path of a destination become one',
    breaks: ['queue.publish.to-http-url'],
    replace: destinations((url) => {
      url.pathname = url.pathname.replaceAll(/\/\/+/g, '/')
    }),
  },
  {
    name: 'the answer to a publish has no message id',
    breaks: [
      'queue.publish.message-id-required',
      'queue.publish.url-answers-one-object',
      'queue.group.answers-an-array',
      API_ANSWERS,
    ],
    blocks: ['queue.publish.message-id-unique'],
    replace: {
      publish: {
        result:
          () =>
          ({ url }) =>
            forbidden({ url }),
      },
    },
  },
  {
    name: 'every message has the same id',
    breaks: ['queue.publish.message-id-unique', 'queue.group.answers-an-array'],
    replace: result('publish', 'result', (right) => ({ ...right, messageId: 'msg_0' })),
  },
  {
    name: 'a body is delivered as text, and what is no UTF-8 is lost',
    breaks: [
      'queue.publish.body-unchanged',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.group.fans-out-to-every-endpoint',
      'queue.deduplication.content-differs-in-body',
      'queue.dlq-message.body-base64-when-not-utf8',
    ],
    replace: {
      reading: {
        body:
          () =>
          ({ body }) =>
            new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)),
      },
    },
  },
  {
    name: 'a newline is added to the body',
    breaks: [
      'queue.publish.body-unchanged',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.webhook.to-a-group',
      'queue.group.fans-out-to-every-endpoint',
      'queue.publish.configured-per-message',
      'queue.dlq-message.body-when-utf8',
      'queue.dlq-message.body-base64-when-not-utf8',
      'queue.bulk.restart-creates-new-runs',
      'queue.bulk.resume-creates-new-runs',
      'queue.restart.original-payload',
      'queue.resume.keeps-step-results',
    ],
    blocks: ['queue.bulk.*'],
    replace: {
      reading: {
        body:
          () =>
          ({ body }) =>
            Buffer.concat([body, Buffer.from('\n')]),
      },
    },
  },
  {
    name: 'a body goes along with a POST alone',
    breaks: ['queue.publish.body-unchanged'],
    replace: {
      publish: {
        message: (original) => (url, instructions) => {
          const body = instructions.method === 'POST' ? instructions.body : new Uint8Array()
          return original(url, { ...instructions, body })
        },
      },
    },
  },
  {
    name: 'a body does not go along with a GET or a DELETE',
    breaks: ['queue.publish.body-unchanged'],
    replace: {
      publish: {
        message: (original) => (url, instructions) => {
          const isLeftOut = ['GET', 'DELETE'].includes(instructions.method)
          const body = isLeftOut ? new Uint8Array() : instructions.body
          return original(url, { ...instructions, body })
        },
      },
    },
  },
  {
    name: 'the content type is not delivered',
    breaks: [
      'queue.publish.content-type',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.deduplication.content-differs-in-headers',
    ],
    replace: { reading: { contentType: () => () => undefined } },
  },
  {
    name: 'every delivery is a POST',
    breaks: [
      'queue.publish.method',
      'queue.publish.settings-in-query',
      'queue.group.fans-out-to-every-endpoint',
      'queue.group.default-header-string',
    ],
    replace: { reading: { method: () => () => 'POST' } },
  },
  {
    name: 'settings are seen only under headers spelled as in the documents',
    breaks: [
      'queue.publish.method',
      'queue.forward.prefix-stripped',
      'queue.callback.forward-prefix-stripped',
      'queue.failure-callback.forward-prefix-stripped',
    ],
    replace: {
      reading: {
        given: (original, queue) => (request) =>
          original(request)
            .filter(({ spelled }) => spelled !== spelled.toUpperCase())
            .filter(({ spelled }) => !spelled.startsWith(queue.dialect.headerPrefix.toLowerCase()))
            .concat(original({ ...request, rawHeaders: [] })),
      },
    },
  },
  {
    name: 'a delivery without a method setting is a GET',
    breaks: ['queue.publish.method-defaults-to-post'],
    replace: {
      reading: {
        settings: (original) => (given) => {
          const method = given.some(({ name }) => name === 'method') ? {} : { method: 'GET' }
          return { ...original(given), ...method }
        },
      },
    },
  },
  {
    name: 'settings in the query are ignored',
    breaks: [
      'queue.flow-control.at-publish',
      'queue.retry-delay.expression-in-milliseconds',
      'queue.publish.settings-in-query',
      'queue.forward.all-headers-by-query',
      'queue.deduplication.one-message-per-id',
      'queue.deduplication.content-based',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.webhook.to-a-group',
    ],
    replace: given('reading', 'given', (request) => [
      { ...request, target: request.target.replace(/\?.*/s, '') },
    ]),
  },
  {
    name: 'reads + in the path of a destination as a space',
    breaks: ['queue.publish.to-http-url'],
    replace: calling((path) => path.replaceAll('+', '%20')),
  },
  {
    name: 'reads %2B in the path of a destination as a space',
    breaks: ['queue.publish.to-http-url'],
    replace: calling((path) => path.replaceAll(/%2b/gi, '%20')),
  },
  {
    name: 'drops .. from the path of a destination',
    breaks: ['queue.publish.to-http-url'],
    replace: calling((path) => path.replaceAll('/../', '/')),
  },
  {
    name: 'takes /v2/ out of the path of a destination too',
    breaks: ['queue.publish.to-http-url'],
    replace: calling((path) => path.replaceAll('/v2/', '/')),
  },
]
