// The sections of INFO, with the values that make sense for the mock.

import type { Bytes } from '../reply.js'
import type { Server } from '../command/command.js'

/** The Redis release whose behavior the mock copies. */
const VERSION = '7.0.15'

type Fields = Readonly<Record<string, string | number>>

const sections: Readonly<Record<string, (server: Server) => Fields>> = {
  Server({ db, startedAt }) {
    const uptime = Math.floor((db.clock.now() - startedAt) / 1000)
    return {
      redis_version: VERSION,
      redis_mode: 'standalone',
      arch_bits: 64,
      server_time_usec: Math.floor(db.clock.now() * 1000),
      uptime_in_seconds: uptime,
      uptime_in_days: Math.floor(uptime / 86_400),
    }
  },
  Clients: () => ({ connected_clients: 1, blocked_clients: 0 }),
  Memory: ({ db }) => ({
    used_memory: db.bytes,
    maxmemory: Number.isFinite(db.mostBytes) ? db.mostBytes : 0,
    maxmemory_policy: 'noeviction',
  }),
  Persistence: () => ({ loading: 0, rdb_bgsave_in_progress: 0, aof_enabled: 0 }),
  Replication: () => ({ role: 'master', connected_slaves: 0 }),
  Cluster: () => ({ cluster_enabled: 0 }),
  Keyspace({ db }) {
    const keys = db.size
    return keys === 0 ? {} : { db0: `keys=${keys},expires=${db.volatileSize},avg_ttl=0` }
  },
}

/** Returns the sections with the given names, in any case. Without names, returns all sections. */
export function info(server: Server, names: readonly Bytes[]): Bytes {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const all = ['default', 'all', 'everything'].some((name) => wanted.has(name)) || !wanted.size
  return Object.entries(sections)
    .filter(([title]) => all || wanted.has(title.toLowerCase()))
    .map(([title, fields]) => {
      const lines = Object.entries(fields(server)).map(([name, value]) => `${name}:${value}\r\n`)
      return `# ${title}\r\n${lines.join('')}`
    })
    .join('\r\n')
}
