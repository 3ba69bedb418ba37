// The command CLIENT and its subcommands.

import { helpFor } from '../command/command.js'
import { printed, syntaxError, wrongSubcommand } from '../command/refusals.js'
import { readInt64, parseInt64 } from '../engine/core/int64.js'
import { type Bytes, NIL_ARRAY, OK, type Reply, ReplyError, Typed } from '../reply.js'
import {
  type EncodableReply,
  command,
  type RespConnection,
  type ConnectionCommand,
  Wire,
} from './connection.js'
import type { Paused } from './pause.js'
import { checkTracking, trackingOptions } from './tracking.js'

type Subcommand = (connection: RespConnection, words: readonly Bytes[]) => EncodableReply

export const clientCommands: readonly ConnectionCommand[] = [
  client('client', -2, () => OK),

  client('client|id', 2, ({ id }) => id),
  client('client|getname', 2, ({ name }) => name || null),
  client('client|info', 2, (connection) => new Typed('verbatim', lineOf(connection))),
  client('client|getredir', 2, (connection) => redirectOf(connection)),
  client('client|trackinginfo', 2, trackingInfo),
  client('client|tracking', -3, track),
  client('client|caching', 3, (connection, [word = '']) => {
    const state = connection.home.tracking.stateOf(connection)
    const { optIn = false, optOut = false } = state?.settings ?? {}
    if (!state) throw new ReplyError(NO_CACHING)
    const setting = word.toLowerCase()
    if (setting !== 'yes' && setting !== 'no') throw syntaxError()
    if (setting === 'yes' && !optIn) throw new ReplyError(ONLY_OPT_IN)
    if (setting === 'no' && !optOut) throw new ReplyError(ONLY_OPT_OUT)
    state.isCachingGiven = true
    return OK
  }),

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

  client('client|no-evict', 3, (connection, [word]) => {
    connection.staysAlways = isOn(word)
    return OK
  }),
  client('client|no-touch', 3, (_, [word]) => {
    isOn(word)
    return OK
  }),

  client('client|pause', -3, ({ home }, [time = '', mode = 'ALL', more]) => {
    if (more !== undefined) throw wrongSubcommand('client', 'PAUSE')
    const paused = PAUSES.find((each) => each === mode.toUpperCase())
    if (paused === undefined) throw new ReplyError('ERR CLIENT PAUSE mode must be WRITE or ALL')
    const milliseconds = parseInt64(time, 'ERR timeout is not an integer or out of range')
    if (milliseconds < 0n) throw new ReplyError('ERR timeout is negative')
    home.pause.begin(Number(milliseconds), paused)
    return OK
  }),
  client('client|unpause', 2, ({ home }) => {
    home.pause.end()
    return OK
  }),

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
  client('client|help', 2, () => helpFor('CLIENT', subcommands)),
]

const subcommands: Readonly<Record<string, string | readonly string[]>> = {
  'CACHING (YES|NO)': 'Enable/disable tracking of the keys for next command in OPTIN/OPTOUT modes.',
  GETREDIR: 'Return the client ID we are redirecting to when tracking is enabled.',
  GETNAME: 'Return the name of the current connection.',
  ID: 'Return the ID of the current connection.',
  INFO: 'Return information about the current client connection.',
  'KILL <ip:port>': 'Kill connection made from <ip:port>.',
  'KILL <option> <value> [<option> <value> [...]]': [
    'Kill connections. Options are:',
    '* ADDR (<ip:port>|<unixsocket>:0)',
    '  Kill connections made from the specified address',
    '* LADDR (<ip:port>|<unixsocket>:0)',
    '  Kill connections made to specified local address',
    '* TYPE (NORMAL|MASTER|REPLICA|PUBSUB)',
    '  Kill connections by type.',
    '* USER <username>',
    '  Kill connections authenticated by <username>.',
    '* SKIPME (YES|NO)',
    '  Skip killing current connection (default: yes).',
  ],
  'LIST [options ...]': [
    'Return information about client connections. Options:',
    '* TYPE (NORMAL|MASTER|REPLICA|PUBSUB)',
    '  Return clients of specified type.',
  ],
  UNPAUSE: 'Stop the current client pause, resuming traffic.',
  'PAUSE <timeout> [WRITE|ALL]': 'Suspend all, or just write, clients for <timeout> milliseconds.',
  'REPLY (ON|OFF|SKIP)': 'Control the replies sent to the current connection.',
  'SETNAME <name>': 'Assign the name <name> to the current connection.',
  'UNBLOCK <clientid> [TIMEOUT|ERROR]': 'Unblock the specified blocked client.',
  'TRACKING (ON|OFF) [REDIRECT <id>] [BCAST] [PREFIX <prefix> [...]]': [
    '     [OPTIN] [OPTOUT] [NOLOOP]',
    'Control server assisted client side caching.',
  ],
  TRACKINGINFO: 'Report tracking status for the current connection.',
  'NO-EVICT (ON|OFF)': 'Protect current client connection from eviction.',
}

