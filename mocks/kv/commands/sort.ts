// SORT and SORT_RO, whose patterns may refer to other keys.

import { DEFAULT_USER } from '../engine/acl/acl.js'
import { spend } from '../engine/core/budget.js'
import { parseBound } from '../engine/core/double.js'
import type { DatabaseView } from '../engine/core/database.js'
import { List } from '../engine/list/list.js'
import { ReplyError, type Bytes } from '../reply.js'
import { family, run, type Server } from '../command/command.js'
import { index, key } from '../command/one-word.js'
import { pair, parameter, type ValueOf } from '../command/parameters.js'
import { compared } from '../command/range.js'
import { syntaxError } from '../command/refusals.js'

const limit = pair(index, index)

const sorting = (readOnly: boolean) => {
  const options = 'ASC, DESC, ALPHA, LIMIT integer integer, BY reference, GET reference'
  return parameter(readOnly ? `{${options}}` : `{${options}, STORE key}`, (words) => {
    const given = {
      descending: false,
      alpha: false,
      limit: [0, -1] as readonly [start: number, count: number],
      /** The pattern of the values to sort by. Undefined to sort by the elements themselves. */
      by: undefined as Bytes | undefined,
      /** The patterns of the values to return. Empty to return the elements themselves. */
      get: [] as Bytes[],
      store: undefined as Bytes | undefined,
      /** The first option that reads keys that are not arguments of the command. */
      reading: undefined as 'BY' | 'GET' | undefined,
      /** The error in the options. It is thrown after the check of permissions for `reading`. */
      wrong: undefined as ReplyError | undefined,
    }
    const take = () => {
      const option = words.next().toLowerCase()
      if (option === 'asc') given.descending = false
      else if (option === 'desc') given.descending = true
      else if (option === 'alpha') given.alpha = true
      else if (option === 'limit' && words.left >= 2) given.limit = limit.take(words)
      else if (option === 'store' && words.left >= 1 && !readOnly) {
        // Only the last destination is a key of the command.
        if (given.store !== undefined) words.keys?.pop()
        given.store = key.take(words)
      } else if (option === 'by' && words.left >= 1) {
        given.by = words.next()
        if (given.by.includes('*')) given.reading ??= 'BY'
      } else if (option === 'get' && words.left >= 1) {
        given.get.push(words.next())
        given.reading ??= 'GET'
      } else throw syntaxError()
    }
    try {
      while (words.left > 0) take()
    } catch (error) {
      if (!(error instanceof ReplyError && given.reading)) throw error
      given.wrong = error
      while (words.left > 0) words.next()
    }
    return given
  })
}

type Sorting = Readonly<ValueOf<ReturnType<typeof sorting>>>

export const sort = family({ group: 'generic', category: 'keyspace' }, [
  run(
    'SORT',
    [key, sorting(false)],
    ['1.0.0', 'write', 'dangerous', 'keys:r,w', 'in:set,sortedset,list'],
    (server, key, sorting) => {
      checkReading(server, 'sort', sorting)
      const { db } = server
      const found = sorted(db, key, sorting, server.inScript)
      if (sorting.store === undefined) return found
      const elements = found.map((element) => element ?? '')
      db.put('list', sorting.store, new List(elements))
      return elements.length
    },
  ),

  run(
    'SORT_RO',
    [key, sorting(true)],
    ['7.0.0', 'readonly', 'dangerous', 'movablekeys', 'in:set,sortedset,list'],
    (server, key, sorting) => {
      checkReading(server, 'sort_ro', sorting)
      return sorted(server.db, key, sorting, server.inScript)
    },
  ),
])

/** Checks that the user may read every key, because a pattern may refer to any key. */
function checkReading({ acl, user }: Server, name: string, { reading, wrong }: Sorting): void {
  const isFree = reading === undefined || user === DEFAULT_USER
  if (!isFree && !acl.user(user)?.selectors.some((each) => each.readsEverything(name))) {
    throw new ReplyError(
      `ERR ${reading} option of SORT denied due to insufficient ACL permissions.`,
    )
  }
  if (wrong) throw wrong
}

