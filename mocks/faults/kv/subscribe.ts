// Mistakes under the heading: Subscribe.

import type { Message } from '../../kv/backends/backend.js'
import type { Kv } from '../../kv/kv.js'
import { bytesOf, textOf } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { withoutEndpoint, withoutFirstEvent } from './parts.js'

export const subscribeFaults: readonly Fault<Kv>[] = [
  {
    name: 'subscriptions are not known',
    breaks: ['kv.subscribe.event-stream'],
    blocks: [
      ...['kv.subscribe.*', 'kv.events.no-others', 'kv.publish.reaches-current-subscribers'],
      ...['kv.publish.later-subscribers-miss-it', 'kv.publish.only-its-channel'],
    ],
    apply: withoutEndpoint('subscribe'),
  },

  {
    name: 'the channel and the message of an event are lines of their own',
    breaks: ['kv.subscribe.one-line-per-event', 'kv.subscribe.message-event'],
    apply: (kv) => ({
      ...kv,
      messageEvent: ({ channel, payload }) => `message\n${channel}\n${payload}`,
    }),
  },

  {
    name: 'a subscription has no first event',
    breaks: ['kv.subscribe.first-event'],
    blocks: [
      ...['kv.subscribe.*', 'kv.events.no-others', 'kv.publish.reaches-current-subscribers'],
      ...['kv.publish.later-subscribers-miss-it', 'kv.publish.only-its-channel'],
    ],
    apply: withoutFirstEvent('subscribe,'),
  },
  {
    name: 'the first event of a subscription has no count',
    breaks: ['kv.subscribe.first-event'],
    apply: (kv) => ({ ...kv, firstSubscribeEvent: (channel) => `subscribe,${channel}` }),
  },
  {
    name: 'the first event of a subscription counts those that were there before',
    breaks: ['kv.subscribe.first-event'],
    apply: (kv) => ({ ...kv, firstSubscribeEvent: (channel) => `subscribe,${channel},0` }),
  },
  {
    name: 'the first event of a subscription has spaces after its commas',
    breaks: ['kv.subscribe.first-event'],
    apply: (kv) => ({
      ...kv,
      firstSubscribeEvent: (channel) => `subscribe, ${channel}, 1`,
    }),
  },
  {
    name: 'the first event of a subscription has the channel as it stands in the path',
    breaks: ['kv.subscribe.first-event'],
    apply: (kv) => ({
      ...kv,
      firstSubscribeEvent: (channel) =>
        kv.firstSubscribeEvent(bytesOf(encodeURIComponent(textOf(channel)))),
    }),
  },
  {
    name: 'the first event of a subscription says OK',
    breaks: ['kv.subscribe.first-event'],
    apply: (kv) => ({ ...kv, firstSubscribeEvent: () => '"OK"' }),
  },

  {
    name: 'the event of a message is the message alone',
    breaks: ['kv.subscribe.message-event'],
    apply: (kv) => ({ ...kv, messageEvent: ({ payload }) => payload }),
  },
  {
    name: 'the event of a message has no channel',
    breaks: ['kv.subscribe.message-event'],
    apply: (kv) => ({ ...kv, messageEvent: ({ payload }) => `message,${payload}` }),
  },
  {
    name: 'the event of a message is JSON',
    breaks: ['kv.subscribe.message-event'],
    apply: (kv) => ({
      ...kv,
      messageEvent: ({ channel, payload }) => JSON.stringify({ channel, payload }),
    }),
  },
  {
    name: 'the event of a message has the message in quotes',
    breaks: ['kv.subscribe.message-event'],
    apply: withPayload((payload) => JSON.stringify(payload)),
  },
  {
    name: 'the event of a message ends at the first comma of the message',
    breaks: ['kv.subscribe.message-event'],
    apply: withPayload((payload) => payload.split(',', 1)[0]!),
  },
  {
    name: 'the event of a message has the message trimmed',
    breaks: ['kv.subscribe.message-event'],
    apply: withPayload((payload) => payload.trim()),
  },
  {
    name: 'the event of a message has the message as it stands in a path',
    breaks: ['kv.subscribe.message-event'],
    apply: withPayload((payload) => bytesOf(encodeURI(textOf(payload)))),
  },
  {
    name: 'the event of a message has the message decoded once more',
    breaks: ['kv.subscribe.message-event'],
    apply: withPayload((payload) => payload.replaceAll('+', ' ').replaceAll('%2F', '/')),
  },
  {
    name: 'the event of a message has the message in base64',
    breaks: ['kv.subscribe.message-event', 'kv.publish.reaches-current-subscribers'],
    blocks: [
      ...['kv.publish.later-subscribers-miss-it', 'kv.publish.only-its-channel'],
      'kv.events.no-others',
    ],
    apply: withPayload((payload) => Buffer.from(payload, 'latin1').toString('base64')),
  },
  {
    name: 'long messages are cut',
    breaks: ['kv.subscribe.message-event'],
    apply: withPayload((payload) => payload.slice(0, 65_536)),
  },
  {
    name: 'an empty message is no event',
    breaks: ['kv.subscribe.message-event'],
    apply: (kv) => ({
      ...kv,
      listen: (channel, { next, end }) =>
        kv.listen(channel, {
          next(message) {
            if (message.payload !== '') next(message)
          },
          end,
        }),
    }),
  },
  {
    name: 'events are not taken for UTF-8',
    breaks: ['kv.subscribe.first-event', 'kv.subscribe.message-event'],
    apply: (kv) => ({ ...kv, eventLines: (event) => kv.eventLines(bytesOf(event)) }),
  },
]

/** A server whose events have another message than the one that was published. */
function withPayload(change: (payload: Message['payload']) => string) {
  return (kv: Kv): Kv => ({
    ...kv,
    messageEvent: ({ channel, payload }) => kv.messageEvent({ channel, payload: change(payload) }),
  })
}
