// Faults of the heading Subscribe.

import type { Message } from '../../kv/backends/backend.js'
import { bytesOf, textOf } from '../../kv/reply.js'
import { each, given } from '../written.js'
import { faults, replacing, type Replacements } from './fault.js'
import { withoutEndpoint, withoutFirstEvent } from './parts.js'

/** Changes the message in message events. */
const withPayload = (change: (payload: Message['payload']) => string): Replacements => ({
  messageEvent: given(({ channel, payload }) => [{ channel, payload: change(payload) }]),
})

/** Rules whose scenarios need a subscription. */
const BY_SUBSCRIBING = [
  'kv.subscribe.*',
  'kv.events.no-others',
  'kv.publish.reaches-current-subscribers',
  'kv.publish.later-subscribers-miss-it',
  'kv.publish.only-its-channel',
]

const MESSAGE_EVENT = 'kv.subscribe.message-event'
const FIRST_EVENT = 'kv.subscribe.first-event'

export const subscribeFaults = faults({
  'subscribe-missing: /subscribe: runs a command SUBSCRIBE, opens no event stream': {
    breaks: ['kv.subscribe.event-stream'],
    blocks: BY_SUBSCRIBING,
    ...withoutEndpoint('subscribe'),
  },

  'subscribe-fields-on-lines: subscribe: puts channel and message on separate lines': {
    breaks: ['kv.subscribe.one-line-per-event', MESSAGE_EVENT],
    messageEvent: () => (message) => `message\n${message.channel}\n${message.payload}`,
  },

  'subscribe-no-first-event: subscribe: omits the first event (subscribe,<channel>,1)': {
    breaks: [FIRST_EVENT],
    blocks: BY_SUBSCRIBING,
    ...withoutFirstEvent('subscribe,'),
  },
  ...each(replacing('firstSubscribeEvent'), [FIRST_EVENT], {
    'subscribe-first-no-count: subscribe: omits the subscription count in the first event':
      () => (channel) =>
        `subscribe,${channel}`,
    'subscribe-first-count-0: subscribe: sends count 0, not 1, in the first event':
      () => (channel) =>
        `subscribe,${channel},0`,
    'subscribe-first-spaces: subscribe: adds spaces after commas in the first event':
      () => (channel) =>
        `subscribe, ${channel}, 1`,
    'subscribe-first-encoded: subscribe: percent-encodes the channel in the first event': given(
      (channel) => [bytesOf(encodeURIComponent(textOf(channel)))],
    ),
    'subscribe-first-ok: subscribe: sends "OK" as the first event': () => () => '"OK"',
  }),

  ...each(replacing('messageEvent'), [MESSAGE_EVENT], {
    'subscribe-message-only: subscribe: omits "message" and channel in message events':
      () => (message) =>
        message.payload,
    'subscribe-no-channel: subscribe: omits the channel in message events': () => (message) =>
      `message,${message.payload}`,
    'subscribe-as-json: subscribe: sends message events as JSON': () => (message) =>
      JSON.stringify({ channel: message.channel, payload: message.payload }),
  }),
  ...each(withPayload, [MESSAGE_EVENT], {
    'subscribe-message-quoted: subscribe: sends messages as quoted JSON strings': (payload) =>
      JSON.stringify(payload),
    'subscribe-message-cut-at-comma: subscribe: cuts messages at the first comma': (payload) =>
      payload.split(',', 1)[0]!,
    'subscribe-message-trimmed: subscribe: trims whitespace of messages': (payload) =>
      payload.trim(),
    'subscribe-message-encoded: subscribe: percent-encodes messages': (payload) =>
      bytesOf(encodeURI(textOf(payload))),
    'subscribe-message-decoded: subscribe: decodes + and %2F in messages': (payload) =>
      payload.replaceAll('+', ' ').replaceAll('%2F', '/'),
  }),
  'subscribe-message-base64: subscribe: sends messages in base64': {
    breaks: [MESSAGE_EVENT, 'kv.publish.reaches-current-subscribers'],
    blocks: [
      ...['kv.publish.later-subscribers-miss-it', 'kv.publish.only-its-channel'],
      'kv.events.no-others',
    ],
    ...withPayload((payload) => Buffer.from(payload, 'latin1').toString('base64')),
  },
  'subscribe-message-cut-after-64-kib: subscribe: cuts messages after 64 KiB': {
    breaks: [MESSAGE_EVENT],
    ...withPayload((payload) => payload.slice(0, 65_536)),
  },
  'subscribe-drops-empty-messages: subscribe: drops empty messages': {
    breaks: [MESSAGE_EVENT],
    listen: given((channel, follower) => {
      const next = (message: Message) => {
        if (message.payload !== '') follower.next(message)
      }
      return [channel, { ...follower, next }]
    }),
  },
  'events-encoded-twice: event streams: encodes text as UTF-8 twice': {
    breaks: [FIRST_EVENT, MESSAGE_EVENT],
    eventLines: given((event) => [bytesOf(event)]),
  },
})
