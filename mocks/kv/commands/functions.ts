// The commands for functions and function libraries.

import { matchesGlob } from '../engine/core/glob.js'
import { OK, ReplyError, Status, type Bytes } from '../reply.js'
import { BusyScript } from '../scripting/busy.js'
import { type LibraryFunction, type Policy, dumped, undumped } from '../scripting/functions.js'
import type { CommandResult } from '../command/answer.js'
import { family, container, run, help } from '../command/command.js'
import type { Facts } from '../command/facts.js'
import { value } from '../command/one-word.js'
import { any, optional } from '../command/parameters.js'
import { printed } from '../command/refusals.js'
import { checkMemory, given, mayWrite, runFor } from './scripting.js'

const callGiven = given('ERR Bad number of keys provided')

const mayHaveOne = optional(value, 'subcommand')

const changesLibraries = [
  '7.0.0',
  'write',
  'noscript',
  'request:all_shards',
  'response:all_succeeded',
] as const

export const functions = family({ group: 'scripting', category: 'scripting' }, [
  callFunction('FCALL', ['7.0.0', 'keys:rw']),
  callFunction('FCALL_RO', ['7.0.0', 'readonly']),
  container('FUNCTION', '7.0.0'),

  run('FUNCTION LOAD', [value, any(value)], changesLibraries, ({ functions }, ...[first, more]) => {
    const options = [first, ...more]
    const code = options.pop()!
    const unknown = options.find((option) => option.toUpperCase() !== 'REPLACE')
    if (unknown !== undefined) throw new ReplyError(`ERR Unknown option given: ${printed(unknown)}`)
    return functions.load(code, options.length > 0)
  }),

  run(
    'FUNCTION LIST',
    [any(value)],
    ['7.0.0', 'noscript', 'unordered', 'resp3:libraries'],
    ({ functions }, words) => {
      const { pattern, withCode } = listOptions(words)
      return [...functions.libraries]
        .filter(({ name }) => matchesGlob(pattern.toLowerCase(), name.toLowerCase()))
        .map(({ name, code, functions }): CommandResult[] => [
          'library_name',
          name,
          'engine',
          'LUA',
          'functions',
          Array.from(functions.values(), described),
          ...(withCode ? ['library_code', code] : []),
        ])
    },
  ),

  run('FUNCTION DELETE', [value], [...changesLibraries, 'nogrow'], ({ functions }, name) => {
    if (functions.delete(name)) return OK
    throw new ReplyError('ERR Library not found')
  }),

  run(
    'FUNCTION FLUSH',
    [mayHaveOne],
    [...changesLibraries, 'nogrow'],
    ({ functions }, mode = 'SYNC') => {
      if (!['ASYNC', 'SYNC'].includes(mode.toUpperCase())) {
        throw new ReplyError('ERR FUNCTION FLUSH only supports SYNC|ASYNC option')
      }
      functions.clear()
      return OK
    },
  ),

  run('FUNCTION DUMP', [], ['7.0.0', 'noscript'], ({ functions }) =>
    dumped(Array.from(functions.libraries, ({ code }) => code)),
  ),

  run(
    'FUNCTION RESTORE',
    [value, mayHaveOne],
    changesLibraries,
    ({ functions }, payload, word = 'APPEND') => {
      const policy = POLICIES.find((policy) => policy === word.toUpperCase())
      if (policy === undefined) {
        throw new ReplyError(
          'ERR Wrong restore policy given, value should be either FLUSH, APPEND or REPLACE.',
        )
      }
      const codes = undumped(payload)
      if (codes === undefined) {
        throw new ReplyError('ERR DUMP payload version or checksum are wrong')
      }
      functions.restore(codes, policy)
      return OK
    },
  ),

  run(
    'FUNCTION STATS',
    [],
    [
      '7.0.0',
      'noscript',
      'allow_busy',
      'varies',
      'request:all_shards',
      'response:special',
      'resp3:functionStats',
    ],
    ({ functions, busy, db }) => {
      const libraries = [...functions.libraries]
      const count = libraries.reduce((sum, { functions }) => sum + functions.size, 0)
      return [
        'running_script',
        busy.script && running(busy.script, db.clock.now() - busy.since),
        'engines',
        ['LUA', ['libraries_count', libraries.length, 'functions_count', count]],
      ]
    },
  ),

  run(
    'FUNCTION KILL',
    [],
    ['7.0.0', 'noscript', 'allow_busy', 'request:all_shards', 'response:one_succeeded'],
    ({ busy }) => {
      busy.kill(true)
      return OK
    },
  ),

  help('FUNCTION', ['7.0.0'], {
    'LOAD [REPLACE] <FUNCTION CODE>': 'Create a new library with the given library name and code.',
    'DELETE <LIBRARY NAME>': 'Delete the given library.',
    'LIST [LIBRARYNAME PATTERN] [WITHCODE]': [
      'Return general information on all the libraries:',
      '* Library name',
      '* The engine used to run the Library',
      '* Library description',
      '* Functions list',
      '* Library code (if WITHCODE is given)',
      'It also possible to get only function that matches a pattern using LIBRARYNAME argument.',
    ],
    STATS: [
      'Return information about the current function running:',
      '* Function name',
      '* Command used to run the function',
      '* Duration in MS that the function is running',
      'If no function is running, return nil',
      'In addition, returns a list of available engines.',
    ],
    KILL: 'Kill the current running function.',
    'FLUSH [ASYNC|SYNC]': [
      'Delete all the libraries.',
      'When called without the optional mode argument, the behavior is determined by the',
      'lazyfree-lazy-user-flush configuration directive. Valid modes are:',
      '* ASYNC: Asynchronously flush the libraries.',
      '* SYNC: Synchronously flush the libraries.',
    ],
    DUMP: 'Return a serialized payload representing the current libraries, can be restored using FUNCTION RESTORE command',
    'RESTORE <PAYLOAD> [FLUSH|APPEND|REPLACE]': [
      'Restore the libraries represented by the given payload, it is possible to give a restore policy to',
      'control how to handle existing libraries (default APPEND):',
      '* FLUSH: delete all existing libraries.',
      '* APPEND: appends the restored libraries to the existing libraries. On collision, abort.',
      '* REPLACE: appends the restored libraries to the existing libraries, On collision, replace the old',
      '  libraries with the new libraries (notice that even on this option there is a chance of failure',
      '  in case of functions name collision with another library).',
    ],
  }),
])

