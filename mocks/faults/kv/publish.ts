// Faults of the headings Subscribe, and Publish and info.

import { Outbox } from '../../http/outbox.js'
import type { Bytes, Command } from '../../kv/reply.js'
import { each, firstTime, given, prefixed, rows } from '../written.js'
import { distort, type Distortion, wrongAt } from './boundary.js'
import { faults, type Replacements } from './fault.js'
import { asCommand, dropping, isNamed, without } from './parts.js'
import { at, channelOf, named } from './where.js'

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

/** Changes message events. */
const messages = (change: (payload: string, channel: string) => string): Distortion => ({
  events(seen) {
    const channel = channelOf(seen)
    const start = `message,${channel},`
    return (text) => (text.startsWith(start) ? change(text.slice(start.length), channel) : text)
  },
})

/** Changes the message in message events. */
const payload = (change: (payload: string) => string): Distortion =>
  messages((payload, channel) => `message,${channel},${change(payload)}`)

/** Starts with a stream, and changes the text of each message event. */
const heard = (start: () => (text: string) => string | readonly string[]): Distortion => ({
  events() {
    const change = start()
    return (text) => (text.startsWith('message,') ? change(text) : text)
  },
})

/** Calls `opened` with each new stream and the open ones of its channel, which it then joins. */
const amongStreams = (
  opened: (own: Outbox, others: ReadonlySet<Outbox>, channel: string) => void,
): Distortion => ({
  make: (streams = new Map<string, Set<Outbox>>()) => ({
    stream({ body }, seen) {
      const others = streams.get(channelOf(seen)) ?? new Set()
      streams.set(channelOf(seen), others)
      if (!(body instanceof Outbox)) return {}
      body.whenOver(() => others.delete(body))
      opened(body, others, channelOf(seen))
      others.add(body)
      return {}
    },
  }),
})

/** Changes channel names, of publishers and of subscribers alike. */
const withChannels = (change: (channel: Bytes) => Bytes): Replacements => ({
  command: given((command, session) => {
    const [name, channel = '', ...rest] = command
    const changed: Command = [name, change(channel), ...rest]
    return [isNamed(command, ['PUBLISH']) ? changed : command, session]
  }),
  listen: given((channel, { next, end }, sender) => [
    change(channel),
    { next: ({ payload }) => next({ channel, payload }), end },
    sender,
  ]),
})

const REACHES = 'kv.publish.reaches-current-subscribers'
const CHANNEL = 'kv.publish.only-its-channel'
const LATER = 'kv.publish.later-subscribers-miss-it'

