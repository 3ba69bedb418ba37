// Faults of the heading Publish and info.

import { realClock } from '../../clock.js'
import type { ChannelMessage, Follower } from '../../kv/backends/backend.js'
import type { Bytes, Command } from '../../kv/reply.js'
import { each, firstTime, given } from '../written.js'
import { distort, type Distortion, wrongAt } from './boundary.js'
import { faults, type Replacements } from './fault.js'
import { amongStreams, dropping, isNamed, without } from './parts.js'
import { at, channelOf, named } from './where.js'

/** Sends a message to a channel without subscribers. */
const unpublished: Distortion = {
  command: (command) =>
    isNamed(command, ['PUBLISH']) ? ['PUBLISH', `nowhere-${command[1]}`, command[2]!] : command,
}

/** Starts with a stream, and changes the text of each message event. */
const heard = (start: () => (text: string) => string | readonly string[]): Distortion => ({
  events() {
    const change = start()
    return (text) => (text.startsWith('message,') ? change(text) : text)
  },
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

type Subscriber = Follower<ChannelMessage>

/** Keeps the last message of each channel. `receive` sends it to a new subscriber. */
const replaying = (receive: (follower: Subscriber, old: ChannelMessage) => Subscriber) => ({
  breaks: [LATER] as const,
  replace: (last = new Map<Bytes, Bytes>()): Replacements => ({
    command: (original) => (command, session) => {
      const [, channel, payload] = command
      if (isNamed(command, ['PUBLISH'])) last.set(channel!, payload!)
      return original(command, session)
    },
    listen: (original) => async (channel, follower, sender) => {
      const payload = last.get(channel)
      const replayed = payload === undefined ? follower : receive(follower, { channel, payload })
      return original(channel, replayed, sender)
    },
  }),
})

export const publishFaults = faults({
  'publish-missing: rejects PUBLISH as an unknown command': {
    breaks: ['kv.publish.endpoint'],
    blocks: ['kv.publish.*', 'kv.subscribe.message-event', 'kv.subscribe.first-event'],
    ...without('PUBLISH'),
  },
  'publish-reaches-nobody: PUBLISH: delivers no message to any subscriber': {
    breaks: [REACHES, 'kv.subscribe.message-event'],
    blocks: [LATER, CHANNEL, 'kv.subscribe.first-event'],
    replace: () => distort(dropping(/^message,/)),
  },
  ...each(wrongAt(at('pipeline')), [REACHES], {
    'publish-pipeline-not-delivered: PUBLISH in a pipeline: does not deliver the message':
      unpublished,
  }),
  ...each(wrongAt(at('transaction')), [REACHES], {
    'publish-transaction-not-delivered: PUBLISH in a transaction: does not deliver the message':
      unpublished,
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
  ...each(wrongAt(at('subscribe')), [REACHES], {
    'leaving-ends-others: subscribe: ends all subscriptions of a channel with one': () =>
      amongStreams(channelOf, (own, others) =>
        own.whenOver(() => others.forEach((other) => other.end())),
      ),
  }),
  'publish-reordered: PUBLISH: swaps two messages sent within 100 ms': {
    breaks: [REACHES],
    blocks: [CHANNEL],
    listen: given((channel, { next, end }, sender) => {
      let held: ChannelMessage | undefined
      const release = () => {
        if (held !== undefined) next(held)
        held = undefined
      }
      const clock = realClock()
      const alarm = clock.alarm(release)
      const swapped = (message: ChannelMessage) => {
        if (held === undefined) {
          held = message
          alarm.set(clock.now() + 100)
        } else {
          next(message)
          release()
        }
      }
      return [channel, { next: swapped, end }, sender]
    }),
  },
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
  'publish-replays-after-next: PUBLISH: new subscribers get an old message after a new one':
    replaying((follower, old) => {
      const owed = [old]
      return {
        ...follower,
        next(message) {
          follower.next(message)
          for (const each of owed.splice(0)) follower.next(each)
        },
      }
    }),
  'publish-replays-last: PUBLISH: sends the last message again to new subscribers': replaying(
    (follower, old) => {
      follower.next(old)
      return follower
    },
  ),
  'publish-keeps-unreceived: PUBLISH: keeps undelivered messages for new subscribers': {
    breaks: [LATER],
    replace: (kept = new Map<Bytes, Bytes>()) => ({
      command: (original) => async (command, session) => {
        const reply = await original(command, session)
        const [, channel, payload] = command
        if (isNamed(command, ['PUBLISH']) && reply === 0) kept.set(channel!, payload!)
        return reply
      },
      listen: (original) => async (channel, follower, sender) => {
        const payload = kept.get(channel)
        kept.delete(channel)
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
    'channels-trimmed: PUBLISH/subscribe: trims whitespace of channel names': (channel) =>
      channel.trim(),
    'channels-decoded-twice: PUBLISH/subscribe: decodes %252F in a channel name as /': (channel) =>
      channel.replaceAll('%2F', '/'),
  }),
  ...each(wrongAt(at('path'), named('INFO')), ['kv.info.command-by-path'], {
    'info-missing-by-path: command by path: rejects INFO as an unknown command': {
      command: () => ['NOINFO'],
    },
  }),
})
