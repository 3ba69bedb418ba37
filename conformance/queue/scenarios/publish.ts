// Publishing to a URL (endpoint 1): where a message goes, what of it arrives, what is answered.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, header, lacks, refused } from '../../core/matchers.js'
import type { Answering, Delivery } from '../../sink/sink.js'
import { days, minutes, seconds, type Time } from '../../core/time.js'
import { failing, inTurn, queryOf } from '../fixtures/called-back.js'
import { delivered, deliversAtAll, published, retriesAtAll } from '../fixtures/delivered.js'
import {
  arrived,
  arrivedAfter,
  attempts,
  bodies,
  calls,
  latest,
  memberThat,
  method,
  object,
  text,
} from '../fixtures/matchers.js'
import type { QueueInbox } from '../fixtures/inbox.js'
import { observation, scenario } from '../fixtures/world.js'

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

/** What stands behind the URL of a destination, which is called with it. */
const destinations = [
  [
    'a message goes to an http URL, its own query string included',
    '/a%2Fb?plus=a%2Bb&empty=&space=%20&flag&two=b&two=a',
  ],
  ['two slashes in the path of a destination stay two', '/a//b/http://example.com/'],
  ['what is percent-encoded in a destination stays so', '/a%2Fb?c=%2B%26'],
] as const

/** Paths that become others where they are read as a form or cleaned of dots. */
const paths = ['/a+b', '/a%2Bb', '/a%20b', '/a/../b', '/a/./b', '/v2/publish/a'] as const

/** The path of a URL without dot segments, decoded: its spelling is open (`destination-normalised`). */
const resourceOf = (url: string): string =>
  new URL(url, 'http://sink').pathname.replace(/%[0-9a-f]{2}/gi, (byte) =>
    Buffer.from(byte.slice(1), 'hex').toString('latin1'),
  )

/** A call of the same path, whatever its spelling. A tunnel may stand before the sink, as in `calls`. */
const callsResource =
  (url: string): Matcher<Delivery> =>
  ({ target }) =>
    resourceOf(url).endsWith(resourceOf(target)) ? undefined : differs('a call of', url, target)

const API = 'api/llm'

/** Accepted, or not applicable: what a call of an API has to say is not shown, and may be refused. */
function askable(reply: Exchange): Exchange {
  if ([400, 422].includes(reply.status))
    throw new NotApplicable(`${API} refuses the body, and the document does not show one`)
  return reply
}

/** What one may ask of it, and where the answer is to go. */
const question = (callback: string, id: string) => ({
  settings: { Callback: callback },
  headers: [['Content-Type', 'application/json']] as const,
  body: JSON.stringify({
    model: 'meta-llama/Meta-Llama-3-8B-Instruct',
    messages: [{ role: 'user', content: `Say yes, ${id}.` }],
  }),
})

/** Settings, and what shows that they apply: in headers it is given, in the query it is judged. */
const inQuery: readonly {
  readonly what: string
  readonly waits: number
  readonly answer?: Answering
  readonly messages?: number
  readonly settings: (key: string, moment: number) => Readonly<Record<string, string>>
  readonly judged: (
    inbox: QueueInbox,
    judge: typeof must | typeof given,
    at: { readonly time: Time; readonly moment: number },
  ) => Promise<void>
}[] = [
  {
    what: 'not-before',
    waits: seconds(3),
    settings: (_, moment) => ({ 'Not-Before': String(moment / 1000) }),
    async judged({ delivery }, judge, { time, moment }) {
      judge(await delivery(1, seconds(3)), arrived(time, moment, { slack: seconds(1) }))
    },
  },
  {
    what: 'a timeout',
    waits: latest(seconds(2)),
    answer: inTurn('hang'),
    settings: () => ({ Timeout: '2s', Retries: '1', 'Retry-Delay': '0' }),
    judged: judgeAfterTimeout,
  },
  {
    what: 'retries',
    waits: seconds(3),
    answer: failing,
    settings: () => ({ Retries: '1', 'Retry-Delay': '0' }),
    async judged({ delivery, all }, judge, { time }) {
      judge(await delivery(2, time.virtual ? minutes(1) : 0))
      judge(await all(time.virtual ? days(30) : seconds(1)), attempts(2))
    },
  },
]

/** The second delivery comes when the first one, which is not answered, has had its two seconds. */
async function judgeAfterTimeout(
  { delivery }: QueueInbox,
  judge: typeof must | typeof given,
  { time }: { readonly time: Time },
): Promise<void> {
  const first = given(await delivery())
  judge(
    await delivery(2, latest(seconds(2))),
    arrivedAfter(time, first, seconds(2), { slack: seconds(1) }),
  )
}

