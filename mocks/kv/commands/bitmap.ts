// The Bitmap commands.

import {
  addToField,
  bitAt,
  combineBits,
  countOnes,
  findBit,
  readField,
  setBit,
  writeField,
  type BitOperation,
  type BitRange,
  type FieldType,
  type Overflow,
} from '../engine/string/bits.js'
import type { DatabaseView } from '../engine/core/database.js'
import { parseInt64, readInt64 } from '../engine/core/int64.js'
import { ReplyError, type Bytes } from '../reply.js'
import { family, read, write } from '../command/command.js'
import { index, key, keyword } from '../command/one-word.js'
import { many, parameter, word, type Parameter, type ValueOf } from '../command/parameters.js'
import { syntaxError } from '../command/refusals.js'
import { MAX_LENGTH } from './string.js'
import type { Words } from '../command/words.js'

const NO_OFFSET = 'ERR bit offset is not an integer or out of range'

/** A bit offset within the longest string. Redis itself accepts 192 more bits. */
const offset = word('offset', (word) => checkedOffset(parseInt64(word, NO_OFFSET)))

const NO_BIT = 'ERR bit is not an integer or out of range'

const zeroOrOne = (refusal: string, notInteger?: string) =>
  word('bit', (word) => {
    const value = parseInt64(word, notInteger)
    if (value !== 0n && value !== 1n) throw new ReplyError(refusal)
    return Number(value)
  })

const bit = zeroOrOne(NO_BIT, NO_BIT)
const bitToFind = zeroOrOne('ERR The bit argument must be 1 or 0.')

const unit = keyword('BYTE', 'BIT')

/** A range in bytes or bits as the client sent it. Negative positions count from the end. */
interface GivenRange {
  readonly first: number
  readonly last: number | undefined
  readonly unit: 'byte' | 'bit'
}

/** A range of at least `least` words, which is parsed only if the key has a string. */
const range = (least: 1 | 2): Parameter<() => GivenRange | undefined> =>
  parameter('[integer integer [BYTE|BIT]]', (words) => {
    const own = words.split(words.left)
    return () => {
      if (own.left === 0) return undefined
      if (own.left < least || own.left > 3) throw syntaxError()
      return least === 2 ? startThenEnd(own) : startThenUnit(own)
    }
  })

function startThenEnd(words: Words): GivenRange {
  const [first, last] = [index.take(words), index.take(words)]
  if (first < 0 && last < 0 && first > last) return { first: 1, last: 0, unit: 'byte' }
  return { first, last, unit: words.left > 0 ? unit.take(words) : 'byte' }
}

/** Parses the start, the unit and the end in this order, because BITPOS checks the unit before the end. */
function startThenUnit(words: Words): GivenRange {
  const first = index.take(words)
  const end = words.left > 0 ? words.next() : undefined
  const given = words.left > 0 ? unit.take(words) : 'byte'
  return { first, last: end === undefined ? undefined : index.parse(end), unit: given }
}

function bitsIn({ length }: Uint8Array, given: GivenRange | undefined): BitRange {
  const { first, last = -1, unit } = given ?? { first: 0, unit: 'byte' }
  const size = unit === 'bit' ? 1 : 8
  const total = (length * 8) / size
  const fromStart = (at: number) => Math.max(at < 0 ? at + total : at, 0)
  const end = Math.min(fromStart(last), total - 1)
  return { first: fromStart(first) * size, last: end * size + size - 1 }
}

const OPERATIONS = ['AND', 'OR', 'XOR', 'NOT'] as const
/** The operations that Redis 8.2 added. */
const LATER_OPERATIONS = ['DIFF', 'DIFF1', 'ANDOR', 'ONE'] as const

const operation = parameter(OPERATIONS.join('|'), (words): BitOperation => {
  const word = words.next().toUpperCase()
  const found = [...OPERATIONS, ...LATER_OPERATIONS].find((name) => name === word)
  if (found === undefined) throw syntaxError()
  return found
})

const fieldType = word('field-type', (word): FieldType => {
  const [, sign, digits = ''] = /^([iu])(.*)$/s.exec(word) ?? []
  const size = Number(readInt64(digits) ?? 0)
  if (size < 1 || size > (sign === 'i' ? 64 : 63)) {
    throw new ReplyError(
      'ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but ' +
        'i64 is.',
    )
  }
  return { signed: sign === 'i', size }
})

/** Parses the offset of a bit field. After a `#`, the offset counts fields of the same size. */
function fieldOffset(word: Bytes, { size }: FieldType): number {
  if (!word.startsWith('#')) return offset.parse(word)
  const fields = parseInt64(word.slice(1), NO_OFFSET)
  return checkedOffset(BigInt.asIntN(64, fields * BigInt(size)))
}

