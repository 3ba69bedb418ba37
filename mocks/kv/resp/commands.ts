// The commands that HTTP does not have: commands for a connection, subscriptions, and commands that wait
// for a key.

import { sessionOf } from '../access.js'
import { syntaxError, wrongArity } from '../command/refusals.js'
import { CommandTable } from '../command/table.js'
import { parseInt64 } from '../engine/core/int64.js'
import type { Kv, Session } from '../decisions.js'
import { verify } from '../rest-token.js'
import { monitorEvent } from '../streams.js'
import { type Bytes, OK, ReplyError, Status, Typed, type Command, type Reply } from '../reply.js'
import { blocking } from './blocking.js'
import { clientCommands, checkedName } from './client.js'
import {
  command,
  type RespConnection,
  type ConnectionCommand,
  Wire,
  type Subscribed,
} from './connection.js'

const transactions: readonly ConnectionCommand[] = [
  command('multi', 1, ['at-once'], (connection) => {
    if (connection.transaction) throw new ReplyError('ERR MULTI calls can not be nested')
    connection.transaction = { queue: [], bytes: 0, broken: false }
    return OK
  }),
  command('exec', 1, ['at-once'], (connection) => {
    if (!connection.transaction) throw new ReplyError('ERR EXEC without MULTI')
    return connection.exec(connection.transaction)
  }),
  command('discard', 1, ['at-once'], (connection) => {
    if (!connection.transaction) throw new ReplyError('ERR DISCARD without MULTI')
    connection.discard()
    return OK
  }),
  command('watch', -2, ['at-once'], (connection, [, ...keys]) => {
    if (connection.transaction) throw new ReplyError('ERR WATCH inside MULTI is not allowed')
    connection.watch(keys)
    return OK
  }),
  command('unwatch', 1, [], (connection) => {
    connection.unwatch()
    return OK
  }),
]

const connecting: readonly ConnectionCommand[] = [
  command('auth', -2, ['stranger', 'never-queued'], async (connection, [, ...words]) => {
    if (words.length > 2) return syntaxError()
    const password = words.at(-1)!
    const user = words.length > 1 ? words[0] : undefined
    return (await login(connection, password, user)) ? OK : WRONGPASS
  }),
  command('hello', -1, ['stranger', 'never-queued'], hello),
  command('select', 2, [], (_, [, index = '']) => {
    if (parseInt64(index) === 0n) return OK
    throw new ReplyError('ERR DB index is out of range')
  }),
  command('ping', -1, ['subscriber'], (connection, command) => {
    if (command.length > 2) return wrongArity('ping')
    const { isSubscriber, protocol } = connection
    if (isSubscriber && protocol === 2) return ['pong', command[1] ?? '']
    return connection.execute(command)
  }),
  command('quit', -1, ['stranger', 'subscriber', 'at-once'], (connection) => {
    connection.peer.send(connection.encode(OK))
    connection.peer.end()
    connection.silence = 'always'
    return OK
  }),
  command('reset', 1, ['stranger', 'subscriber', 'at-once'], (connection) => {
    connection.reset()
    return new Status('RESET')
  }),
  command('monitor', 1, [], (connection) => {
    const { backend } = connection.home
    if (connection.isExecuting) {
      throw new ReplyError("ERR MONITOR isn't allowed for DENY BLOCKING client")
    }
    if (connection.stopMonitor) return new Wire('')
    connection.stopMonitor = backend.monitor(
      {
        next(executed) {
          const info = backend.lookup(executed.command)
          if ('flags' in info && info.flags.includes('admin')) return
          connection.push(new Status(monitorEvent(executed)))
        },
        end: () => connection.peer.end(),
      },
      connection.session,
    )
    return OK
  }),
  // The mock has no replicas to wait for.
  command('wait', 3, [], (_, [, replicas = '', timeout = '']) => {
    parseInt64(replicas)
    if (parseInt64(timeout, 'ERR timeout is not an integer or out of range') < 0n) {
      throw new ReplyError('ERR timeout is negative')
    }
    return 0
  }),
]

const PREFIXES = { channel: '', pattern: 'p', shard: 's' } as const

const kinds = Object.keys(PREFIXES) as Subscribed[]

const subscribing: readonly ConnectionCommand[] = kinds.flatMap((kind) => [
  subscribe(kind),
  unsubscribe(kind),
])

export const connectionCommands = new CommandTable<ConnectionCommand>([
  ...connecting,
  ...transactions,
  ...subscribing,
  ...clientCommands,
])

export const blockingCommands = new CommandTable(blocking)

/** Runs HELLO. The reply is the first in the protocol that the client has chosen. */
async function hello(connection: RespConnection, [, version, ...words]: Command): Promise<Reply> {
  const protocol = version === undefined ? connection.protocol : protocolOf(version)
  if (protocol === undefined) return new ReplyError('NOPROTO unsupported protocol version')
  let name: string | undefined
  for (let at = 0; at < words.length;) {
    const option = words[at]!.toUpperCase()
    const [first, second] = words.slice(at + 1)
    if (option === 'AUTH' && first !== undefined && second !== undefined) {
      if (!(await login(connection, second, first))) return WRONGPASS
      at += 3
    } else if (option === 'SETNAME' && first !== undefined) {
      name = checkedName(first)
      at += 2
    } else return new ReplyError(`ERR Syntax error in HELLO option '${words[at]!}'`)
  }
  if (!connection.session) {
    return new ReplyError(
      'NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO ' +
        'AUTH <user> <pass> option can be used to authenticate the client and select the RESP ' +
        'protocol version at the same time',
    )
  }
  if (name !== undefined) connection.name = name
  connection.protocol = protocol
  return new Typed('map', [
    'server',
    'redis',
    'version',
    '7.0.15',
    'proto',
    protocol,
    'id',
    connection.id,
    'mode',
    'standalone',
    'role',
    'master',
    'modules',
    [],
  ])
}

function protocolOf(version: Bytes): 2 | 3 | undefined {
  const wanted = parseInt64(version, 'ERR Protocol version is not an integer or out of range')
  return wanted === 2n ? 2 : wanted === 3n ? 3 : undefined
}

const WRONGPASS = new ReplyError('WRONGPASS invalid username-password pair or user is disabled.')

/**
 * Logs a client in with one of the two tokens, or as an ACL user with a password. Returns false and
 * changes nothing if neither is valid.
 */
async function login(connection: RespConnection, password: Bytes, user?: Bytes): Promise<boolean> {
  const session = await sessionFor(connection.home.kv, password, user)
  if (session === undefined) return false
  connection.session = { ...session, client: connection.peer.address }
  connection.user = nameOf(session)
  return true
}

async function sessionFor(kv: Kv, password: Bytes, user?: Bytes): Promise<Session | undefined> {
  const session = await sessionOf(kv, password)
  if (session && (user === undefined || user === nameOf(session))) return session
  if (user === undefined) return undefined
  const login = { name: user, password }
  return (await verify(kv, login)) ? { readOnly: false, login } : undefined
}

const nameOf = ({ login, readOnly }: Session): Bytes =>
  login?.name ?? (readOnly ? 'readonly' : 'default')

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
