// HyperLogLog estimates the number of different elements of a set without storing the elements. The
// value is a string with Redis's exact layout: a header, then 16384 registers. They are sparse (runs of
// equal registers) or dense (six bits each).

import { spend } from '../core/budget.js'
import { DEFAULT_SIZES, type Sizes } from '../core/sizes.js'
import { ReplyError, type Bytes } from '../../reply.js'

const INDEX_BITS = 14
const REGISTERS = 1 << INDEX_BITS
/** The number of hash bits behind those that select the register. */
const Q = 64 - INDEX_BITS
const SEED = 0xadc83b19n

const HEADER = 16
const MAGIC = 'HYLL'
const ENCODING_AT = 4
/** The position of the last estimate. The highest bit of its last byte marks it as outdated. */
const CARDINALITY_AT = 8
const STALE = 0x80

const DENSE = 0
const SPARSE = 1
const DENSE_LENGTH = HEADER + (REGISTERS * 6) / 8

const corrupted = () => new ReplyError('INVALIDOBJ Corrupted HLL object detected')

interface RegisterRun {
  readonly value: number
  readonly length: number
}

export class HyperLogLog {
  readonly #header: Buffer
  readonly #sizes: Readonly<Sizes>
  /** The runs of a sparse value. Undefined for a dense value. */
  #runs: RegisterRun[] | undefined
  #registers: Uint8Array = new Uint8Array()

  /** Parses the string that Redis stores. A new value is sparse and empty. */
  constructor(text: Bytes = EMPTY, sizes: Readonly<Sizes> = DEFAULT_SIZES) {
    this.#sizes = sizes
    const bytes = Buffer.from(text, 'latin1')
    const encoding = bytes[ENCODING_AT]
    const isDense = encoding === DENSE && bytes.length === DENSE_LENGTH
    if (!text.startsWith(MAGIC) || bytes.length < HEADER || !(isDense || encoding === SPARSE)) {
      throw new ReplyError('WRONGTYPE Key is not a valid HyperLogLog string value.')
    }
    this.#header = bytes.subarray(0, HEADER)
    if (isDense) this.#registers = unpackRegisters(bytes.subarray(HEADER))
    else this.#runs = decodeRuns(bytes.subarray(HEADER))
  }

  get encoding(): 'dense' | 'sparse' {
    return this.#runs ? 'sparse' : 'dense'
  }

