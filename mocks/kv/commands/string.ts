// The String commands.

import { longestCommonSubsequence, type Match } from '../engine/string/lcs.js'
import { isInt64, parseInt64 } from '../engine/core/int64.js'
import { addLongDoubles, formatLongDouble, parseLongDouble } from '../engine/core/long-double.js'
import type { Database, DatabaseView } from '../engine/core/database.js'
import { bytesEncoding } from '../engine/core/byte-buffer.js'
import { OK, ReplyError, type Bytes } from '../reply.js'
import { family, read, write } from '../command/command.js'
import type { Facts } from '../command/facts.js'
import { expiryOptions, givenInstant, positiveInstant, time, type Unit } from '../command/expiry.js'
import { float, index, integer, key, value } from '../command/one-word.js'
import { deferred, many, options, pair } from '../command/parameters.js'

/** The Redis setting proto-max-bulk-len: 512 MB. */
const MAX_BULK = 2 ** 29

/** The longest value in bytes. The longest JavaScript string has 24 characters less than Redis allows. */
export const MAX_LENGTH = MAX_BULK - 24

export const string = family({ group: 'string', category: 'string' }, [
  read('GET', [key], ['1.0.0', 'fast'], (db, key) => db.view('string', key)),

  write(
    'SET',
    [
      key,
      value,
      options(
        { ...expiryOptions, NX: true, XX: true, GET: true, KEEPTTL: true },
        {
          exclusive: [
            ['NX', 'XX'],
            ['EX', 'PX', 'EXAT', 'PXAT', 'KEEPTTL'],
          ],
        },
      ),
    ],
    ['1.0.0', 'rwWith:GET'],
    (db, key, value, given) => {
      const expiresAt = givenInstant(db, 'set', given)
      const before = given.GET ? db.view('string', key) : undefined
      if ((given.NX && db.has(key)) || (given.XX && !db.has(key))) return before
      if (given.KEEPTTL) db.rewrite(key, value)
      else db.put('string', key, value)
      if (expiresAt !== undefined) db.expireAt(key, expiresAt)
      return given.GET ? before : OK
    },
  ),

  write('SETNX', [key, value], ['1.0.0', 'fast'], (db, key, value) =>
    setMissing(db, [[key, value]]),
  ),

  setFor('SETEX', ['2.0.0'], 'EX'),
  setFor('PSETEX', ['2.6.0'], 'PX'),

  write('GETSET', [key, value], ['1.0.0', 'fast', 'keys:rw'], (db, key, value) => {
    const before = db.view('string', key)
    db.put('string', key, value)
    return before
  }),

  write('GETDEL', [key], ['6.2.0', 'fast', 'nogrow', 'keys:rw'], (db, key) => {
    const before = db.view('string', key)
    db.delete(key)
    return before
  }),

  write(
    'GETEX',
    [
      key,
      options(
        { ...expiryOptions, PERSIST: true },
        { exclusive: [['EX', 'PX', 'EXAT', 'PXAT', 'PERSIST']] },
      ),
    ],
    ['6.2.0', 'fast', 'nogrow', 'keys:rw'],
    (db, key, given) => {
      const value = db.view('string', key)
      if (value === undefined) return undefined
      const expiresAt = given.PERSIST ? Infinity : givenInstant(db, 'getex', given)
      if (expiresAt !== undefined) db.expireAt(key, expiresAt)
      return value
    },
  ),

  read('MGET', [many(key)], ['1.0.0', 'fast', 'request:multi_shard'], (db, keys) =>
    keys.map((key) => (db.typeOf(key) === 'string' ? db.view('string', key) : undefined)),
  ),

  write(
    'MSET',
    [many(pair(key, value))],
    ['1.0.1', 'request:multi_shard', 'response:all_succeeded'],
    (db, pairs) => {
      for (const [key, value] of pairs) db.put('string', key, value)
      return OK
    },
  ),

  write(
    'MSETNX',
    [many(pair(key, value))],
    ['1.0.1', 'request:multi_shard', 'response:agg_min'],
    setMissing,
  ),

  write('APPEND', [key, value], ['2.0.0', 'fast'], (db, key, suffix) => {
    const before = db.view('string', key)
    if (before === undefined) {
      db.put('string', key, suffix)
      return suffix.length
    }
    const length = checkedLength(before.length + suffix.length)
    db.rewrite(key, before + suffix, 'raw')
    return length
  }),

  read(
    'STRLEN',
    [key],
    ['2.2.0', 'fast', 'keys:-'],
    (db, key) => db.view('string', key)?.length ?? 0,
  ),
  read('GETRANGE', [key, index, index], ['2.4.0'], getRange),
  read('SUBSTR', [key, index, index], ['1.0.0'], getRange),

  write('SETRANGE', [key, index, value], ['2.2.0'], (db, key, offset, patch) => {
    if (offset < 0) throw new ReplyError('ERR offset is out of range')
    const before = db.view('string', key) ?? ''
    if (patch === '') return before.length
    const length = checkedLength(offset + patch.length)
    db.checkRecord(length)
    if (length > before.length) db.reserve(length - before.length)
    const after =
      before.slice(0, offset).padEnd(offset, '\0') + patch + before.slice(offset + patch.length)
    db.rewrite(key, after, 'raw')
    return after.length
  }),

  write('INCR', [key], ['1.0.0', 'fast', 'keys:rw'], (db, key) => increment(db, key, 1n)),
  write('DECR', [key], ['1.0.0', 'fast', 'keys:rw'], (db, key) => increment(db, key, -1n)),
  write('INCRBY', [key, integer], ['1.0.0', 'fast', 'keys:rw'], increment),

  write('DECRBY', [key, integer], ['1.0.0', 'fast', 'keys:rw'], (db, key, delta) => {
    if (!isInt64(-delta)) throw new ReplyError('ERR decrement would overflow')
    return increment(db, key, -delta)
  }),

  write('INCRBYFLOAT', [key, deferred(float)], ['2.6.0', 'fast', 'keys:rw'], (db, key, delta) => {
    const before = parseLongDouble(db.view('string', key) ?? '0')
    const sum = formatLongDouble(addLongDoubles(before, delta()))
    db.rewrite(key, sum, bytesEncoding(sum))
    return sum
  }),

  read(
    'LCS',
    [
      key,
      key,
      deferred(options({ LEN: true, IDX: true, WITHMATCHLEN: true, MINMATCHLEN: integer })),
    ],
    ['7.0.0', 'resp3:map'],
    (db, a, b, given) => {
      const [x, y] = [stringAt(db, a), stringAt(db, b)]
      const { LEN, IDX, WITHMATCHLEN, MINMATCHLEN = 0n } = given()
      if (LEN && IDX) {
        throw new ReplyError('ERR If you want both the length and indexes, please just use IDX.')
      }
      if ((x.length + 1) * (y.length + 1) * 4 > MAX_BULK) {
        throw new ReplyError(
          'ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len',
        )
      }
      const { text, matches } = longestCommonSubsequence(x, y)
      const describe = ({ a, b, length }: Match) => (WITHMATCHLEN ? [a, b, length] : [a, b])
      const long = matches.filter(({ length }) => length >= MINMATCHLEN)
      if (IDX) return ['matches', long.map(describe), 'len', text.length]
      return LEN ? text.length : text
    },
  ),
])