const fieldOperations = parameter(
  '{GET field-type field-offset, SET field-type field-offset integer, ' +
    'INCRBY field-type field-offset integer, OVERFLOW WRAP|SAT|FAIL}',
  (words) => {
    const operations = []
    let overflow: Overflow = 'wrap'
    while (words.left > 0) {
      const name = words.next().toLowerCase()
      if (name === 'overflow' && words.left >= 1) overflow = overflowNamed(words.next())
      else {
        const writes = name === 'set' || name === 'incrby'
        if (!(writes && words.left >= 3) && !(name === 'get' && words.left >= 2))
          throw syntaxError()
        const type = fieldType.take(words)
        const offset = fieldOffset(words.next(), type)
        const operand = writes ? parseInt64(words.next()) : 0n
        operations.push({ name, type, offset, operand, overflow })
      }
    }
    return operations
  },
)

type FieldOperation = ValueOf<typeof fieldOperations>[number]

function overflowNamed(word: Bytes): Overflow {
  const found = (['wrap', 'sat', 'fail'] as const).find((name) => name === word.toLowerCase())
  if (found === undefined) throw new ReplyError('ERR Invalid OVERFLOW type specified')
  return found
}

export const bitmap = family({ group: 'bitmap', category: 'bitmap' }, [
  write('SETBIT', [key, offset, bit], ['2.2.0', 'keys:rw'], (db, key, offset, bit) =>
    setBit(db.editBytes(key, lengthUpTo(offset)), offset, bit),
  ),

  read('GETBIT', [key, offset], ['2.2.0', 'fast'], (db, key, offset) =>
    bitAt(bytesAt(db, key), offset),
  ),

  read('BITCOUNT', [key, range(2)], ['2.6.0'], (db, key, given) => {
    const bytes = db.viewBytes(key)
    return bytes ? countOnes(bytes, bitsIn(bytes, given())) : 0
  }),

  read('BITPOS', [key, bitToFind, range(1)], ['2.8.7'], (db, key, bit, range) => {
    const bytes = db.viewBytes(key)
    if (bytes === undefined) return bit === 0 ? 0 : NOWHERE
    const given = range()
    const within = bitsIn(bytes, given)
    if (within.first > within.last) return NOWHERE
    const found = findBit(bytes, bit, within)
    // A range without an end includes the zeros behind the string.
    return found ?? (bit === 0 && given?.last === undefined ? bytes.length * 8 : NOWHERE)
  }),

  write('BITOP', [operation, key, many(key)], ['2.6.0', 'keys:w,r'], (db, operation, to, keys) => {
    checkSources(operation, keys.length)
    const combined = combineBits(
      operation,
      keys.map((key) => bytesAt(db, key)),
    )
    db.reserve(combined.length)
    db.delete(to)
    if (combined.length > 0) db.editBytes(to, combined.length).set(combined)
    return combined.length
  }),

  write(
    'BITFIELD',
    [key, fieldOperations],
    ['3.2.0', 'keys:r', 'rwWith:SET,INCRBY'],
    (db, key, operations) => {
      const writes = operations.filter(({ name }) => name !== 'get')
      const ends = writes.map(({ type, offset }) => lengthUpTo(offset + type.size - 1))
      const bytes =
        writes.length > 0
          ? db.editBytes(
              key,
              ends.reduce((a, b) => Math.max(a, b)),
            )
          : bytesAt(db, key)
      return operations.map((operation) => perform(bytes, operation))
    },
  ),

  read('BITFIELD_RO', [key, fieldOperations], ['6.0.0', 'fast'], (db, key, operations) => {
    if (operations.some(({ name }) => name !== 'get')) {
      throw new ReplyError('ERR BITFIELD_RO only supports the GET subcommand')
    }
    const bytes = bytesAt(db, key)
    return operations.map((operation) => perform(bytes, operation))
  }),
])

const NOWHERE = -1
const NO_BYTES = new Uint8Array()

const bytesAt = (db: DatabaseView, key: Bytes): Uint8Array => db.viewBytes(key) ?? NO_BYTES

/** Returns the length in bytes of a string whose last byte contains this bit. */
const lengthUpTo = (offset: number) => Math.floor(offset / 8) + 1

function checkedOffset(offset: bigint): number {
  if (offset < 0n || offset >= MAX_LENGTH * 8) throw new ReplyError(NO_OFFSET)
  return Number(offset)
}

function checkSources(operation: BitOperation, sources: number): void {
  if (operation === 'NOT' && sources !== 1) {
    throw new ReplyError('ERR BITOP NOT must be called with a single source key.')
  }
  if (['DIFF', 'DIFF1', 'ANDOR'].includes(operation) && sources < 2) {
    throw new ReplyError(`ERR BITOP ${operation} must be called with at least two source keys.`)
  }
}

function perform(
  bytes: Uint8Array,
  { name, type, offset, operand, overflow }: FieldOperation,
): bigint | undefined {
  const before = readField(bytes, type, offset)
  if (name === 'get') return before
  const after =
    name === 'set'
      ? addToField(type, type.signed ? operand : BigInt.asUintN(64, operand), 0n, overflow)
      : addToField(type, before, operand, overflow)
  if (after === undefined) return undefined
  writeField(bytes, type.size, offset, after)
  return name === 'set' ? before : after
}
