// Mistakes under the heading: Subscribe.

import type { Message } from '../../kv/backends/backend.js'
import { bytesOf, textOf } from '../../kv/reply.js'
import { each, given, shape } from '../written.js'
import { fault, replacing, type KvFault, type Replacements } from './fault.js'
import { withoutEndpoint, withoutFirstEvent } from './parts.js'

/** A server whose events have another message than the one that was published. */
const withPayload = shape((change: (payload: Message['payload']) => string): Replacements => ({
  messageEvent: given(({ channel, payload }) => [{ channel, payload: change(payload) }]),
}))

/** What cannot be judged where nobody can subscribe. */
const BY_SUBSCRIBING = [
  'kv.subscribe.*',
  'kv.events.no-others',
  'kv.publish.reaches-current-subscribers',
  'kv.publish.later-subscribers-miss-it',
  'kv.publish.only-its-channel',
]

const MESSAGE_EVENT = 'kv.subscribe.message-event'
const FIRST_EVENT = 'kv.subscribe.first-event'

export const subscribeFaults: readonly KvFault[] = [
  withoutEndpoint(
    'subscriptions are not known',
    { breaks: ['kv.subscribe.event-stream'], blocks: BY_SUBSCRIBING },
    'subscribe',
  ),

  fault(
    'the channel and the message of an event are lines of their own',
    ['kv.subscribe.one-line-per-event', MESSAGE_EVENT],
    { messageEvent: () => (message) => `message\n${message.channel}\n${message.payload}` },
  ),

  withoutFirstEvent(
    'a subscription has no first event',
    { breaks: [FIRST_EVENT], blocks: BY_SUBSCRIBING },
    'subscribe,',
  ),
  ...each(replacing('firstSubscribeEvent'), [FIRST_EVENT], {
    'the first event of a subscription has no count': () => (channel) => `subscribe,${channel}`,
    'the first event of a subscription counts those that were there before': () => (channel) =>
      `subscribe,${channel},0`,
    'the first event of a subscription has spaces after its commas': () => (channel) =>
      `subscribe, ${channel}, 1`,
    'the first event of a subscription has the channel as it stands in the path': given(
      (channel) => [bytesOf(encodeURIComponent(textOf(channel)))],
    ),
    'the first event of a subscription says OK': () => () => '"OK"',
  }),

  ...each(replacing('messageEvent'), [MESSAGE_EVENT], {
    'the event of a message is the message alone': () => (message) => message.payload,
    'the event of a message has no channel': () => (message) => `message,${message.payload}`,
    'the event of a message is JSON': () => (message) =>
      JSON.stringify({ channel: message.channel, payload: message.payload }),
  }),
  ...each(withPayload, [MESSAGE_EVENT], {
    'the event of a message has the message in quotes': (payload) => JSON.stringify(payload),
    'the event of a message ends at the first comma of the message': (payload) =>
      payload.split(',', 1)[0]!,
    'the event of a message has the message trimmed': (payload) => payload.trim(),
    'the event of a message has the message as it stands in a path': (payload) =>
      bytesOf(encodeURI(textOf(payload))),
    'the event of a message has the message decoded once more': (payload) =>
      payload.replaceAll('+', ' ').replaceAll('%2F', '/'),
  }),
  withPayload(
    'the event of a message has the message in base64',
    {
      breaks: [MESSAGE_EVENT, 'kv.publish.reaches-current-subscribers'],
      blocks: [
        ...['kv.publish.later-subscribers-miss-it', 'kv.publish.only-its-channel'],
        'kv.events.no-others',
      ],
    },
    (payload) => Buffer.from(payload, 'latin1').toString('base64'),
  ),
  withPayload('long messages are cut', [MESSAGE_EVENT], (payload) => payload.slice(0, 65_536)),
  fault('an empty message is no event', [MESSAGE_EVENT], {
    listen: given((channel, follower) => {
      const next = (message: Message) => {
        if (message.payload !== '') follower.next(message)
      }
      return [channel, { ...follower, next }]
    }),
  }),
  fault('events are not taken for UTF-8', [FIRST_EVENT, MESSAGE_EVENT], {
    eventLines: given((event) => [bytesOf(event)]),
  }),
]
