// Publishing, and the subscribers that a message reaches. That a message does not arrive is seen without
// waiting: the next one published arrives next. Only a repeated old message may also come later.

import { setTimeout as pause } from 'node:timers/promises'
import { memberOf } from '../../wire/exchange.js'
import type { EventStream } from '../../wire/stream.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { segment, type KvClient } from '../fixtures/client.js'
import { eventWith, executed, named, result } from '../fixtures/matchers.js'
import { receivedOn, showing, subscribed } from '../fixtures/streams.js'
import { observation, scenario } from '../fixtures/world.js'
/** Channels that a server may confuse: a message to `others` does not reach a subscriber of `own`. */
interface Group {
  readonly own: string
  readonly others: Readonly<Record<string, string>>
}

const similar: readonly { title: string; id: string; groups: readonly Group[] }[] = [
  {
    title: '/publish: subscribers of `a` get no message to `b`, `ab`, `A` or `a,b`',
    id: 'similar-names',
    groups: [
      {
        own: 'a',
        others: {
          'another channel': 'b',
          'a longer channel': 'ab',
          'a channel in capitals': 'A',
          'a channel with a comma after the name': 'a,b',
          'a channel with a space after the name': 'a ',
        },
      },
      {
        own: 'ab',
        others: { 'a shorter channel': 'a', 'a pattern that matches the channel': 'a*' },
      },
    ],
  },
  {
    title: 'subscribe: `a*`, `a?` and `[ab]` are channel names, not patterns',
    id: 'patterns',
    groups: [
      { own: 'a*', others: { 'a channel that matches the asterisk': 'ab' } },
      { own: 'a?', others: { 'a channel that matches the question mark': 'ab' } },
      { own: '[ab]', others: { 'a channel that matches the brackets': 'a' } },
    ],
  },
  {
    title: 'subscribe: the channel name in the path is percent-decoded only once',
    id: 'encoded',
    groups: [{ own: 'a%2Fb', others: { 'the channel name decoded twice': 'a/b' } }],
  },
]

/** The time in milliseconds within which a server that repeats old messages does it. */
const repetitionMs = 100

/** Judges that no old message arrives after the first new one. */
async function mustMissLater(kv: KvClient, channel: string, stream: EventStream): Promise<void> {
  await pause(repetitionMs)
  given(await kv.publish(channel, 'end'), executed())
  must(await receivedOn(stream, showing('early', 'end')), eventWith('end'))
}

export const publishScenarios = [
  scenario('/publish: a message to a channel without subscribers is accepted', {
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
  observation('observes the result of /publish with 0, 1 and 2 subscribers', {
    id: 'kv.publish.count/none-one-two',
    async run({ kv, id, note }) {
      note('without subscribers', memberOf(await kv.publish(id, 'hello'), 'result'))
      for (const what of ['with 1 subscriber', 'with 2 subscribers']) {
        await subscribed(kv, id)
        note(what, memberOf(await kv.publish(id, 'hello'), 'result'))
      }
    },
  }),

  scenario('/publish: messages arrive in order; a message sent twice arrives twice', {
    id: 'kv.publish.reaches-current-subscribers/order-and-repetition',
    async run({ kv, id }) {
      const stream = await subscribed(kv, id)
      const numbers = Array.from({ length: 8 }, (_, index) => `message-${index}-of-10`)
      const messages = [...numbers, 'again-of-10', 'again-of-10', 'end-of-10']
      for (const message of messages) given(await kv.publish(id, message), executed())

      for (const message of messages) must(await stream.next(showing('of-10')), eventWith(message))
    },
  }),
  scenario('/publish: after a subscriber leaves, old and new ones receive messages', {
    id: 'kv.publish.reaches-current-subscribers/after-another-left',
    async run({ kv, id }) {
      const [leaving, stream] = [await subscribed(kv, id), await subscribed(kv, id)]
      given(await kv.publish(id, 'before'), executed())
      await receivedOn(leaving, showing('before'))
      await receivedOn(stream, showing('before'))
      leaving.close()
      const again = await subscribed(kv, id)
      given(await kv.publish(id, 'after'), executed())

      must(await stream.next(showing('after')))
      must(await again.next(showing('after')))
    },
  }),
  scenario('/publish: a new subscriber gets no old message that nobody received', {
    id: 'kv.publish.later-subscribers-miss-it/unreceived',
    async run({ kv, id }) {
      const other = await subscribed(kv, `other-${id}`)
      given(await kv.publish(`other-${id}`, 'early'), executed())
      await receivedOn(other, showing('early'))
      given(await kv.publish(id, 'early'), executed())
      const stream = await subscribed(kv, id)
      given(await kv.publish(id, 'late'), executed())

      must(await receivedOn(stream, showing('early', 'late')), eventWith('late'))
      await mustMissLater(kv, id, stream)
    },
  }),

  ...similar.map(({ title, id: ofGroup, groups }) =>
    scenario(title, {
      id: `kv.publish.only-its-channel/${ofGroup}`,
      async run({ kv, id }) {
        const listen = async ({ own, others }: Group, group: number) => {
          const channelOf = (name: string) => `${id}-${group}-${name}`
          const stream = await subscribed(kv, channelOf(own))
          given(await kv.publish(channelOf(own), 'first'), executed())
          for (const [index, name] of Object.values(others).entries())
            given(await kv.publish(channelOf(name), `foreign-${index}`), executed())
          given(await kv.publish(channelOf(own), 'own'), executed())
          const events = [await stream.next(showing('first'))]
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
