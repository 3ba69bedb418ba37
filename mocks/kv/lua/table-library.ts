// The Lua library `table`.

import { type Arguments, type Bodies, library } from './arguments.js'
import { isText, isTrue, textOf, typeOf } from './frames.js'
import { LONGEST, type Interpreter } from './interpreter.js'
import type { Table, Value, Values } from './value.js'

export const tables = (lua: Interpreter): Table =>
  library(lua, { ...reading(lua), ...changing(lua) })

const reading = (lua: Interpreter): Bodies => ({
  concat(given) {
    const table = given.table(1)
    const separator = given.string(2, '')
    const first = given.integer(3, 1)
    const last = given.has(4) ? given.integer(4) : table.length
    let text = ''
    // Counts down, because beyond 2^53 adding 1 to the index does not change it.
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
    return firstResult(given, given.table(1).entries(lua.spend))
  },

  foreachi: (given) => firstResult(given, listEntries(given.table(1))),
  getn: (given) => given.table(1).length,

  maxn(given) {
    let most = 0
    lua.spendOnWalk(given.table(1))
    for (const [key] of given.table(1).entries()) {
      if (typeof key === 'number' && key > most) most = key
    }
    return most
  },
})

/** Calls the second argument with each entry. Returns the first result that is not nil. */
function firstResult(given: Arguments, entries: Iterable<readonly [Value, Value]>): Values {
  const { lua } = given
  const callee = given.function(2)
  for (const [key, value] of entries) {
    const [result] = lua.callBack(lua.site(), callee, key, value)
    if (result !== undefined) return [result]
  }
  return []
}

function* listEntries(table: Table): Generator<readonly [Value, Value]> {
  for (let index = 1; index <= table.length; index++) yield [index, table.get(index)]
}

const changing = (lua: Interpreter): Bodies => ({
  insert(given) {
    const table = writable(given)
    const end = table.length + 1
    if (given.count !== 2 && given.count !== 3) {
      throw lua.callError("wrong number of arguments to 'insert'")
    }
    const at = given.count === 2 ? end : given.integer(2)
    const value = given.value(given.count)
    if (at >= 1 && at < end) {
      lua.spend((end - at) >> 4)
      table.insert(at, value)
      return
    }
    for (let index = Math.max(end, at); index > at; index--) {
      lua.tick()
      table.set(index, table.get(index - 1))
    }
    table.set(at, value)
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

function writable(given: Arguments): Table {
  const table = given.table(1)
  if (table.readonly) throw given.lua.bareError('Attempt to modify a readonly table')
  return table
}
