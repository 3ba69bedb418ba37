// The commands for scripts, named by text or digest, and the checks of the calls of a script.

import { BusyScript } from '../scripting/busy.js'
import type { ScriptRun } from '../scripting/redis-library.js'
import type { Given } from '../scripting/scripts.js'
import { OK, ReplyError, type Bytes, type Command } from '../reply.js'
import { callOf, noPermissionInScript } from '../command/call.js'
import {
  type CommandEntry,
  family,
  container,
  refused,
  run,
  type Server,
  help,
} from '../command/command.js'
import type { Facts } from '../command/facts.js'
import { value } from '../command/one-word.js'
import { any, many, parameter, word, type Parameter } from '../command/parameters.js'
import { hasArity } from '../command/refusals.js'
import { shaped } from '../command/resp3.js'
import { streamOptions, type Words } from '../command/words.js'
import { outOfMemory } from '../engine/core/database.js'
import { parseInt64 } from '../engine/core/int64.js'
import { isAbsentForScripts } from '../command/catalogue.js'

const NO_SCRIPT = 'NOSCRIPT No matching script. Please use EVAL.'

/** The arguments of a script: the number of keys, the keys, then all other arguments. */
export const given = (notInteger: string): Parameter<() => Given> => {
  const take = (words: Words) => {
    const howMany = words.next()
    // A caller that needs only the keys gets no error for an invalid number.
    let keys = words.keys ? Math.min(Number(howMany), words.left) : 0
    const rest: Bytes[] = []
    while (words.left > 0) rest.push(keys-- > 0 ? words.nextKey() : words.next())
    return () => {
      const count = Number(parseInt64(howMany, notInteger))
      if (count > rest.length) {
        throw new ReplyError("ERR Number of keys can't be greater than number of args")
      }
      if (count < 0) throw new ReplyError("ERR Number of keys can't be negative")
      return { keys: rest.slice(0, count), args: rest.slice(count) }
    }
  }
  return parameter('#key', take, 1)
}

const scriptGiven = given('ERR value is not an integer or out of range')
const mode = any(word('mode', (word) => word.toUpperCase()))

export const scripting = family({ group: 'scripting', category: 'scripting' }, [
  evaluate('EVAL', ['2.6.0', 'keys:rw']),
  evaluate('EVAL_RO', ['7.0.0', 'readonly']),
  evaluate('EVALSHA', ['2.6.0', 'keys:rw']),
  evaluate('EVALSHA_RO', ['7.0.0', 'readonly']),
  container('SCRIPT', '2.6.0'),

  run(
    'SCRIPT LOAD',
    [value],
    ['2.6.0', 'noscript', 'stale', 'request:all_nodes', 'response:all_succeeded'],
    ({ scripts }, text) => scripts.load(text).sha,
  ),

  run(
    'SCRIPT EXISTS',
    [many(value)],
    ['2.6.0', 'noscript', 'request:all_shards', 'response:agg_logical_and'],
    ({ scripts }, shas) => shas.map((sha) => scripts.find(sha) !== undefined),
  ),

  run(
    'SCRIPT FLUSH',
    [mode],
    ['2.6.0', 'noscript', 'request:all_nodes', 'response:all_succeeded'],
    ({ scripts }, modes) => {
      if (modes.length > 1 || !['ASYNC', 'SYNC'].includes(modes[0] ?? 'SYNC')) {
        throw new ReplyError('ERR SCRIPT FLUSH only support SYNC|ASYNC option')
      }
      scripts.clear()
      return OK
    },
  ),

  run(
    'SCRIPT KILL',
    [],
    ['2.6.0', 'noscript', 'allow_busy', 'request:all_shards', 'response:one_succeeded'],
    ({ busy }) => {
      busy.kill(false)
      return OK
    },
  ),

  // A debugger needs a connection, which a request does not have.
  refused(
    'SCRIPT DEBUG',
    3,
    ['3.2.0', 'noscript'],
    'ERR SCRIPT DEBUG must be called outside a pipeline',
  ),

  help('SCRIPT', ['5.0.0'], {
    'DEBUG (YES|SYNC|NO)': 'Set the debug mode for subsequent scripts executed.',
    'EXISTS <sha1> [<sha1> ...]':
      'Return information about the existence of the scripts in the script cache.',
    'FLUSH [ASYNC|SYNC]': [
      'Flush the Lua scripts cache. Very dangerous on replicas.',
      'When called without the optional mode argument, the behavior is determined by the',
      'lazyfree-lazy-user-flush configuration directive. Valid modes are:',
      '* ASYNC: Asynchronously flush the scripts cache.',
      '* SYNC: Synchronously flush the scripts cache.',
    ],
    KILL: 'Kill the currently executing Lua script.',
    'LOAD <script>': 'Load a script into the scripts cache without executing it.',
  }),
])