  toString(): Bytes {
    const body = this.#runs
      ? Uint8Array.from(this.#runs.flatMap(encodeRun))
      : packRegisters(this.#registers)
    return Buffer.concat([this.#header, body]).toString('latin1')
  }

  /** Adds an element. Returns true if this changed a register. */
  add(element: Bytes): boolean {
    const hash = murmurHash(element, SEED)
    const index = Number(hash & BigInt(REGISTERS - 1))
    // Counts the zeros behind the index bits, and the first one after these zeros.
    const rest = (hash >> BigInt(INDEX_BITS)) | (1n << BigInt(Q))
    return this.raise(index, rest.toString(2).length - rest.toString(2).lastIndexOf('1'))
  }

  /** Raises a register to at least `value`. Returns false if the register was already as great. */
  raise(index: number, value: number): boolean {
    if (this.#runs) {
      const raised = value <= MAX_VALUE ? this.#raiseRun(this.#runs, index, value) : undefined
      if (raised !== undefined) return raised
      this.makeDense()
    }
    if (this.#registers[index]! >= value) return false
    this.#registers[index] = value
    return true
  }

  invalidate(): void {
    this.#header[CARDINALITY_AT + 7]! |= STALE
  }

  /** The stored estimate, or undefined if the estimate is outdated. */
  get kept(): bigint | undefined {
    const isStale = this.#header[CARDINALITY_AT + 7]! & STALE
    return isStale ? undefined : this.#header.readBigUInt64LE(CARDINALITY_AT)
  }

  keep(cardinality: number): void {
    this.#header.writeBigUInt64LE(BigInt(cardinality), CARDINALITY_AT)
  }

  /** Returns all registers. Throws if the runs of a sparse value do not cover them exactly. */
  registers(): Uint8Array {
    if (!this.#runs) return this.#registers
    const registers = new Uint8Array(REGISTERS)
    let index = 0
    for (const { value, length } of this.#runs) {
      if (index + length > REGISTERS) throw corrupted()
      registers.fill(value, index, (index += length))
    }
    if (index !== REGISTERS) throw corrupted()
    return registers
  }

  get runs(): readonly RegisterRun[] {
    return this.#runs ?? []
  }

  makeDense(): void {
    this.#registers = this.registers()
    this.#runs = undefined
    this.#header[ENCODING_AT] = DENSE
  }

  /** Raises a register of a sparse value. Returns undefined if the result does not fit in one. */
  #raiseRun(runs: RegisterRun[], index: number, value: number): boolean | undefined {
    let first = 0
    let at = 0
    while (at < runs.length && index >= first + runs[at]!.length) first += runs[at++]!.length
    const run = runs[at]
    if (run === undefined) throw corrupted()
    if (run.value >= value) return false

    const parts = [
      { value: run.value, length: index - first },
      { value, length: 1 },
      { value: run.value, length: first + run.length - 1 - index },
    ].filter(({ length }) => length > 0)
    const growth = sizeOf(parts) - sizeOf([run])
    if (growth > 0 && HEADER + sizeOf(runs) + growth > this.#sizes.sparseBytes) return undefined
    runs.splice(at, 1, ...parts)
    mergeRuns(runs, Math.max(at - 1, 0))
    this.invalidate()
    return true
  }
}

/** Joins adjacent equal runs. Examines five runs from `at` on, like Redis. */
function mergeRuns(runs: RegisterRun[], at: number): void {
  for (let looked = 0; looked < 5 && at < runs.length; looked++) {
    const [here, there] = [runs[at]!, runs[at + 1]]
    const length = here.length + (there?.length ?? 0)
    if (here.value > 0 && here.value === there?.value && length <= MAX_RUN) {
      runs.splice(at, 2, { value: here.value, length })
    } else at++
  }
}

// Dense registers are packed from the lowest bit of the first byte on. Three bytes hold four registers.

function unpackRegisters(bytes: Uint8Array): Uint8Array {
  const registers = new Uint8Array(REGISTERS)
  for (let index = 0, at = 0; index < REGISTERS; index += 4, at += 3) {
    const group = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
    for (let nth = 0; nth < 4; nth++) registers[index + nth] = (group >> (6 * nth)) & 0x3f
  }
  return registers
}

function packRegisters(registers: Uint8Array): Uint8Array {
  const bytes = new Uint8Array((REGISTERS * 6) / 8)
  for (let index = 0, at = 0; index < REGISTERS; index += 4, at += 3) {
    let group = 0
    for (let nth = 0; nth < 4; nth++) group |= registers[index + nth]! << (6 * nth)
    for (let nth = 0; nth < 3; nth++) bytes[at + nth] = group >> (8 * nth)
  }
  return bytes
}

// The bytes of a run: `00llllll` is a run of zeros with a length of 6 bits, and `01llllll llllllll` one
// with a length of 14 bits. `1vvvvvll` is a value with the length of its run. The lengths and the value
// are stored reduced by 1.

const MAX_ZEROS = 64
const MAX_VALUE = 32
const MAX_RUN = 4

function decodeRuns(bytes: Uint8Array): RegisterRun[] {
  const runs: RegisterRun[] = []
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]!
    if (code & 0x80) runs.push({ value: ((code >> 2) & 0x1f) + 1, length: (code & 3) + 1 })
    else if (code & 0x40) {
      runs.push({ value: 0, length: (((code & 0x3f) << 8) | (bytes[++at] ?? 0)) + 1 })
    } else runs.push({ value: 0, length: (code & 0x3f) + 1 })
  }
  return runs
}

function encodeRun({ value, length }: RegisterRun): number[] {
  if (value > 0) return [0x80 | ((value - 1) << 2) | (length - 1)]
  if (length <= MAX_ZEROS) return [length - 1]
  return [0x40 | ((length - 1) >> 8), (length - 1) & 0xff]
}

const sizeOf = (runs: readonly RegisterRun[]): number =>
  runs.reduce((sum, { value, length }) => sum + (value === 0 && length > MAX_ZEROS ? 2 : 1), 0)

const EMPTY: Bytes =
  MAGIC + String.fromCharCode(SPARSE, ...new Array<number>(11).fill(0), 0x7f, 0xff)

const ALPHA = 0.7213475204444817

/** Estimates the number of different elements from the registers with Ertl's estimator. */
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
  let z = 1 - x
  for (let y = 0.5, before = NaN; before !== z; y *= 0.5) {
    x = Math.sqrt(x)
    before = z
    z -= (1 - x) ** 2 * y
  }
  return z / 3
}

function sigma(x: number): number {
  if (x === 1) return Infinity
  let z = x
  for (let y = 1, before = NaN; before !== z; y += y) {
    x *= x
    before = z
    z += x * y
  }
  return z
}

/** Returns the registers of the union. Each register is the maximum of the registers at its position. */
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

const M = 0xc6a4a7935bd1e995n
const R = 47n

const multiply = (a: bigint, b: bigint) => BigInt.asUintN(64, a * b)
const fold = (word: bigint) => word ^ (word >> R)

function murmurHash(bytes: Bytes, seed: bigint): bigint {
  const buffer = Buffer.alloc(Math.ceil(bytes.length / 8) * 8)
  buffer.write(bytes, 'latin1')
  let hash = seed ^ multiply(BigInt(bytes.length), M)
  for (let at = 0; at < buffer.length; at += 8) {
    const word = buffer.readBigUInt64LE(at)
    const isWhole = at + 8 <= bytes.length
    hash = multiply(hash ^ (isWhole ? multiply(fold(multiply(word, M)), M) : word), M)
  }
  return fold(multiply(fold(hash), M))
}
