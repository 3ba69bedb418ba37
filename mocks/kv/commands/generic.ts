// The Generic commands, whose keys may have any type.

import type { Database, Instant } from '../engine/core/database.js'
import { matchesGlob } from '../engine/core/glob.js'
import { NOT_AN_INTEGER, parseInt64 } from '../engine/core/int64.js'
import { dump, restored, type TypedValue } from '../engine/rdb/rdb.js'
import { isDump } from '../engine/rdb/serialized.js'
import { OK, ReplyError, Status, type Bytes } from '../reply.js'
import { family, container, read, write, help } from '../command/command.js'
import type { Facts } from '../command/facts.js'
import { instant, time, type Unit } from '../command/expiry.js'
import { atLeast, int32, key, pattern } from '../command/one-word.js'
import { deferred, many, options, word } from '../command/parameters.js'
import { cursor, keyScanOptions, scan } from '../command/scan.js'
import { noSuchKey, printed } from '../command/refusals.js'

/** The number of a database. Only database 0 exists. */
const database = word('integer', (word) => {
  if (int32.parse(word) !== 0) throw new ReplyError('ERR DB index is out of range')
})

/** The number of a database other than 0. Such a database does not exist. */
const otherDatabase = word('integer', (word) => {
  const index = int32.parse(word)
  if (index === 0) throw new ReplyError('ERR source and destination objects are the same')
  throw new ReplyError('ERR DB index is out of range')
})

const milliseconds = word('milliseconds', (word) => parseInt64(word))

const payload = word('payload', (word) => word)

const idleTime = atLeast(0, 'ERR Invalid IDLETIME value, must be >= 0', NOT_AN_INTEGER)

const frequency = word('integer', (word) => {
  const value = parseInt64(word)
  if (value < 0n || value > 255n) {
    throw new ReplyError('ERR Invalid FREQ value, must be >= 0 and <= 255')
  }
  return value
})

export const generic = family({ group: 'generic', category: 'keyspace' }, [
  write('DEL', [many(key)], ['1.0.0', 'nogrow', 'request:multi_shard', 'response:agg_sum'], remove),
  write(
    'UNLINK',
    [many(key)],
    ['4.0.0', 'fast', 'nogrow', 'request:multi_shard', 'response:agg_sum'],
    remove,
  ),

  read(
    'EXISTS',
    [many(key)],
    ['1.0.0', 'fast', 'keys:-', 'request:multi_shard', 'response:agg_sum'],
    (db, keys) => keys.filter((key) => db.has(key)).length,
  ),

  read(
    'TOUCH',
    [many(key)],
    ['3.2.1', 'fast', 'keys:-', 'request:multi_shard', 'response:agg_sum'],
    (db, keys) => keys.filter((key) => db.touch(key)).length,
  ),

  read(
    'TYPE',
    [key],
    ['1.0.0', 'fast', 'keys:-'],
    (db, key) => new Status(db.typeOf(key) ?? 'none'),
  ),
  expire('EXPIRE', ['1.0.0', 'fast', 'nogrow'], 'EX'),
  expire('PEXPIRE', ['2.6.0', 'fast', 'nogrow'], 'PX'),
  expire('EXPIREAT', ['1.2.0', 'fast', 'nogrow'], 'EXAT'),
  expire('PEXPIREAT', ['2.6.0', 'fast', 'nogrow'], 'PXAT'),
  timeOf('TTL', ['1.0.0', 'fast', 'varies'], (instant, now) =>
    seconds(atLeastZero(BigInt(instant) - now)),
  ),
  timeOf('PTTL', ['2.6.0', 'fast', 'varies'], (instant, now) => atLeastZero(BigInt(instant) - now)),
  timeOf('EXPIRETIME', ['7.0.0', 'fast'], (instant) => seconds(BigInt(instant))),
  timeOf('PEXPIRETIME', ['7.0.0', 'fast'], (instant) => BigInt(instant)),

  write('PERSIST', [key], ['2.2.0', 'fast', 'nogrow'], (db, key) => {
    const volatile = (db.expiresAt(key) ?? Infinity) !== Infinity
    return volatile && db.expireAt(key, Infinity)
  }),

  write('RENAME', [key, key], ['1.0.0', 'nogrow', 'keys:rw,w'], (db, from, to) => {
    if (!db.rename(from, to)) throw noSuchKey()
    return OK
  }),

  write('RENAMENX', [key, key], ['1.0.0', 'fast', 'nogrow', 'keys:rw,w'], (db, from, to) => {
    if (!db.has(from)) throw noSuchKey()
    return !db.has(to) && db.rename(from, to)
  }),

  write(
    'COPY',
    [key, key, options({ DB: database, REPLACE: true })],
    ['6.2.0', 'keys:r,w'],
    (db, from, to, given) => {
      if (from === to) {
        if (db.dialect.copyToItself) return false
        throw new ReplyError('ERR source and destination objects are the same')
      }
      return (given.REPLACE || !db.has(to)) && db.copy(from, to)
    },
  ),

  write('MOVE', [key, otherDatabase], ['1.0.0', 'fast', 'nogrow', 'keys:rw'], () => false),

  read('DUMP', [key], ['2.6.0', 'varies'], (db, key) => {
    const type = db.typeOf(key)
    return type && dump({ type, value: db.view(type, key) } as TypedValue)
  }),

  write(
    'RESTORE',
    [
      key,
      deferred(milliseconds),
      payload,
      options(
        { REPLACE: true, ABSTTL: true, IDLETIME: idleTime, FREQ: frequency },
        { exclusive: [['IDLETIME', 'FREQ']] },
      ),
    ],
    ['2.6.0', 'dangerous'],
    (db, key, timeToLive, payload, { REPLACE, ABSTTL, IDLETIME = 0 }) => {
      if (!REPLACE && db.has(key)) {
        throw new ReplyError('BUSYKEY Target key name already exists.')
      }
      const time = timeToLive()
      if (time < 0n) throw new ReplyError('ERR Invalid TTL value, must be >= 0')
      if (!isDump(payload)) throw new ReplyError('ERR DUMP payload version or checksum are wrong')
      const typed = restored(payload, db.sizes)
      if (typed === undefined) throw new ReplyError('ERR Bad data format')
      db.put(typed.type, key, typed.value)
      db.makeIdle(key, IDLETIME)
      if (time > 0n) db.expireAt(key, ABSTTL ? time : fromNow(db, time))
      return OK
    },
  ),

  read(
    'KEYS',
    [pattern],
    ['1.0.0', 'dangerous', 'request:all_shards', 'unordered'],
    (db, pattern) => [...db.keys()].filter((key) => matchesGlob(pattern, key)),
  ),

  read(
    'SCAN',
    [cursor, keyScanOptions],
    ['2.8.0', 'varies', 'request:special'],
    (db, cursor, given) => {
      const type = given.TYPE?.toLowerCase()
      return scan(db, cursor, given, (key) => {
        const own = db.typeOf(key)!
        if (type !== undefined && own.toLowerCase() !== type) return []
        return given.WITHTYPE ? [key, own] : [key]
      })
    },
  ),

  read('RANDOMKEY', [], ['1.0.0', 'request:all_shards', 'varies'], (db) => db.randomKey()),
  container('OBJECT', '2.2.3'),
  read('OBJECT ENCODING', [key], ['2.2.3', 'keys:-', 'varies'], (db, key) => db.encodingOf(key)),
  read('OBJECT REFCOUNT', [key], ['2.2.3', 'keys:-', 'varies'], (db, key) =>
    db.has(key) ? 1 : undefined,
  ),
  read('OBJECT IDLETIME', [key], ['2.2.3', 'keys:-', 'varies'], (db, key) => db.idleTime(key)),

  read('OBJECT FREQ', [key], ['4.0.0', 'keys:-', 'varies'], (db, key) => {
    if (!db.has(key)) return undefined
    throw new ReplyError(
      'ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please note ' +
        'that when switching between policies at runtime LRU and LFU data will take some time ' +
        'to adjust.',
    )
  }),

  help('OBJECT', ['6.2.0'], {
    'ENCODING <key>': [
      'Return the kind of internal representation used in order to store the value',
      'associated with a <key>.',
    ],
    'FREQ <key>': [
      'Return the access frequency index of the <key>. The returned integer is',
      'proportional to the logarithm of the recent access frequency of the key.',
    ],
    'IDLETIME <key>': [
      'Return the idle time of the <key>, that is the approximated number of',
      'seconds elapsed since the last access to the key.',
    ],
    'REFCOUNT <key>': [
      'Return the number of references of the value associated with the specified',
      '<key>.',
    ],
  }),
])

