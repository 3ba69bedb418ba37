// The Hash commands of Redis 7.4 and 8.0 for fields with an expiry.

import type { Hash } from '../engine/hash/hash.js'
import { parseInt64 } from '../engine/core/int64.js'
import { ReplyError, type Bytes } from '../reply.js'
import type { Database, DatabaseView } from '../engine/core/database.js'
import { family, read, write } from '../command/command.js'
import type { Facts } from '../command/facts.js'
import { instant as instantOf, invalidExpiry, time, type Unit, units } from '../command/expiry.js'
import { field, key, value } from '../command/one-word.js'
import { deferred, pair, parameter, type Parameter } from '../command/parameters.js'
import { printed } from '../command/refusals.js'

/** The latest expiry of a field. Redis stores it in 46 bits, in milliseconds. */
const lastInstant = ({ dialect }: Database): number =>
  dialect.farFieldExpiry ? Number.MAX_SAFE_INTEGER : 2 ** 46 - 1

/** The word `FIELDS`, a number, and that many fields up to the last word. */
const fieldsOf = <T>(one: Parameter<T>, notPositive: string): Parameter<T[]> =>
  parameter(one === field ? 'FIELDS #field' : 'FIELDS #(field value)', (words) => {
    if (words.left === 0 || words.next().toUpperCase() !== 'FIELDS') {
      throw new ReplyError('ERR Mandatory argument FIELDS is missing or not at the right position')
    }
    const length = parseInt64(words.next(), notPositive)
    if (length < 1n) throw new ReplyError(notPositive)
    if (Number(length) * one.least !== words.left) {
      throw new ReplyError('ERR The `numfields` parameter must match the number of arguments')
    }
    return Array.from({ length: Number(length) }, () => one.take(words))
  })

const NOT_POSITIVE = 'ERR Number of fields must be a positive integer'
const fields = fieldsOf(field, NOT_POSITIVE)
/** HEXPIRE and its variants have an error of their own, in Redis 7.4 and 8. */
const fieldsToExpire = fieldsOf(field, 'ERR Parameter `numFields` should be greater than 0')

const CONDITIONS = ['NX', 'XX', 'GT', 'LT'] as const
type Condition = (typeof CONDITIONS)[number]

const condition = parameter('[NX|XX|GT|LT]', (words) => {
  const found = CONDITIONS.find((name) => name === words.peek()?.toUpperCase())
  if (found) words.next()
  return found
})

interface Given {
  unit?: Unit
  amount?: bigint
  /** An option in place of a time. */
  instead?: 'PERSIST' | 'KEEPTTL'
  only?: 'FNX' | 'FXX'
}

/** Options in any order up to the word FIELDS. */
const upToFields = (
  instead: 'PERSIST' | 'KEEPTTL',
  conditions: readonly ('FNX' | 'FXX')[],
): Parameter<Given> =>
  parameter('', (words) => {
    const given: Given = {}
    while (words.left > 0 && words.peek()!.toUpperCase() !== 'FIELDS') {
      const word = words.next()
      const name = word.toUpperCase()
      const unit = units.find((unit) => unit === name)
      const only = conditions.find((condition) => condition === name)
      if ((unit || name === instead) && (given.unit ?? given.instead)) {
        throw new ReplyError(
          `ERR Only one of EX, PX, EXAT, PXAT or ${instead} arguments can be specified`,
        )
      }
      if (only && given.only) {
        throw new ReplyError('ERR Only one of FXX or FNX arguments can be specified')
      }
      if (unit) Object.assign(given, { unit, amount: parseInt64(words.next()) })
      else if (name === instead) given.instead = instead
      else if (only) given.only = only
      else throw new ReplyError(`ERR unknown argument: ${printed(word)}`)
    }
    return given
  })

