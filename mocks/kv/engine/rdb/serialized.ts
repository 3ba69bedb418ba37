// Lengths, strings and arrays in Redis's file format (version 10), and the footer of dumps with its
// checksum.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'
import { compress, decompress } from './lzf.js'
import { ByteReader, code, littleEndian } from './packed.js'

const VERSION = 10
const FOOTER = 10

export function sealed(body: Bytes): Bytes {
  const dump = body + littleEndian(VERSION, 2)
  return dump + crc64(dump)
}

/** Returns true if the checksum is correct and the version is supported. */
export function isDump(bytes: Bytes): boolean {
  if (bytes.length < FOOTER) return false
  const footer = new ByteReader(bytes.slice(-FOOTER))
  return footer.take(2).readUInt16LE() <= VERSION && crc64(bytes.slice(0, -8)) === bytes.slice(-8)
}

export const unsealed = (dump: Bytes): Bytes => dump.slice(0, -FOOTER)

// A length takes as few bytes as possible. The highest two bits of the first byte tell how many.

export function writeLength(length: number | bigint): Bytes {
  if (length < 0x40) return code(Number(length))
  if (length < 0x4000) return code(0x40 | (Number(length) >> 8), Number(length) & 0xff)
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64BE(BigInt(length))
  if (length <= 0xffffffff) return code(0x80) + buffer.toString('latin1', 4)
  return code(0x81) + buffer.toString('latin1')
}

/** A string in a special encoding, such as an integer or a compressed string. */
interface Special {
  readonly special: number
}

export function readLength(reader: ByteReader): number | bigint | Special {
  const head = reader.byte()
  if (head < 0x40) return head
  if (head < 0x80) return ((head & 0x3f) << 8) | reader.byte()
  if (head >= 0xc0) return { special: head & 0x3f }
  if (head === 0x81) return reader.take(8).readBigUInt64BE()
  return reader.take(4).readUInt32BE()
}

export function readCount(reader: ByteReader): number {
  const count = readLength(reader)
  // Refuses a count greater than the number of remaining bytes, because every element takes at least
  // one byte.
  if (typeof count !== 'number' || count > reader.left) throw new RangeError('expected a number')
  return count
}

export const writeMany = <T>(all: readonly T[], one: (value: T) => Bytes): Bytes =>
  writeLength(all.length) + all.map(one).join('')

export const readMany = <T>(reader: ByteReader, one: (reader: ByteReader) => T): T[] =>
  Array.from({ length: readCount(reader) }, () => one(reader))

/** The longest string that may be stored as an integer, and the shortest that is compressed. */
const LONGEST_INTEGER = 11
const SHORTEST_COMPRESSED = 21
const COMPRESSED = 3
const INTEGER_SIZES = [1, 2, 4]

export function writeString(text: Bytes): Bytes {
  const integer = text.length <= LONGEST_INTEGER ? readInt64(text) : undefined
  const form = INTEGER_SIZES.findIndex(
    (size) => integer !== undefined && integer === BigInt.asIntN(size * 8, integer),
  )
  if (form >= 0) return code(0xc0 | form) + littleEndian(integer!, INTEGER_SIZES[form]!)
  const compressed = text.length >= SHORTEST_COMPRESSED ? compress(text) : undefined
  if (compressed === undefined) return writeLength(text.length) + text
  return (
    code(0xc0 | COMPRESSED) + writeLength(compressed.length) + writeLength(text.length) + compressed
  )
}

export function readString(reader: ByteReader): Bytes {
  const length = readLength(reader)
  if (typeof length !== 'object') return reader.text(Number(length))
  const size = INTEGER_SIZES[length.special]
  if (size !== undefined) return String(reader.signed(size))
  if (length.special !== COMPRESSED) throw new RangeError('expected a string')
  const compressed = readCount(reader)
  const original = readLength(reader)
  return decompress(reader.text(compressed), Number(original))
}

const POLYNOMIAL = 0x95ac9329ac4bc9b5n

/** The table of the checksum: the upper and the lower half of each entry. */
const HIGH = new Uint32Array(256)
const LOW = new Uint32Array(256)
for (let byte = 0; byte < 256; byte++) {
  let rest = BigInt(byte)
  for (let bit = 0; bit < 8; bit++) rest = rest & 1n ? (rest >> 1n) ^ POLYNOMIAL : rest >> 1n
  HIGH[byte] = Number(rest >> 32n)
  LOW[byte] = Number(rest & 0xffffffffn)
}

/** Returns the checksum, lowest byte first. */
export function crc64(bytes: Bytes): Bytes {
  let [high, low] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const entry = (low ^ bytes.charCodeAt(at)) & 0xff
    low = ((low >>> 8) | (high << 24)) ^ LOW[entry]!
    high = (high >>> 8) ^ HIGH[entry]!
  }
  const checksum = Buffer.alloc(8)
  checksum.writeUInt32LE(low >>> 0, 0)
  checksum.writeUInt32LE(high >>> 0, 4)
  return checksum.toString('latin1')
}
