// The Hash commands.

import { isInt64, parseInt64 } from '../engine/core/int64.js'
import {
  addLongDoubles,
  formatLongDouble,
  isFiniteNumber,
  parseLongDouble,
} from '../engine/core/long-double.js'
import { OK, ReplyError } from '../reply.js'
import { paired } from '../command/answer.js'
import { family, read, write } from '../command/command.js'
import {
  draws,
  field,
  integer,
  key,
  keyword,
  deferred,
  many,
  MAX_PAIRS,
  optional,
  pair,
  value,
  word,
} from '../command/parameters.js'
import { cursor, NOTHING, scan, scanOptions } from '../command/scan.js'

const finite = word('float', (word) => {
  const value = parseLongDouble(word)
  if (!isFiniteNumber(value)) throw new ReplyError('ERR value is NaN or Infinity')
  return value
})

export const hash = family({ group: 'hash', category: 'hash' }, [
  read('HGET', [key, field], { since: '2.0.0', fast: true }, (db, key, field) =>
    db.view('hash', key)?.get(field),
  ),

  read('HMGET', [key, many(field)], { since: '2.0.0', fast: true }, (db, key, fields) => {
    const hash = db.view('hash', key)
    return fields.map((field) => hash?.get(field))
  }),

  read('HGETALL', [key], { since: '2.0.0', unordered: true }, (db, key) =>
    [...(db.view('hash', key)?.entries() ?? [])].flat(),
  ),

  read(
    'HKEYS',
    [key],
    { since: '2.0.0', unordered: true },
    (db, key) => db.view('hash', key)?.keys() ?? [],
  ),

  read(
    'HVALS',
    [key],
    { since: '2.0.0', unordered: true },
    (db, key) => db.view('hash', key)?.values() ?? [],
  ),

  read(
    'HLEN',
    [key],
    { since: '2.0.0', fast: true, keyAccess: '-' },
    (db, key) => db.view('hash', key)?.size ?? 0,
  ),

  read(
    'HEXISTS',
    [key, field],
    { since: '2.0.0', fast: true, keyAccess: '-' },
    (db, key, field) => db.view('hash', key)?.has(field) ?? false,
  ),

  read(
    'HSTRLEN',
    [key, field],
    { since: '3.2.0', fast: true, keyAccess: '-' },
    (db, key, field) => db.view('hash', key)?.get(field)?.length ?? 0,
  ),

  write('HSET', [key, many(pair(field, value))], { since: '2.0.0', fast: true }, (db, key, pairs) =>
    db.edit('hash', key, (hash) => pairs.filter(([field, value]) => hash.set(field, value)).length),
  ),

  write(
    'HMSET',
    [key, many(pair(field, value))],
    { since: '2.0.0', fast: true },
    (db, key, pairs) =>
      db.edit('hash', key, (hash) => {
        for (const [field, value] of pairs) hash.set(field, value)
        return OK
      }),
  ),

  write('HSETNX', [key, field, value], { since: '2.0.0', fast: true }, (db, key, field, value) =>
    db.edit('hash', key, (hash) => !hash.has(field) && hash.set(field, value)),
  ),

  write(
    'HDEL',
    [key, many(field)],
    { since: '2.0.0', fast: true, mayGrow: false },
    (db, key, fields) =>
      db.edit('hash', key, (hash) => fields.filter((field) => hash.delete(field)).length),
  ),

  write(
    'HINCRBY',
    [key, field, integer],
    { since: '2.0.0', fast: true, keyAccess: 'rw' },
    (db, key, field, delta) =>
      db.edit('hash', key, (hash) => {
        const sum = parseInt64(hash.get(field) ?? '0', 'ERR hash value is not an integer') + delta
        if (!isInt64(sum)) throw new ReplyError('ERR increment or decrement would overflow')
        hash.set(field, String(sum), { keepExpiry: true })
        return sum
      }),
  ),

  write(
    'HINCRBYFLOAT',
    [key, field, finite],
    { since: '2.6.0', fast: true, keyAccess: 'rw' },
    (db, key, field, delta) =>
      db.edit('hash', key, (hash) => {
        const before = parseLongDouble(hash.get(field) ?? '0', 'ERR hash value is not a float')
        const sum = formatLongDouble(addLongDoubles(before, delta))
        hash.set(field, sum, { keepExpiry: true })
        return sum
      }),
  ),

  read(
    'HRANDFIELD',
    [key, optional(draws), optional(keyword('WITHVALUES'))],
    { since: '6.2.0', varies: true },
    (db, key, count, withValues) => {
      if (count === undefined) return db.view('hash', key)?.draw(db.random)
      if (withValues && Math.abs(count) > MAX_PAIRS) {
        throw new ReplyError('ERR value is out of range')
      }
      const hash = db.view('hash', key)
      const fields = [...(hash?.sample(count, db.random) ?? [])]
      return withValues ? paired(fields, (field) => hash!.get(field)!) : fields
    },
  ),

  read(
    'HSCAN',
    [key, cursor, deferred(scanOptions)],
    { since: '2.8.0', varies: true },
    (db, key, cursor, given) => {
      const hash = db.view('hash', key)
      return hash ? scan(hash, cursor, given(), (field) => [field, hash.get(field)!]) : NOTHING
    },
  ),
])
