// The command CLIENT and its subcommands.

import { printed, syntaxError } from '../command/refusals.js'
import { readInt64, parseInt64 } from '../engine/core/int64.js'
import { type Bytes, NIL_ARRAY, OK, ReplyError, Typed } from '../reply.js'
import {
  type EncodableReply,
  command,
  type RespConnection,
  type ConnectionCommand,
  Wire,
} from './connection.js'

type Subcommand = (connection: RespConnection, words: readonly Bytes[]) => EncodableReply

export const clientCommands: readonly ConnectionCommand[] = [
  client('client', -2, () => OK),

  client('client|id', 2, ({ id }) => id),
  client('client|getname', 2, ({ name }) => name || null),
  client('client|info', 2, (connection) => new Typed('verbatim', lineOf(connection))),
  client('client|getredir', 2, () => -1),

  client('client|setname', 3, (connection, [name = '']) => {
    connection.name = checkedName(name)
    return OK
  }),

  // Redis 7.2 added this subcommand. It is the first command of most current clients.
  client('client|setinfo', 4, (_, [option = '', value = '']) => {
    if (!['LIB-NAME', 'LIB-VER'].includes(option.toUpperCase())) {
      throw new ReplyError(`ERR Unrecognized option '${printed(option)}'`)
    }
    if (/[^!-~]/.test(value)) {
      throw new ReplyError(
        `ERR ${option.toLowerCase()} cannot contain spaces, newlines or special characters.`,
      )
    }
    return OK
  }),

  // The mock accepts this setting but evicts no clients.
  client('client|no-evict', 3, (_, [word]) => onOrOff(word)),
  client('client|no-touch', 3, (_, [word]) => onOrOff(word)),

  client('client|list', -2, ({ home }, words) => {
    const chosen = selected([...home.connections.values()], words)
    return new Typed('verbatim', chosen.map((each) => lineOf(each)).join(''))
  }),

  client('client|kill', -3, kill),

  client('client|unblock', -3, ({ home }, [word = '', reason = 'TIMEOUT', more]) => {
    const how = reason.toUpperCase()
    if (more !== undefined) throw syntaxError()
    if (how !== 'TIMEOUT' && how !== 'ERROR') {
      throw new ReplyError('ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR')
    }
    const wake = home.connections.get(Number(parseInt64(word)))?.wake
    wake?.(how === 'TIMEOUT' ? NIL_ARRAY : unblocked())
    return wake ? 1 : 0
  }),

  client('client|reply', 3, (connection, [word = '']) => {
    const mode = word.toUpperCase()
    if (mode === 'ON') {
      connection.silence = 'none'
      return OK
    }
    if (mode === 'OFF') connection.silence = 'always'
    else if (mode !== 'SKIP') throw syntaxError()
    else if (connection.silence !== 'always') connection.silence = 'after-this'
    return new Wire('')
  }),
]

function client(name: string, arity: number, run: Subcommand): ConnectionCommand {
  return command(name, arity, [], (connection, [, , ...words]) => run(connection, words))
}

/** Returns a valid client name. Throws for a name with spaces, which would break a line of CLIENT LIST. */
export function checkedName(name: Bytes): Bytes {
  if (!/[^!-~]/.test(name)) return name
  throw new ReplyError('ERR Client names cannot contain spaces, newlines or special characters.')
}

const unblocked = () => new ReplyError('UNBLOCKED client unblocked via CLIENT UNBLOCK')

function onOrOff(word = ''): typeof OK {
  if (['ON', 'OFF'].includes(word.toUpperCase())) return OK
  throw syntaxError()
}

const TYPES = ['normal', 'master', 'replica', 'slave', 'pubsub']

const typeOf = (connection: RespConnection) => (connection.isSubscriber ? 'pubsub' : 'normal')

function ofType(word = ''): (connection: RespConnection) => boolean {
  const type = word.toLowerCase()
  if (!TYPES.includes(type)) throw new ReplyError(`ERR Unknown client type '${printed(word)}'`)
  return (connection) => typeOf(connection) === type
}