function callFunction(name: string, facts: Facts) {
  return run(name, [value, callGiven], [...facts, 'runsScript'], (server, called, given) => {
    const found = server.functions.find(called)
    if (found === undefined) throw new ReplyError('ERR Function not found')
    const words = given()
    const mayNotWrite = found.flags.has('no-writes')
    const readOnly = name.endsWith('_RO')
    if (readOnly && !mayNotWrite && !server.db.dialect.fcallRoWithoutFlag) throw mayWrite()
    checkMemory(server, found.flags)
    const isReadOnly = readOnly || mayNotWrite
    const script = new BusyScript(found.name, true, [name, called], words)
    return server.functions.run(found, words, runFor(server, isReadOnly, script, found.flags))
  })
}

const running = ({ name, command }: BusyScript, milliseconds: number): CommandResult[] => [
  'name',
  name,
  'command',
  command,
  'duration_ms',
  Math.floor(milliseconds),
]

const POLICIES: readonly Policy[] = ['FLUSH', 'APPEND', 'REPLACE']

function listOptions(words: readonly Bytes[]): { pattern: Bytes; withCode: boolean } {
  let pattern: Bytes | undefined
  let withCode = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const name = word.toUpperCase()
    if (name === 'WITHCODE' && !withCode) withCode = true
    else if (name === 'LIBRARYNAME' && pattern === undefined) {
      pattern = words[++at]
      if (pattern === undefined) throw new ReplyError('ERR library name argument was not given')
    } else throw new ReplyError(`ERR Unknown argument ${printed(word)}`)
  }
  return { pattern: pattern ?? '*', withCode }
}

const described = ({ name, description, flags }: LibraryFunction): CommandResult[] => [
  'name',
  name,
  'description',
  description,
  'flags',
  Array.from(flags, (flag) => new Status(flag)),
]