function setFor(name: string, facts: Facts, unit: Unit) {
  return write(name, [key, time, value], facts, (db, key, amount, value) => {
    const expiresAt = positiveInstant(db, name.toLowerCase(), amount, unit)
    db.put('string', key, value)
    db.expireAt(key, expiresAt)
    return OK
  })
}

/** Sets all keys if none of them exists. */
function setMissing(db: Database, pairs: readonly (readonly [Bytes, Bytes])[]): boolean {
  if (pairs.some(([key]) => db.has(key))) return false
  for (const [key, value] of pairs) db.put('string', key, value)
  return true
}

function getRange(db: DatabaseView, key: Bytes, first: number, last: number): Bytes {
  const text = db.view('string', key) ?? ''
  if (first < 0 && last < 0 && first > last) return ''
  const fromStart = (at: number) => Math.max(at < 0 ? at + text.length : at, 0)
  return text.slice(fromStart(first), fromStart(last) + 1)
}

function increment(db: Database, key: Bytes, delta: bigint): bigint {
  const sum = parseInt64(db.view('string', key) ?? '0') + delta
  if (!isInt64(sum)) throw new ReplyError('ERR increment or decrement would overflow')
  db.rewrite(key, String(sum))
  return sum
}

function stringAt(db: DatabaseView, key: Bytes): Bytes {
  const type = db.typeOf(key)
  if (type !== undefined && type !== 'string') {
    throw new ReplyError('ERR The specified keys must contain string values')
  }
  return db.view('string', key) ?? ''
}

function checkedLength(length: number): number {
  if (length > MAX_LENGTH) {
    throw new ReplyError('ERR string exceeds maximum allowed size (proto-max-bulk-len)')
  }
  return length
}
