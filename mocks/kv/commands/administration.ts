// LOLWUT, and commands for operators. Most do little, because the mock saves nothing, has no replicas and
// records no slow commands.

import { dump, type TypedValue } from '../engine/rdb/rdb.js'
import { NOT_AN_INTEGER, parseInt64 } from '../engine/core/int64.js'
import { OK, ReplyError, Status, type Bytes } from '../reply.js'
import { container, family, help, read, refused, run } from '../command/command.js'
import { atLeast, key, pattern, value, keyword } from '../command/one-word.js'
import { any, exactly, many, optional, options, word } from '../command/parameters.js'
import { printed, syntaxError } from '../command/refusals.js'
import { VERSION } from './info.js'

const event = word('event', (word) => word)

const slow = atLeast(-1, 'ERR count should be greater than or equal to -1')

const forOperators = ['admin', 'noscript', 'loading'] as const
const slowlog = ['2.2.12', 'admin', 'loading', 'request:all_nodes'] as const
const memory = ['4.0.0', 'varies', 'request:all_shards', 'response:special'] as const
const onLatency = [...forOperators, 'varies', 'request:all_nodes', 'response:special'] as const
const loadsModules = ['admin', 'noscript', 'no_async_loading'] as const

const MODULE_REFUSED =
  'ERR MODULE command not allowed. If the enable-module-command option is set to "local", you ' +
  'can run it from a local connection, otherwise you need to set this option in the ' +
  'configuration file, and then restart the server.'

export const administration = family({ group: 'server' }, [
  container('CONFIG', '2.0.0'),
  run(
    'CONFIG GET',
    [many(pattern)],
    ['2.0.0', ...forOperators, 'resp3:map'],
    ({ settings }, patterns) => [...settings.matching(patterns)].flat(),
  ),
  run(
    'CONFIG SET',
    [exactly(2, value), any(value)],
    ['2.0.0', ...forOperators, 'request:all_nodes', 'response:all_succeeded'],
    ({ settings }, [name, first], more) => {
      const words = [name!, first!, ...more]
      if (words.length % 2 > 0) throw syntaxError()
      settings.change(
        Array.from({ length: words.length / 2 }, (_, at) => [words[2 * at]!, words[2 * at + 1]!]),
      )
      return OK
    },
  ),
  run('CONFIG RESETSTAT', [], ['2.0.0', ...forOperators], ({ db, statistics }) => {
    statistics.clear()
    db.expiredKeys = 0
    return OK
  }),
  refused(
    'CONFIG REWRITE',
    2,
    ['2.8.0', ...forOperators],
    'ERR The server is running without a config file',
  ),
  help('CONFIG', ['5.0.0'], {
    'GET <pattern>': 'Return parameters matching the glob-like <pattern> and their values.',
    'SET <directive> <value>': 'Set the configuration <directive> to <value>.',
    RESETSTAT: 'Reset statistics reported by the INFO command.',
    REWRITE: 'Rewrite the configuration file.',
  }),

  container('SLOWLOG', '2.2.12'),
  run('SLOWLOG GET', [optional(slow, 'subcommand')], [...slowlog, 'varies'], () => []),
  run('SLOWLOG LEN', [], [...slowlog, 'response:agg_sum', 'varies'], () => 0),
  run('SLOWLOG RESET', [], [...slowlog, 'response:all_succeeded'], () => OK),
  help('SLOWLOG', ['6.2.0'], {
    'GET [<count>]': [
      'Return top <count> entries from the slowlog (default: 10, -1 mean all).',
      'Entries are made of:',
      'id, timestamp, time in microseconds, arguments array, client IP and port,',
      'client name',
    ],
    LEN: 'Return the length of the slowlog.',
    RESET: 'Reset the slowlog.',
  }),

  container('MEMORY', '4.0.0'),
  read(
    'MEMORY USAGE',
    [key, options({ SAMPLES: atLeast(0, 'ERR syntax error', NOT_AN_INTEGER) })],
    ['4.0.0', 'keys:-'],
    (db, key) => {
      const type = db.typeOf(key)
      if (type === undefined) return undefined
      const { length } = dump({ type, value: db.view(type, key) } as TypedValue)
      return ENTRY_BYTES + key.length + length
    },
  ),
  run('MEMORY DOCTOR', [], [...memory, 'resp3:verbatim'], () => memoryDoctor),
  run('MEMORY PURGE', [], ['4.0.0', 'request:all_shards', 'response:all_succeeded'], () => OK),
  run(
    'MEMORY MALLOC-STATS',
    [],
    [...memory, 'resp3:verbatim'],
    () => 'Stats not supported for the current allocator',
  ),
  run('MEMORY STATS', [], [...memory, 'resp3:map'], ({ db }) => ['keys.count', db.size]),
  help('MEMORY', ['4.0.0'], {
    DOCTOR: 'Return memory problems reports.',
    'MALLOC-STATS': 'Return internal statistics report from the memory allocator.',
    PURGE: 'Attempt to purge dirty pages for reclamation by the allocator.',
    STATS: 'Return information about the memory usage of the server.',
    'USAGE <key> [SAMPLES <count>]': [
      'Return memory in bytes used by <key> and its value. Nested values are',
      'sampled up to <count> times (default: 5, 0 means sample all).',
    ],
  }),

  container('LATENCY', '2.8.13'),
  run('LATENCY LATEST', [], ['2.8.13', ...onLatency], () => []),
  run('LATENCY HISTORY', [event], ['2.8.13', ...onLatency], () => []),
  run('LATENCY GRAPH', [event], ['2.8.13', ...onLatency, 'resp3:verbatim'], (_, event) => {
    throw new ReplyError(`ERR No samples available for event '${printed(event)}'`)
  }),
  run(
    'LATENCY RESET',
    [any(event)],
    ['2.8.13', ...forOperators, 'request:all_nodes', 'response:all_succeeded'],
    () => 0,
  ),
  run('LATENCY HISTOGRAM', [any(event)], ['7.0.0', ...onLatency, 'resp3:histograms'], () => []),
  run('LATENCY DOCTOR', [], ['2.8.13', ...onLatency, 'resp3:verbatim'], () => latencyDoctor),
  help('LATENCY', ['2.8.13'], {
    DOCTOR: 'Return a human readable latency analysis report.',
    'GRAPH <event>': 'Return an ASCII latency graph for the <event> class.',
    'HISTORY <event>': 'Return time-latency samples for the <event> class.',
    LATEST: 'Return the latest latency samples for all events.',
    'RESET [<event> ...]': [
      'Reset latency data of one or more <event> classes.',
      '(default: reset all data for all event classes)',
    ],
    'HISTOGRAM [COMMAND ...]': [
      'Return a cumulative distribution of latencies in the format of a histogram for the specified command names.',
      'If no commands are specified then all histograms are replied.',
    ],
  }),

  container('MODULE', '4.0.0'),
  run('MODULE LIST', [], ['4.0.0', 'admin', 'noscript', 'unordered'], () => []),
  refused('MODULE LOAD', -3, ['4.0.0', ...loadsModules], MODULE_REFUSED),
  refused('MODULE LOADEX', -3, ['7.0.0', ...loadsModules], MODULE_REFUSED),
  refused('MODULE UNLOAD', 3, ['4.0.0', ...loadsModules], MODULE_REFUSED),
  help('MODULE', ['5.0.0'], {
    LIST: 'Return a list of loaded modules.',
    'LOAD <path> [<arg> ...]':
      'Load a module library from <path>, passing to it any optional arguments.',
    'LOADEX <path> [[CONFIG NAME VALUE] [CONFIG NAME VALUE]] [ARGS ...]':
      'Load a module library from <path>, while passing it module configurations and optional arguments.',
    'UNLOAD <name>': 'Unload a module.',
  }),
])

