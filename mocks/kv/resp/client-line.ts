// The line that CLIENT LIST has for a client.

import type { Bytes } from '../reply.js'
import type { RespConnection } from './connection.js'

/** Returns a line of CLIENT LIST. Fields that make no sense for the mock are 0. */
export function lineOf(connection: RespConnection): Bytes {
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
    ...{ qbuf: 0, 'qbuf-free': 0, 'argv-mem': 0, 'multi-mem': transaction?.bytes ?? 0 },
    ...{ rbs: 0, rbp: 0, obl: 0, oll: 0, omem: 0, 'tot-mem': 0, events: 'r' },
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
