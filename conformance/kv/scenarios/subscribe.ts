// The stream of a channel: how it begins, and the bytes of a message on it.

import { given, must, type Matcher } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { StreamEvent } from '../../wire/stream.js'
import { event, executed, result } from '../fixtures/matchers.js'
import { eventsUntil, noteByAccept } from '../fixtures/streams.js'
import { subscribed } from '../fixtures/streams.js'
import { judgeIfAccepted } from '../fixtures/tables.js'
import { observation, scenario, type KvWorld } from '../fixtures/world.js'

/** Channels, each with the id of the scenario before it. */
const names: Readonly<Record<string, string>> = {
  letters: 'news',
  'spaces and letters of both cases': ' a  B ',
  'commas, quotes and a backslash': `a,b,"a"'b'\\`,
  'a slash': 'a/b',
  'a question mark and an ampersand': 'a?b=c&d',
  'a percent sign': '%41%2F%',
  'a plus sign': 'a+b',
  'pattern characters': '*[a]?',
  'characters of two, three and four bytes': 'ü€🚀',
}

/** Longer than the buffers of servers and networks. */
const long = 'abcdefghi,'.repeat(8_000)

/** Messages that do not fit into a path. */
const inTheBody: Readonly<Record<string, string>> = {
  'an empty message': '',
  '80,000 characters': long,
  '20,000 characters of four bytes': '🚀'.repeat(20_000),
}

const channelOf = ({ id }: KvWorld, name: string) => `${id}-${name}`

/** Judges the first event at a channel of each name. */
async function mustBegin(
  world: KvWorld,
  firstOf: (channel: string) => Promise<StreamEvent>,
  matcherOf: (channel: string) => Matcher<StreamEvent>,
) {
  const begun = Object.entries(names).map(async ([what, name]) => {
    const channel = channelOf(world, name)
    return [what, { channel, first: await firstOf(channel) }] as const
  })
  await eachRow(Object.fromEntries(await Promise.all(begun)), async ({ channel, first }) => {
    await judgeIfAccepted(
      () => must(first, matcherOf(channel)),
      // Another rule tests how a path is decoded.
      async () => given(await world.kv.path(['echo', channel]), result(channel)),
    )
  })
}

/** Judges that a message arrives unchanged on a stream of its own. */
async function mustArrive(world: KvWorld, channel: string, message: string, byPath: boolean) {
  const { kv } = world
  // Another rule tests how a path is decoded.
  for (const text of byPath ? [channel, message] : [channel])
    given(await kv.path(['echo', text]), result(text))
  const stream = await subscribed(kv, channel)
  const publish = async () =>
    byPath ? kv.publish(channel, message) : kv.command(['PUBLISH', channel, message])
  given(await publish(), executed())
  must(await stream.next(), event(`message,${channel},${message}`))
}

/** Judges messages on one stream. Those that do not arrive unchanged are sent again, each alone. */
async function mustArriveAll(
  world: KvWorld,
  messages: Readonly<Record<string, string>>,
  byPath: boolean,
) {
  const { kv, id } = world
  const stream = await subscribed(kv, id)
  for (const message of Object.values(messages))
    given(
      await (byPath ? kv.publish(id, message) : kv.command(['PUBLISH', id, message])),
      executed(),
    )
  given(await kv.command(['PUBLISH', id, `${id}-end`]), executed())
  const { events } = await eventsUntil(stream, `${id}-end`)
  const arrived = new Set(events.map(({ data }) => data))
  const rest = Object.entries(messages).filter(([, each]) => !arrived.has(`message,${id},${each}`))
  await eachRow(Object.fromEntries(rest), async (message, what) => {
    const channel = channelOf(world, `alone-${Object.keys(messages).indexOf(what)}`)
    await mustArrive(world, channel, message, byPath)
  })
}

export const subscribeScenarios = [
  observation('observes the subscribe response without `Accept: text/event-stream`', {
    id: 'kv.subscribe.accept-missing/other-accept',
    run: ({ kv, id, note }) => noteByAccept(note, (options) => kv.subscribe(id, options)),
  }),

  scenario('subscribe: messages arrive if the channel name has special characters', {
    id: 'kv.subscribe.message-event/names-of-channels',
    async run(world) {
      const { kv } = world
      const publish = async (channel: string) => {
        const stream = await subscribed(kv, channel)
        given(await kv.publish(channel, 'hello'), executed())
        return stream.next()
      }
      await mustBegin(world, publish, (channel) => event(`message,${channel},hello`))
    },
  }),
  scenario('subscribe: empty and 80,000-character messages arrive unchanged', {
    id: 'kv.subscribe.message-event/empty-and-long',
    run: async (world) => mustArriveAll(world, inTheBody, false),
  }),
]
