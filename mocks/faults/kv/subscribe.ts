// Faults of the heading Subscribe.

import type { ChannelMessage } from '../../kv/backends/backend.js'
import { bytesOf, textOf } from '../../kv/reply.js'
import { each, given, prefixed } from '../written.js'
import { faults, type Replacements, replacing } from './fault.js'
import { withoutEndpoint, withoutFirstEvent } from './parts.js'

/** Changes the message in message events. */
const withPayload = (change: (payload: ChannelMessage['payload']) => string): Replacements => ({
  messageEvent: given(({ channel, payload }) => [{ channel, payload: change(payload) }]),
})

/** Rules whose scenarios need a subscription. */
const BY_SUBSCRIBING = [
  'kv.subscribe.*',
  'kv.publish.reaches-current-subscribers',
  'kv.publish.later-subscribers-miss-it',
  'kv.publish.only-its-channel',
]

const MESSAGE_EVENT = 'kv.subscribe.message-event'
const FIRST_EVENT = 'kv.subscribe.first-event'

export const subscribeFaults = faults({
  'subscribe-missing: /subscribe: runs SUBSCRIBE as a command, opens no stream': {
    breaks: ['kv.subscribe.event-stream'],
    ...withoutEndpoint('subscribe'),
  },
  'events-encoded-twice: event streams: encodes text as UTF-8 twice': {
    breaks: [FIRST_EVENT, MESSAGE_EVENT],
    eventLines: given((event) => [bytesOf(event)]),
  },
  ...prefixed('subscribe', 'subscribe', {
    'fields-on-lines: puts channel and message on separate lines': {
      breaks: ['kv.subscribe.one-line-per-event', MESSAGE_EVENT],
      messageEvent: () => (message) => `message\n${message.channel}\n${message.payload}`,
    },
    'no-first-event: omits the first event (subscribe,<channel>,1)': {
      breaks: [FIRST_EVENT],
      blocks: BY_SUBSCRIBING,
      ...withoutFirstEvent('subscribe,'),
    },
    ...each(replacing('firstSubscribeEvent'), [FIRST_EVENT], {
      'first-no-count: omits the subscription count in the first event': () => (channel) =>
        `subscribe,${channel}`,
      'first-count-0: sends count 0, not 1, in the first event': () => (channel) =>
        `subscribe,${channel},0`,
      'first-spaces: adds spaces after commas in the first event': () => (channel) =>
        `subscribe, ${channel}, 1`,
      'first-encoded: percent-encodes the channel in the first event': given((channel) => [
        bytesOf(encodeURIComponent(textOf(channel))),
      ]),
      'first-ok: first event is "OK", not subscribe,<channel>,1': () => () => '"OK"',
    }),
    ...each(replacing('messageEvent'), [MESSAGE_EVENT], {
      'message-only: omits "message" and channel in message events': () => (message) =>
        message.payload,
      'no-channel: omits the channel in message events': () => (message) =>
        `message,${message.payload}`,
      'as-json: sends message events as JSON': () => (message) =>
        JSON.stringify({ channel: message.channel, payload: message.payload }),
    }),
    ...each(withPayload, [MESSAGE_EVENT], {
      'message-quoted: sends messages as quoted JSON strings': (payload) => JSON.stringify(payload),
      'message-cut-at-comma: cuts messages at the first comma': (payload) =>
        payload.split(',', 1)[0]!,
      'message-trimmed: trims whitespace of messages': (payload) => payload.trim(),
      'message-encoded: percent-encodes messages': (payload) => bytesOf(encodeURI(textOf(payload))),
      'message-decoded: decodes + and %2F in messages': (payload) =>
        payload.replaceAll('+', ' ').replaceAll('%2F', '/'),
      'message-cut-after-64-kib: cuts messages after 64 KiB': (payload) => payload.slice(0, 65_536),
    }),
    'message-base64: sends messages in base64': {
      breaks: [MESSAGE_EVENT, 'kv.publish.reaches-current-subscribers'],
      blocks: ['kv.publish.later-subscribers-miss-it', 'kv.publish.only-its-channel'],
      ...withPayload((payload) => Buffer.from(payload, 'latin1').toString('base64')),
    },
    'drops-empty-messages: drops empty messages': {
      breaks: [MESSAGE_EVENT],
      listen: given((channel, follower, sender) => {
        const next = (message: ChannelMessage) => {
          if (message.payload !== '') follower.next(message)
        }
        return [channel, { ...follower, next }, sender]
      }),
    },
  }),
})
