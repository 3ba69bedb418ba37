// The basic functions of Lua 5.1 that Redis leaves to scripts, and coroutines.

import { builtin, library, MOST_ON_STACK, type Arguments } from './arguments.js'
import { isTrue, LONGEST, typeOf, type Interpreter } from './interpreter.js'
import {
  type Chunk,
  Coroutine,
  LuaError,
  NOTHING,
  Table,
  type Value,
  type Values,
} from './value.js'

/** The basic functions, as entries of the globals. */
export function base(lua: Interpreter, globals: Table): Table {
  const next = builtin(lua, (given) => entryAfter(given, given.table(1), given.value(2)))

  const step = builtin(lua, (given) => {
    const index = given.number(2) + 1
    const value = given.table(1).get(index)
    return value === undefined ? [undefined] : [index, value]
  })

  const load = (text: string, name: string): Values => {
    try {
      return [lua.load(text, chunkNamed(name), globals)]
    } catch (error) {
      if (error instanceof LuaError) return [undefined, error.value]
      throw error
    }
  }

  const table = library(lua, {
    assert(given) {
      if (isTrue(given.any(1))) return given.all
      throw lua.callError(given.string(2, 'assertion failed!'))
    },

    collectgarbage(given) {
      const option = given.string(1, 'collect')
      if (option === 'count') return 512
      if (['collect', 'stop', 'restart', 'step', 'setpause', 'setstepmul'].includes(option))
        return 0
      throw given.error(1, `invalid option '${option}'`)
    },

    gcinfo: () => 512,

    error(given) {
      const value = given.value(1)
      const level = given.integer(2, 1)
      const where = typeof value === 'string' || typeof value === 'number' ? level : 0
      const text = where > 0 ? lua.where(level) + lua.text(value) : value
      throw new LuaError(where > 0 ? text : value, lua.site())
    },

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

    ipairs: (given) => [step, given.table(1), 0],
    pairs: (given) => [next, given.table(1), undefined],

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

    pcall(given) {
      given.any(1)
      const result = lua.protectedCall(given.value(1), given.all.slice(1))
      return 'values' in result ? [true, ...result.values] : [false, plain(result.error.value)]
    },

    xpcall(given) {
      if (given.count < 2) throw given.error(2, 'value expected')
      let result = lua.protectedCall(given.value(1), NOTHING)
      if ('values' in result) return [true, ...result.values]
      // An error of the handler is handled, too.
      for (let tries = 0; tries < MOST_HANDLED; tries++) {
        result = lua.protectedCall(given.value(2), [result.error.value])
        if ('values' in result) return [false, result.values[0]]
      }
      return [false, 'error in error handling']
    },

    rawequal: (given) => given.any(1) === given.any(2),
    rawget: (given) => [given.table(1).get(given.any(2))],

    rawset(given) {
      const table = given.table(1)
      if (table.readonly) throw lua.bareError('Attempt to modify a readonly table')
      lua.rawSet(table, given.any(2), given.any(3), lua.site())
      return table
    },

    select(given) {
      if (given.value(1) === '#') return given.count - 1
      const index = given.integer(1)
      if (index < 0 && -index >= given.count) throw given.error(1, 'index out of range')
      if (index === 0) throw given.error(1, 'index out of range')
      return index < 0 ? given.all.slice(index) : given.all.slice(index)
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
  table.set('next', next)
  table.set('_VERSION', 'Lua 5.1')
  table.set('coroutine', coroutines(lua))
  return table
}

const MOST_HANDLED = 221

function entryAfter(given: Arguments, table: Table, key: Value): Values {
  table.order(given.lua.counter)
  const entry = table.next(key)
  if (entry === false) throw given.lua.bareError("invalid key to 'next'")
  return entry ?? [undefined]
}

/** To a script, an error of Redis is its text when it is caught. */
function plain(value: Value): Value {
  return value instanceof Table ? (value.get('err') ?? value) : value
}

function inBase(text: string, base: number): number | undefined {
  const [, sign, digits] = /^(-?)(?:0x(?=[0-9a-f]))?([0-9a-z]+)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  let value = 0
  for (const digit of digits) {
    const worth = parseInt(digit, 36)
    if (worth >= base) return undefined
    value = value * base + worth
  }
  // C reads it without a sign, and then changes that of 64 bits.
  return sign ? 2 ** 64 - value : value
}

/** How errors name a chunk: as it was named, or by the beginning of its text. */
function chunkNamed(name: string): Chunk {
  if (/^[=@]/.test(name)) return { name: name.slice(1, 60), source: name }
  const [line] = /^[^\r\n]*/.exec(name)!
  const shortened = line !== name || line.length > 44
  return { name: `[string "${line.slice(0, 44)}${shortened ? '...' : ''}"]`, source: name }
}

function coroutines(lua: Interpreter): Table {
  const table = library(lua, {
    create: (given) => new Coroutine(given.function(1)),

    resume(given) {
      const coroutine = given.value(1)
      if (!(coroutine instanceof Coroutine)) throw given.error(1, 'coroutine expected')
      try {
        return [true, ...lua.resume(coroutine, given.all.slice(1))]
      } catch (error) {
        return [false, lua.caught(error).value]
      }
    },

    running: () => [lua.running],

    status(given) {
      const coroutine = given.value(1)
      if (!(coroutine instanceof Coroutine)) throw given.error(1, 'coroutine expected')
      return coroutine.status
    },

    wrap(given) {
      const coroutine = new Coroutine(given.function(1))
      return builtin(lua, ({ all }) => {
        try {
          return lua.resume(coroutine, all)
        } catch (error) {
          const { value, site } = lua.caught(error)
          const text = typeof value === 'string' ? lua.where(1) + value : value
          throw new LuaError(text, site)
        }
      })
    },
  })
  table.set('yield', lua.yield)
  return table
}
