// How messages are published, and which subscribers they reach. That nothing arrives is seen without
// waiting: what is published after it arrives next.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { eventWith, executed, executedInBatch, result } from '../fixtures/matchers.js'
import { showing, subscribed } from '../fixtures/streams.js'
import { segment, type KvClient } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'

/** Every form in which the command reaches a server. */
const forms: readonly {
  what: string
  ask: (kv: KvClient, channel: string, message: string) => Promise<Exchange>
  accepted?: Matcher<Exchange>
}[] = [
  { what: 'the endpoint', ask: (kv, channel, message) => kv.publish(channel, message) },
  {
    what: 'the command by path with GET',
    ask: (kv, ...args) => kv.path(['PUBLISH', ...args], { method: 'GET' }),
  },
  {
    what: 'the command by path with a body',
    ask: (kv, channel, body) => kv.path(['PUBLISH', channel], { body }),
  },
  { what: 'the command in the body', ask: (kv, ...args) => kv.command(['PUBLISH', ...args]) },
  {
    what: 'a pipeline',
    ask: (kv, ...args) => kv.pipeline([['PUBLISH', ...args]]),
    accepted: executedInBatch(),
  },
  {
    what: 'a transaction',
    ask: (kv, ...args) => kv.transaction([['PUBLISH', ...args]]),
    accepted: executedInBatch(),
  },
]

/**
 * Two channels that are not the same, though a server may take the one for the other: what is
 * published to `other` does not reach who listens to `own`.
 */
const strangers: readonly { what: string; own: string; other: string }[] = [
  { what: 'another channel', own: 'a', other: 'b' },
  { what: 'a longer channel', own: 'a', other: 'ab' },
  { what: 'a shorter channel', own: 'ab', other: 'a' },
  { what: 'a channel in capitals', own: 'a', other: 'A' },
  { what: 'a channel that fits the asterisk', own: 'a*', other: 'ab' },
  { what: 'a channel that fits the question mark', own: 'a?', other: 'ab' },
  { what: 'a channel that fits the brackets', own: '[ab]', other: 'a' },
  { what: 'a pattern that fits the channel', own: 'ab', other: 'a*' },
  { what: 'a channel that is decoded once more', own: 'a%2Fb', other: 'a/b' },
  { what: 'a channel with the rest after a comma', own: 'a', other: 'a,b' },
  { what: 'a channel with a space more', own: 'a', other: 'a ' },
]