export const hashExpiry = family({ group: 'hash', category: 'hash' }, [
  expire('HEXPIRE', ['7.4', 'nogrow'], 'EX'),
  expire('HPEXPIRE', ['7.4', 'nogrow'], 'PX'),
  expire('HEXPIREAT', ['7.4', 'nogrow'], 'EXAT'),
  expire('HPEXPIREAT', ['7.4', 'nogrow'], 'PXAT'),
  timeOf('HTTL', ['7.4'], (instant, { clock }) => Math.ceil((instant - clock.now()) / 1000)),
  timeOf('HPTTL', ['7.4'], (instant, { clock }) => instant - clock.now()),
  timeOf('HEXPIRETIME', ['7.4'], (instant, { dialect }) =>
    Math[dialect.fieldExpiryRoundedDown ? 'floor' : 'ceil'](instant / 1000),
  ),
  timeOf('HPEXPIRETIME', ['7.4'], (instant) => instant),

  write('HPERSIST', [key, fields], ['7.4', 'nogrow'], (db, key, fields) =>
    forEach(db, key, fields, (hash, field) => {
      if (hash.expiresAt(field) === undefined) return NO_EXPIRY
      hash.expireAt(field, Infinity)
      return 1
    }),
  ),

  write('HGETDEL', [key, fields], ['8.0', 'nogrow'], (db, key, fields) =>
    db.edit('hash', key, (hash) =>
      fields.map((field) => {
        const before = hash.get(field)
        hash.delete(field)
        return before
      }),
    ),
  ),

  write(
    'HGETEX',
    [key, upToFields('PERSIST', []), fields],
    ['8.0', 'nogrow'],
    (db, key, given, fields) =>
      db.edit('hash', key, (hash) => {
        const instant = given.instead ? Infinity : givenInstant(db, 'hgetex', given)
        const values = fields.map((field) => hash.get(field))
        for (const field of fields) {
          if (instant !== undefined && hash.has(field)) hash.expireAt(field, instant)
        }
        return values
      }),
  ),

  write(
    'HSETEX',
    [key, upToFields('KEEPTTL', ['FNX', 'FXX']), fieldsOf(pair(field, value), NOT_POSITIVE)],
    ['8.0'],
    (db, key, given, pairs) =>
      db.edit('hash', key, (hash) => {
        const instant = givenInstant(db, 'hsetex', given)
        if (given.only === 'FNX' && pairs.some(([field]) => hash.has(field))) return false
        if (given.only === 'FXX' && !pairs.every(([field]) => hash.has(field))) return false
        for (const [field, value] of pairs) {
          hash.set(field, value, { keepExpiry: given.instead === 'KEEPTTL' })
          if (instant !== undefined) hash.expireAt(field, instant)
        }
        return true
      }),
  ),
])

const NO_FIELD = -2
const NO_EXPIRY = -1

/** Returns a result for each field, including missing fields. */
const forEach = (
  db: Database,
  key: Bytes,
  fields: readonly Bytes[],
  body: (hash: Hash, field: Bytes) => number,
): number[] =>
  db.edit('hash', key, (hash) =>
    fields.map((field) => (hash.has(field) ? body(hash, field) : NO_FIELD)),
  )

/** Defines HEXPIRE and its variants. The results are 0 for a failed condition, 2 for a past time. */
function expire(name: string, facts: Facts, unit: Unit) {
  return write(
    name,
    [key, deferred(time), condition, fieldsToExpire],
    facts,
    (db, key, given, condition, fields) => {
      db.view('hash', key)
      const after = instant(db, name.toLowerCase(), given(), unit)
      return forEach(db, key, fields, (hash, field) => {
        if (!holds(condition, hash.expiresAt(field), after)) return 0
        if (after <= db.clock.now()) {
          hash.delete(field)
          return 2
        }
        hash.expireAt(field, after)
        return 1
      })
    },
  )
}

function holds(condition: Condition | undefined, before: number | undefined, after: number) {
  if (condition === 'NX') return before === undefined
  if (condition === 'XX') return before !== undefined
  if (condition === 'GT') return before !== undefined && after > before
  return condition !== 'LT' || before === undefined || after < before
}

/** Defines HTTL and its variants. `valueOf` computes the reply from the expiry. */
function timeOf(
  name: string,
  facts: Facts,
  valueOf: (instant: number, db: DatabaseView) => number,
) {
  return read(name, [key, fields], facts, (db, key, fields) => {
    const hash = db.view('hash', key)
    return fields.map((field) => {
      if (!hash?.has(field)) return NO_FIELD
      const instant = hash.expiresAt(field)
      return instant === undefined ? NO_EXPIRY : valueOf(instant, db)
    })
  })
}

/** Returns the expiry in the options, or undefined without such an option. */
function givenInstant(db: Database, command: string, { unit, amount }: Given): number | undefined {
  if (unit === undefined || amount === undefined) return undefined
  if (amount <= 0n) throw invalidExpiry(command)
  return instant(db, command, amount, unit)
}

function instant(db: Database, command: string, amount: bigint, unit: Unit): number {
  if (amount < 0n) throw new ReplyError('ERR invalid expire time, must be >= 0')
  const instant = Number(instantOf(db, command, amount, unit))
  if (instant > lastInstant(db)) throw invalidExpiry(command)
  return instant
}
