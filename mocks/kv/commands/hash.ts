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
import { draws, field, integer, key, keyword, checkPairs, value } from '../command/one-word.js'
import { deferred, many, optional, pair, word } from '../command/parameters.js'
import { cursor, NOTHING, scan, scanOptions } from '../command/scan.js'

const finite = word('float', (word) => {
  const value = parseLongDouble(word)
  if (!isFiniteNumber(value)) throw new ReplyError('ERR value is NaN or Infinity')
  return value
})

export const hash = family({ group: 'hash', category: 'hash' }, [
  read('HGET', [key, field], ['2.0.0', 'fast'], (db, key, field) =>
    db.view('hash', key)?.get(field),
  ),

  read('HMGET', [key, many(field)], ['2.0.0', 'fast'], (db, key, fields) => {
    const hash = db.view('hash', key)
    return fields.map((field) => hash?.get(field))
  }),

  read('HGETALL', [key], ['2.0.0', 'unordered', 'resp3:map'], (db, key) =>
    [...(db.view('hash', key)?.entries() ?? [])].flat(),
  ),

  read('HKEYS', [key], ['2.0.0', 'unordered'], (db, key) => db.view('hash', key)?.keys() ?? []),
  read('HVALS', [key], ['2.0.0', 'unordered'], (db, key) => db.view('hash', key)?.values() ?? []),
  read('HLEN', [key], ['2.0.0', 'fast', 'keys:-'], (db, key) => db.view('hash', key)?.size ?? 0),

  read(
    'HEXISTS',
    [key, field],
    ['2.0.0', 'fast', 'keys:-'],
    (db, key, field) => db.view('hash', key)?.has(field) ?? false,
  ),

  read(
    'HSTRLEN',
    [key, field],
    ['3.2.0', 'fast', 'keys:-'],
    (db, key, field) => db.view('hash', key)?.get(field)?.length ?? 0,
  ),

  write('HSET', [key, many(pair(field, value))], ['2.0.0', 'fast'], (db, key, pairs) =>
    db.edit('hash', key, (hash) => pairs.filter(([field, value]) => hash.set(field, value)).length),
  ),

  write('HMSET', [key, many(pair(field, value))], ['2.0.0', 'fast'], (db, key, pairs) =>
    db.edit('hash', key, (hash) => {
      for (const [field, value] of pairs) hash.set(field, value)
      return OK
    }),
  ),

  write('HSETNX', [key, field, value], ['2.0.0', 'fast'], (db, key, field, value) =>
    db.edit('hash', key, (hash) => !hash.has(field) && hash.set(field, value)),
  ),

  write('HDEL', [key, many(field)], ['2.0.0', 'fast', 'nogrow'], (db, key, fields) =>
    db.edit('hash', key, (hash) => fields.filter((field) => hash.delete(field)).length),
  ),

  write('HINCRBY', [key, field, integer], ['2.0.0', 'fast', 'keys:rw'], (db, key, field, delta) =>
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
    ['2.6.0', 'fast', 'keys:rw'],
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
    ['6.2.0', 'varies', 'resp3:drawnFields'],
    (db, key, count, withValues) => {
      if (withValues) checkPairs(count!)
      const hash = db.view('hash', key)
      if (count === undefined) return hash?.draw()
      const fields = [...(hash?.sample(count) ?? [])]
      return withValues ? paired(fields, (field) => hash!.get(field)!) : fields
    },
  ),

  read(
    'HSCAN',
    [key, cursor, deferred(scanOptions)],
    ['2.8.0', 'varies'],
    (db, key, cursor, given) => {
      const hash = db.view('hash', key)
      return hash ? scan(hash, cursor, given(), (field) => [field, hash.get(field)!]) : NOTHING
    },
  ),
])
