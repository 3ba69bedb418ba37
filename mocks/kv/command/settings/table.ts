// The settings of Redis 7.0.15 with their defaults. Those of the mock differ where it is not like a
// Redis without a configuration file: it has one database and saves nothing.

import {
  anyMemory,
  applied,
  checkHostname,
  checkTitle,
  clamped,
  events,
  guarded,
  hidden,
  immutable,
  INT_MAX,
  integer,
  memory,
  memoryOrPercent,
  oneOf,
  oomScores,
  outputLimits,
  percentiles,
  savePoints,
  type Setting,
  someOf,
  text,
  UINT_MAX,
  unsigned,
  yesOrNo,
} from './kinds.js'
import { INT64_MAX } from '../../engine/core/int64.js'

const count = (value: number) => unsigned(value, INT_MAX)
const port = unsigned(0, 65535n)

const NO_PORT = 'Unable to listen on this port. Check server logs.'
const NO_TLS = 'Unable to update TLS configuration. Check server logs.'
const NO_DEFRAG =
  'Active defragmentation cannot be enabled: it requires a Redis server compiled with a modified ' +
  'Jemalloc like the one shipped by default with the Redis source distribution'

const POLICIES = [
  'volatile-lru',
  'volatile-lfu',
  'volatile-random',
  'volatile-ttl',
  'allkeys-lru',
  'allkeys-lfu',
  'allkeys-random',
  'noeviction',
]

const onSignal = someOf(['default', 'save', 'nosave', 'now', 'force'], (given) => {
  if (!given.has('save') || !given.has('nosave')) return
  throw new Error("shutdown options SAVE and NOSAVE can't be used simultaneously")
})

function bind(): Setting {
  const setting = applied(text('127.0.0.1'), 'Failed to bind to specified addresses.')
  return {
    ...setting,
    read(word, before) {
      if (word.split(' ').length > 16) throw new Error('Too many bind addresses specified.')
      return setting.read(word, before)
    },
  }
}

/** Settings of one kind that have one value at the start, with their names. */
const alike: readonly (readonly [setting: Setting, names: string])[] = [
  [count(0), 'list-compress-depth min-replicas-to-write repl-diskless-sync-max-replicas timeout'],
  [
    count(10),
    'cluster-replica-validity-factor lfu-log-factor min-replicas-max-lag shutdown-timeout',
  ],
  [
    immutable(''),
    'aclfile aof_rewrite_cpulist bgsave_cpulist bio_cpulist logfile pidfile replicaof ' +
      'server_cpulist unixsocket',
  ],
  [immutable('0'), 'cluster-port socket-mark-id unixsocketperm'],
  [
    immutable('no'),
    'always-show-logo cluster-enabled daemonize enable-debug-command enable-module-command ' +
      'enable-protected-configs io-threads-do-reads supervised syslog-enabled',
  ],
  [immutable('yes'), 'disable-thp rdbchecksum set-proc-title'],
  [
    port,
    'cluster-announce-bus-port cluster-announce-port cluster-announce-tls-port ' +
      'replica-announce-port',
  ],
  [
    text(''),
    'bind-source-addr cluster-announce-ip ignore-warnings masterauth masteruser ' +
      'replica-announce-ip requirepass tls-ca-cert-dir tls-ca-cert-file tls-cert-file ' +
      'tls-ciphers tls-ciphersuites tls-client-cert-file tls-client-key-file ' +
      'tls-client-key-file-pass tls-dh-params-file tls-key-file tls-key-file-pass tls-protocols',
  ],
  [unsigned(128), 'acllog-max-len slowlog-max-len zset-max-listpack-entries'],
  [
    yesOrNo('no'),
    'aof-disable-auto-gc aof-timestamp-enabled appendonly cluster-allow-reads-when-down ' +
      'cluster-replica-no-failover lazyfree-lazy-eviction lazyfree-lazy-expire ' +
      'lazyfree-lazy-server-del lazyfree-lazy-user-del lazyfree-lazy-user-flush ' +
      'no-appendfsync-on-rewrite rdb-del-sync-files repl-disable-tcp-nodelay ' +
      'replica-ignore-disk-write-errors replica-lazy-flush tls-prefer-server-ciphers',
  ],
  [
    yesOrNo('yes'),
    'activerehashing aof-load-truncated aof-rewrite-incremental-fsync aof-use-rdb-preamble ' +
      'cluster-allow-pubsubshard-when-down cluster-allow-replica-migration ' +
      'cluster-require-full-coverage crash-log-enabled crash-memcheck-enabled dynamic-hz ' +
      'jemalloc-bg-thread latency-tracking protected-mode rdb-save-incremental-fsync ' +
      'rdbcompression repl-diskless-sync replica-announced replica-ignore-maxmemory ' +
      'replica-read-only replica-serve-stale-data stop-writes-on-bgsave-error ' +
      'tls-session-caching',
  ],
]

