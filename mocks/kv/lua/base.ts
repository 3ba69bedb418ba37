// The basic functions of Lua 5.1 that Redis makes available to scripts, and the library `coroutine`.

import { Arguments, builtin, type Bodies, library, MOST_ON_STACK } from './arguments.js'
import { isTrue, typeOf } from './frames.js'
import { LONGEST, type Interpreter } from './interpreter.js'
import {
  type Chunk,
  type Function,
  LuaError,
  NOTHING,
  type Value,
  type Values,
  Table,
  Coroutine,
} from './value.js'

/** The largest number of errors of an error handler that are handled again. */
const MOST_HANDLED = 221

/** Returns the basic functions, which become globals. */
export function base(lua: Interpreter, globals: Table): Table {
  const step = builtin(lua, next)
  const stepInList = builtin(lua, nextInList)
  const bodies: Bodies = {
    ...values(lua),
    ...tables(lua),
    ...protectedCalls(lua),
    ...chunks(lua, globals),
    pairs: (given) => [step, given.table(1), undefined],
    ipairs: (given) => [stepInList, given.table(1), 0],
  }
  return library(lua, bodies, {
    next: step,
    _VERSION: 'Lua 5.1',
    coroutine: coroutines(lua),
    pcall: protectedCall(lua),
  })
}

const GARBAGE_OPTIONS = ['collect', 'stop', 'restart', 'step', 'setpause', 'setstepmul']

const values = (lua: Interpreter): Bodies => ({
  assert(given) {
    if (isTrue(given.any(1))) return given.all
    throw lua.callError(given.string(2, 'assertion failed!'))
  },

  collectgarbage(given) {
    const option = given.string(1, 'collect')
    if (option === 'count') return 512
    if (GARBAGE_OPTIONS.includes(option)) return 0
    throw given.error(1, `invalid option '${option}'`)
  },

  gcinfo: () => 512,

  error(given) {
    const value = given.value(1)
    const level = given.integer(2, 1)
    const isText = typeof value === 'string' || typeof value === 'number'
    const text = isText && level > 0 ? lua.where(level) + lua.text(value) : value
    throw new LuaError(text, lua.site())
  },

  rawequal: (given) => given.any(1) === given.any(2),

  select(given) {
    if (given.value(1) === '#') return given.count - 1
    const index = given.integer(1)
    if (index === 0 || -index >= given.count) throw given.error(1, 'index out of range')
    return given.all.slice(index)
  },

  tonumber(given) {
    const base = given.integer(2, 10)
    if (base === 10) return [lua.toNumber(given.any(1))]
    const text = given.string(1).trim().toLowerCase()
    lua.spend(text.length)
    if (base < 2 || base > 36) throw given.error(2, 'base out of range')
    return [inBase(text, base)]
  },

  tostring: (given) => lua.text(given.any(1)),
  type: (given) => typeOf(given.any(1)),

  unpack(given) {
    const list = given.table(1)
    const first = given.integer(2, 1)
    const last = given.has(3) ? given.integer(3) : list.length
    const count = Math.max(last - first + 1, 0)
    if (given.count + count > MOST_ON_STACK) throw lua.callError('too many results to unpack')
    return Array.from({ length: count }, (_, index) => list.get(first + index))
  },
})

function inBase(text: string, base: number): number | undefined {
  const [, sign, digits] = /^(-?)(?:0x(?=[0-9a-f]))?([0-9a-z]+)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  let value = 0
  for (const digit of digits) {
    const worth = parseInt(digit, 36)
    if (worth >= base) return undefined
    value = value * base + worth
  }
  // C parses the digits as an unsigned integer of 64 bits and then negates the result.
  return sign ? 2 ** 64 - value : value
}

function next(given: Arguments): Values {
  const table = given.table(1)
  const entry = table.next(given.value(2), given.lua.spend)
  if (entry === false) throw given.lua.bareError("invalid key to 'next'")
  return entry ?? [undefined]
}

function nextInList(given: Arguments): Values {
  const index = given.number(2) + 1
  const value = given.table(1).get(index)
  return value === undefined ? [undefined] : [index, value]
}

