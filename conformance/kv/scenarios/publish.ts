// How messages are published, and which subscribers they reach. That nothing arrives is seen without
// waiting: what is published after it arrives next.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { StreamEvent } from '../../wire/stream.js'
import { eventAmong, eventsUntil, onceAmong } from '../fixtures/collected.js'
import { eventWith, executed, executedInBatch, named, result } from '../fixtures/matchers.js'
import { showing, subscribed } from '../fixtures/streams.js'
import { segment, type KvClient } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'

type Publish = (kv: KvClient, channel: string, message: string) => Promise<Exchange>

/** Every form in which the command reaches a server. */
const forms: Readonly<Record<string, Publish>> = {
  'the endpoint': (kv, channel, message) => kv.publish(channel, message),
  'the command by path with GET': (kv, ...args) => kv.path(['PUBLISH', ...args], { method: 'GET' }),
  'the command by path with a body': (kv, channel, body) => kv.path(['PUBLISH', channel], { body }),
  'the command in the body': (kv, ...args) => kv.command(['PUBLISH', ...args]),
}
const inBatches: Readonly<Record<string, Publish>> = {
  'a pipeline': (kv, ...args) => kv.pipeline([['PUBLISH', ...args]]),
  'a transaction': (kv, ...args) => kv.transaction([['PUBLISH', ...args]]),
}

/**
 * Channels that a server may take for one another: what is published to `others` does not reach who
 * listens to `own`.
 */
interface Group {
  readonly own: string
  readonly others: Readonly<Record<string, string>>
}

const strangers: readonly { title: string; id: string; groups: readonly Group[] }[] = [
  {
    title: 'a message does not arrive at a channel of a similar name',
    id: 'similar-names',
    groups: [
      {
        own: 'a',
        others: {
          'another channel': 'b',
          'a longer channel': 'ab',
          'a channel in capitals': 'A',
          'a channel with the rest after a comma': 'a,b',
          'a channel with a space more': 'a ',
        },
      },
      { own: 'ab', others: { 'a shorter channel': 'a', 'a pattern that fits the channel': 'a*' } },
    ],
  },
  {
    title: 'a message does not arrive at a channel whose name is a pattern',
    id: 'patterns',
    groups: [
      { own: 'a*', others: { 'a channel that fits the asterisk': 'ab' } },
      { own: 'a?', others: { 'a channel that fits the question mark': 'ab' } },
      { own: '[ab]', others: { 'a channel that fits the brackets': 'a' } },
    ],
  },
  {
    title: 'a message does not arrive at a channel with an encoded name',
    id: 'encoded',
    groups: [{ own: 'a%2Fb', others: { 'a channel that is decoded once more': 'a/b' } }],
  },
]

