// Lua's table library.

import { library, type Arguments } from './arguments.js'
import { isText, isTrue, LONGEST, textOf, typeOf, type Interpreter } from './interpreter.js'
import type { Table, Value } from './value.js'

export function tables(lua: Interpreter): Table {
  return library(lua, {
    concat(given) {
      const table = given.table(1)
      const separator = given.string(2, '')
      const first = given.integer(3, 1)
      const last = given.has(4) ? given.integer(4) : table.length
      let text = ''
      // Beyond 2^53 the next index would be the same.
      for (let left = last - first; left >= 0; left--) {
        const index = last - left
        const value = table.get(index)
        lua.tick()
        if (!isText(value)) {
          throw lua.callError(
            `invalid value (${typeOf(value)}) at index ${index} in table for 'concat'`,
          )
        }
        text += textOf(value) + (index < last ? separator : '')
        if (text.length > LONGEST) throw lua.bareError('not enough memory')
      }
      lua.spendOn(text)
      return text
    },

    foreach(given) {
      const callee = given.function(2)
      lua.spendOnWalk(given.table(1))
      for (const [key, value] of given.table(1).entries()) {
        const [told] = lua.callBack(lua.site(), callee, key, value)
        if (told !== undefined) return told
      }
      return []
    },

    foreachi(given) {
      const table = given.table(1)
      const callee = given.function(2)
      for (let index = 1; index <= table.length; index++) {
        const [told] = lua.callBack(lua.site(), callee, index, table.get(index))
        if (told !== undefined) return told
      }
      return []
    },

    getn: (given) => given.table(1).length,

    insert(given) {
      const table = writable(given)
      const end = table.length + 1
      if (given.count === 2) table.set(end, given.value(2))
      else if (given.count === 3) {
        const at = given.integer(2)
        if (at >= 1 && at <= end) {
          lua.spend((end - at) >> 4)
          table.insert(at, given.value(3))
        } else {
          for (let index = Math.max(end, at); index > at; index--) {
            lua.tick()
            table.set(index, table.get(index - 1))
          }
          table.set(at, given.value(3))
        }
      } else throw lua.callError("wrong number of arguments to 'insert'")
    },

    maxn(given) {
      let most = 0
      lua.spendOnWalk(given.table(1))
      for (const [key] of given.table(1).entries()) {
        if (typeof key === 'number' && key > most) most = key
      }
      return most
    },

    remove(given) {
      const table = writable(given)
      const end = table.length
      const at = given.integer(2, end)
      if (at < 1 || at > end) return []
      lua.spend((end - at) >> 4)
      return [table.remove(at)]
    },

    setn() {
      throw lua.callError("'setn' is obsolete")
    },

    sort(given) {
      const table = writable(given)
      const order = given.has(2) ? given.function(2) : undefined
      const site = lua.site()
      const less = (a: Value, b: Value): boolean => {
        lua.tick()
        return order ? isTrue(lua.callBack(site, order, a, b)[0]) : lua.less(a, b, undefined)
      }
      const values = Array.from({ length: table.length }, (_, index) => table.get(index + 1))
      values.sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0))
      for (const [index, value] of values.entries()) table.set(index + 1, value)
    },
  })
}

function writable(given: Arguments): Table {
  const table = given.table(1)
  if (table.readonly) throw given.lua.bareError('Attempt to modify a readonly table')
  return table
}
