// Faults of the heading Subscribe.

import { each, prefixed } from '../written.js'
import { distort, type Distortion, wrongAt } from './boundary.js'
import { faults } from './fault.js'
import { dropping, messages, asCommand } from './parts.js'
import { at, channelOf } from './where.js'

/** Rules whose scenarios need a subscription. */
const BY_SUBSCRIBING = [
  'kv.subscribe.*',
  'kv.publish.reaches-current-subscribers',
  'kv.publish.later-subscribers-miss-it',
  'kv.publish.only-its-channel',
]

const MESSAGE_EVENT = 'kv.subscribe.message-event'
const FIRST_EVENT = 'kv.subscribe.first-event'

const inStream = at('subscribe')

/** Changes the first event. */
const first = (event: (channel: string) => string): Distortion => ({
  events: (seen) => (text) => (text.startsWith('subscribe,') ? event(channelOf(seen)) : text),
})

/** Changes the message in message events. */
const payload = (change: (payload: string) => string): Distortion =>
  messages((payload, channel) => `message,${channel},${change(payload)}`)

export const subscribeFaults = faults({
  ...each(wrongAt(inStream), ['kv.subscribe.event-stream'], {
    'subscribe-missing: /subscribe: runs SUBSCRIBE as a command, opens no stream': asCommand,
  }),
  ...each(wrongAt(), [FIRST_EVENT, MESSAGE_EVENT], {
    'events-encoded-twice: event streams: encodes text as UTF-8 twice': {
      events: () => (text) => Buffer.from(text).toString('latin1'),
    },
  }),
  ...prefixed('subscribe', 'subscribe', {
    'no-first-event: omits the first event (subscribe,<channel>,1)': {
      breaks: [FIRST_EVENT],
      blocks: BY_SUBSCRIBING,
      replace: () => distort(dropping(/^subscribe,/)),
    },
    ...each(wrongAt(inStream), [FIRST_EVENT], {
      'first-no-count: omits the subscription count in the first event': () =>
        first((channel) => `subscribe,${channel}`),
      'first-count-0: sends count 0, not 1, in the first event': () =>
        first((channel) => `subscribe,${channel},0`),
      'first-spaces: adds spaces after commas in the first event': () =>
        first((channel) => `subscribe, ${channel}, 1`),
      'first-encoded: percent-encodes the channel in the first event': () =>
        first((channel) => `subscribe,${encodeURIComponent(channel)},1`),
      'first-ok: first event is "OK", not subscribe,<channel>,1': first(() => '"OK"'),
    }),
    ...each(wrongAt(inStream), ['kv.subscribe.one-line-per-event', MESSAGE_EVENT], {
      'fields-on-lines: puts channel and message on separate lines': () =>
        messages((payload, channel) => `message\n${channel}\n${payload}`),
    }),
    ...each(wrongAt(inStream), [MESSAGE_EVENT], {
      'message-only: omits "message" and channel in message events': messages((payload) => payload),
      'no-channel: omits the channel in message events': () =>
        messages((payload) => `message,${payload}`),
      'as-json: sends message events as JSON': () =>
        messages((payload, channel) => JSON.stringify({ channel, payload })),
      'message-quoted: sends messages as quoted JSON strings': payload(JSON.stringify),
      'message-cut-at-comma: cuts messages at the first comma': () =>
        payload((text) => text.split(',')[0]!),
      'message-trimmed: trims whitespace of messages': payload((text) => text.trim()),
      'message-encoded: percent-encodes messages': payload(encodeURI),
      'message-decoded: decodes + and %2F in messages': () =>
        payload((text) => text.replaceAll('+', ' ').replaceAll('%2F', '/')),
      'message-cut-after-64-kib: cuts messages after 64 KiB': () =>
        payload((text) => text.slice(0, 65_536)),
      'drops-empty-messages: drops empty messages': () =>
        messages((payload, channel) => (payload === '' ? [] : `message,${channel},${payload}`)),
    }),
    'message-base64: sends messages in base64': {
      breaks: [MESSAGE_EVENT, 'kv.publish.reaches-current-subscribers'],
      blocks: ['kv.publish.later-subscribers-miss-it', 'kv.publish.only-its-channel'],
      replace: () => distort(payload((text) => Buffer.from(text).toString('base64'))),
    },
  }),
})
