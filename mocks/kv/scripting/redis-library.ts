// The `redis` table: what scripts may ask of Redis.

import { createHash } from 'node:crypto'
import { builtin, library, type Arguments } from '../lua/arguments.js'
import { isText } from '../lua/frames.js'
import type { Interpreter } from '../lua/interpreter.js'
import { Table } from '../lua/table.js'
import { LuaError, type Value } from '../lua/value.js'
import { formatG } from '../lua/numbers.js'
import { ReplyError, type Bytes, type Command, type Reply } from '../reply.js'
import { errorTable, valueOf } from './conversions.js'

/** What a script that runs now may do, and what it has asked for. */
export interface Run {
  /** Runs a command on behalf of whoever sent the script, after the same checks as any. */
  readonly call: (command: Command) => Reply
  /** Why that command may not run; absent: it may. Throws for one that there is not. */
  readonly refusal: (command: Command) => ReplyError | undefined
  resp: 2 | 3
}

const REPLICATION = { REPL_NONE: 0, REPL_AOF: 1, REPL_REPLICA: 2, REPL_SLAVE: 2, REPL_ALL: 3 }
const LOG_LEVELS = { LOG_DEBUG: 0, LOG_VERBOSE: 1, LOG_NOTICE: 2, LOG_WARNING: 3 }
const VERSION = '7.0.15'
const VERSION_NUMBER = 0x07000f

/** What a call of Redis costs at least, in steps of a script. */
const CALL_STEPS = 100

const NEEDS_ONE = 'ERR Please specify at least one argument for this redis lib call'

/** The table of scripts; `run` is the run of the moment. */
export function redisLibrary(lua: Interpreter, run: () => Run): Table {
  const table = functionLibrary(lua, run)
  const more = library(lua, {
    breakpoint: () => false,
    debug: () => {},
    replicate_commands: () => true,
  })
  for (const [name, value] of more.entries()) table.set(name, value)
  return table
}

/** The table of functions, which have less than scripts. */
export function functionLibrary(lua: Interpreter, run: () => Run): Table {
  const call = (given: Arguments): Value => {
    const command = commandOf(given)
    if (command instanceof ReplyError) return errorTable(command)
    const { resp, call } = run()
    lua.checkStack()
    lua.spend(CALL_STEPS)
    return valueOf(call(command), command, resp)
  }
  const table = library(lua, {
    call(given) {
      const value = call(given)
      if (value instanceof Table && typeof value.get('err') === 'string') {
        throw new LuaError(value, lua.site())
      }
      return [value]
    },

    pcall: (given) => [call(given)],

    acl_check_cmd(given) {
      const command = commandOf(given)
      if (command instanceof ReplyError) throw raised(lua, command)
      try {
        return run().refusal(command) === undefined
      } catch (error) {
        if (!(error instanceof ReplyError)) throw error
        throw raised(lua, new ReplyError('ERR Invalid command passed to redis.acl_check_cmd()'))
      }
    },

    set_repl(given) {
      if (given.count !== 1) {
        throw raised(lua, new ReplyError('ERR redis.set_repl() requires two arguments.'))
      }
      if (given.integer(1) >= 0 && given.integer(1) <= 3) return
      throw raised(
        lua,
        new ReplyError(
          'ERR Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.',
        ),
      )
    },

    setresp(given) {
      if (given.count !== 1) {
        throw raised(lua, new ReplyError('ERR redis.setresp() requires one argument.'))
      }
      const version = given.integer(1)
      if (version !== 2 && version !== 3) {
        throw raised(lua, new ReplyError('ERR RESP version must be 2 or 3.'))
      }
      run().resp = version
    },
  })
  for (const [name, value] of plainLibrary(lua).entries()) table.set(name, value)
  for (const [name, value] of Object.entries(REPLICATION)) table.set(name, value)
  table.set('REDIS_VERSION', VERSION)
  table.set('REDIS_VERSION_NUM', VERSION_NUMBER)
  return table
}

/** What needs no run. */
function plainLibrary(lua: Interpreter): Table {
  const table = library(lua, {
    error_reply: (given) => field(given, (text) => ['err', errorText(text)]),
    status_reply: (given) => field(given, (text) => ['ok', text]),

    sha1hex(given) {
      if (given.count !== 1) throw raised(lua, new ReplyError('ERR wrong number of arguments'))
      const [value] = given.all
      return sha1(isText(value) ? given.string(1) : '')
    },
  })
  for (const [name, value] of logLibrary(lua).entries()) table.set(name, value)
  return table
}

/** What a library may ask for while it is loaded, beside registering its functions. */
export function logLibrary(lua: Interpreter): Table {
  const table = new Table()
  table.set(
    'log',
    // Nobody reads the log of a mock.
    builtin(lua, (given) => {
      if (given.count < 2) {
        throw raised(lua, new ReplyError('ERR redis.log() requires two arguments or more.'))
      }
      const [level] = given.all
      if (typeof level !== 'number') {
        throw raised(lua, new ReplyError('ERR First argument must be a number (log level).'))
      }
      if (level < 0 || level > 3) throw raised(lua, new ReplyError('ERR Invalid debug level.'))
    }),
  )
  for (const [name, value] of Object.entries(LOG_LEVELS)) table.set(name, value)
  return table
}

/** SHA-1 in hex. */
export const sha1 = (text: Bytes): string => createHash('sha1').update(text, 'latin1').digest('hex')

/** An error that scripts catch as a table. */
export const raised = (lua: Interpreter, error: ReplyError): LuaError =>
  new LuaError(errorTable(error), lua.site())

function commandOf({ all }: Arguments): Command | ReplyError {
  if (all.length === 0) return new ReplyError(NEEDS_ONE)
  const words: Bytes[] = []
  for (const value of all) {
    if (!isText(value)) {
      return new ReplyError('ERR Lua redis lib command arguments must be strings or integers')
    }
    words.push(typeof value === 'string' ? value : numberWord(value))
  }
  return words as unknown as Command
}

const numberWord = (value: number): Bytes =>
  Number.isSafeInteger(value) && Math.abs(value) < 1e15 && !Object.is(value, -0)
    ? String(value)
    : formatG(value, 17)

function field(given: Arguments, make: (text: string) => readonly [string, string]): Table {
  const [value] = given.all
  if (given.count !== 1 || typeof value !== 'string') {
    return errorTable(new ReplyError('ERR wrong number or type of arguments'))
  }
  const [name, text] = make(value)
  return Table.from({ [name]: text })
}

/** An error without a class of its own is an `ERR`. */
function errorText(text: string): string {
  const words = (text.startsWith('-') ? text.slice(1) : text).replace(/[\r\n]+$/, '')
  return words.includes(' ') ? words : `ERR ${words}`
}