/** The approximate memory of a key in Redis in addition to its bytes. */
const ENTRY_BYTES = 56

const memoryDoctor =
  "Hi Sam, this instance is empty or is using very little memory, my issues detector can't be " +
  'used in these conditions. Please, leave for your mission on Earth and fill it with some data. ' +
  'The new Sam and I will be back to our programming as soon as I finished rebooting.\n'

const latencyDoctor =
  "I'm sorry, Dave, I can't do that. Latency monitoring is disabled in this Redis instance. You " +
  'may use "CONFIG SET latency-monitor-threshold <milliseconds>." in order to enable it. If we ' +
  "weren't in a deep space mission I'd suggest to take a look at " +
  'https://redis.io/topics/latency-monitor.\n'

export const persistence = family({ group: 'server' }, [
  // The mock never saves. So the time of the last save is the start of the server.
  run('LASTSAVE', [], ['1.0.0', 'fast', 'loading', 'in:admin', 'varies'], ({ startedAt }) =>
    Math.floor(startedAt / 1000),
  ),
  run('SAVE', [], ['1.0.0', 'admin', 'noscript', 'no_async_loading', 'no_multi'], () => OK),
  run(
    'BGSAVE',
    [optional(keyword('SCHEDULE'), 'syntax')],
    ['1.0.0', 'admin', 'noscript', 'no_async_loading'],
    () => new Status('Background saving started'),
  ),
  run(
    'BGREWRITEAOF',
    [],
    ['1.0.0', 'admin', 'noscript', 'no_async_loading'],
    () => new Status('Background append only file rewriting started'),
  ),

  run('ROLE', [], ['2.8.12', 'fast', 'noscript', 'loading', 'in:admin'], () => ['master', 0, []]),

  read('LOLWUT', [any(value)], ['5.0.0', 'fast', 'resp3:verbatim'], (_, words) => {
    for (const number of numbersIn(words)) parseInt64(number)
    return `Redis ver. ${VERSION}\n`
  }),
])

/** The number of numbers that the drawing of a version has. Other versions draw nothing. */
const DRAWING_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['5', 3],
  ['6', 2],
])

/** Returns the words of LOLWUT that must be numbers. */
function numbersIn(words: readonly Bytes[]): readonly Bytes[] {
  const [option, version, ...rest] = words
  if (option?.toUpperCase() !== 'VERSION' || version === undefined) return []
  return [version, ...rest.slice(0, DRAWING_NUMBERS.get(version) ?? 0)]
}
