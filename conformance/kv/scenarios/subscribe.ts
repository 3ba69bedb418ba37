// The stream of a channel: how it begins, and what a message looks like on it, to the byte.

import { headerOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { mediaType, status } from '../../core/matchers.js'
import { confirmation, event, executed, oneDataLine, result } from '../fixtures/matchers.js'
import { subscribed } from '../fixtures/streams.js'
import { observation, scenario, type KvWorld } from '../fixtures/world.js'

/** What a channel may be called, after the scenario's own name. */
const names: readonly { what: string; name: string }[] = [
  { what: 'letters', name: 'news' },
  { what: 'a comma', name: 'a,b,' },
  { what: 'spaces', name: ' a  b ' },
  { what: 'a slash', name: 'a/b' },
  { what: 'a question mark and an ampersand', name: 'a?b=c&d' },
  { what: 'a percent sign', name: '%41%2F%' },
  { what: 'a plus sign', name: 'a+b' },
  { what: 'letters of both cases', name: 'aB' },
  { what: 'characters of a pattern', name: '*[a]?' },
  { what: 'quotes and a backslash', name: `"a"'b'\\` },
  { what: 'characters of two, three and four bytes', name: 'ü€🚀' },
]

/** More than fits into one piece of what a server or a network may handle at a time. */
const long = 'abcdefghi,'.repeat(8_000)

/** Messages that stand in the event as they are. */
const messages: readonly { what: string; message: string }[] = [
  { what: 'a word', message: 'hello' },
  { what: 'commas', message: ',a,,b,' },
  { what: 'spaces', message: ' a  b ' },
  { what: 'slashes', message: '/a//b/' },
  { what: 'question marks and ampersands', message: '?a=b&c' },
  { what: 'percent signs', message: '%41%2F%' },
  { what: 'a plus sign', message: 'a+b' },
  { what: 'quotes and backslashes', message: `"a" 'b' \\n` },
  { what: 'JSON', message: '{"a":[1,"b",null]}' },
  { what: 'digits', message: '1.50' },
  { what: 'what looks like an event', message: 'data: message,a,b' },
  { what: 'a tab', message: 'a\tb' },
  { what: 'characters of two, three and four bytes', message: 'ü€👩‍🚀\u2028' },
]

/** Messages that have no place in a path. */
const inTheBody: readonly { what: string; message: string }[] = [
  { what: 'nothing', message: '' },
  { what: '80,000 characters', message: long },
  { what: '20,000 characters of four bytes', message: '🚀'.repeat(20_000) },
]

const channelOf = ({ id }: KvWorld, name: string) => `${id}-${name}`

export const subscribeScenarios = [
  scenario('a subscription is answered with an event stream', {
    rule: 'kv.subscribe.event-stream',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.subscribe(id), status(200), mediaType('text/event-stream'))
    },
  }),
  observation('what a subscription is answered that asks for no event stream', {
    rule: 'kv.subscribe.accept-missing',
    async run({ kv, id, note }) {
      for (const accept of [undefined, '*/*', 'application/json']) {
        const headers = accept === undefined ? [] : [['Accept', accept] as const]
        const stream = await kv.subscribe(id, { headers })
        note(
          `Accept: ${accept ?? '(none)'}`,
          `${stream.status} ${headerOf(stream, 'content-type')}`,
        )
        stream.close()
      }
    },
  }),

  scenario('each event is one line of data', {
    rule: 'kv.subscribe.one-line-per-event',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))
      const stream = given(await kv.subscribe(id), status(200))

      must(given(await stream.next()), oneDataLine())
      for (const message of ['hello', 'a, b,c']) {
        given(await kv.command(['PUBLISH', id, message]), executed())
        must(given(await stream.next()), oneDataLine())
      }
    },
  }),
  scenario('the event of a long message is one line of data', {
    rule: 'kv.subscribe.one-line-per-event',
    async run(world) {
      const { kv, id } = world
      const stream = await subscribed(world, id)
      given(await kv.command(['PUBLISH', id, long]), executed())

      must(given(await stream.next()), oneDataLine())
    },
  }),

  ...names.map(({ what, name }) =>
    scenario(`the first event confirms a channel with ${what} in its name`, {
      rule: 'kv.subscribe.first-event',
      async run(world) {
        const { kv } = world
        const channel = channelOf(world, name)
        given(await kv.path(['echo', channel]), result(channel))
        const stream = given(await kv.subscribe(channel), status(200))

        must(await stream.next(), confirmation(channel))
      },
    }),
  ),
  scenario('the first event confirms a channel that others listen to already', {
    rule: 'kv.subscribe.first-event',
    async run(world) {
      const { kv, id } = world
      const other = await subscribed(world, id)
      given(await kv.publish(id, 'hello'), executed())
      given(await other.next())
      const stream = given(await kv.subscribe(id), status(200))

      must(await stream.next(), confirmation(id))
    },
  }),

  ...names.map(({ what, name }) =>
    scenario(`a message to a channel with ${what} in its name arrives`, {
      rule: 'kv.subscribe.message-event',
      async run(world) {
        const { kv } = world
        const channel = channelOf(world, name)
        given(await kv.path(['echo', channel]), result(channel))
        const stream = await subscribed(world, channel)
        given(await kv.publish(channel, 'hello'), executed())

        must(await stream.next(), event(`message,${channel},hello`))
      },
    }),
  ),
  ...messages.map(({ what, message }) =>
    scenario(`a message of ${what} arrives as it is`, {
      rule: 'kv.subscribe.message-event',
      async run(world) {
        const { kv, id } = world
        given(await kv.path(['echo', message]), result(message))
        const stream = await subscribed(world, id)
        given(await kv.publish(id, message), executed())

        must(await stream.next(), event(`message,${id},${message}`))
      },
    }),
  ),
  ...inTheBody.map(({ what, message }) =>
    scenario(`a message of ${what} arrives as it is`, {
      rule: 'kv.subscribe.message-event',
      async run(world) {
        const { kv, id } = world
        const stream = await subscribed(world, id)
        given(await kv.command(['PUBLISH', id, message]), executed())

        must(await stream.next(), event(`message,${id},${message}`))
      },
    }),
  ),
]