export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({
    ...Object.fromEntries(
      alike.flatMap(([setting, names]) => names.split(' ').map((name) => [name, setting])),
    ),
    'acl-pubsub-default': oneOf(['allchannels', 'resetchannels'], 'resetchannels'),
    'active-defrag-cycle-max': integer(25, 1n, 99n),
    'active-defrag-cycle-min': integer(1, 1n, 99n),
    'active-defrag-ignore-bytes': memory(100 * 2 ** 20, 1n),
    'active-defrag-max-scan-fields': integer(1000, 1n, INT64_MAX),
    'active-defrag-threshold-lower': unsigned(10, 1000n),
    'active-defrag-threshold-upper': unsigned(100, 1000n),
    'active-expire-effort': integer(1, 1n, 10n),
    activedefrag: applied(yesOrNo('no'), NO_DEFRAG),
    appenddirname: immutable('appendonlydir'),
    appendfilename: immutable('appendonly.aof'),
    appendfsync: oneOf(['everysec', 'always', 'no'], 'everysec'),
    'auto-aof-rewrite-min-size': memory(64 * 2 ** 20),
    'auto-aof-rewrite-percentage': count(100),
    bind: bind(),
    'busy-reply-threshold': unsigned(5000),
    'client-output-buffer-limit': outputLimits,
    'client-query-buffer-limit': memory(2 ** 30, 2n ** 20n),
    'cluster-announce-hostname': text('', checkHostname),
    'cluster-config-file': immutable('nodes.conf'),
    'cluster-link-sendbuf-limit': anyMemory(0),
    'cluster-migration-barrier': count(1),
    'cluster-node-timeout': unsigned(15_000),
    'cluster-preferred-endpoint-type': oneOf(['ip', 'hostname', 'unknown-endpoint'], 'ip'),
    databases: immutable('1'),
    dbfilename: guarded('dump.rdb'),
    dir: guarded('/'),
    'hash-max-listpack-entries': unsigned(512),
    'hash-max-listpack-value': memory(64),
    'hll-sparse-max-bytes': memory(3000),
    hz: clamped(count(10), 1n, 500n),
    'io-threads': immutable('1'),
    'key-load-delay': hidden(integer(0, -INT_MAX - 1n, INT_MAX)),
    'latency-monitor-threshold': unsigned(0),
    'latency-tracking-info-percentiles': percentiles,
    'lfu-decay-time': count(1),
    'list-max-listpack-size': integer(-2, -INT_MAX - 1n, INT_MAX),
    'loading-process-events-interval-bytes': hidden(integer(2 ** 21, 1024n, INT_MAX)),
    loglevel: oneOf(['debug', 'verbose', 'notice', 'warning'], 'notice'),
    'lua-enable-deprecated-api': hidden(immutable('no')),
    maxclients: integer(10_000, 1n, UINT_MAX),
    maxmemory: anyMemory(0),
    'maxmemory-clients': memoryOrPercent(0),
    'maxmemory-eviction-tenacity': unsigned(10, 100n),
    'maxmemory-policy': oneOf(POLICIES, 'noeviction'),
    'maxmemory-samples': integer(5, 1n, INT_MAX),
    'notify-keyspace-events': events,
    'oom-score-adj': oneOf(['no', 'yes', 'relative', 'absolute'], 'no', { relative: 'yes' }),
    'oom-score-adj-values': oomScores,
    port: applied(unsigned(6379, 65535n), NO_PORT),
    'proc-title-template': text('{title} {listen-addr} {server-mode}', checkTitle),
    'propagation-error-behavior': oneOf(['ignore', 'panic', 'panic-on-replicas'], 'ignore'),
    'proto-max-bulk-len': memory(2 ** 29, 2n ** 20n),
    'rdb-key-save-delay': hidden(integer(0, -INT_MAX - 1n, INT_MAX)),
    'repl-backlog-size': clamped(memory(2 ** 20, 1n), 16_384n),
    'repl-backlog-ttl': unsigned(3600),
    'repl-diskless-load': oneOf(['disabled', 'on-empty-db', 'swapdb'], 'disabled'),
    'repl-diskless-sync-delay': count(5),
    'repl-ping-replica-period': integer(10, 1n, INT_MAX),
    'repl-timeout': integer(60, 1n, INT_MAX),
    'replica-priority': count(100),
    'sanitize-dump-payload': oneOf(['no', 'yes', 'clients'], 'no'),
    save: savePoints,
    'set-max-intset-entries': unsigned(512),
    'shutdown-on-sigint': onSignal,
    'shutdown-on-sigterm': onSignal,
    'slowlog-log-slower-than': integer(10_000, -1n, INT64_MAX),
    'stream-node-max-bytes': memory(4096),
    'stream-node-max-entries': unsigned(100),
    'syslog-facility': immutable('local0'),
    'syslog-ident': immutable('redis'),
    'tcp-backlog': immutable('511'),
    'tcp-keepalive': count(300),
    'tls-auth-clients': oneOf(['no', 'yes', 'optional'], 'yes'),
    'tls-cluster': applied(yesOrNo('no'), NO_TLS),
    'tls-port': applied(port, NO_TLS),
    'tls-replication': applied(yesOrNo('no'), NO_TLS),
    'tls-session-cache-size': count(20_480),
    'tls-session-cache-timeout': count(300),
    'tracking-table-max-keys': unsigned(1_000_000),
    'use-exit-on-panic': hidden(yesOrNo('no')),
    'watchdog-period': hidden(count(0)),
    'zset-max-listpack-value': memory(64),
  }),
)

const OLDER_NAMES =
  'cluster-slave-no-failover cluster-slave-validity-factor hash-max-ziplist-entries ' +
  'hash-max-ziplist-value list-max-ziplist-size min-slaves-max-lag min-slaves-to-write ' +
  'repl-ping-slave-period slave-announce-ip slave-announce-port slave-ignore-maxmemory ' +
  'slave-lazy-flush slave-priority slave-read-only slave-serve-stale-data slaveof ' +
  'zset-max-ziplist-entries zset-max-ziplist-value'

/** The settings by older names. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['lua-time-limit', 'busy-reply-threshold'],
  ...OLDER_NAMES.split(' ').map(
    (name) => [name, name.replace('slave', 'replica').replace('ziplist', 'listpack')] as const,
  ),
])
