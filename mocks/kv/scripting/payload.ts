// Libraries as one string, which Redis reads and writes too: `FUNCTION DUMP` and `FUNCTION RESTORE`.

import type { Bytes } from '../reply.js'

const FUNCTION = 0xf5
const VERSION = 10
const FOOTER = 10
const COMPRESSED = 0xc3

export function dumped(codes: readonly Bytes[]): Bytes {
  const parts = codes.flatMap((code) => [
    Buffer.from([FUNCTION]),
    lengthOf(code.length),
    Buffer.from(code, 'latin1'),
  ])
  const body = Buffer.concat([...parts, Buffer.from([VERSION, 0])])
  const sum = Buffer.alloc(8)
  sum.writeBigUInt64LE(crc64(body))
  return Buffer.concat([body, sum]).toString('latin1')
}

/** What was dumped; nothing when that is not what it is. */
export function undumped(payload: Bytes): Bytes[] | undefined {
  const buffer = Buffer.from(payload, 'latin1')
  const end = buffer.length - FOOTER
  if (end < 0 || buffer.readUInt16LE(end) > VERSION) return undefined
  const sum = buffer.readBigUInt64LE(end + 2)
  if (sum !== crc64(buffer.subarray(0, end + 2))) return undefined
  const reader = new Reader(buffer.subarray(0, end))
  const codes: Bytes[] = []
  while (reader.left > 0) {
    if (reader.byte() !== FUNCTION) return undefined
    codes.push(reader.string())
  }
  return codes
}

function lengthOf(length: number): Buffer {
  if (length < 2 ** 6) return Buffer.from([length])
  if (length < 2 ** 14) return Buffer.from([0x40 | (length >> 8), length & 0xff])
  const buffer = Buffer.from([0x80, 0, 0, 0, 0])
  buffer.writeUInt32BE(length, 1)
  return buffer
}

class Reader {
  readonly #buffer: Buffer
  #at = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  get left(): number {
    return this.#buffer.length - this.#at
  }

  byte(): number {
    return this.#buffer[this.#at++] ?? 0
  }

  string(): Bytes {
    const first = this.byte()
    if (first !== COMPRESSED) return this.#take(this.#length(first)).toString('latin1')
    const compressed = this.#length(this.byte())
    const length = this.#length(this.byte())
    return expanded(this.#take(compressed), length)
  }

  #length(first: number): number {
    if (first < 0x40) return first
    if (first < 0x80) return ((first & 0x3f) << 8) | this.byte()
    return this.#take(4).readUInt32BE()
  }

  #take(size: number): Buffer {
    this.#at += size
    return this.#buffer.subarray(this.#at - size, this.#at)
  }
}

/** What LZF has made shorter. */
function expanded(from: Buffer, length: number): Bytes {
  const to = Buffer.alloc(length)
  let at = 0
  let end = 0
  while (at < from.length) {
    const control = from[at++]!
    if (control < 32) {
      for (let count = control + 1; count > 0; count--) to[end++] = from[at++]!
      continue
    }
    let count = (control >> 5) + 2
    if (count === 9) count += from[at++]!
    let before = end - (((control & 0x1f) << 8) | from[at++]!) - 1
    for (; count > 0; count--) to[end++] = to[before++]!
  }
  return to.toString('latin1')
}

/** The polynomial of Jones, its bits in the opposite order. */
const POLYNOMIAL = 0x95ac9329ac4bc9b5n

const TABLE: readonly bigint[] = Array.from({ length: 256 }, (_, byte) => {
  let sum = BigInt(byte)
  for (let bit = 0; bit < 8; bit++) sum = sum & 1n ? (sum >> 1n) ^ POLYNOMIAL : sum >> 1n
  return sum
})

function crc64(buffer: Buffer): bigint {
  let sum = 0n
  for (const byte of buffer) sum = TABLE[Number((sum ^ BigInt(byte)) & 0xffn)]! ^ (sum >> 8n)
  return sum
}
