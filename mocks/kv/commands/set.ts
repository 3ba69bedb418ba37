// The Set commands.

import { spend } from '../engine/core/budget.js'
import type { DatabaseView } from '../engine/core/database.js'
import { Members } from '../engine/set/members.js'
import type { Bytes } from '../reply.js'
import { family, read, write } from '../command/command.js'
import { atLeast, count, draws, key, member } from '../command/one-word.js'
import { counted, deferred, many, optional, options } from '../command/parameters.js'
import { cursor, NOTHING, scan, scanOptions } from '../command/scan.js'

export const set = family({ group: 'set', category: 'set' }, [
  write('SADD', [key, many(member)], ['1.0.0', 'fast'], (db, key, members) =>
    db.edit('set', key, (set) => members.filter((member) => set.add(member)).length),
  ),

  write('SREM', [key, many(member)], ['1.0.0', 'fast', 'nogrow'], (db, key, members) =>
    db.edit('set', key, (set) => members.filter((member) => set.delete(member)).length),
  ),

  read(
    'SISMEMBER',
    [key, member],
    ['1.0.0', 'fast', 'keys:-'],
    (db, key, member) => db.view('set', key)?.has(member) ?? false,
  ),

  read('SMISMEMBER', [key, many(member)], ['6.2.0', 'fast'], (db, key, members) => {
    const set = db.view('set', key)
    return members.map((member) => set?.has(member) ?? false)
  }),

  read('SCARD', [key], ['1.0.0', 'fast', 'keys:-'], (db, key) => db.view('set', key)?.size ?? 0),
  read(
    'SMEMBERS',
    [key],
    ['1.0.0', 'unordered', 'resp3:set'],
    (db, key) => db.view('set', key)?.keys() ?? [],
  ),

  write(
    'SMOVE',
    [key, key, member],
    ['1.0.0', 'fast', 'nogrow', 'keys:rw,w'],
    (db, source, target, member) => {
      const from = db.view('set', source)
      if (from === undefined) return false
      db.view('set', target)
      if (source === target) return from.has(member)
      if (!db.edit('set', source, (set) => set.delete(member))) return false
      db.edit('set', target, (set) => set.add(member))
      return true
    },
  ),

  write(
    'SPOP',
    [key, optional(count, 'syntax')],
    ['1.0.0', 'fast', 'nogrow', 'keys:rw', 'varies', 'resp3:set'],
    (db, key, count) =>
      db.edit('set', key, (set) => {
        const one = count === undefined
        const popped = one ? [set.draw()] : [...set.sample(count)]
        for (const member of popped) if (member !== undefined) set.delete(member)
        return one ? popped[0] : popped
      }),
  ),

  read('SRANDMEMBER', [key, optional(draws, 'syntax')], ['1.0.0', 'varies'], (db, key, count) => {
    const set = db.view('set', key)
    return count === undefined ? set?.draw() : (set?.sample(count) ?? [])
  }),

  ...combined('SINTER', intersection),
  ...combined('SUNION', union),
  ...combined('SDIFF', difference),

  read(
    'SINTERCARD',
    [
      counted(
        atLeast(1, 'ERR numkeys should be greater than 0'),
        key,
        "ERR Number of keys can't be greater than number of args",
      ),
      options({ LIMIT: atLeast(0, "ERR LIMIT can't be negative") }),
    ],
    ['7.0.0'],
    (db, keys, { LIMIT }) => intersection(db, keys, LIMIT || undefined).size,
  ),

  read(
    'SSCAN',
    [key, cursor, deferred(scanOptions)],
    ['2.8.0', 'varies'],
    (db, key, cursor, given) => {
      const set = db.view('set', key)
      return set ? scan(set, cursor, given(), (member) => [member]) : NOTHING
    },
  ),
])

/** Reads every set before any is used, because one key of a wrong type refuses the whole command. */
const viewAll = (db: DatabaseView, keys: readonly Bytes[]): (Members | undefined)[] =>
  keys.map((key) => db.view('set', key))

function intersection(db: DatabaseView, keys: readonly Bytes[], limit = Infinity): Members {
  const common = new Members([], db.sizes)
  const sets = viewAll(db, keys).map((set) => set ?? common)
  const [smallest = common, ...others] = sets.sort((a, b) => a.size - b.size)
  if (smallest === common) return common
  for (const member of smallest.keys()) {
    if (common.size >= limit) break
    spend(1 + others.length)
    if (others.every((set) => set.has(member))) common.add(member)
  }
  return common
}

function union(db: DatabaseView, keys: readonly Bytes[]): Members {
  const all = new Members([], db.sizes)
  for (const set of viewAll(db, keys)) {
    for (const member of set?.keys() ?? []) {
      spend()
      all.add(member)
    }
  }
  return all
}

function difference(db: DatabaseView, keys: readonly Bytes[]): Members {
  const [first, ...others] = viewAll(db, keys)
  const rest = new Members([], db.sizes)
  for (const member of first?.keys() ?? []) {
    spend(1 + others.length)
    if (!others.some((set) => set?.has(member))) rest.add(member)
  }
  return rest
}

/** Defines a command that combines sets, and the command that stores the result. */
function combined(name: string, combine: (db: DatabaseView, keys: readonly Bytes[]) => Members) {
  return [
    read(name, [many(key)], ['1.0.0', 'unordered', 'resp3:set'], (db, keys) =>
      combine(db, keys).keys(),
    ),
    write(`${name}STORE`, [key, many(key)], ['1.0.0', 'keys:w,r'], (db, to, keys) => {
      const members = combine(db, keys)
      db.put('set', to, members)
      return members.size
    }),
  ]
}
