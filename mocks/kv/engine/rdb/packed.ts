// Redis's compact collections: listpack, sorted integers, and the older ziplist, which is only read.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'

/** Reads numbers and bytes one after the other. Throws a `RangeError` at the end of the bytes. */
export class ByteReader {
  readonly #buffer: Buffer
  #at = 0

  constructor(bytes: Bytes) {
    this.#buffer = Buffer.from(bytes, 'latin1')
  }

  get left(): number {
    return this.#buffer.length - this.#at
  }

  take(length: number): Buffer {
    if (length > this.left) throw new RangeError(`expected ${length} bytes, got ${this.left}`)
    const start = this.#at
    this.#at += length
    return this.#buffer.subarray(start, this.#at)
  }

  byte(): number {
    return this.take(1)[0]!
  }

  text(length: number): Bytes {
    return this.take(length).toString('latin1')
  }

  /** Reads a signed integer of `size` bytes, lowest byte first. */
  signed(size: number): bigint {
    const buffer = this.take(size)
    return size === 8 ? buffer.readBigInt64LE() : BigInt(buffer.readIntLE(0, size))
  }
}

/** Returns an integer as `size` bytes, lowest byte first. */
export function littleEndian(value: bigint | number, size: number): Bytes {
  const buffer = Buffer.alloc(8)
  buffer.writeBigInt64LE(BigInt.asIntN(64, BigInt(value)))
  return buffer.toString('latin1', 0, size)
}

export const code = (...bytes: readonly number[]): Bytes => String.fromCharCode(...bytes)

const LISTPACK_HEADER = 6
const END = 0xff
/** The size of an empty listpack in bytes: its header and its end mark. */
export const EMPTY_LISTPACK = LISTPACK_HEADER + 1
/** The number that a larger listpack stores in place of its element count. */
const MOST_COUNTED = 0xffff

export function packList(elements: readonly Bytes[]): Bytes {
  const body = elements.map(packElement).join('')
  const count = Math.min(elements.length, MOST_COUNTED)
  return littleEndian(EMPTY_LISTPACK + body.length, 4) + littleEndian(count, 2) + body + code(END)
}

/** Packs an element and its length. The length is for readers that start at the end. */
export function packElement(element: Bytes): Bytes {
  const integer = readInt64(element)
  const packed = integer === undefined ? packText(element) : packInteger(integer)
  return packed + lengthBehind(packed.length)
}

/** Returns true if an integer fits in `bits` bits including its sign. */
const fits = (integer: bigint, bits: number) => integer === BigInt.asIntN(bits, integer)

function packInteger(integer: bigint): Bytes {
  if (integer >= 0n && integer < 128n) return code(Number(integer))
  if (fits(integer, 13)) {
    const bits = Number(BigInt.asUintN(13, integer))
    return code(0xc0 | (bits >> 8), bits & 0xff)
  }
  const form = [2, 3, 4, 8].findIndex((size) => fits(integer, 8 * size))
  return code(0xf1 + form) + littleEndian(integer, [2, 3, 4, 8][form]!)
}

function packText(text: Bytes): Bytes {
  const { length } = text
  if (length < 64) return code(0x80 | length) + text
  if (length < 4096) return code(0xe0 | (length >> 8), length & 0xff) + text
  return code(0xf0) + littleEndian(length, 4) + text
}

/** Returns a length in groups of seven bits, highest first. All bytes except the first are marked. */
function lengthBehind(length: number): Bytes {
  const bytes = [length & 0x7f]
  for (let rest = length >> 7; rest > 0; rest >>= 7) bytes.unshift(rest & 0x7f)
  return code(...bytes.map((byte, index) => (index === 0 ? byte : byte | 0x80)))
}

export function unpackList(bytes: Bytes): Bytes[] {
  const reader = new ByteReader(bytes)
  const length = reader.take(LISTPACK_HEADER).readUInt32LE()
  if (length !== bytes.length) throw new RangeError(`expected ${length} bytes`)
  const elements: Bytes[] = []
  for (let head = reader.byte(); head !== END; head = reader.byte()) {
    const before = reader.left
    elements.push(unpackElement(head, reader))
    reader.take(lengthBehind(before - reader.left + 1).length)
  }
  if (reader.left > 0) throw new RangeError('expected an end')
  return elements
}

function unpackElement(head: number, reader: ByteReader): Bytes {
  if (head < 0x80) return String(head)
  if (head < 0xc0) return reader.text(head & 0x3f)
  if (head < 0xe0) {
    return String(BigInt.asIntN(13, BigInt(((head & 0x1f) << 8) | reader.byte())))
  }
  if (head < 0xf0) return reader.text(((head & 0xf) << 8) | reader.byte())
  const size = [4, 2, 3, 4, 8][head - 0xf0]
  if (size === undefined) throw new RangeError(`expected the head of an element, got ${head}`)
  return head === 0xf0 ? reader.text(Number(reader.signed(size))) : String(reader.signed(size))
}

/** Packs sorted integers. Each takes as many bytes as the largest one needs. */
export function packIntegers(integers: readonly bigint[]): Bytes {
  const size = [2, 4].find((size) => integers.every((integer) => fits(integer, size * 8))) ?? 8
  const body = integers.map((integer) => littleEndian(integer, size))
  return littleEndian(size, 4) + littleEndian(integers.length, 4) + body.join('')
}

export function unpackIntegers(bytes: Bytes): Bytes[] {
  const reader = new ByteReader(bytes)
  const size = Number(reader.signed(4))
  if (![2, 4, 8].includes(size)) throw new RangeError(`expected a size, got ${size}`)
  const length = Number(reader.signed(4))
  if (length * size !== reader.left) throw new RangeError(`expected ${length} integers`)
  return Array.from({ length }, () => String(reader.signed(size)))
}

const ZIPLIST_HEADER = 10

export function unpackZiplist(bytes: Bytes): Bytes[] {
  const reader = new ByteReader(bytes)
  reader.take(ZIPLIST_HEADER)
  const elements: Bytes[] = []
  for (let before = reader.byte(); before !== END; before = reader.byte()) {
    if (before === 0xfe) reader.take(4)
    elements.push(unpackZiplistElement(reader.byte(), reader))
  }
  return elements
}

const ziplistSizes: Readonly<Record<number, number>> = {
  0xc0: 2,
  0xd0: 4,
  0xe0: 8,
  0xf0: 3,
  0xfe: 1,
}

function unpackZiplistElement(head: number, reader: ByteReader): Bytes {
  if (head < 0x40) return reader.text(head)
  if (head < 0x80) return reader.text(((head & 0x3f) << 8) | reader.byte())
  if (head < 0xc0) return reader.text(reader.take(4).readUInt32BE())
  const size = ziplistSizes[head]
  if (size !== undefined) return String(reader.signed(size))
  if (head < 0xf1 || head > 0xfd)
    throw new RangeError(`expected the head of an element, got ${head}`)
  return String((head & 0xf) - 1)
}
