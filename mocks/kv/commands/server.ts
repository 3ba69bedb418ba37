// The Server commands: the data set, the time, and COMMAND.

import { spend } from '../engine/core/budget.js'
import { matchesGlob } from '../engine/core/glob.js'
import { parseInt64 } from '../engine/core/int64.js'
import { OK, ReplyError, Status, type Bytes, type Command } from '../reply.js'
import type { CommandResult } from '../command/answer.js'
import type { Touched } from '../engine/acl/selector.js'
import {
  family,
  read,
  run,
  write,
  help,
  type CommandEntry,
  type Server,
} from '../command/command.js'
import { info } from './info.js'
import { hasArity, syntaxError } from '../command/refusals.js'
import { keyAccessOf } from '../command/call.js'
import { keyword, value } from '../command/one-word.js'
import { any, exactly, optional, word } from '../command/parameters.js'

const name = word('command-name', (word) => word)
const mode = optional(keyword('ASYNC', 'SYNC'))

/** The number of a database. Only database 0 exists, so it can only be swapped with itself. */
const onlyDatabase = (which: string) =>
  word('integer', (word) => {
    const refusal = `ERR invalid ${which} DB index`
    const index = parseInt64(word, refusal)
    if (index !== BigInt.asIntN(32, index)) throw new ReplyError(refusal)
    return Number(index)
  })

const onAllShards = ['request:all_shards', 'response:all_succeeded'] as const

const dataSet = family({ group: 'server', category: 'keyspace' }, [
  read('DBSIZE', [], ['1.0.0', 'fast', 'request:all_shards', 'response:agg_sum'], (db) => db.size),

  ...['FLUSHDB', 'FLUSHALL'].map((name) =>
    write(name, [mode], ['1.0.0', 'dangerous', 'nogrow', ...onAllShards], (db) => {
      db.clear()
      return OK
    }),
  ),

  write(
    'SWAPDB',
    [onlyDatabase('first'), onlyDatabase('second')],
    ['4.0.0', 'fast', 'dangerous', 'nogrow'],
    (_, first, second) => {
      if (first !== 0 || second !== 0) throw new ReplyError('ERR DB index is out of range')
      return OK
    },
  ),
])

const about = family({ group: 'server' }, [
  run('TIME', [], ['2.6.0', 'fast', 'loading', 'varies'], ({ db }) => {
    const now = db.clock.now()
    const seconds = Math.floor(now / 1000)
    return [String(seconds), String(Math.floor((now - seconds * 1000) * 1000))]
  }),

  run(
    'INFO',
    [any(value)],
    [
      '1.0.0',
      'dangerous',
      'loading',
      'varies',
      'request:all_shards',
      'response:special',
      'resp3:verbatim',
    ],
    (server, sections) => info(server, sections),
  ),
])

const commandCommands = family({ group: 'server', category: 'connection' }, [
  run(
    'COMMAND',
    [any(value)],
    ['2.8.13', 'loading', 'unordered', 'resp3:descriptions'],
    ({ commands }) => Array.from(commands, (entry) => describe(commands, entry)),
  ),

  run('COMMAND COUNT', [], ['2.8.13', 'loading'], ({ commands }) => [...commands].length),

  run('COMMAND LIST', [any(value)], ['7.0.0', 'loading', 'unordered'], ({ commands }, words) => {
    const isListed = filterOf(words)
    return commands.all.filter(isListed).map(({ name }) => name)
  }),

  run(
    'COMMAND DOCS',
    [any(name)],
    ['7.0.0', 'loading', 'unordered', 'resp3:documentations'],
    ({ commands }, names) =>
      asked(commands, names).flatMap((entry) =>
        entry ? [entry.name, documentation(commands, entry)] : [],
      ),
  ),

  run(
    'COMMAND GETKEYS',
    [exactly(2, value), any(value)],
    ['2.8.13', 'loading'],
    ({ commands }, words, more) => touchedBy(commands, [...words, ...more]).map(({ key }) => key),
  ),

  run(
    'COMMAND GETKEYSANDFLAGS',
    [exactly(2, value), any(value)],
    ['7.0.0', 'loading', 'resp3:touchedKeys'],
    ({ commands }, words, more) =>
      touchedBy(commands, [...words, ...more]).map(({ key, read, write }) => [
        key,
        [
          write ? (read ? 'RW' : 'OW') : 'RO',
          ...(read ? ['access'] : []),
          ...(write ? ['update'] : []),
        ].map((flag) => new Status(flag)),
      ]),
  ),

  help('COMMAND', ['5.0.0'], {
    '(no subcommand)': 'Return details about all Redis commands.',
    COUNT: 'Return the total number of commands in this Redis server.',
    LIST: 'Return a list of all commands in this Redis server.',
    'INFO [<command-name> ...]': [
      'Return details about multiple Redis commands.',
      'If no command names are given, documentation details for all',
      'commands are returned.',
    ],
    'DOCS [<command-name> ...]': [
      'Return documentation details about multiple Redis commands.',
      'If no command names are given, documentation details for all',
      'commands are returned.',
    ],
    'GETKEYS <full-command>': 'Return the keys from a full Redis command.',
    'GETKEYSANDFLAGS <full-command>':
      'Return the keys and the access flags from a full Redis command.',
  }),

  run(
    'COMMAND INFO',
    [any(name)],
    ['2.8.13', 'loading', 'unordered', 'resp3:descriptions'],
    ({ commands }, names) =>
      asked(commands, names).map((entry) => entry && describe(commands, entry)),
  ),
])

