// The Lua library `coroutine`.

import { builtin, library, type Arguments, type Bodies } from './arguments.js'
import type { Interpreter } from './interpreter.js'
import { Coroutine, LuaError, type Table } from './value.js'

export function coroutines(lua: Interpreter): Table {
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
