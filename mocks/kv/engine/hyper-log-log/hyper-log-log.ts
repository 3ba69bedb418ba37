// HyperLogLog: how many different elements a set has that is not kept. The value is a string of
// Redis's own layout, byte for byte: a header, then 16384 registers, sparse (runs of equal ones)
// or dense (six bits each).

import { spend } from '../core/budget.js'
import { ReplyError, type Bytes } from '../../reply.js'
import { murmurHash } from './murmur-hash.js'

const INDEX_BITS = 14
const REGISTERS = 1 << INDEX_BITS
/** The bits of a hash behind those that choose the register. */
const Q = 64 - INDEX_BITS
const SEED = 0xadc83b19

const HEADER = 16
const MAGIC = 'HYLL'
const ENCODING_AT = 4
/** The last estimate, from the lowest byte; the highest bit of the last byte says it is out of date. */
const CARDINALITY_AT = 8
const STALE = 0x80

const DENSE = 0
const SPARSE = 1
const DENSE_LENGTH = HEADER + (REGISTERS * 6) / 8
/** Redis's hll-sparse-max-bytes. */
const MAX_SPARSE_LENGTH = 3000

const corrupted = () => new ReplyError('INVALIDOBJ Corrupted HLL object detected')

/** Some registers that are equal, in a row. */
interface Run {
  value: number
  length: number
}

export class HyperLogLog {
  #bytes: Uint8Array

