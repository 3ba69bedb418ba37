// The sections of INFO, with the values that make sense for the mock.

import { totalmem } from 'node:os'
import { arch, memoryUsage, pid, platform } from 'node:process'
import type { Server } from '../command/command.js'
import type { CommandCount } from '../command/statistics.js'
import type { Bytes } from '../reply.js'

/** The Redis release whose behavior the mock copies. */
export const VERSION = '7.0.15'

type Fields = Readonly<Record<string, string | number>>

const sections: Readonly<Record<string, (server: Server) => Fields>> = {
  Server({ db, startedAt, statistics }) {
    const now = db.clock.now()
    const uptime = Math.floor((now - startedAt) / 1000)
    return {
      redis_version: VERSION,
      redis_git_sha1: '00000000',
      redis_git_dirty: 0,
      redis_mode: 'standalone',
      os: `${platform} ${arch}`,
      arch_bits: 64,
      process_id: pid,
      run_id: statistics.runId,
      tcp_port: statistics.clients().port,
      server_time_usec: Math.floor(now * 1000),
      uptime_in_seconds: uptime,
      uptime_in_days: Math.floor(uptime / 86_400),
      hz: 10,
      configured_hz: 10,
      lru_clock: Math.floor(now / 1000) % 2 ** 24,
      config_file: '',
    }
  },
  Clients({ statistics }) {
    const { connected, most, blocked, withTimeout, tracking } = statistics.clients()
    return {
      // A client of HTTP that sends INFO counts as connected.
      connected_clients: Math.max(connected, 1),
      cluster_connections: 0,
      maxclients: most,
      blocked_clients: blocked,
      tracking_clients: tracking,
      clients_in_timeout_table: withTimeout,
    }
  },
  Memory({ db, scripts, functions }) {
    const limit = Number.isFinite(db.mostBytes) ? db.mostBytes : 0
    const libraries = [...functions.libraries]
    const [resident, total] = [memoryUsage.rss(), totalmem()]
    return {
      used_memory: db.bytes,
      used_memory_human: human(db.bytes),
      used_memory_rss: resident,
      used_memory_rss_human: human(resident),
      used_memory_dataset: db.bytes,
      total_system_memory: total,
      total_system_memory_human: human(total),
      number_of_cached_scripts: scripts.size,
      number_of_functions: libraries.reduce((sum, { functions }) => sum + functions.size, 0),
      number_of_libraries: libraries.length,
      maxmemory: limit,
      maxmemory_human: human(limit),
      maxmemory_policy: 'noeviction',
      active_defrag_running: 0,
      lazyfree_pending_objects: 0,
    }
  },
  Persistence: ({ startedAt }) => ({
    loading: 0,
    async_loading: 0,
    rdb_bgsave_in_progress: 0,
    rdb_last_save_time: Math.floor(startedAt / 1000),
    rdb_last_bgsave_status: 'ok',
    aof_enabled: 0,
    aof_rewrite_in_progress: 0,
    aof_rewrite_scheduled: 0,
    aof_last_bgrewrite_status: 'ok',
  }),
  Stats({ db, statistics, channels, shardChannels }) {
    const { trackedKeys, trackedItems, trackedPrefixes } = statistics.clients()
    return {
      total_connections_received: statistics.connections,
      total_commands_processed: statistics.processed,
      total_net_input_bytes: statistics.inputBytes,
      total_net_output_bytes: statistics.outputBytes,
      rejected_connections: statistics.refusedConnections,
      expired_keys: db.expiredKeys,
      evicted_keys: 0,
      pubsub_channels: channels.size,
      pubsub_patterns: channels.patterns,
      pubsubshard_channels: shardChannels.size,
      tracking_total_keys: trackedKeys,
      tracking_total_items: trackedItems,
      tracking_total_prefixes: trackedPrefixes,
      total_error_replies: statistics.errorCount,
    }
  },
  Replication: ({ statistics }) => ({
    role: 'master',
    connected_slaves: 0,
    master_failover_state: 'no-failover',
    master_replid: statistics.runId,
    master_repl_offset: 0,
    repl_backlog_active: 0,
  }),
  Modules: () => ({}),
  Commandstats: ({ statistics }) =>
    Object.fromEntries(
      Array.from(statistics.commands, ([name, count]) => [`cmdstat_${name}`, statisticsOf(count)]),
    ),
  Errorstats: ({ statistics }) =>
    Object.fromEntries(
      Array.from(statistics.errors, ([word, count]) => [`errorstat_${word}`, `count=${count}`]),
    ),
  Cluster: () => ({ cluster_enabled: 0 }),
  Keyspace({ db }) {
    const keys = db.size
    return keys === 0 ? {} : { db0: `keys=${keys},expires=${db.volatileSize},avg_ttl=0` }
  },
}

/** The sections that INFO returns only when they are requested. */
const DETAILS: ReadonlySet<string> = new Set(['commandstats'])

/** Returns the sections with the given names, in any case. Without names, returns the usual sections. */
export function info(server: Server, names: readonly Bytes[]): Bytes {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const everything = wanted.has('all') || wanted.has('everything')
  const usual = everything || wanted.has('default') || names.length === 0
  return Object.entries(sections)
    .filter(([title]) => {
      const name = title.toLowerCase()
      return wanted.has(name) || (DETAILS.has(name) ? everything : usual)
    })
    .map(([title, fields]) => {
      const lines = Object.entries(fields(server)).map(([name, value]) => `${name}:${value}\r\n`)
      return `# ${title}\r\n${lines.join('')}`
    })
    .join('\r\n')
}

/** Returns the numbers of a command. The time of all calls is estimated from the measured ones. */
function statisticsOf({ calls, rejected, failed, measured, milliseconds }: CommandCount): string {
  const average = measured === 0 ? 0 : (milliseconds * 1000) / measured
  const usec = `usec=${Math.round(average * calls)},usec_per_call=${average.toFixed(2)}`
  return `calls=${calls},${usec},rejected_calls=${rejected},failed_calls=${failed}`
}

const UNITS = ['K', 'M', 'G', 'T', 'P']

/** Returns a number of bytes with a unit, as Redis prints it. */
function human(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length)
  return `${(bytes / 1024 ** power).toFixed(2)}${UNITS[power - 1]}`
}
