// Publishing to a URL (endpoint 1): destination, body, settings and response.

import { chunked, unlessLengthRequired } from '../../core/chunked.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, lacks, refused } from '../../core/matchers.js'
import { minutes, seconds } from '../../core/time.js'
import type { Delivery } from '../../sink/sink.js'
import { jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { failing, deliversAtAll, published, retriesAtAll } from '../fixtures/publishing.js'
import { arrived, attempts, bodies, calls } from '../fixtures/arrivals.js'
import { memberThat, formOf, object, text } from '../fixtures/matchers.js'
import { observation, scenario } from '../fixtures/world.js'

const CONFIGURED = 'queue.publish.configured-per-message'

/** Paths that change if they are read as a form or without dot segments. */
const paths = ['/a+b', '/a%2Bb', '/a%20b', '/a/../b', '/a/./b', '/v2/publish/a'] as const

/** Returns the path without dot segments, decoded: its spelling is open (`destination-normalised`). */
const resourceOf = (url: string): string =>
  new URL(url, 'http://sink').pathname.replace(/%[0-9a-f]{2}/gi, (byte) =>
    Buffer.from(byte.slice(1), 'hex').toString('latin1'),
  )

/** Matches a call of the same path in any spelling. */
const callsResource =
  (url: string): Matcher<Delivery> =>
  ({ target }) =>
    resourceOf(url).endsWith(resourceOf(target)) ? undefined : differs('a call of', url, target)

const API = 'api/llm'

/** Skips the scenario if the API refuses the body, as the document shows none. */
function askable(reply: Exchange): Exchange {
  if ([400, 422].includes(reply.status))
    throw new NotApplicable(`${API} refuses the body, and the document does not show one`)
  return reply
}

const question = (callback: string, id: string) => ({
  settings: { Callback: callback },
  headers: [['Content-Type', 'application/json']] as const,
  body: JSON.stringify({
    model: 'meta-llama/Meta-Llama-3-8B-Instruct',
    messages: [{ role: 'user', content: `Say yes, ${id}.` }],
  }),
})

export const publishScenarios = [
  scenario('publish of the same body twice delivers both messages', {
    id: 'queue.publish.delivers-to-destination/same-body-twice',
    async run(world) {
      const { url, delivery } = await published(world, { body: 'message' })
      given(await delivery())
      given(await world.queue.publish(url, { body: 'message' }), accepted())

      must(await delivery(2))
    },
  }),

  observation('observes if a message is delivered before the publish returns', {
    id: 'queue.publish.delivery-before-the-answer/delivery-or-response-first',
    async run({ queue, inbox, note }) {
      const { url, deliveries, delivery } = inbox()
      await queue.publish(url)
      note('deliveries when the publish was answered', deliveries.length)
      await delivery()
    },
  }),

  scenario('two messages to one URL: only the one with Svc-Delay 4s is delayed', {
    id: `${CONFIGURED}/own-delay`,
    waits: seconds(4),
    async run(world) {
      const { queue, inbox, time } = world
      await deliversAtAll(world)
      const { url, delivery } = inbox()
      const moment = (await time.now()) + seconds(4)
      // A slow target may take longer than 4 s for both, one after the other.
      const published = await Promise.all([
        queue.publish(url, { settings: { Delay: '4s' }, body: 'late' }),
        queue.publish(url, { body: 'soon' }),
      ])
      for (const reply of published) must(reply, accepted())

      must(await delivery(), body('soon'))
      const inTime = arrived(time, moment, { described: '4 s after it was published' })
      must(await delivery(2, seconds(4)), body('late'), inTime)
    },
  }),

  scenario('two messages with Svc-Retries 0 and 2 to one URL: 1 and 3 attempts', {
    id: `${CONFIGURED}/own-retries`,
    waits: seconds(4),
    async run(world) {
      await retriesAtAll(world)
      const { url, delivery, all } = world.inbox(failing)
      for (const retries of ['0', '2']) {
        const settings = { Retries: retries, 'Retry-Delay': '0' }
        must(await world.queue.publish(url, { settings, body: retries }), accepted())
      }
      given(await delivery())

      must(await all(seconds(2)), bodies('0', '2', '2', '2'))
    },
  }),

  scenario('messages to one URL: each Svc-Callback URL is called exactly once', {
    id: `${CONFIGURED}/own-callback`,
    waits: seconds(4),
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      const callbacks = [inbox(), inbox()]
      for (const callback of callbacks) {
        must(await queue.publish(url, { settings: { Callback: callback.url } }), accepted())
      }
      must(await queue.publish(url), accepted())
      given(await delivery(3))

      for (const callback of callbacks) {
        must(await callback.delivery())
        must(await callback.all(seconds(1)), attempts(1))
      }
    },
  }),

  scenario('messages to one URL: those with a repeated deduplication id are dropped', {
    id: `${CONFIGURED}/own-deduplication-id`,
    waits: seconds(2),
    async run(world) {
      const { queue, inbox, id } = world
      await deliversAtAll(world)
      const { url, all } = inbox()
      const same = { 'Deduplication-Id': id }
      for (const [n, settings] of [same, {}, same, {}, same].entries()) {
        must(await queue.publish(url, { settings, body: `message ${n}` }), accepted())
      }

      must(await all(seconds(2)), bodies('message 0', 'message 1', 'message 3'))
    },
  }),

  scenario('publish delivers to the URL in the request path and to no other URL', {
    id: 'queue.publish.destination-in-path/no-other-url',
    async run({ queue, inbox }) {
      const [one, other] = [inbox(), inbox()]
      must(await queue.publish(`${one.url}/first`), accepted())
      must(await queue.publish(`${other.url}/second`), accepted())

      must(given(await one.delivery()), calls(`${one.url}/first`))
      must(given(await other.delivery()), calls(`${other.url}/second`))
    },
  }),

  observation('observes if a delivery re-encodes the query of the destination URL', {
    id: 'queue.publish.query-spelling/delivered-query',
    async run({ queue, inbox, note }) {
      for (const query of ['plus=a+b', 'space=%20', 'flag', 'b=1&a=2', "quote='"]) {
        const { url, delivery } = inbox()
        await queue.publish(`${url}?${query}`)
        note(query, given(await delivery()).target.replace(/.*\?/, ''))
      }
    },
  }),

  observation('observes if a delivery changes dots or percent-encoding in the path', {
    id: 'queue.publish.destination-normalised/path-spelling',
    async run({ queue, inbox, note }) {
      for (const end of ['/a/../b', '/a/./b', '/a/%2e%2e/b', '/a%2eb', '/a%c3%a9', '/%61']) {
        const { url, delivery } = inbox()
        await queue.publish(`${url}${end}`)
        note(end, given(await delivery()).target.replace(/.*\/inbox\/[^/]+/, ''))
      }
    },
  }),

  scenario('publish: query parameters beside svc-retries reach the destination', {
    id: 'queue.publish.to-http-url/query-beside-svc-retries',
    async run(world) {
      const { queue } = world
      const { url, delivery } = await published(world)
      given(await delivery())

      must(await queue.publish(`${url}?a=1&${queue.queryPrefix}retries=0&b=2`), accepted())
      must(given(await delivery(2)), ({ target }) =>
        /[?&]a=1(&|$)/.test(target) && /[?&]b=2(&|$)/.test(target)
          ? undefined
          : lacks('a call with a=1 and b=2 in its query', target),
      )
    },
  }),

  scenario('publish to an https URL is accepted', {
    id: 'queue.publish.to-https-url/accepted',
    async run(world) {
      const { url, delivery } = await published(world)
      given(await delivery())

      // The sink has no certificate to receive the delivery.
      const https = url.replace(/^http:/, 'https:')
      must(await world.queue.publish(https, { settings: { Retries: '0' } }), accepted())
    },
  }),

  scenario('publish to api/llm: each of 2 messages calls its own Svc-Callback URL', {
    id: 'queue.publish.to-named-api/own-callback-per-message',
    waits: minutes(2),
    async run(world) {
      const { queue, inbox, id } = world
      await deliversAtAll(world)
      for (const { url, delivery } of [inbox(), inbox()]) {
        must(askable(await queue.publish(API, question(url, id))), accepted())

        must(await delivery(1, minutes(1)))
      }
    },
  }),

  scenario('publish: a body in chunks, without Content-Length, is delivered', {
    id: 'queue.publish.body-unchanged/in-chunks',
    async run(world) {
      const { queue, inbox, id } = world
      await deliversAtAll(world)
      const { url, delivery } = inbox()
      must(
        unlessLengthRequired(await queue.publish(url, { headers: chunked, body: id })),
        accepted(),
      )

      must(given(await delivery()), body(id))
    },
  }),

  observation('observes which wins: Svc-Method PUT or query svc-method=PATCH', {
    id: 'queue.publish.header-and-query-disagree/svc-method',
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox()
      const settings = { Method: 'PUT' }
      await queue.publish(`${url}?${queue.queryPrefix}method=PATCH`, { settings })
      note('method with PUT in the header and PATCH in the query', (await delivery()).method)
    },
  }),

  scenario('publish to a URL returns one JSON object', {
    id: 'queue.publish.url-answers-one-object/json-object',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      const reply = await queue.publish(url)
      given(await delivery())

      must(reply, accepted(), object())
    },
  }),

  observation('observes the HTTP status of an accepted publish', {
    id: 'queue.publish.status/accepted-publish',
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox()
      const reply = await queue.publish(url)
      note('status of an accepted publish', reply.status)
      note('fields of the response', Object.keys(jsonOf(reply) ?? {}).toSorted())
      note('form of the messageId', formOf(memberOf(reply, 'messageId')))
      await delivery()
    },
  }),

  scenario('publish to api/llm returns one JSON object with a messageId', {
    id: 'queue.publish.api-answers-one-object/api-llm-message-id',
    async run({ queue, inbox, id }) {
      const reply = askable(await queue.publish(API, question(inbox().url, id)))

      must(reply, accepted(), object(), text('messageId'))
    },
  }),

  scenario('publish to api/llm without Svc-Callback is refused', {
    id: 'queue.callback.required-for-api-llm/refused-without-svc-callback',
    async run({ queue, inbox, id }) {
      const { settings, ...rest } = question(inbox().url, id)
      given(askable(await queue.publish(API, { settings, ...rest })), accepted())

      must(await queue.publish(API, rest), refused())
    },
  }),

  scenario('publish returns a messageId', {
    id: 'queue.publish.message-id-required/publish-response',
    run: async ({ queue, inbox }) =>
      must(await queue.publish(inbox().url), accepted(), text('messageId')),
  }),

  scenario('publish of two messages to one URL returns different messageIds', {
    id: 'queue.publish.message-id-unique/messages-to-one-url',
    async run({ queue, inbox }) {
      const { url } = inbox()
      const first = given(await queue.publish(url), accepted(), text('messageId'))
      const second = given(await queue.publish(url), accepted(), text('messageId'))

      const used = memberOf(first, 'messageId')
      const isNew = memberThat('messageId', 'another message id', (id) => id !== used)
      must(second, isNew)
    },
  }),

  scenario('publish to a URL returns that URL in the field url', {
    id: 'queue.publish.url/returns-destination-url',
    async run({ queue, inbox }) {
      for (const url of [inbox().url, `${inbox().url}?a=1&b=2`])
        must(await queue.publish(url), accepted(), text('url', url))
    },
  }),

  scenario('publish: a path such as /a+b or /a/../b is delivered to the same path', {
    id: 'queue.publish.to-http-url/plus-and-dots-same-path',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      for (const [index, path] of paths.entries()) {
        must(await queue.publish(url + path), accepted())

        must(given(await delivery(index + 1)), callsResource(url + path))
      }
    },
  }),
]
