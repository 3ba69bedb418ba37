// Mistakes under the heading: Publish and info.

import { realClock } from '../../clock.js'
import type { Message } from '../../kv/backends/backend.js'
import type { Bytes, Command } from '../../kv/reply.js'
import { each, given, result, shape } from '../written.js'
import { fault, type KvFault, type Replacements } from './fault.js'
import { isNamed, without } from './parts.js'

/** A command that answers 0 in the place of one that publishes. */
const unpublished = (command: Command): Command =>
  isNamed(command, ['PUBLISH']) ? ['EXISTS', command[1]!] : command

/** A server whose subscribers hear of messages in another way. */
const heard = shape(
  (change: (next: (message: Message) => void) => (message: Message) => void): Replacements => ({
    listen: given((channel, { next, end }) => [channel, { next: change(next), end }]),
  }),
)

/** A server that takes channels for the same when they become the same. */
const withChannels = shape((change: (channel: Bytes) => Bytes): Replacements => ({
  command: given((command, session) => {
    const [name, channel = '', ...rest] = command
    const changed: Command = [name, change(channel), ...rest]
    return [isNamed(command, ['PUBLISH']) ? changed : command, session]
  }),
  listen: given((channel, { next, end }) => [
    change(channel),
    { next: ({ payload }) => next({ channel, payload }), end },
  ]),
}))

const INFO = 'kv.info.command-by-path'
const REACHES = 'kv.publish.reaches-current-subscribers'
const CHANNEL = 'kv.publish.only-its-channel'
const LATER = 'kv.publish.later-subscribers-miss-it'

export const publishFaults: readonly KvFault[] = [
  without(
    'PUBLISH is not known',
    {
      breaks: ['kv.publish.endpoint'],
      blocks: [
        ...['kv.publish.*', 'kv.subscribe.message-event', 'kv.subscribe.one-line-per-event'],
        'kv.events.no-others',
      ],
    },
    'PUBLISH',
  ),
  fault(
    'subscribers receive nothing',
    {
      breaks: [REACHES, 'kv.subscribe.message-event'],
      blocks: [...[LATER, CHANNEL], ...['kv.subscribe.one-line-per-event', 'kv.events.no-others']],
    },
    { listen: () => () => () => {} },
  ),
  fault('messages published in a pipeline are not delivered', [REACHES], {
    pipeline: given((commands, session) => [commands.map(unpublished), session]),
  }),
  fault('messages published in a transaction are not delivered', [REACHES], {
    transaction: given((commands, session) => [commands.map(unpublished), session]),
  }),
  fault('only one subscriber receives a message', [REACHES], () => {
    const taken = new Set<Bytes>()
    return {
      listen: (original) => async (channel, follower) => {
        const isFirst = !taken.has(channel)
        taken.add(channel)
        const stop = await original(channel, isFirst ? follower : { ...follower, next: () => {} })
        return () => {
          if (isFirst) taken.delete(channel)
          stop()
        }
      },
    }
  }),
  heard('a message is delivered twice', [REACHES], (next) => (message) => {
    next(message)
    next(message)
  }),
  heard('a message that is the same as the last one is not delivered', [REACHES], (next) => {
    let last: Bytes | undefined
    return (message) => {
      if (message.payload !== last) next(message)
      last = message.payload
    }
  }),
  heard('messages overtake each other', [REACHES], (next) => {
    let held: Message | undefined
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
  heard(
    'a subscriber receives one message and no other',
    { breaks: [REACHES], blocks: [CHANNEL] },
    (next) => {
      let isFirst = true
      return (message) => {
        if (isFirst) next(message)
        isFirst = false
      }
    },
  ),

  fault('a new subscriber is sent the last message', [LATER], () => {
    const last = new Map<Bytes, Bytes>()
    return {
      command: (original) => (command, session) => {
        const [, channel, payload] = command
        if (isNamed(command, ['PUBLISH'])) last.set(channel!, payload!)
        return original(command, session)
      },
      listen: (original) => async (channel, follower) => {
        const payload = last.get(channel)
        if (payload !== undefined) follower.next({ channel, payload })
        return original(channel, follower)
      },
    }
  }),
  fault('a message that reaches nobody is kept for the next subscriber', [LATER], () => {
    const kept = new Map<Bytes, Bytes>()
    return {
      command: (original) => async (command, session) => {
        const reply = await original(command, session)
        const [, channel, payload] = command
        if (isNamed(command, ['PUBLISH']) && reply === 0) kept.set(channel!, payload!)
        return reply
      },
      listen: (original) => async (channel, follower) => {
        const payload = kept.get(channel)
        kept.delete(channel)
        if (payload !== undefined) follower.next({ channel, payload })
        return original(channel, follower)
      },
    }
  }),

  fault('a subscription is one to a pattern', [CHANNEL, 'kv.subscribe.message-event'], {
    listen: (_, kv) => (pattern, follower) => kv.listenToPattern(pattern, follower),
  }),
  ...each(withChannels, [CHANNEL], {
    'channels are the same in either case': (channel) => channel.toLowerCase(),
    'a channel ends at its first comma': (channel) => channel.split(',', 1)[0]!,
    'the names of channels are trimmed': (channel) => channel.trim(),
    'the names of channels are decoded once more': (channel) => channel.replaceAll('%2F', '/'),
  }),

  without('INFO is not known', [INFO], 'INFO'),
  fault('INFO is not known by path', [INFO], {
    commandInPath: result((command) => (isNamed(command, ['INFO']) ? ['NOINFO'] : command)),
  }),
]
