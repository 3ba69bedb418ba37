// The commands that begin and end subscriptions. They are answered once a name, as messages are.

import type { Stop } from '../backends/backend.js'
import type { Bytes, Reply } from '../reply.js'
import { about } from './about.js'
import { Wire } from './answer.js'
import type { Connection, ConnectionCommand, Subscribed } from './connection.js'

export const subscribing: readonly ConnectionCommand[] = [
  subscribe('subscribe', 'channel', (connection, channel) =>
    connection.home.backend.subscribe(
      channel,
      {
        next: ({ channel, payload }) => connection.push(['message', channel, payload]),
        end: () => connection.peer.end(),
      },
      connection.session,
    ),
  ),
  subscribe('psubscribe', 'pattern', (connection, pattern) =>
    connection.home.backend.psubscribe(
      pattern,
      {
        next: ({ channel, payload }) => connection.push(['pmessage', pattern, channel, payload]),
        end: () => connection.peer.end(),
      },
      connection.session,
    ),
  ),
  subscribe('ssubscribe', 'shard', (connection, channel) =>
    connection.home.backend.ssubscribe(
      channel,
      {
        next: ({ channel, payload }) => connection.push(['smessage', channel, payload]),
        end: () => connection.peer.end(),
      },
      connection.session,
    ),
  ),
  unsubscribe('unsubscribe', 'channel'),
  unsubscribe('punsubscribe', 'pattern'),
  unsubscribe('sunsubscribe', 'shard'),
]

function subscribe(
  name: string,
  kind: Subscribed,
  begin: (connection: Connection, name: Bytes) => Stop,
): ConnectionCommand {
  return {
    ...about(name, -2, ['subscriber']),
    run(connection, [, ...names]) {
      return told(connection, name, kind, names, (each) => {
        connection.subscribe(kind, each, () => begin(connection, each))
      })
    },
  }
}

/** Without a name it ends all; when there is none, that is answered once too. */
function unsubscribe(name: string, kind: Subscribed): ConnectionCommand {
  return {
    ...about(name, -1, ['subscriber']),
    run(connection, [, ...names]) {
      const ended = names.length > 0 ? names : [...connection.subscriptions[kind].keys()]
      return told(connection, name, kind, ended.length > 0 ? ended : [null], (each) => {
        connection.unsubscribe(kind, each)
      })
    },
  }
}

/** Does something for each name, and tells of each how many subscriptions there are then. */
function told(
  connection: Connection,
  command: string,
  kind: Subscribed,
  names: readonly (Bytes | null)[],
  change: (name: Bytes) => void,
): Wire {
  const { channel, pattern, shard } = connection.subscriptions
  const replies = names.map((name): Reply => {
    if (name !== null) change(name)
    return [command, name, kind === 'shard' ? shard.size : channel.size + pattern.size]
  })
  return new Wire(replies.map((reply) => connection.encode(reply)).join(''))
}