function remove(db: Database, keys: readonly Bytes[]): number {
  return keys.filter((key) => db.delete(key)).length
}

/** Converts milliseconds from now to an expiry. A value beyond 64 bits wraps around. */
const fromNow = (db: Database, milliseconds: bigint): Instant =>
  BigInt.asIntN(64, milliseconds + BigInt(db.clock.now()))

/** Defines EXPIRE and its variants. The flags are checked before the time. */
function expire(name: string, facts: Facts, unit: Unit) {
  const flags = options(
    { NX: true, XX: true, GT: true, LT: true },
    { unknown: (word) => new ReplyError(`ERR Unsupported option ${printed(word)}`) },
  )
  return write(name, [key, deferred(time), flags], facts, (db, key, amount, { NX, XX, GT, LT }) => {
    if (NX && (XX || GT || LT)) {
      throw new ReplyError('ERR NX and XX, GT or LT options at the same time are not compatible')
    }
    if (GT && LT) {
      throw new ReplyError('ERR GT and LT options at the same time are not compatible')
    }
    const after = instant(db, name.toLowerCase(), amount(), unit)
    const before = db.expiresAt(key)
    if (before === undefined) return false
    if (NX && before !== Infinity) return false
    if (XX && before === Infinity) return false
    if (GT && after <= before) return false
    if (LT && after >= before) return false
    return db.expireAt(key, after)
  })
}

/** Defines TTL and its variants. `valueOf` computes the reply from the expiry. */
function timeOf(name: string, facts: Facts, valueOf: (instant: Instant, now: bigint) => bigint) {
  return read(name, [key], facts, (db, key) => {
    const instant = db.expiresAt(key)
    if (instant === undefined) return NO_KEY
    if (instant === Infinity) return NO_EXPIRY
    return valueOf(instant, BigInt(db.clock.now()))
  })
}

const NO_KEY = -2
const NO_EXPIRY = -1

const atLeastZero = (value: bigint) => (value > 0n ? value : 0n)
/** Rounds milliseconds to the nearest second. */
const seconds = (milliseconds: bigint) => (milliseconds + 500n) / 1000n
