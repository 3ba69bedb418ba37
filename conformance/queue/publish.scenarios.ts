// Publishing to a URL (endpoint 1): where a message goes, what of it arrives, what is answered.

import { memberOf } from '../exchange.js'
import { given, must } from '../judgement.js'
import { accepted, body, differs, header, lacks, refused } from '../matchers.js'
import { minutes, seconds } from '../time.js'
import { delivered, deliversAtAll, retriesAtAll } from './delivered.js'
import { arrived, attempts, bodies, calls, method, object, text } from './matchers.js'
import { observation, scenario } from './world.js'

const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)

/** Bodies that a server which reads, trims, decodes or rewrites them cannot leave as they are. */
const contents: readonly (readonly [what: string, type: string, content: string | Uint8Array])[] = [
  ['no bytes', 'text/plain', ''],
  ['text', 'text/plain; charset=utf-8', 'Grüße, 世界 🚀'],
  ['text that ends in a line break', 'text/plain', ' first\r\nsecond\n'],
  ['JSON with odd whitespace', 'application/json', '\n{ "b" : 1.0,\t"a":[ ],"a":1e2 } '],
  ['a form', 'application/x-www-form-urlencoded', 'b=1+2&a=%20&a=&b'],
  ['all 256 byte values', 'application/octet-stream', bytes],
  [
    'invalid UTF-8',
    'text/plain; charset=utf-8',
    Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0x28, 0xe2, 0x82),
  ],
  ['one mebibyte', 'application/octet-stream', Buffer.alloc(2 ** 20, bytes)],
]

const CONFIGURED = 'queue.publish.configured-per-message'

const API = 'api/llm'

/** What one may ask of it, and where the answer is to go. */
const question = (callback: string, id: string) => ({
  settings: { Callback: callback },
  headers: [['Content-Type', 'application/json']] as const,
  body: JSON.stringify({
    model: 'meta-llama/Meta-Llama-3-8B-Instruct',
    messages: [{ role: 'user', content: `Say yes, ${id}.` }],
  }),
})