/** Returns the clients of CLIENT LIST [TYPE type | ID id…]. */
function selected(
  all: readonly RespConnection[],
  words: readonly Bytes[],
): readonly RespConnection[] {
  const [option, ...values] = words
  if (option === undefined) return all
  if (option.toUpperCase() === 'TYPE' && values.length === 1) return all.filter(ofType(values[0]))
  if (option.toUpperCase() !== 'ID' || values.length === 0) throw syntaxError()
  const ids = values.map((id) => Number(parseInt64(id, 'ERR Invalid client ID')))
  return all.filter(({ id }) => ids.includes(id))
}

/** Runs CLIENT KILL with an address, or with filters that must all match. */
function kill(connection: RespConnection, words: readonly Bytes[]): EncodableReply {
  const all = [...connection.home.connections.values()]
  if (words.length === 1) {
    const found = all.find(({ peer }) => peer.address === words[0])
    if (!found) throw new ReplyError('ERR No such client')
    end(found, connection)
    return OK
  }
  if (words.length % 2 === 1) throw syntaxError()
  let mayBeSelf = false
  const filters: ((connection: RespConnection) => boolean)[] = []
  for (let at = 0; at < words.length; at += 2) {
    const [option = '', value = ''] = words.slice(at)
    if (option.toUpperCase() === 'SKIPME') {
      if (!['YES', 'NO'].includes(value.toUpperCase())) throw syntaxError()
      mayBeSelf = value.toUpperCase() === 'NO'
    } else filters.push(filterBy(option, value))
  }
  const doomed = all.filter(
    (each) => (mayBeSelf || each !== connection) && filters.every((meets) => meets(each)),
  )
  for (const each of doomed) end(each, connection)
  return doomed.length
}

function filterBy(option: Bytes, value: Bytes): (connection: RespConnection) => boolean {
  switch (option.toUpperCase()) {
    case 'ID': {
      const id = Number(readInt64(value) ?? 0)
      if (id < 1) throw new ReplyError('ERR client-id should be greater than 0')
      return (each) => each.id === id
    }
    case 'ADDR':
      return ({ peer }) => peer.address === value
    case 'LADDR':
      return ({ peer }) => peer.localAddress === value
    case 'USER':
      return ({ user }) => user === value
    case 'TYPE':
      return ofType(value)
    default:
      throw syntaxError()
  }
}

/** Ends a client. A client that ends itself first receives its reply. */
function end(doomed: RespConnection, by: RespConnection): void {
  if (doomed === by) queueMicrotask(() => doomed.peer.end())
  else doomed.peer.destroy()
}

/** Returns a line of CLIENT LIST. Fields that make no sense for the mock are 0. */
function lineOf(connection: RespConnection): Bytes {
  const { home, peer, subscriptions, transaction } = connection
  const age = Math.floor((home.clock.now() - connection.since) / 1000)
  const fields = {
    id: connection.id,
    addr: peer.address,
    laddr: peer.localAddress,
    fd: 0,
    name: connection.name,
    age,
    idle: 0,
    flags: flagsOf(connection),
    db: 0,
    sub: subscriptions.channel.size,
    psub: subscriptions.pattern.size,
    ssub: subscriptions.shard.size,
    multi: transaction ? transaction.queue.length : -1,
    ...{ qbuf: 0, 'qbuf-free': 0, 'argv-mem': 0, 'multi-mem': transaction?.bytes ?? 0 },
    ...{ rbs: 0, rbp: 0, obl: 0, oll: 0, omem: 0, 'tot-mem': 0, events: 'r' },
    cmd: connection.last,
    user: connection.user,
    redir: -1,
    resp: connection.protocol,
  }
  const words = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  return `${words.join(' ')}\n`
}

function flagsOf({ stopMonitor, wake, transaction, isSubscriber }: RespConnection): string {
  const flags =
    (stopMonitor ? 'O' : '') +
    (isSubscriber ? 'P' : '') +
    (transaction ? 'x' : '') +
    (wake ? 'b' : '')
  return flags || 'N'
}