function sorted(
  db: DatabaseView,
  key: Bytes,
  sorting: Sorting,
  inScript: boolean,
): (Bytes | undefined)[] {
  const [first, count] = sorting.limit
  const start = Math.max(first, 0)
  // Sorts a set before it is stored or given to a script, because a set has no order, and each run must
  // have an equal result.
  const mustSort = db.typeOf(key) === 'set' && (inScript || sorting.store !== undefined)
  const all = order(db, db.typeOf(key) === 'set', elementsAt(db, key), sorting, mustSort)
  const inOrder = all.slice(start, count < 0 ? undefined : start + count)
  if (sorting.get.length === 0) return inOrder
  return inOrder.flatMap((element) => sorting.get.map((get) => referred(db, get, element)))
}

function elementsAt(db: DatabaseView, key: Bytes): Bytes[] {
  const type = db.typeOf(key)
  if (type === 'set') return [...db.view('set', key)!.keys()]
  if (type !== 'zset') return [...(db.view('list', key) ?? [])]
  const members = db.view('zset', key)!
  // Converts a compact sorted set to its large encoding, because Redis does so before it sorts.
  members.unpack()
  return members.slice({ start: 0, end: members.size }).map(([member]) => member)
}

/** An element and the value to sort it by, which is undefined if the pattern refers to a missing value. */
interface Weighed {
  readonly element: Bytes
  readonly weight: Bytes | undefined
}

function order(
  db: DatabaseView,
  isSet: boolean,
  elements: Bytes[],
  { descending, alpha, by, store }: Sorting,
  mustSort: boolean,
): Bytes[] {
  const isConstant = by !== undefined && !by.split('\0', 1)[0]!.includes('*')
  const sortsAnyway = isConstant && mustSort
  if (isConstant && !sortsAnyway) return descending && !isSet ? elements.reverse() : elements

  const weighed = elements.map((element) => ({
    element,
    weight: by === undefined || sortsAnyway ? element : referred(db, by, element),
  }))
  const text = store === undefined ? untilNul : (text: Bytes) => text
  const order = alpha || sortsAnyway ? byText(text) : byNumber(weighed)
  const sign = descending ? -1 : 1
  const inOrder = weighed.sort((a, b) => {
    spend()
    return sign * order(a, b)
  })
  return inOrder.map(({ element }) => element)
}

/** The cost of reading the value that a pattern refers to, in steps of the time budget. */
const REFERENCE_STEPS = 20

/** Returns the text up to the first NUL, because C compares only this part by locale. */
const untilNul = (text: Bytes) => text.split('\0', 1)[0]!

/** Compares elements by text. Elements without a value to sort by come first. */
const byText = (text: (text: Bytes) => Bytes) => (a: Weighed, b: Weighed) => {
  if (a.weight === undefined || b.weight === undefined) {
    return compared(a.weight !== undefined, b.weight !== undefined)
  }
  return compared(text(a.weight), text(b.weight))
}

const NOT_A_SCORE = "ERR One or more scores can't be converted into double"

/** Compares elements by number (0 if the value to sort by is missing), then by element. */
function byNumber(weighed: readonly Weighed[]): (a: Weighed, b: Weighed) => number {
  const scores = new Map(
    weighed.map(({ element, weight }) => [element, weight === undefined ? 0 : scoreOf(weight)]),
  )
  return (a, b) =>
    compared(scores.get(a.element)!, scores.get(b.element)!) || compared(a.element, b.element)
}

function scoreOf(weight: Bytes): number {
  const score = parseBound(weight, NOT_A_SCORE)
  if (Math.abs(score) === Infinity && !/inf/i.test(weight)) throw new ReplyError(NOT_A_SCORE)
  return score
}

/** Returns the string that a pattern refers to for an element: the value of a key, or a field of a hash. */
function referred(db: DatabaseView, pattern: Bytes, element: Bytes): Bytes | undefined {
  spend(REFERENCE_STEPS)
  if (pattern === '#') return element
  const star = untilNul(pattern).indexOf('*')
  if (star < 0) return undefined
  const arrow = untilNul(pattern).indexOf('->', star + 1)
  const isField = arrow >= 0 && untilNul(pattern).length > arrow + 2
  const rest = isField ? pattern.slice(star + 1, arrow) : pattern.slice(star + 1)
  const key = pattern.slice(0, star) + element + rest
  const type = isField ? 'hash' : 'string'
  if (db.typeOf(key) !== type) return undefined
  return isField ? db.view('hash', key)?.get(pattern.slice(arrow + 2)) : db.view('string', key)
}