export const server = [...dataSet, ...about, ...commandCommands]

/** Parses FILTERBY MODULE name | ACLCAT category | PATTERN pattern. The mock has no modules. */
function filterOf(words: readonly Bytes[]): (entry: CommandEntry) => boolean {
  if (words.length === 0) return () => true
  const [filterBy = '', kind = '', value = ''] = words
  if (words.length !== 3 || filterBy.toUpperCase() !== 'FILTERBY') throw syntaxError()
  switch (kind.toUpperCase()) {
    case 'PATTERN':
      return ({ name }) => matchesGlob(value.toLowerCase(), name)
    case 'ACLCAT':
      return ({ categories }) => categories.some((each) => each === value.toLowerCase())
    case 'MODULE':
      return () => false
    default:
      throw syntaxError()
  }
}

/** Returns the commands with the given names, or all commands. */
const asked = (commands: Server['commands'], names: readonly Bytes[]) =>
  names.length > 0 ? names.map((name) => commands.named(name)) : [...commands]

/** The cost of describing a command, in steps of the time budget. */
const DESCRIPTION_STEPS = 500

function describe(commands: Server['commands'], entry: CommandEntry): CommandResult {
  spend(DESCRIPTION_STEPS)
  const { name, arity, categories, commandTips, flags, keys } = entry
  return [
    name,
    arity,
    flags.map((flag) => new Status(flag)),
    keys.first,
    keys.last,
    keys.step,
    categories.map((category) => new Status(`@${category}`)),
    commandTips,
    keys.first > 0 ? [keySpecification(entry)] : [],
    Array.from(commands.subcommands(entry), (sub) => describe(commands, sub)),
  ]
}

/** Returns the key specification. The last key is relative to the first, or negative from the end. */
function keySpecification({ write, keys }: CommandEntry): CommandResult {
  const flags = write ? ['RW', 'access', 'update'] : ['RO', 'access']
  const last = keys.last < 0 ? keys.last : keys.last - keys.first
  return [
    'flags',
    flags.map((flag) => new Status(flag)),
    'begin_search',
    ['type', 'index', 'spec', ['index', keys.first]],
    'find_keys',
    ['type', 'range', 'spec', ['lastkey', last, 'keystep', keys.step, 'limit', 0]],
  ]
}

/** Returns the entry of a command for COMMAND DOCS, without summary and arguments. */
function documentation(commands: Server['commands'], entry: CommandEntry): CommandResult {
  spend(DESCRIPTION_STEPS)
  const subcommands = Array.from(commands.subcommands(entry), (subcommand): CommandResult[] => [
    subcommand.name,
    documentation(commands, subcommand),
  ]).flat()
  return [
    'since',
    entry.facts[0],
    'group',
    entry.group,
    ...(subcommands.length > 0 ? ['subcommands', subcommands] : []),
  ]
}

/** Returns the keys of a command, with the access to each. Throws if the command has no keys. */
function touchedBy(commands: Server['commands'], words: readonly Bytes[]): readonly Touched[] {
  const command = words as Command
  const entry = commands.lookup(command)
  if (entry instanceof ReplyError) throw new ReplyError('ERR Invalid command specified')
  if (!hasArity(command, entry)) {
    throw new ReplyError('ERR Invalid number of arguments specified for command')
  }
  const touched = keyAccessOf(entry, command)
  if (touched.length === 0 && entry.flags.includes('no_mandatory_keys')) return []
  if (touched.length === 0) throw new ReplyError('ERR The command has no key arguments')
  return touched
}
