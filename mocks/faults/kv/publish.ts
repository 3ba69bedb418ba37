// Mistakes under the heading: Publish and info.

import { realClock } from '../../clock.js'
import type { Message } from '../../kv/backends/backend.js'
import type { Kv } from '../../kv/kv.js'
import type { Bytes, Command } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { isNamed, without } from './parts.js'

export const publishFaults: readonly Fault<Kv>[] = [
  {
    name: 'PUBLISH is not known',
    breaks: ['kv.publish.endpoint'],
    blocks: [
      ...['kv.publish.*', 'kv.subscribe.message-event', 'kv.subscribe.one-line-per-event'],
      'kv.events.no-others',
    ],
    apply: without('PUBLISH'),
  },
  {
    name: 'subscribers receive nothing',
    breaks: ['kv.publish.reaches-current-subscribers', 'kv.subscribe.message-event'],
    blocks: [
      ...['kv.publish.later-subscribers-miss-it', 'kv.publish.only-its-channel'],
      ...['kv.subscribe.one-line-per-event', 'kv.events.no-others'],
    ],
    apply: (kv) => ({ ...kv, listen: () => () => {} }),
  },
  {
    name: 'messages published in a pipeline are not delivered',
    breaks: ['kv.publish.reaches-current-subscribers'],
    apply: (kv) => ({
      ...kv,
      pipeline: (commands, session) => kv.pipeline(commands.map(unpublished), session),
    }),
  },
  {
    name: 'messages published in a transaction are not delivered',
    breaks: ['kv.publish.reaches-current-subscribers'],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) => kv.transaction(commands.map(unpublished), session),
    }),
  },
  {
    name: 'only one subscriber receives a message',
    breaks: ['kv.publish.reaches-current-subscribers'],
    apply(kv) {
      const taken = new Set<Bytes>()
      return {
        ...kv,
        async listen(channel, { next, end }) {
          const isFirst = !taken.has(channel)
          taken.add(channel)
          const stop = await kv.listen(channel, { next: isFirst ? next : () => {}, end })
          return () => {
            if (isFirst) taken.delete(channel)
            stop()
          }
        },
      }
    },
  },
  {
    name: 'a message is delivered twice',
    breaks: ['kv.publish.reaches-current-subscribers'],
    apply: heard((next) => (message) => {
      next(message)
      next(message)
    }),
  },
  {
    name: 'a message that is the same as the last one is not delivered',
    breaks: ['kv.publish.reaches-current-subscribers'],
    apply: heard((next) => {
      let last: Bytes | undefined
      return (message) => {
        if (message.payload !== last) next(message)
        last = message.payload
      }
    }),
  },
  {
    name: 'messages overtake each other',
    breaks: ['kv.publish.reaches-current-subscribers'],
    apply: heard((next) => {
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
  },
  {
    name: 'a subscriber receives one message and no other',
    breaks: ['kv.publish.reaches-current-subscribers'],
    blocks: ['kv.publish.only-its-channel'],
    apply: heard((next) => {
      let isFirst = true
      return (message) => {
        if (isFirst) next(message)
        isFirst = false
      }
    }),
  },

  {
    name: 'a new subscriber is sent the last message',
    breaks: ['kv.publish.later-subscribers-miss-it'],
    apply(kv) {
      const last = new Map<Bytes, Bytes>()
      return {
        ...kv,
        command(command, session) {
          const [, channel, payload] = command
          if (isNamed(command, ['PUBLISH'])) last.set(channel!, payload!)
          return kv.command(command, session)
        },
        async listen(channel, { next, end }) {
          const payload = last.get(channel)
          if (payload !== undefined) next({ channel, payload })
          return kv.listen(channel, { next, end })
        },
      }
    },
  },
  {
    name: 'a message that reaches nobody is kept for the next subscriber',
    breaks: ['kv.publish.later-subscribers-miss-it'],
    apply(kv) {
      const kept = new Map<Bytes, Bytes>()
      return {
        ...kv,
        async command(command, session) {
          const reply = await kv.command(command, session)
          const [, channel, payload] = command
          if (isNamed(command, ['PUBLISH']) && reply === 0) kept.set(channel!, payload!)
          return reply
        },
        async listen(channel, { next, end }) {
          const payload = kept.get(channel)
          kept.delete(channel)
          if (payload !== undefined) next({ channel, payload })
          return kv.listen(channel, { next, end })
        },
      }
    },
  },

  {
    name: 'a subscription is one to a pattern',
    breaks: ['kv.publish.only-its-channel', 'kv.subscribe.message-event'],
    apply: (kv) => ({
      ...kv,
      listen: (pattern, follower) => kv.listenToPattern(pattern, follower),
    }),
  },
  {
    name: 'channels are the same in either case',
    breaks: ['kv.publish.only-its-channel'],
    apply: withChannels((channel) => channel.toLowerCase()),
  },
  {
    name: 'a channel ends at its first comma',
    breaks: ['kv.publish.only-its-channel'],
    apply: withChannels((channel) => channel.split(',', 1)[0]!),
  },
  {
    name: 'the names of channels are trimmed',
    breaks: ['kv.publish.only-its-channel'],
    apply: withChannels((channel) => channel.trim()),
  },
  {
    name: 'the names of channels are decoded once more',
    breaks: ['kv.publish.only-its-channel'],
    apply: withChannels((channel) => channel.replaceAll('%2F', '/')),
  },

  {
    name: 'INFO is not known',
    breaks: ['kv.info.command-by-path'],
    apply: without('INFO'),
  },
  {
    name: 'INFO is not known by path',
    breaks: ['kv.info.command-by-path'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        return isNamed(command, ['INFO']) ? ['NOINFO'] : command
      },
    }),
  },
]

/** A command that answers 0 in the place of one that publishes. */
const unpublished = (command: Command): Command =>
  isNamed(command, ['PUBLISH']) ? ['EXISTS', command[1]!] : command

/** A server whose subscribers hear of messages in another way. */
function heard(change: (next: (message: Message) => void) => (message: Message) => void) {
  return (kv: Kv): Kv => ({
    ...kv,
    listen: (channel, { next, end }) => kv.listen(channel, { next: change(next), end }),
  })
}

/** A server that takes channels for the same when they become the same. */
function withChannels(change: (channel: Bytes) => Bytes) {
  return (kv: Kv): Kv => ({
    ...kv,
    command(command, session) {
      const [name, channel = '', ...rest] = command
      const changed: Command = [name, change(channel), ...rest]
      return kv.command(isNamed(command, ['PUBLISH']) ? changed : command, session)
    },
    listen: (channel, { next, end }) =>
      kv.listen(change(channel), { next: ({ payload }) => next({ channel, payload }), end }),
  })
}
