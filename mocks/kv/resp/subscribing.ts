// The commands that begin and end subscriptions. Each channel gets a reply of its own in the form of a
// message.

import { Typed, type Bytes } from '../reply.js'
import {
  command,
  type RespConnection,
  type ConnectionCommand,
  type Subscribed,
  Wire,
} from './connection.js'

const PREFIXES = { channel: '', pattern: 'p', shard: 's' } as const

const kinds = Object.keys(PREFIXES) as Subscribed[]

export const subscribing: readonly ConnectionCommand[] = kinds.flatMap((kind) => [
  subscribe(kind),
  unsubscribe(kind),
])

function subscribe(kind: Subscribed): ConnectionCommand {
  const prefix = PREFIXES[kind]
  const name = `${prefix}subscribe` as const
  return command(name, -2, ['subscriber'], (connection, [, ...names]) =>
    answered(connection, name, kind, names, (each) => {
      const head = kind === 'pattern' ? ['pmessage', each] : [`${prefix}message`]
      const follower = {
        next: ({ channel, payload }: { channel: Bytes; payload: Bytes }) =>
          connection.push(new Typed('push', [...head, channel, payload])),
        end: () => connection.peer.end(),
      }
      const { backend } = connection.home
      connection.subscribe(kind, each, () => backend[name](each, follower, connection.session))
    }),
  )
}

/**
 * Defines an unsubscribe command. Without channels, the command ends all subscriptions. If there are
 * none, the reply contains one null.
 */
function unsubscribe(kind: Subscribed): ConnectionCommand {
  const name = `${PREFIXES[kind]}unsubscribe`
  return command(name, -1, ['subscriber'], (connection, [, ...names]) => {
    const ended = names.length > 0 ? names : [...connection.subscriptions[kind].keys()]
    return answered(connection, name, kind, ended.length > 0 ? ended : [null], (each) => {
      connection.unsubscribe(kind, each)
    })
  })
}

/** Changes the subscription of each name. The reply for each name contains the number of subscriptions. */
function answered(
  connection: RespConnection,
  command: string,
  kind: Subscribed,
  names: readonly (Bytes | null)[],
  change: (name: Bytes) => void,
): Wire {
  const { channel, pattern, shard } = connection.subscriptions
  const replies = names.map((name) => {
    if (name !== null) change(name)
    const count = kind === 'shard' ? shard.size : channel.size + pattern.size
    return new Typed('push', [command, name, count])
  })
  return new Wire(replies.map((reply) => connection.encode(reply)).join(''), true)
}