export const publishFaults = faults({
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
      'first-no-count: omits the subscription count in the first event': {
        events: () => (text) => text.replace(/^(subscribe,.*),1$/s, '$1'),
      },
    }),
    ...each(wrongAt(inStream), ['kv.subscribe.one-line-per-event', MESSAGE_EVENT], {
      'fields-on-lines: puts channel and message on separate lines': () =>
        messages((payload, channel) => `message\n${channel}\n${payload}`),
    }),
    ...each(wrongAt(inStream), [MESSAGE_EVENT], {
      'message-only: omits "message" and channel in message events': messages((payload) => payload),
      'no-channel: omits the channel in message events': () =>
        messages((payload) => `message,${payload}`),
      'message-cut-at-comma: cuts messages at the first comma': () =>
        payload((text) => text.split(',')[0]!),
      'message-trimmed: trims whitespace of messages': payload((text) => text.trim()),
      'message-cut-after-64-kib: cuts messages after 64 KiB': () =>
        payload((text) => text.slice(0, 65_536)),
    }),
  }),
  'publish-missing: rejects PUBLISH as an unknown command': {
    breaks: ['kv.publish.endpoint'],
    blocks: ['kv.publish.*', 'kv.subscribe.message-event'],
    ...without('PUBLISH'),
  },
  'publish-reaches-nobody: PUBLISH: delivers no message to any subscriber': {
    breaks: [REACHES, 'kv.subscribe.message-event'],
    blocks: [LATER, CHANNEL],
    replace: () => distort(dropping(/^message,/)),
  },
  ...each(wrongAt(at('pipeline')), [REACHES], {
    'publish-pipeline-not-delivered: PUBLISH in a pipeline: does not deliver the message': {
      command: (command) =>
        isNamed(command, ['PUBLISH']) ? ['PUBLISH', `nowhere-${command[1]}`, command[2]!] : command,
    },
  }),
  ...each(wrongAt(), [REACHES], {
    'publish-delivers-twice: PUBLISH: delivers each message twice to each subscriber': () =>
      heard(() => (text) => [text, text]),
    'publish-drops-repeated: PUBLISH: drops a message equal to the previous one': () =>
      heard(() => {
        let last: string | undefined
        return (text) => {
          const isRepeated = text === last
          last = text
          return isRepeated ? [] : text
        }
      }),
  }),
  'publish-one-subscriber: PUBLISH: delivers to only one subscriber of a channel': {
    breaks: [REACHES],
    replace: (taken = new Set<Bytes>()) => ({
      listen: (original) => async (channel, follower, sender) => {
        const isFirst = !taken.has(channel)
        taken.add(channel)
        const stop = await original(
          channel,
          isFirst ? follower : { ...follower, next: () => {} },
          sender,
        )
        return () => {
          if (isFirst) taken.delete(channel)
          stop()
        }
      },
    }),
  },
  ...rows(wrongAt(inStream), {
    'leaving-ends-others: subscribe: ends all subscriptions of a channel with one': [
      REACHES,
      amongStreams((own, others) => own.whenOver(() => others.forEach((other) => other.end()))),
    ],
    'subscribe-announces-others: subscribe: sends an event when another client subscribes': [
      'kv.events.no-others',
      amongStreams((_, others, channel) =>
        others.forEach((other) => other.put(`data: subscribe,${channel},2\n\n`)),
      ),
    ],
  }),
  'publish-first-message-only: PUBLISH: delivers only the first message to each subscriber': {
    breaks: [REACHES],
    blocks: [CHANNEL, LATER],
    replace: () =>
      distort(
        heard(() => {
          const isFirst = firstTime()
          return (text) => (isFirst('message') ? text : [])
        }),
      ),
  },
  'publish-replays-last: PUBLISH: sends the last message again to new subscribers': {
    breaks: [LATER],
    replace: (last = new Map<Bytes, Bytes>()) => ({
      command: (original) => (command, session) => {
        const [, channel, payload] = command
        if (isNamed(command, ['PUBLISH'])) last.set(channel!, payload!)
        return original(command, session)
      },
      listen: (original) => (channel, follower, sender) => {
        const payload = last.get(channel)
        if (payload !== undefined) follower.next({ channel, payload })
        return original(channel, follower, sender)
      },
    }),
  },
  'subscribe-as-pattern: subscribe: treats a channel name as a pattern (news.*)': {
    breaks: [CHANNEL, 'kv.subscribe.message-event'],
    listen: (_, kv) => (pattern, follower, sender) =>
      kv.backend.psubscribe(pattern, follower, sender),
  },
  ...each(withChannels, [CHANNEL], {
    'channels-ignore-case: PUBLISH/subscribe: ignores case in channel names': (channel) =>
      channel.toLowerCase(),
    'channels-cut-at-comma: PUBLISH/subscribe: cuts channel names at the first comma': (channel) =>
      channel.split(',', 1)[0]!,
    'channels-decoded-twice: PUBLISH/subscribe: decodes %252F in a channel name as /': (channel) =>
      channel.replaceAll('%2F', '/'),
  }),
  ...each(wrongAt(at('path'), named('INFO')), ['kv.info.command-by-path'], {
    'info-missing-by-path: command by path: rejects INFO as an unknown command': {
      command: () => ['NOINFO'],
    },
  }),
})