export const publishScenarios = [
  scenario('a publish to a channel without subscribers succeeds', {
    rule: 'kv.publish.endpoint',
    async run({ kv, id }) {
      given(await kv.path(['echo', id], { method: 'POST' }), result(id))
      given(await kv.command(['EXISTS', id]), result(0))

      must(await kv.send('POST', `/publish/${id}/hello`), executed())
    },
  }),
  scenario('a channel and a message with special characters are one segment each', {
    rule: 'kv.publish.endpoint',
    async run({ kv, id }) {
      const [channel, message] = [segment(`${id}/a b?c`), segment('d/e#f %2F 👩‍🚀')]
      given(await kv.path(['echo', id], { method: 'POST' }), result(id))
      given(await kv.command(['EXISTS', id]), result(0))

      must(await kv.send('POST', `/publish/${channel}/${message}`), executed())
    },
  }),
  observation('the result of a publish by the subscribers that are reached', {
    rule: 'kv.publish.count',
    async run(world) {
      const { kv, id, note } = world
      note('without subscribers', memberOf(await kv.publish(id, 'hello'), 'result'))
      for (const what of ['with one', 'with two']) {
        await subscribed(world, id)
        note(what, memberOf(await kv.publish(id, 'hello'), 'result'))
      }
    },
  }),

  ...forms.map(({ what, ask, accepted = executed() }) =>
    scenario(`a message published by ${what} arrives`, {
      rule: 'kv.publish.reaches-current-subscribers',
      async run(world) {
        const { kv, id } = world
        const stream = await subscribed(world, id)
        given(await ask(kv, id, 'hello'), accepted)

        must(await stream.next(showing('hello')))
      },
    }),
  ),
  scenario('a message arrives at every subscriber', {
    rule: 'kv.publish.reaches-current-subscribers',
    async run(world) {
      const { kv, id } = world
      const streams = [
        await subscribed(world, id),
        await subscribed(world, id),
        await subscribed(world, id),
      ]
      given(await kv.publish(id, 'hello'), executed())

      for (const stream of streams) must(await stream.next(showing('hello')))
    },
  }),
  scenario('a message arrives once', {
    rule: 'kv.publish.reaches-current-subscribers',
    async run(world) {
      const { kv, id } = world
      const streams = [await subscribed(world, id), await subscribed(world, id)]
      given(await kv.publish(id, 'first'), executed())
      for (const stream of streams) given(await stream.next(showing('first')))
      given(await kv.publish(id, 'second'), executed())

      for (const stream of streams)
        must(await stream.next(showing('first', 'second')), eventWith('second'))
    },
  }),
  scenario('the same message arrives as often as it is published', {
    rule: 'kv.publish.reaches-current-subscribers',
    async run(world) {
      const { kv, id } = world
      const stream = await subscribed(world, id)
      for (const message of ['hello', 'hello', 'end'])
        given(await kv.publish(id, message), executed())

      for (const message of ['hello', 'hello', 'end'])
        must(await stream.next(showing('hello', 'end')), eventWith(message))
    },
  }),
  scenario('messages arrive in the order in which they were published', {
    rule: 'kv.publish.reaches-current-subscribers',
    async run(world) {
      const { kv, id } = world
      const stream = await subscribed(world, id)
      const messages = Array.from({ length: 20 }, (_, index) => `message-${index}-of-20`)
      for (const message of messages) given(await kv.publish(id, message), executed())

      for (const message of messages) must(await stream.next(showing('of-20')), eventWith(message))
    },
  }),
  scenario('a message arrives though another subscriber has left', {
    rule: 'kv.publish.reaches-current-subscribers',
    async run(world) {
      const { kv, id } = world
      const [leaving, stream] = [await subscribed(world, id), await subscribed(world, id)]
      given(await kv.publish(id, 'before'), executed())
      given(await leaving.next(showing('before')))
      given(await stream.next(showing('before')))
      leaving.close()
      given(await kv.publish(id, 'after'), executed())

      must(await stream.next(showing('after')))
    },
  }),
  scenario('a message arrives at who subscribes again', {
    rule: 'kv.publish.reaches-current-subscribers',
    async run(world) {
      const { kv, id } = world
      const before = await subscribed(world, id)
      given(await kv.publish(id, 'before'), executed())
      given(await before.next(showing('before')))
      before.close()
      const stream = await subscribed(world, id)
      given(await kv.publish(id, 'after'), executed())

      must(await stream.next(showing('after')))
    },
  }),
  scenario('messages to several channels arrive each at its own', {
    rule: 'kv.publish.reaches-current-subscribers',
    async run(world) {
      const { kv, id } = world
      const channels = [`${id}-a`, `${id}-b`] as const
      const streams = [
        await subscribed(world, channels[0]),
        await subscribed(world, channels[1]),
      ] as const
      given(
        await kv.pipeline(channels.map((channel) => ['PUBLISH', channel, `to-${channel}`])),
        executedInBatch(),
      )

      must(await streams[0].next(showing('to-')), eventWith(`to-${channels[0]}`))
      must(await streams[1].next(showing('to-')), eventWith(`to-${channels[1]}`))
    },
  }),

  scenario('a later subscriber misses what the earlier one received', {
    rule: 'kv.publish.later-subscribers-miss-it',
    async run(world) {
      const { kv, id } = world
      const earlier = await subscribed(world, id)
      given(await kv.publish(id, 'early'), executed())
      given(await earlier.next(showing('early')))
      const later = await subscribed(world, id)
      given(await kv.publish(id, 'late'), executed())
      given(await earlier.next(showing('late')))

      must(given(await later.next(showing('early', 'late'))), eventWith('late'))
    },
  }),
  scenario('a message that nobody received is kept for nobody', {
    rule: 'kv.publish.later-subscribers-miss-it',
    async run(world) {
      const { kv, id } = world
      const other = await subscribed(world, `other-${id}`)
      given(await kv.publish(`other-${id}`, 'early'), executed())
      given(await other.next(showing('early')))
      given(await kv.publish(id, 'early'), executed())
      const stream = await subscribed(world, id)
      given(await kv.publish(id, 'late'), executed())

      must(given(await stream.next(showing('early', 'late'))), eventWith('late'))
    },
  }),

  ...strangers.map(({ what, own, other }) =>
    scenario(`a message to ${what} does not arrive`, {
      rule: 'kv.publish.only-its-channel',
      async run(world) {
        const { kv, id } = world
        const [channel, stranger] = [`${id}-${own}`, `${id}-${other}`]
        for (const name of [channel, stranger]) given(await kv.path(['echo', name]), result(name))
        const stream = await subscribed(world, channel)
        given(await kv.publish(channel, 'first'), executed())
        given(await stream.next(showing('first')))
        given(await kv.publish(stranger, 'foreign'), executed())
        given(await kv.publish(channel, 'second'), executed())

        must(given(await stream.next(showing('foreign', 'second'))), eventWith('second'))
      },
    }),
  ),
]