function evaluate(name: string, facts: Facts) {
  const byDigest = name.startsWith('EVALSHA')
  const readOnly = name.endsWith('_RO')
  return run(name, [value, scriptGiven], [...facts, 'runsScript'], (server, word, given) => {
    const found = byDigest ? server.scripts.find(word) : undefined
    if (byDigest && found === undefined) throw new ReplyError(NO_SCRIPT)
    const words = given()
    const script = found ?? server.scripts.evaluate(word)
    const mayNotWrite = script.flags?.has('no-writes') ?? false
    if (readOnly && script.flags && !mayNotWrite) throw mayWrite()
    if (script.flags) checkMemory(server, script.flags)
    const isReadOnly = readOnly || mayNotWrite
    const running = new BusyScript(script.sha, false, [name, word], words)
    return server.scripts.run(script, words, runFor(server, isReadOnly, running, script.flags))
  })
}

/** Throws if the memory is full, unless the flags of a script allow this. */
export function checkMemory({ db }: Server, flags: ReadonlySet<string>): void {
  const isAllowed = flags.has('allow-oom') || flags.has('no-writes')
  if (!isAllowed && db.isFull()) throw outOfMemory()
}

export const mayWrite = () =>
  new ReplyError('ERR Can not execute a script with write flag using *_ro command.')

/** Returns the functions with which a script calls commands and checks permissions for its user. */
export function runFor(
  server: Server,
  readOnly: boolean,
  script: BusyScript,
  flags?: ReadonlySet<string>,
): ScriptRun {
  const { acl, commands, user } = server
  const allowsOom = flags?.has('allow-oom')
  return {
    resp: 2,
    script,

    call(command, resp) {
      const entry = commands.lookup(command)
      const refusal = refusalInScript(entry, command, readOnly)
      if (refusal) return refusal
      script.wrote ||= !(entry instanceof ReplyError) && entry.write
      const reply = server.call(command, allowsOom)
      return resp === 3 ? shaped(entry, reply, command) : reply
    },

    refusal(command) {
      const entry = commands.lookup(command)
      if (entry instanceof ReplyError || !hasArity(command, entry)) {
        throw new ReplyError('ERR Invalid command passed to redis.acl_check_cmd()')
      }
      const denial = acl.user(user)?.refusal(callOf(entry, command))
      return denial && noPermissionInScript(denial)
    },
  }
}

/** Returns the error of a call that no script may make, or undefined for an allowed call. */
function refusalInScript(
  entry: CommandEntry | ReplyError,
  command: Command,
  readOnly: boolean,
): ReplyError | undefined {
  const known = !(entry instanceof ReplyError)
  const isDenied = known
    ? entry.flags.includes('noscript')
    : isAbsentForScripts(command.slice(0, 1).join('').toLowerCase())
  if (isDenied) {
    return new ReplyError('ERR This Redis command is not allowed from script')
  }
  if (!known) return new ReplyError('ERR Unknown Redis command called from script')
  if (!hasArity(command, entry)) {
    return new ReplyError('ERR Wrong number of args calling Redis command from script')
  }
  if (/^xread(?:group)?$/.test(entry.name) && streamOptions(command).block >= 0) {
    return new ReplyError(`ERR ${entry.name} command is not allowed with BLOCK option from scripts`)
  }
  if (readOnly && (entry.write || entry.facts.includes('replicates'))) {
    return new ReplyError('ERR Write commands are not allowed from read-only scripts.')
  }
  return undefined
}