export const publishScenarios = [
  scenario('a message is delivered to its destination', {
    rule: 'queue.publish.delivers-to-destination',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(url, { body: 'message' }), accepted())

      must(await delivery())
    },
  }),

  scenario('a message that is published again is delivered again', {
    rule: 'queue.publish.delivers-to-destination',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(url, { body: 'message' }), accepted())
      given(await delivery())
      given(await queue.publish(url, { body: 'message' }), accepted())

      must(await delivery(2))
    },
  }),

  observation('whether a delivery is made before the publish is answered', {
    rule: 'queue.publish.delivery-before-the-answer',
    async run({ queue, inbox, note }) {
      const { url, deliveries, delivery } = inbox()
      await queue.publish(url)
      note('deliveries when the publish was answered', deliveries.length)
      await delivery()
    },
  }),

  scenario('of two messages to one URL each has its own delay', {
    rule: CONFIGURED,
    waits: seconds(4),
    async run(world) {
      const { queue, inbox, time } = world
      await deliversAtAll(world)
      const { url, delivery } = inbox()
      const moment = (await time.now()) + seconds(4)
      const settings = { Delay: '4s' }
      must(await queue.publish(url, { settings, body: 'late' }), accepted())
      must(await queue.publish(url, { body: 'soon' }), accepted())

      must(await delivery(), body('soon'))
      must(await delivery(2, seconds(4)), body('late'), arrived(time, moment))
    },
  }),

  scenario('of two messages to one URL each has its own retries', {
    rule: CONFIGURED,
    waits: seconds(4),
    async run(world) {
      const { queue, inbox } = world
      await retriesAtAll(world)
      const { url, delivery, all } = inbox(() => ({ status: 500 }))
      for (const retries of ['0', '2']) {
        const settings = { Retries: retries, 'Retry-Delay': '0' }
        must(await queue.publish(url, { settings, body: retries }), accepted())
      }
      given(await delivery())

      must(await all(seconds(2)), bodies('0', '2', '2', '2'))
    },
  }),

  scenario('of two messages to one URL each has its own callback', {
    rule: CONFIGURED,
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

  scenario('of two messages to one URL each has its own deduplication', {
    rule: CONFIGURED,
    waits: seconds(2),
    async run(world) {
      const { queue, inbox, id } = world
      await deliversAtAll(world)
      const { url, all } = inbox()
      const known = { 'Deduplication-Id': id }
      for (const [n, settings] of [known, {}, known, {}, known].entries()) {
        must(await queue.publish(url, { settings, body: `message ${n}` }), accepted())
      }

      must(await all(seconds(2)), bodies('message 0', 'message 1', 'message 3'))
    },
  }),

  scenario('of messages to one URL each has its own flow control', {
    rule: CONFIGURED,
    waits: seconds(1),
    async run({ queue, inbox, id }) {
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      const { url, delivery } = inbox(async (_, n) => {
        if (n === 1) await released
        return { status: 200 }
      })
      const publish = async (settings: Readonly<Record<string, string>>, body: string) =>
        must(await queue.publish(url, { settings, body }), accepted())
      const keyed = { 'Flow-Control-Key': id, 'Flow-Control-Value': 'parallelism=1' }
      try {
        await publish(keyed, 'first')
        given(await delivery())
        await publish(keyed, 'waits')
        await publish({}, 'does not')
        await publish({ ...keyed, 'Flow-Control-Value': 'parallelism=9' }, 'waits behind')

        must(await delivery(2), body('does not'))
      } finally {
        release()
      }
      must(await delivery(4))
    },
  }),

  scenario('the destination in the path is called, and no other', {
    rule: 'queue.publish.destination-in-path',
    async run({ queue, inbox }) {
      const [one, other] = [inbox(), inbox()]
      must(await queue.publish(`${one.url}/first`), accepted())
      must(await queue.publish(`${other.url}/second`), accepted())

      must(given(await one.delivery()), calls(`${one.url}/first`))
      must(given(await other.delivery()), calls(`${other.url}/second`))
    },
  }),

  scenario('a message goes to an http URL, its own query string included', {
    rule: 'queue.publish.to-http-url',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      const destination = `${url}/a%2Fb?plus=a+b&empty=&space=%20&flag`
      must(await queue.publish(destination), accepted())

      must(given(await delivery()), calls(destination))
    },
  }),

  scenario('what is percent-encoded in a destination stays so', {
    rule: 'queue.publish.to-http-url',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      const destination = `${url}/a%2Fb?c=%2B%26`
      must(await queue.publish(destination), accepted())

      must(given(await delivery()), calls(destination))
    },
  }),

  scenario('a destination keeps its own query beside a setting', {
    rule: 'queue.publish.to-http-url',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(url), accepted())
      given(await delivery())

      must(await queue.publish(`${url}?a=1&${queue.queryPrefix}retries=0&b=2`), accepted())
      must(given(await delivery(2)), ({ target }) =>
        /[?&]a=1(&|$)/.test(target) && /[?&]b=2(&|$)/.test(target)
          ? undefined
          : lacks('a call with a=1 and b=2 in its query', target),
      )
    },
  }),

  scenario('an https URL is a destination', {
    rule: 'queue.publish.to-https-url',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      given(await queue.publish(url), accepted())
      given(await delivery())

      // Nobody listens there with a certificate: that it is accepted is all that can be seen.
      const https = url.replace(/^http:/, 'https:')
      must(await queue.publish(https, { settings: { Retries: '0' } }), accepted())
    },
  }),

  scenario('each message to api/llm is answered to its own callback', {
    rule: 'queue.publish.to-named-api',
    waits: minutes(2),
    async run(world) {
      const { queue, inbox, id } = world
      await deliversAtAll(world)
      for (const { url, delivery } of [inbox(), inbox()]) {
        must(await queue.publish(API, question(url, id)), accepted())

        must(await delivery(1, minutes(1)))
      }
    },
  }),

  ...contents.map(([what, type, content]) =>
    scenario(`a body of ${what} arrives unchanged`, {
      rule: 'queue.publish.body-unchanged',
      async run(world) {
        const delivery = await delivered(world, {
          headers: [['Content-Type', type]],
          body: content,
        })

        must(delivery, body(content))
      },
    }),
  ),

  ...['PUT', 'PATCH'].map((name) =>
    scenario(`a body arrives unchanged by ${name}`, {
      rule: 'queue.publish.body-unchanged',
      async run(world) {
        const delivery = await delivered(world, { settings: { Method: name }, body: 'message' })

        must(given(delivery, method(name)), body('message'))
      },
    }),
  ),

  scenario('a setting may be a query parameter', {
    rule: 'queue.publish.settings-in-query',
    async run(world) {
      const { queryPrefix } = world.queue

      must(await delivered(world, { query: `${queryPrefix}method=PUT` }), method('PUT'))
    },
  }),

  scenario('a delay may be a query parameter', {
    rule: 'queue.publish.settings-in-query',
    waits: seconds(4),
    async run({ queue, inbox, time }) {
      const { url, delivery } = inbox()
      const before = (await time.now()) + seconds(2)
      given(await queue.publish(url, { settings: { Delay: '2s' } }), accepted())
      given(await delivery(1, seconds(2)), arrived(time, before))

      const moment = (await time.now()) + seconds(2)
      must(await queue.publish(`${url}?${queue.queryPrefix}delay=2s`), accepted())
      must(given(await delivery(2, seconds(2))), arrived(time, moment))
    },
  }),

  observation('whether the header or the query parameter of a setting wins', {
    rule: 'queue.publish.header-and-query-disagree',
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox()
      await queue.publish(`${url}?${queue.queryPrefix}method=PATCH`, {
        settings: { Method: 'PUT' },
      })
      note('method with PUT in the header and PATCH in the query', (await delivery()).method)
    },
  }),

  scenario('the content type arrives with the body', {
    rule: 'queue.publish.content-type',
    async run(world) {
      const type = 'application/vnd.svc-contract+json; version="1"'
      const delivery = await delivered(world, { headers: [['Content-Type', type]], body: '{}' })

      must(delivery, header('Content-Type', type))
    },
  }),

  ...['GET', 'PUT', 'PATCH', 'DELETE'].map((name) =>
    scenario(`the destination is called with ${name} where that is the method set`, {
      rule: 'queue.publish.method',
      async run(world) {
        must(await delivered(world, { settings: { Method: name } }), method(name))
      },
    }),
  ),

  scenario('the header of a setting may be in any case', {
    rule: 'queue.publish.method',
    async run(world) {
      const name = `${world.queue.headerPrefix}Method`
      for (const spelling of [name.toLowerCase(), name.toUpperCase()])
        must(await delivered(world, { headers: [[spelling, 'PUT']] }), method('PUT'))
    },
  }),

  scenario('the destination is called with POST where no method is set', {
    rule: 'queue.publish.method-defaults-to-post',
    async run(world) {
      must(await delivered(world), method('POST'))
    },
  }),

  scenario('a publish to a URL is answered with one object', {
    rule: 'queue.publish.url-answers-one-object',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      const reply = await queue.publish(url)
      given(await delivery())

      must(reply, accepted(), object())
    },
  }),

  observation('the status of an accepted publish', {
    rule: 'queue.publish.status',
    async run({ queue, inbox, note }) {
      const { url, delivery } = inbox()
      note('status of an accepted publish', (await queue.publish(url)).status)
      await delivery()
    },
  }),

  scenario('a publish to api/llm is answered with one object', {
    rule: 'queue.publish.api-answers-one-object',
    async run({ queue, inbox, id }) {
      const reply = await queue.publish(API, question(inbox().url, id))

      must(reply, accepted(), object(), text('messageId'))
    },
  }),

  scenario('a publish to api/llm without a callback is refused', {
    rule: 'queue.callback.required-for-api-llm',
    async run({ queue, inbox, id }) {
      const { settings, ...rest } = question(inbox().url, id)
      given(await queue.publish(API, { settings, ...rest }), accepted())

      must(await queue.publish(API, rest), refused())
    },
  }),

  scenario('a publish is answered with a message id', {
    rule: 'queue.publish.message-id-required',
    async run({ queue, inbox }) {
      must(await queue.publish(inbox().url), accepted(), text('messageId'))
    },
  }),

  scenario('two messages to one URL have different ids', {
    rule: 'queue.publish.message-id-unique',
    async run({ queue, inbox }) {
      const { url } = inbox()
      const first = given(await queue.publish(url), accepted(), text('messageId'))
      const second = given(await queue.publish(url), accepted(), text('messageId'))

      const taken = memberOf(first, 'messageId')
      must(second, (answer) =>
        memberOf(answer, 'messageId') === taken
          ? differs('a message id other than', taken, taken)
          : undefined,
      )
    },
  }),

  scenario('the answer names the URL of the destination', {
    rule: 'queue.publish.url',
    async run({ queue, inbox }) {
      const { url } = inbox()

      must(await queue.publish(url), accepted(), text('url', url))
    },
  }),
]
