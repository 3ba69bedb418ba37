// The Lua table `redis` for scripts and functions.

import { createHash } from 'node:crypto'
import { type Arguments, type Bodies, library } from '../lua/arguments.js'
import { isText } from '../lua/frames.js'
import type { Interpreter } from '../lua/interpreter.js'
import { LuaError, type Value, Table } from '../lua/value.js'
import { formatG } from '../lua/numbers.js'
import { ReplyError, type Bytes, type Command, type Reply } from '../reply.js'
import type { BusyScript } from './busy.js'
import { errorTable, valueOf } from './conversions.js'

/** The running script: how it calls commands, and the protocol that it has chosen. */
export interface ScriptRun {
  /** Runs a command with the permissions of the user who sent the script. */
  readonly call: (command: Command, resp: 2 | 3) => Reply
  /** Returns the refusal of a command, if the user may not run it. Throws for an unknown command. */
  readonly refusal: (command: Command) => ReplyError | undefined
  resp: 2 | 3
  /** The state of the script for other clients, which may kill it. */
  readonly script: BusyScript
}

const LOG_LEVELS = { LOG_DEBUG: 0, LOG_VERBOSE: 1, LOG_NOTICE: 2, LOG_WARNING: 3 }
const VERSIONS = { REDIS_VERSION: '7.0.15', REDIS_VERSION_NUM: 0x07000f }
const CONSTANTS = {
  REPL_NONE: 0,
  REPL_AOF: 1,
  REPL_REPLICA: 2,
  REPL_SLAVE: 2,
  REPL_ALL: 3,
  ...LOG_LEVELS,
  ...VERSIONS,
}

/** The smallest cost of a call, in steps of the time budget. */
const CALL_STEPS = 100

const NEEDS_ONE = 'ERR Please specify at least one argument for this redis lib call'

/** Returns the table `redis` for scripts. `run` returns the running script. */
export const redisLibrary = (lua: Interpreter, run: () => ScriptRun): Table =>
  library(
    lua,
    {
      ...functions(lua, run),
      breakpoint: () => false,
      debug: () => {},
      replicate_commands: () => true,
    },
    CONSTANTS,
  )

/** Returns the table `redis` for functions, which has fewer entries than the one for scripts. */
export const functionLibrary = (lua: Interpreter, run: () => ScriptRun): Table =>
  library(lua, functions(lua, run), CONSTANTS)

/** Returns the table `redis` for the code that loads a library. */
export const logLibrary = (lua: Interpreter): Table =>
  library(lua, logging(lua), { ...LOG_LEVELS, ...VERSIONS })

function functions(lua: Interpreter, run: () => ScriptRun): Bodies {
  const call = (given: Arguments): Value => {
    const command = commandOf(given)
    if (command instanceof ReplyError) return errorTable(command)
    const { resp, call } = run()
    lua.checkStack()
    lua.spend(CALL_STEPS)
    return valueOf(call(command, resp), resp)
  }
  return {
    ...logging(lua),

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
        throw refused(lua, 'ERR Invalid command passed to redis.acl_check_cmd()')
      }
    },

    set_repl(given) {
      if (given.count !== 1) throw refused(lua, 'ERR redis.set_repl() requires two arguments.')
      if (given.integer(1) >= 0 && given.integer(1) <= 3) return
      throw refused(
        lua,
        'ERR Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.',
      )
    },

    setresp(given) {
      if (given.count !== 1) throw refused(lua, 'ERR redis.setresp() requires one argument.')
      const version = given.integer(1)
      if (version !== 2 && version !== 3) throw refused(lua, 'ERR RESP version must be 2 or 3.')
      run().resp = version
    },

    error_reply: (given) => field(given, 'err', errorText),
    status_reply: (given) => field(given, 'ok', (text) => text),

    sha1hex(given) {
      if (given.count !== 1) throw refused(lua, 'ERR wrong number of arguments')
      const [value] = given.all
      return sha1(isText(value) ? given.string(1) : '')
    },
  }
}

const logging = (lua: Interpreter): Bodies => ({
  log(given) {
    if (given.count < 2) throw refused(lua, 'ERR redis.log() requires two arguments or more.')
    const [level] = given.all
    if (typeof level !== 'number') {
      throw refused(lua, 'ERR First argument must be a number (log level).')
    }
    if (level < 0 || level > 3) throw refused(lua, 'ERR Invalid debug level.')
  },
})

export const sha1 = (text: Bytes): string => createHash('sha1').update(text, 'latin1').digest('hex')

/** Returns a Lua error that a script catches as a table. */
export const raised = (lua: Interpreter, error: ReplyError): LuaError =>
  new LuaError(errorTable(error), lua.site())

const refused = (lua: Interpreter, message: string): LuaError =>
  raised(lua, new ReplyError(message))

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

function field({ all }: Arguments, name: string, make: (text: string) => string): Table {
  const [value] = all
  if (all.length === 1 && typeof value === 'string') return Table.from({ [name]: make(value) })
  return errorTable(new ReplyError('ERR wrong number or type of arguments'))
}

/** Returns the text of an error with its class. An error without a class gets the class `ERR`. */
function errorText(text: string): string {
  const words = (text.startsWith('-') ? text.slice(1) : text).replace(/[\r\n]+$/, '')
  return words.includes(' ') ? words : `ERR ${words}`
}