const tables = (lua: Interpreter): Bodies => ({
  getmetatable(given) {
    const metatable = lua.metatable(given.any(1))
    return [metatable?.get('__metatable') ?? metatable]
  },

  setmetatable(given) {
    const table = given.table(1)
    const metatable = given.value(2)
    if (given.count < 2 || !(metatable === undefined || metatable instanceof Table)) {
      throw given.error(2, 'nil or table expected')
    }
    if (table.metatable?.get('__metatable') !== undefined) {
      throw lua.callError('cannot change a protected metatable')
    }
    if (table.readonly) throw lua.bareError('Attempt to modify a readonly table')
    table.metatable = metatable
    return table
  },

  rawget: (given) => [given.table(1).get(given.any(2))],

  rawset(given) {
    const table = given.table(1)
    if (table.readonly) throw lua.bareError('Attempt to modify a readonly table')
    lua.rawSet(table, given.any(2), given.any(3), lua.site())
    return table
  },
})

/** Returns the function `pcall`, whose body can pause with the script. */
const protectedCall =
  (lua: Interpreter): Function =>
  (...all) => {
    new Arguments(lua, all).any(1)
    const [callee, ...args] = all
    return lua.protectedBody(callee, args, ({ value }) => caught(value))
  }

const protectedCalls = (lua: Interpreter): Bodies => ({
  xpcall(given) {
    if (given.count < 2) throw given.error(2, 'value expected')
    let result = lua.protectedCall(given.value(1), NOTHING)
    if ('values' in result) return [true, ...result.values]
    for (let tries = 0; tries < MOST_HANDLED; tries++) {
      result = lua.protectedCall(given.value(2), [result.error.value])
      if ('values' in result) return [false, result.values[0]]
    }
    return [false, 'error in error handling']
  },
})

/** Converts a caught error. A script that catches an error of Redis receives the text of the error. */
const caught = (value: Value): Value =>
  value instanceof Table ? (value.get('err') ?? value) : value

function chunks(lua: Interpreter, globals: Table): Bodies {
  const load = (text: string, name: string): Values => {
    try {
      return [lua.load(text, chunkNamed(name), globals)]
    } catch (error) {
      if (error instanceof LuaError) return [undefined, error.value]
      throw error
    }
  }

  return {
    load(given) {
      const reader = given.function(1)
      let text = ''
      for (;;) {
        const [piece] = lua.callBack(lua.site(), reader)
        if (piece === undefined || piece === '') return load(text, given.string(2, '=(load)'))
        if (typeof piece !== 'string') return [undefined, 'reader function must return a string']
        text += piece
        if (text.length > LONGEST) throw lua.bareError('not enough memory')
      }
    },

    loadstring: (given) => load(given.string(1), given.string(2, given.string(1))),
  }
}

/** Returns the chunk for a given name. In errors, a chunk has this name or the beginning of its text. */
function chunkNamed(name: string): Chunk {
  if (/^[=@]/.test(name)) return { name: name.slice(1, 60), source: name }
  const [line] = /^[^\r\n]*/.exec(name)!
  const shortened = line !== name || line.length > 44
  return { name: `[string "${line.slice(0, 44)}${shortened ? '...' : ''}"]`, source: name }
}

function coroutines(lua: Interpreter): Table {
  const bodies: Bodies = {
    create,

    resume(given) {
      const coroutine = coroutineIn(given)
      try {
        return [true, ...lua.resume(coroutine, given.all.slice(1))]
      } catch (error) {
        return [false, lua.caught(error).value]
      }
    },

    running: () => [lua.running],
    status: (given) => coroutineIn(given).status,

    wrap(given) {
      const coroutine = create(given)
      return builtin(lua, ({ all }) => {
        try {
          return lua.resume(coroutine, all)
        } catch (error) {
          const { value, site } = lua.caught(error)
          throw new LuaError(typeof value === 'string' ? lua.where(1) + value : value, site)
        }
      })
    },
  }
  return library(lua, bodies, { yield: lua.yield })
}

const generators: unknown = Object.getPrototypeOf(function* () {})

function create(given: Arguments): Coroutine {
  const callee = given.value(1)
  if (typeof callee === 'function' && Object.getPrototypeOf(callee) === generators) {
    return new Coroutine(callee)
  }
  throw given.error(1, 'Lua function expected')
}

function coroutineIn(given: Arguments): Coroutine {
  const value = given.value(1)
  if (value instanceof Coroutine) return value
  throw given.error(1, 'coroutine expected')
}