function client(name: string, arity: number, run: Subcommand): ConnectionCommand {
  return command(name, arity, [], (connection, [, , ...words]) => run(connection, words))
}

const NO_CACHING =
  'ERR CLIENT CACHING can be called only when the client is in tracking mode with OPTIN or OPTOUT ' +
  'mode enabled'
const ONLY_OPT_IN = 'ERR CLIENT CACHING YES is only valid when tracking is enabled in OPTIN mode.'
const ONLY_OPT_OUT = 'ERR CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode.'

function track(connection: RespConnection, [word = '', ...words]: readonly Bytes[]): Reply {
  const { tracking } = connection.home
  const settings = trackingOptions(connection.home.connections, words)
  if (settings === undefined) throw syntaxError()
  if (isOn(word)) {
    checkTracking(settings, tracking.stateOf(connection)?.settings)
    tracking.begin(connection, settings)
  } else tracking.end(connection)
  return OK
}

/** The id of the client that gets the messages: 0 for the client itself, -1 without tracking. */
const redirectOf = (connection: RespConnection): number =>
  connection.home.tracking.stateOf(connection)?.settings.redirect ?? -1

function trackingInfo(connection: RespConnection): Reply {
  const state = connection.home.tracking.stateOf(connection)
  const { broadcast, optIn, optOut, noLoop, prefixes } = state?.settings ?? {}
  const flags: Readonly<Record<string, boolean | undefined>> = {
    off: !state,
    on: !!state,
    bcast: broadcast,
    optin: optIn,
    'caching-yes': optIn && state?.isCachingGiven,
    optout: optOut,
    'caching-no': optOut && state?.isCachingGiven,
    noloop: noLoop,
    broken_redirect: state?.isRedirectBroken,
  }
  const set = Object.keys(flags).filter((flag) => flags[flag])
  return new Typed('map', [
    'flags',
    new Typed('set', set),
    'redirect',
    redirectOf(connection),
    'prefixes',
    prefixes ?? [],
  ])
}

/** Returns a valid client name. Throws for a name with spaces, which would break a line of CLIENT LIST. */
export function checkedName(name: Bytes): Bytes {
  if (!/[^!-~]/.test(name)) return name
  throw new ReplyError('ERR Client names cannot contain spaces, newlines or special characters.')
}

const unblocked = () => new ReplyError('UNBLOCKED client unblocked via CLIENT UNBLOCK')

function isOn(word = ''): boolean {
  const setting = word.toUpperCase()
  if (setting !== 'ON' && setting !== 'OFF') throw syntaxError()
  return setting === 'ON'
}

const PAUSES: readonly Paused[] = ['WRITE', 'ALL']

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
    } else filters.push(filterBy(connection, option, value))
  }
  const doomed = all.filter(
    (each) => (mayBeSelf || each !== connection) && filters.every((meets) => meets(each)),
  )
  for (const each of doomed) end(each, connection)
  return doomed.length
}

function filterBy(
  { home }: RespConnection,
  option: Bytes,
  value: Bytes,
): (connection: RespConnection) => boolean {
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
      if (value !== 'readonly' && !home.backend.hasUser(value)) {
        throw new ReplyError(`ERR No such user '${printed(value)}'`)
      }
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
    idle: Math.floor((home.clock.now() - connection.usedAt) / 1000),
    flags: flagsOf(connection),
    db: 0,
    sub: subscriptions.channel.size,
    psub: subscriptions.pattern.size,
    ssub: subscriptions.shard.size,
    multi: transaction ? transaction.queue.length : -1,
    qbuf: 0,
    'qbuf-free': 0,
    'argv-mem': 0,
    'multi-mem': transaction?.bytes ?? 0,
    rbs: 0,
    rbp: 0,
    obl: 0,
    oll: 0,
    omem: 0,
    'tot-mem': 0,
    events: 'r',
    cmd: connection.last,
    user: connection.user,
    redir: home.tracking.stateOf(connection)?.settings.redirect ?? -1,
    resp: connection.protocol,
  }
  const words = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  return `${words.join(' ')}\n`
}

/** Returns the flags in the order of Redis. */
function flagsOf(connection: RespConnection): string {
  const tracking = connection.home.tracking.stateOf(connection)
  const flags: Readonly<Record<string, boolean>> = {
    O: connection.stopMonitor !== undefined,
    P: connection.isSubscriber,
    x: connection.transaction !== undefined,
    t: tracking !== undefined,
    R: tracking?.isRedirectBroken ?? false,
    B: tracking?.settings.broadcast ?? false,
    b: connection.wake !== undefined || connection.isPaused,
    d: connection.isWatchBroken,
    e: connection.staysAlways,
  }
  const set = Object.keys(flags).filter((flag) => flags[flag])
  return set.join('') || 'N'
}
