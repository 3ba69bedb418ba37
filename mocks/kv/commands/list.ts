// The List commands except those that block.

import { spend } from '../engine/core/budget.js'
import type { Database } from '../engine/core/database.js'
import type { End, List } from '../engine/list/list.js'
import { NIL_ARRAY, OK, ReplyError, type Bytes } from '../reply.js'
import { family, read, write } from '../command/command.js'
import type { Facts } from '../command/facts.js'
import { atLeast, count, element, index, key, keyword } from '../command/one-word.js'
import { counted, deferred, many, optional, options, word } from '../command/parameters.js'

const end = keyword('LEFT', 'RIGHT')

/** The parameters of LMPOP and ZMPOP. */
export const poppedKeys = counted(
  atLeast(1, 'ERR numkeys should be greater than 0'),
  key,
  'ERR syntax error',
)
export const popOptions = options(
  { COUNT: atLeast(1, 'ERR count should be greater than 0') },
  { once: ['COUNT'] },
)

const rank = word('integer', (word) => {
  const rank = index.parse(word)
  if (rank === 0) {
    throw new ReplyError(
      "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... " +
        'or use negative to start from the end of the list',
    )
  }
  // The smallest 64-bit integer has no positive counterpart. It stays negative in Redis, which then
  // takes the first match from the end.
  return rank === -(2 ** 63) ? -1 : rank
})

export const list = family({ group: 'list', category: 'list' }, [
  push('LPUSH', ['1.0.0', 'fast'], 'left'),
  push('RPUSH', ['1.0.0', 'fast'], 'right'),
  push('LPUSHX', ['2.2.0', 'fast'], 'left'),
  push('RPUSHX', ['2.2.0', 'fast'], 'right'),
  pop('LPOP', 'left'),
  pop('RPOP', 'right'),

  write(
    'LMPOP',
    [poppedKeys, end, popOptions],
    ['7.0.0', 'nogrow', 'keys:rw'],
    (db, keys, end, { COUNT = 1 }) => {
      const key = keys.find((key) => db.view('list', key))
      return key === undefined ? NIL_ARRAY : [key, popped(db, key, end, COUNT)]
    },
  ),

  read('LLEN', [key], ['1.0.0', 'fast', 'keys:-'], (db, key) => db.view('list', key)?.size ?? 0),

  read('LRANGE', [key, index, index], ['1.0.0'], (db, key, first, last) => {
    const list = db.view('list', key)
    if (list === undefined) return []
    const { start, end } = list.range(first, last)
    return list.slice(start, end)
  }),

  read('LINDEX', [key, deferred(index)], ['1.0.0'], (db, key, index) =>
    db.view('list', key)?.at(index()),
  ),

  write('LSET', [key, deferred(index), element], ['1.0.0'], (db, key, index, element) => {
    if (db.view('list', key) === undefined) throw new ReplyError('ERR no such key')
    return db.edit('list', key, (list) => {
      if (!list.set(index(), element)) throw new ReplyError('ERR index out of range')
      return OK
    })
  }),

  write('LTRIM', [key, index, index], ['1.0.0', 'nogrow'], (db, key, first, last) =>
    db.edit('list', key, (list) => {
      const { start, end } = list.range(first, last)
      for (let surplus = list.size - end; surplus > 0; surplus--) list.pop('right')
      for (let surplus = start; surplus > 0; surplus--) list.pop('left')
      return OK
    }),
  ),

  write('LREM', [key, index, element], ['1.0.0', 'nogrow'], (db, key, count, element) =>
    db.edit('list', key, (list) => {
      const matches = [...positions(list, element, count < 0 ? 'right' : 'left')]
      const doomed = new Set(matches.slice(0, Math.abs(count) || undefined))
      if (doomed.size > 0) list.replace([...list].filter((_, position) => !doomed.has(position)))
      return doomed.size
    }),
  ),

  write(
    'LINSERT',
    [key, keyword('BEFORE', 'AFTER'), element, element],
    ['2.2.0'],
    (db, key, side, pivot, element) => {
      if (db.view('list', key) === undefined) return 0
      return db.edit('list', key, (list) => {
        const [position] = positions(list, pivot, 'left')
        if (position === undefined) return -1
        list.insert(side === 'before' ? position : position + 1, element)
        return list.size
      })
    },
  ),

  read(
    'LPOS',
    [
      key,
      element,
      options({
        RANK: rank,
        COUNT: atLeast(0, "ERR COUNT can't be negative"),
        MAXLEN: atLeast(0, "ERR MAXLEN can't be negative"),
      }),
    ],
    ['6.0.6'],
    (db, key, element, { RANK = 1, COUNT, MAXLEN }) => {
      const list = db.view('list', key)
      const from = RANK < 0 ? 'right' : 'left'
      const matches = list ? [...positions(list, element, from, MAXLEN || list.size)] : []
      const ranked = matches.slice(Math.abs(RANK) - 1)
      return COUNT === undefined ? ranked[0] : ranked.slice(0, COUNT || undefined)
    },
  ),

  write('LMOVE', [key, key, end, end], ['6.2.0', 'keys:rw,w'], move),
  write('RPOPLPUSH', [key, key], ['1.2.0', 'keys:rw,w'], (db, from, to) =>
    move(db, from, to, 'right', 'left'),
  ),
])

/** Defines LPUSH and its variants. A name with `X` pushes only to a list that exists. */
function push(name: string, facts: Facts, end: End) {
  const always = !name.endsWith('X')
  return write(name, [key, many(element)], facts, (db, key, elements) =>
    always || db.view('list', key) ? pushed(db, key, end, elements) : 0,
  )
}

function pushed(db: Database, key: Bytes, end: End, elements: readonly Bytes[]): number {
  return db.edit('list', key, (list) => {
    for (const element of elements) list.push(end, element)
    return list.size
  })
}

function pop(name: string, end: End) {
  const facts = ['1.0.0', 'fast', 'nogrow', 'keys:rw'] as const
  return write(name, [key, optional(count, 'arity')], facts, (db, key, count) =>
    popped(db, key, end, count),
  )
}

/** Pops one element, or an array of elements if `count` is given. */
function popped(db: Database, key: Bytes, end: End, count?: number) {
  if (db.view('list', key) === undefined) return count === undefined ? undefined : NIL_ARRAY
  return db.edit('list', key, (list) =>
    count === undefined
      ? list.pop(end)
      : Array.from({ length: Math.min(count, list.size) }, () => list.pop(end)),
  )
}

/** Moves an element. Pushes before it pops, so that a list that is moved onto itself is never empty. */
function move(db: Database, source: Bytes, target: Bytes, from: End, to: End): Bytes | undefined {
  const element = db.view('list', source)?.at(from === 'left' ? 0 : -1)
  if (element === undefined) return undefined
  pushed(db, target, to, [element])
  db.edit('list', source, (list) => list.pop(from))
  return element
}

/** Yields the positions of an element, from one end. Examines at most `most` elements. */
function* positions(list: List, element: Bytes, from: End, most = list.size): Generator<number> {
  for (let step = 0; step < Math.min(most, list.size); step++) {
    spend()
    const position = from === 'left' ? step : list.size - 1 - step
    if (list.at(position) === element) yield position
  }
}
