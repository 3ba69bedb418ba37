// The commands by which operators look after a server. A mock has little to look after: it saves
// nothing, is never slow, and is no part of a cluster.

import { dump, type TypedValue } from '../engine/rdb/rdb.js'
import { NOT_AN_INTEGER, parseInt64 } from '../engine/core/int64.js'
import { OK, ReplyError, Status } from '../reply.js'
import { container, read, run, type Entry } from './command.js'
import { help } from './help.js'
import {
  any,
  atLeast,
  exactly,
  key,
  keyword,
  many,
  optional,
  options,
  type Parameter,
  pattern,
  value,
  word,
} from './parameters.js'
import { printed, syntaxError, wrongSubcommand } from './refusals.js'

const VERSION = '7.0.15'

const event = word('event', (word) => word)

const slow = atLeast(-1, 'ERR count should be greater than or equal to -1')

/** How many, or none; of more words Redis says something of its own. */
const slowCount: Parameter<number | undefined> = {
  ...optional(slow),
  take(words) {
    if (words.left > 1) throw wrongSubcommand('SLOWLOG', words.asked)
    return words.left > 0 ? slow.take(words) : undefined
  },
}

export const administration = [
  container('CONFIG'),
  run('CONFIG GET', [many(pattern)], ({ settings }, patterns) =>
    [...settings.matching(patterns)].flat(),
  ),
  run('CONFIG SET', [exactly(2, value), any(value)], ({ settings }, [name, first], more) => {
    const words = [name!, first!, ...more]
    if (words.length % 2 > 0) throw syntaxError()
    settings.change(
      Array.from({ length: words.length / 2 }, (_, at) => [words[2 * at]!, words[2 * at + 1]!]),
    )
    return OK
  }),
  run('CONFIG RESETSTAT', [], () => OK),
  run('CONFIG REWRITE', [], () => {
    throw new ReplyError('ERR The server is running without a config file')
  }),
  help('CONFIG', [
    'GET <pattern>',
    '    Return parameters matching the glob-like <pattern> and their values.',
    'SET <directive> <value>',
    '    Set the configuration <directive> to <value>.',
    'RESETSTAT',
    '    Reset statistics reported by the INFO command.',
    'REWRITE',
    '    Rewrite the configuration file.',
  ]),

  container('SLOWLOG'),
  run('SLOWLOG GET', [slowCount], () => []),
  run('SLOWLOG LEN', [], () => 0),
  run('SLOWLOG RESET', [], () => OK),
  help('SLOWLOG', [
    'GET [<count>]',
    '    Return top <count> entries from the slowlog (default: 10, -1 mean all).',
    '    Entries are made of:',
    '    id, timestamp, time in microseconds, arguments array, client IP and port,',
    '    client name',
    'LEN',
    '    Return the length of the slowlog.',
    'RESET',
    '    Reset the slowlog.',
  ]),

  container('MEMORY'),
  read(
    'MEMORY USAGE',
    [key, options({ SAMPLES: atLeast(0, 'ERR syntax error', NOT_AN_INTEGER) })],
    (db, key) => {
      const type = db.typeOf(key)
      if (type === undefined) return undefined
      return (
        ENTRY_BYTES + key.length + dump({ type, value: db.view(type, key) } as TypedValue).length
      )
    },
  ),
  run('MEMORY DOCTOR', [], () => memoryDoctor),
  run('MEMORY PURGE', [], () => OK),
  run('MEMORY MALLOC-STATS', [], () => 'Stats not supported for the current allocator'),
  run('MEMORY STATS', [], ({ db }) => ['keys.count', db.size]),
  help('MEMORY', [
    'DOCTOR',
    '    Return memory problems reports.',
    'MALLOC-STATS',
    '    Return internal statistics report from the memory allocator.',
    'PURGE',
    '    Attempt to purge dirty pages for reclamation by the allocator.',
    'STATS',
    '    Return information about the memory usage of the server.',
    'USAGE <key> [SAMPLES <count>]',
    '    Return memory in bytes used by <key> and its value. Nested values are',
    '    sampled up to <count> times (default: 5, 0 means sample all).',
  ]),

  container('LATENCY'),
  run('LATENCY LATEST', [], () => []),
  run('LATENCY HISTORY', [event], () => []),
  run('LATENCY GRAPH', [event], (_, event) => {
    throw new ReplyError(`ERR No samples available for event '${printed(event)}'`)
  }),
  run('LATENCY RESET', [any(event)], () => 0),
  run('LATENCY HISTOGRAM', [any(event)], () => []),
  run('LATENCY DOCTOR', [], () => latencyDoctor),
  help('LATENCY', [
    'DOCTOR',
    '    Return a human readable latency analysis report.',
    'GRAPH <event>',
    '    Return an ASCII latency graph for the <event> class.',
    'HISTORY <event>',
    '    Return time-latency samples for the <event> class.',
    'LATEST',
    '    Return the latest latency samples for all events.',
    'RESET [<event> ...]',
    '    Reset latency data of one or more <event> classes.',
    '    (default: reset all data for all event classes)',
    'HISTOGRAM [COMMAND ...]',
    '    Return a cumulative distribution of latencies in the format of a histogram for the specified command names.',
    '    If no commands are specified then all histograms are replied.',
  ]),

  container('MODULE'),
  run('MODULE LIST', [], () => []),
  refused('MODULE LOAD', -3, moduleRefusal),
  refused('MODULE LOADEX', -3, moduleRefusal),
  refused('MODULE UNLOAD', 3, moduleRefusal),
  help('MODULE', [
    'LIST',
    '    Return a list of loaded modules.',
    'LOAD <path> [<arg> ...]',
    '    Load a module library from <path>, passing to it any optional arguments.',
    'LOADEX <path> [[CONFIG NAME VALUE] [CONFIG NAME VALUE]] [ARGS ...]',
    '    Load a module library from <path>, while passing it module configurations and optional arguments.',
    'UNLOAD <name>',
    '    Unload a module.',
  ]),

  container('CLUSTER'),
  ...Object.entries(clusterArities()).map(([name, arity]) =>
    refused(
      `CLUSTER ${name}`,
      arity,
      () => new ReplyError('ERR This instance has cluster support disabled'),
    ),
  ),

  // Nothing is ever saved: what is there was there from the start.
  run('LASTSAVE', [], ({ startedAt }) => Math.floor(startedAt / 1000)),
  run('SAVE', [], () => OK),
  run(
    'BGSAVE',
    [optional(keyword('SCHEDULE'), 'syntax')],
    () => new Status('Background saving started'),
  ),
  run('BGREWRITEAOF', [], () => new Status('Background append only file rewriting started')),

  run('ROLE', [], () => ['master', 0, []]),

  read('LOLWUT', [any(value)], (_, [version, number]) => {
    if (version?.toUpperCase() === 'VERSION' && number !== undefined) parseInt64(number)
    return `Redis ver. ${VERSION}\n`
  }),
]