export const publishScenarios = [
  scenario('a message is delivered to its destination', {
    rule: 'queue.publish.delivers-to-destination',
    async run(world) {
      const { delivery } = await published(world, { body: 'message' })
      must(await delivery())
    },
  }),

  scenario('a message that is published again is delivered again', {
    rule: 'queue.publish.delivers-to-destination',
    async run(world) {
      const { url, delivery } = await published(world, { body: 'message' })
      given(await delivery())
      given(await world.queue.publish(url, { body: 'message' }), accepted())

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
      must(
        await delivery(2, seconds(4)),
        body('late'),
        arrived(time, moment, { told: '4 s after it was published' }),
      )
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

  ...destinations.map(([title, end]) =>
    scenario(title, {
      rule: 'queue.publish.to-http-url',
      async run({ queue, inbox }) {
        const { url, delivery } = inbox()
        must(await queue.publish(url + end), accepted())

        must(given(await delivery()), calls(url + end))
      },
    }),
  ),

  observation('the spelling of the query that a destination is called with', {
    rule: 'queue.publish.query-spelling',
    async run({ queue, inbox, note }) {
      for (const query of ['plus=a+b', 'space=%20', 'flag', 'b=1&a=2', "quote='"]) {
        const { url, delivery } = inbox()
        await queue.publish(`${url}?${query}`)
        note(query, given(await delivery()).target.replace(/.*\?/, ''))
      }
    },
  }),

  observation('whether a destination is called as it stands in the path', {
    rule: 'queue.publish.destination-normalised',
    async run({ queue, inbox, note }) {
      for (const end of ['/a/../b', '/a/./b', '/a/%2e%2e/b', '/a%2eb', '/a%c3%a9', '/%61']) {
        const { url, delivery } = inbox()
        await queue.publish(`${url}${end}`)
        note(end, given(await delivery()).target.replace(/.*\/inbox\/[^/]+/, ''))
      }
    },
  }),

  scenario('a destination keeps its own query beside a setting', {
    rule: 'queue.publish.to-http-url',
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

  scenario('an https URL is a destination', {
    rule: 'queue.publish.to-https-url',
    async run(world) {
      const { url, delivery } = await published(world)
      given(await delivery())

      // Nobody listens there with a certificate: that it is accepted is all that can be seen.
      const https = url.replace(/^http:/, 'https:')
      must(await world.queue.publish(https, { settings: { Retries: '0' } }), accepted())
    },
  }),

  scenario('each message to api/llm is answered to its own callback', {
    rule: 'queue.publish.to-named-api',
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

  ...contents.map(([what, type, content]) =>
    scenario(`a body of ${what} arrives unchanged`, {
      rule: 'queue.publish.body-unchanged',
      async run(world) {
        const headers = [['Content-Type', type]] as const
        must(await delivered(world, { headers, body: content }), body(content))
      },
    }),
  ),

  ...['PUT', 'PATCH', 'DELETE', 'GET'].map((name) =>
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
      const query = `${world.queue.queryPrefix}method=PUT`
      must(await delivered(world, { query }), method('PUT'))
    },
  }),

  scenario('a delay may be a query parameter', {
    rule: 'queue.publish.settings-in-query',
    waits: seconds(4),
    async run({ queue, inbox, time }) {
      const { url, delivery } = inbox()
      const inTime = (from: number) =>
        arrived(time, from + seconds(2), { told: '2 s after it was published' })
      const before = await time.now()
      given(await queue.publish(url, { settings: { Delay: '2s' } }), accepted())
      given(await delivery(1, seconds(2)), inTime(before))

      const now = await time.now()
      must(await queue.publish(`${url}?${queue.queryPrefix}delay=2s`), accepted())
      must(given(await delivery(2, seconds(2))), inTime(now))
    },
  }),

  ...inQuery.map(({ what, waits, answer, messages = 1, settings, judged }) =>
    scenario(`${what} may be a query parameter`, {
      rule: 'queue.publish.settings-in-query',
      waits,
      async run(world) {
        await deliversAtAll(world)
        const { queue, inbox, time, id } = world
        const moment = Math.ceil((await time.now()) / 1000) * 1000 + seconds(2)
        const [sibling, own] = [inbox(answer), inbox(answer)]
        const query = queryOf(queue, settings(`${id}-query`, moment))
        for (let n = 0; n < messages; n++) {
          const inHeaders = settings(`${id}-header`, moment)
          given(await queue.publish(sibling.url, { settings: inHeaders }), accepted())
          must(await queue.publish(`${own.url}?${query}`), accepted())
        }

        await judged(sibling, given, { time, moment })
        await judged(own, must, { time, moment })
      },
    }),
  ),

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
      run: async (world) =>
        must(await delivered(world, { settings: { Method: name } }), method(name)),
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
    run: async (world) => must(await delivered(world), method('POST')),
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
      const reply = askable(await queue.publish(API, question(inbox().url, id)))

      must(reply, accepted(), object(), text('messageId'))
    },
  }),

  scenario('a publish to api/llm without a callback is refused', {
    rule: 'queue.callback.required-for-api-llm',
    async run({ queue, inbox, id }) {
      const { settings, ...rest } = question(inbox().url, id)
      given(askable(await queue.publish(API, { settings, ...rest })), accepted())

      must(await queue.publish(API, rest), refused())
    },
  }),

  scenario('a publish is answered with a message id', {
    rule: 'queue.publish.message-id-required',
    run: async ({ queue, inbox }) =>
      must(await queue.publish(inbox().url), accepted(), text('messageId')),
  }),

  scenario('two messages to one URL have different ids', {
    rule: 'queue.publish.message-id-unique',
    async run({ queue, inbox }) {
      const { url } = inbox()
      const first = given(await queue.publish(url), accepted(), text('messageId'))
      const second = given(await queue.publish(url), accepted(), text('messageId'))

      const taken = memberOf(first, 'messageId')
      must(
        second,
        memberThat('messageId', 'another message id', (id) => id !== taken),
      )
    },
  }),

  scenario('the answer names the URL of the destination', {
    rule: 'queue.publish.url',
    async run({ queue, inbox }) {
      for (const url of [inbox().url, `${inbox().url}?a=1&b=2`])
        must(await queue.publish(url), accepted(), text('url', url))
    },
  }),

  scenario('the path of a destination names the same resource when called', {
    rule: 'queue.publish.to-http-url',
    async run({ queue, inbox }) {
      const { url, delivery } = inbox()
      for (const [index, path] of paths.entries()) {
        const destination = url + path
        must(await queue.publish(destination), accepted())

        must(given(await delivery(index + 1)), callsResource(destination))
      }
    },
  }),
]