export const publishScenarios = [
  scenario('a publish to a channel without subscribers succeeds', {
    id: 'kv.publish.endpoint/no-subscribers',
    async run({ kv, id }) {
      given(await kv.path(['echo', id], { method: 'POST' }), result(id))
      given(await kv.command(['EXISTS', id]), result(0))

      must(await kv.send('POST', `/publish/${id}/hello`), executed())
      const [channel, message] = [segment(`${id}/a b?c`), segment('d/e#f %2F 👩‍🚀')]
      const special = await kv.send('POST', `/publish/${channel}/${message}`)
      must(special, named('special characters', executed()))
    },
  }),
  observation('result of a publish by the number of subscribers', {
    id: 'kv.publish.count/none-one-two',
    async run(world) {
      const { kv, id, note } = world
      note('without subscribers', memberOf(await kv.publish(id, 'hello'), 'result'))
      for (const what of ['with one', 'with two']) {
        await subscribed(world, id)
        note(what, memberOf(await kv.publish(id, 'hello'), 'result'))
      }
    },
  }),

  scenario('a message of any form arrives once at every subscriber', {
    id: 'kv.publish.reaches-current-subscribers/every-form',
    async run(world) {
      const { kv, id } = world
      const streams = await Promise.all([1, 2, 3].map(() => subscribed(world, id)))
      const all = { ...forms, ...inBatches }
      const names = Object.keys(all)
      const replies: Exchange[] = []
      for (const [index, publish] of Object.values(all).entries())
        replies.push(await publish(kv, id, `hello-${index}`))
      given(await kv.publish(id, 'end'), executed())
      const received = await Promise.all(streams.map((stream) => eventsUntil(stream, 'end')))

      await eachRow(all, async (_, name) => {
        const index = names.indexOf(name)
        const word = `hello-${index}`
        given(replies[index]!, name in inBatches ? executedInBatch() : executed())
        for (const events of received)
          must(eventAmong(events, showing(word)), onceAmong(events, word))
      })
    },
  }),
  scenario('messages arrive in their order, and as often as published', {
    id: 'kv.publish.reaches-current-subscribers/order-and-repetition',
    async run(world) {
      const { kv, id } = world
      const stream = await subscribed(world, id)
      const numbers = Array.from({ length: 8 }, (_, index) => `message-${index}-of-10`)
      const messages = [...numbers, 'again-of-10', 'again-of-10', 'end-of-10']
      for (const message of messages) given(await kv.publish(id, message), executed())

      for (const message of messages) must(await stream.next(showing('of-10')), eventWith(message))
    },
  }),
  scenario('a message arrives after a subscriber left, and at a new one', {
    id: 'kv.publish.reaches-current-subscribers/after-another-left',
    async run(world) {
      const { kv, id } = world
      const [leaving, stream] = [await subscribed(world, id), await subscribed(world, id)]
      given(await kv.publish(id, 'before'), executed())
      given(await leaving.next(showing('before')))
      given(await stream.next(showing('before')))
      leaving.close()
      const again = await subscribed(world, id)
      given(await kv.publish(id, 'after'), executed())

      must(await stream.next(showing('after')))
      must(await again.next(showing('after')))
    },
  }),
  scenario('messages to several channels arrive each at its own', {
    id: 'kv.publish.reaches-current-subscribers/several-channels',
    async run(world) {
      const { kv, id } = world
      const channels = [`${id}-a`, `${id}-b`] as const
      const [one, other] = [
        await subscribed(world, channels[0]),
        await subscribed(world, channels[1]),
      ]
      given(
        await kv.pipeline(channels.map((channel) => ['PUBLISH', channel, `to-${channel}`])),
        executedInBatch(),
      )

      must(await one.next(showing('to-')), eventWith(`to-${channels[0]}`))
      must(await other.next(showing('to-')), eventWith(`to-${channels[1]}`))
    },
  }),

  scenario('a later subscriber misses what the earlier one received', {
    id: 'kv.publish.later-subscribers-miss-it/received',
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
    id: 'kv.publish.later-subscribers-miss-it/unreceived',
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

  ...strangers.map(({ title, id: ofGroup, groups }) =>
    scenario(title, {
      id: `kv.publish.only-its-channel/${ofGroup}`,
      async run(world) {
        const { kv, id } = world
        const listen = async ({ own, others }: Group, group: number) => {
          const channelOf = (name: string) => `${id}-${group}-${name}`
          const stream = await subscribed(world, channelOf(own))
          given(await kv.publish(channelOf(own), 'first'), executed())
          const first = await stream.next(showing('first'))
          for (const [index, name] of Object.values(others).entries())
            given(await kv.publish(channelOf(name), `foreign-${index}`), executed())
          given(await kv.publish(channelOf(own), 'own'), executed())
          const events: StreamEvent[] = [first]
          while (events.at(-1)!.failure === undefined && !showing('own')(events.at(-1)!))
            events.push(await stream.next())
          return Object.entries(others).map(([what, name], index) => {
            const foreign = events.find(showing(`foreign-${index}`))
            const channels = [channelOf(own), channelOf(name)]
            return [what, { foreign, last: events.at(-1)!, channels }] as const
          })
        }
        const rows = (await Promise.all(groups.map(listen))).flat()

        await eachRow(Object.fromEntries(rows), async ({ foreign, last, channels }) => {
          if (foreign === undefined) {
            given(last)
            return
          }
          // Another rule tests how a path is decoded.
          for (const channel of channels) given(await kv.path(['echo', channel]), result(channel))
          must(foreign, eventWith('own'))
        })
      },
    }),
  ),
]
