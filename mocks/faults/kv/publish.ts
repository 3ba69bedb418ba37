// Faults of the heading Publish and info.

import { realClock } from '../../clock.js'
import type { ChannelMessage, Follower } from '../../kv/backends/backend.js'
import type { Bytes, Command } from '../../kv/reply.js'
import { each, given, result } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import { isNamed, without } from './parts.js'

/** Sends a message to a channel without subscribers. */
const unpublished = (command: Command): Command =>
  isNamed(command, ['PUBLISH']) ? ['PUBLISH', `nowhere-${command[1]}`, command[2]!] : command

/** Changes the function that sends messages to a subscriber. */
const heard = (
  change: (next: (message: ChannelMessage) => void) => (message: ChannelMessage) => void,
): Replacements => ({
  listen: given((channel, { next, end }, sender) => [channel, { next: change(next), end }, sender]),
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

const INFO = 'kv.info.command-by-path'
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
    blocks: ['kv.publish.*', 'kv.subscribe.message-event', 'kv.events.no-others'],
    ...without('PUBLISH'),
  },
  'publish-reaches-nobody: PUBLISH: delivers no message to any subscriber': {
    breaks: [REACHES, 'kv.subscribe.message-event'],
    blocks: [LATER, CHANNEL, 'kv.subscribe.one-line-per-event'],
    listen: given((channel, { end }, sender) => [channel, { next: () => {}, end }, sender]),
  },
  ...breaking([REACHES], {
    'publish-pipeline-not-delivered: PUBLISH in a pipeline: does not deliver the message': {
      pipeline: given((commands, session) => [commands.map(unpublished), session]),
    },
    'publish-transaction-not-delivered: PUBLISH in a transaction: does not deliver the message': {
      transaction: given((commands, session) => [commands.map(unpublished), session]),
    },
    'publish-delivers-twice: PUBLISH: delivers each message twice to each subscriber': heard(
      (next) => (message) => {
        next(message)
        next(message)
      },
    ),
    'publish-drops-repeated: PUBLISH: drops a message equal to the previous one': heard((next) => {
      let last: Bytes | undefined
      return (message) => {
        if (message.payload !== last) next(message)
        last = message.payload
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
  'leaving-ends-others: subscribe: ends all subscriptions of a channel with one': {
    breaks: [REACHES],
    replace: (ends = new Map<Bytes, Set<() => void>>()) => ({
      listen: (original) => async (channel, follower, sender) => {
        const others = ends.get(channel) ?? new Set()
        ends.set(channel, others)
        others.add(follower.end)
        const stop = await original(channel, follower, sender)
        return () => {
          stop()
          if (!others.delete(follower.end)) return
          for (const end of others) {
            others.delete(end)
            end()
          }
        }
      },
    }),
  },
  'publish-reordered: PUBLISH: swaps two messages sent within 100 ms': {
    breaks: [REACHES],
    blocks: [CHANNEL],
    ...heard((next) => {
      let held: ChannelMessage | undefined
      const release = () => {
        if (held !== undefined) next(held)
        held = undefined
      }
      const clock = realClock()
      const alarm = clock.alarm(release)
      return (message) => {
        if (held === undefined) {
          held = message
          alarm.set(clock.now() + 100)
        } else {
          next(message)
          release()
        }
      }
    }),
  },
  'publish-first-message-only: PUBLISH: delivers only the first message to each subscriber': {
    breaks: [REACHES],
    blocks: [CHANNEL, LATER],
    ...heard((next) => {
      let isFirst = true
      return (message) => {
        if (isFirst) next(message)
        isFirst = false
      }
    }),
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
    listen: (_, kv) => (pattern, follower, sender) => kv.listenToPattern(pattern, follower, sender),
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
  'info-missing-by-path: command by path: rejects INFO as an unknown command': {
    breaks: [INFO],
    commandInPath: result((command) => (isNamed(command, ['INFO']) ? ['NOINFO'] : command)),
  },
})