/** About what Redis needs for a key beside its bytes. */
const ENTRY_BYTES = 56

/** A command that takes its words and does nothing. */
function refused(name: string, arity: number, refusal: () => ReplyError): Entry {
  const least = Math.abs(arity) - 2
  const words = [...(least > 0 ? [exactly(least, value)] : []), ...(arity < 0 ? [any(value)] : [])]
  return run(name, words, () => {
    throw refusal()
  })
}

function moduleRefusal(): ReplyError {
  return new ReplyError(
    'ERR MODULE command not allowed. If the enable-module-command option is set to "local", you ' +
      'can run it from a local connection, otherwise you need to set this option in the ' +
      'configuration file, and then restart the server.',
  )
}

/** The subcommands of CLUSTER, and how many words each has. */
function clusterArities(): Readonly<Record<string, number>> {
  return {
    ADDSLOTS: -3,
    ADDSLOTSRANGE: -4,
    BUMPEPOCH: 2,
    'COUNT-FAILURE-REPORTS': 3,
    COUNTKEYSINSLOT: 3,
    DELSLOTS: -3,
    DELSLOTSRANGE: -4,
    FAILOVER: -2,
    FLUSHSLOTS: 2,
    FORGET: 3,
    GETKEYSINSLOT: 4,
    HELP: 2,
    INFO: 2,
    KEYSLOT: 3,
    LINKS: 2,
    MEET: -4,
    MYID: 2,
    NODES: 2,
    REPLICAS: 3,
    REPLICATE: 3,
    RESET: -2,
    SAVECONFIG: 2,
    'SET-CONFIG-EPOCH': 3,
    SETSLOT: -4,
    SHARDS: 2,
    SLAVES: 3,
    SLOTS: 2,
  }
}

const memoryDoctor =
  "Hi Sam, this instance is empty or is using very little memory, my issues detector can't be " +
  'used in these conditions. Please, leave for your mission on Earth and fill it with some data. ' +
  'The new Sam and I will be back to our programming as soon as I finished rebooting.\n'

const latencyDoctor =
  "I'm sorry, Dave, I can't do that. Latency monitoring is disabled in this Redis instance. You " +
  'may use "CONFIG SET latency-monitor-threshold <milliseconds>." in order to enable it. If we ' +
  "weren't in a deep space mission I'd suggest to take a look at " +
  'https://redis.io/topics/latency-monitor.\n'