  /** A new one is sparse, and empty; otherwise from the string that Redis keeps. */
  constructor(text?: Bytes) {
    if (text === undefined) {
      this.#bytes = new Uint8Array([
        ...Buffer.from(MAGIC),
        SPARSE,
        ...new Array<number>(11).fill(0),
      ])
      this.#bytes = joined(this.#bytes, encodeRun({ value: 0, length: REGISTERS }))
      return
    }
    this.#bytes = Buffer.from(text, 'latin1')
    const encoding = this.#bytes[ENCODING_AT]
    if (
      !text.startsWith(MAGIC) ||
      text.length < HEADER ||
      (encoding !== DENSE && encoding !== SPARSE) ||
      (encoding === DENSE && text.length !== DENSE_LENGTH)
    ) {
      throw new ReplyError('WRONGTYPE Key is not a valid HyperLogLog string value.')
    }
  }

  get encoding(): 'dense' | 'sparse' {
    return this.#bytes[ENCODING_AT] === DENSE ? 'dense' : 'sparse'
  }

  toString(): Bytes {
    return Buffer.from(this.#bytes).toString('latin1')
  }

  /** Says whether that changed a register. */
  add(element: Bytes): boolean {
    const { high, low } = murmurHash(element, SEED)
    const index = low & (REGISTERS - 1)
    // How many zeros come before the first one behind the index, and the one itself.
    const rest = (low >>> INDEX_BITS) | (high << (32 - INDEX_BITS))
    const zeros = trailingZeros(rest)
    const further = Math.min(32 + trailingZeros(high >>> INDEX_BITS), Q)
    return this.raise(index, (zeros < 32 ? zeros : further) + 1)
  }

  /** Makes a register at least so great; says whether it was less. */
  raise(index: number, value: number): boolean {
    const raised = this.encoding === 'dense' ? this.#raiseDense(index, value) : undefined
    return raised ?? this.#raiseSparse(index, value)
  }

  /** Notes that the estimate is out of date. */
  invalidate(): void {
    this.#bytes[CARDINALITY_AT + 7]! |= STALE
  }

  /** The estimate that is kept, unless it is out of date. */
  get kept(): bigint | undefined {
    if (this.#bytes[CARDINALITY_AT + 7]! & STALE) return undefined
    return Buffer.from(this.#bytes).readBigUInt64LE(CARDINALITY_AT)
  }

  keep(cardinality: number): void {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(cardinality))
    this.#bytes.set(bytes, CARDINALITY_AT)
  }

  /** All registers. Refuses a value whose runs are not those of all registers. */
  registers(): Uint8Array {
    if (this.encoding === 'dense') {
      return Uint8Array.from({ length: REGISTERS }, (_, index) => this.#denseAt(index))
    }
    const registers = new Uint8Array(REGISTERS)
    let index = 0
    for (const { value, length } of this.runs()) {
      if (index + length > REGISTERS) throw corrupted()
      registers.fill(value, index, (index += length))
    }
    if (index !== REGISTERS) throw corrupted()
    return registers
  }

  /** The runs of a sparse one. */
  *runs(): Generator<Run> {
    for (let at = HEADER; at < this.#bytes.length; at += runSize(this.#bytes[at]!)) {
      yield decodeRun(this.#bytes, at)
    }
  }

  makeDense(): void {
    if (this.encoding === 'dense') return
    const registers = this.registers()
    const dense = new Uint8Array(DENSE_LENGTH)
    dense.set(this.#bytes.subarray(0, HEADER))
    dense[ENCODING_AT] = DENSE
    this.#bytes = dense
    for (const [index, value] of registers.entries()) if (value > 0) this.#raiseDense(index, value)
  }

  #denseAt(index: number): number {
    const { at, shift } = placeOf(index)
    return ((this.#bytes[at]! | ((this.#bytes[at + 1] ?? 0) << 8)) >> shift) & 0x3f
  }

  #raiseDense(index: number, value: number): boolean {
    if (this.#denseAt(index) >= value) return false
    const { at, shift } = placeOf(index)
    const pair = (this.#bytes[at]! | ((this.#bytes[at + 1] ?? 0) << 8)) & ~(0x3f << shift)
    const changed = pair | (value << shift)
    this.#bytes[at] = changed
    if (at + 1 < this.#bytes.length) this.#bytes[at + 1] = changed >> 8
    return true
  }

  #raiseSparse(index: number, value: number): boolean {
    if (value > MAX_VALUE) return this.#raiseOnceDense(index, value)
    const { at, first, before } = this.#runOf(index)
    const run = decodeRun(this.#bytes, at)
    if (run.value >= value) return false

    const parts = [
      { value: run.value, length: index - first },
      { value, length: 1 },
      { value: run.value, length: first + run.length - 1 - index },
    ]
    const replacement = parts.filter(({ length }) => length > 0).flatMap(encodeRun)
    const size = runSize(this.#bytes[at]!)
    const growth = replacement.length - size
    if (growth > 0 && this.#bytes.length + growth > MAX_SPARSE_LENGTH) {
      return this.#raiseOnceDense(index, value)
    }
    this.#bytes = joined(this.#bytes.subarray(0, at), replacement, this.#bytes.subarray(at + size))
    this.#merge(before)
    this.invalidate()
    return true
  }

  #raiseOnceDense(index: number, value: number): boolean {
    this.makeDense()
    return this.#raiseDense(index, value)
  }

  /** Where the run begins that a register is in, its first register, and where the run before it begins. */
  #runOf(index: number): { at: number; first: number; before: number } {
    let [first, before, at] = [0, HEADER, HEADER]
    while (at < this.#bytes.length) {
      const { length } = decodeRun(this.#bytes, at)
      if (index < first + length) return { at, first, before }
      first += length
      before = at
      at += runSize(this.#bytes[at]!)
    }
    throw corrupted()
  }

  /** Joins equal runs next to each other, looking at five of them from `at` on. */
  #merge(at: number): void {
    for (let looked = 0; looked < 5 && at < this.#bytes.length; looked++) {
      const [code, next] = [this.#bytes[at]!, this.#bytes[at + 1] ?? 0]
      const [here, there] = [decodeRun(this.#bytes, at), decodeRun(this.#bytes, at + 1)]
      const length = here.length + there.length
      if (isValue(code) && isValue(next) && here.value === there.value && length <= MAX_RUN) {
        this.#bytes = joined(
          this.#bytes.subarray(0, at),
          encodeRun({ value: here.value, length }),
          this.#bytes.subarray(at + 2),
        )
      } else at += runSize(code)
    }
  }
}

/** How many zeros the bits of 32 end with. */
const trailingZeros = (bits: number) => (bits === 0 ? 32 : 31 - Math.clz32(bits & -bits))

/** Registers are packed from the lowest bit of the first byte on. */
const placeOf = (index: number) => ({
  at: HEADER + ((index * 6) >> 3),
  shift: (index * 6) & 7,
})

function joined(...parts: readonly ArrayLike<number>[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

// A run is written as `00llllll`, so many zeros; `01llllll llllllll`, the same; or `1vvvvvll`, a
// value. Each is one less than it means.

const MAX_ZEROS = 64
const MAX_VALUE = 32
const MAX_RUN = 4

const isValue = (code: number) => (code & 0x80) !== 0
const isLong = (code: number) => (code & 0xc0) === 0x40
const runSize = (code: number) => (isLong(code) ? 2 : 1)

function decodeRun(bytes: Uint8Array, at: number): Run {
  const code = bytes[at] ?? 0
  if (isValue(code)) return { value: ((code >> 2) & 0x1f) + 1, length: (code & 3) + 1 }
  if (isLong(code)) return { value: 0, length: (((code & 0x3f) << 8) | (bytes[at + 1] ?? 0)) + 1 }
  return { value: 0, length: (code & 0x3f) + 1 }
}

function encodeRun({ value, length }: Run): number[] {
  if (value > 0) return [0x80 | ((value - 1) << 2) | (length - 1)]
  if (length <= MAX_ZEROS) return [length - 1]
  return [0x40 | ((length - 1) >> 8), (length - 1) & 0xff]
}

const ALPHA = 0.7213475204444817

/** How many different elements made the registers what they are, by Ertl's estimator. */
export function estimate(registers: Uint8Array): number {
  const count = new Array<number>(64).fill(0)
  for (const value of registers) count[value]!++
  let z = REGISTERS * tau((REGISTERS - count[Q + 1]!) / REGISTERS)
  for (let value = Q; value >= 1; value--) z = (z + count[value]!) * 0.5
  z += REGISTERS * sigma(count[0]! / REGISTERS)
  return Math.round((ALPHA * REGISTERS * REGISTERS) / z)
}

function tau(x: number): number {
  if (x === 0 || x === 1) return 0
  let [y, z, before] = [1, 1 - x, NaN]
  do {
    x = Math.sqrt(x)
    before = z
    y *= 0.5
    z -= (1 - x) ** 2 * y
  } while (before !== z)
  return z / 3
}

function sigma(x: number): number {
  if (x === 1) return Infinity
  let [y, z, before] = [1, x, NaN]
  do {
    x *= x
    before = z
    z += x * y
    y += y
  } while (before !== z)
  return z
}

/** The registers of several together: each is the greatest. */
export function union(all: Iterable<HyperLogLog>): Uint8Array {
  const greatest = new Uint8Array(REGISTERS)
  for (const one of all) {
    spend(REGISTERS)
    for (const [index, value] of one.registers().entries()) {
      if (value > greatest[index]!) greatest[index] = value
    }
  }
  return greatest
}
