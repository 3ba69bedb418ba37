// The keyspace: keys, their values, and their expiry.

import type { Clock } from '../../../clock.js'
import { ReplyError, type Bytes } from '../../reply.js'
import { ByteBuffer } from './byte-buffer.js'
import { Hash } from '../hash/hash.js'
import type { JsonDocument } from '../json/json.js'
import { List } from '../list/list.js'
import { Members } from '../set/members.js'
import { type Random, type Slot, Slots, type Step } from './slots.js'
import { SortedSet } from '../sorted-set/sorted-set.js'
import { Stream } from '../stream/stream.js'
import { stringEncoding, type StringEncoding } from '../string/string-encoding.js'

/** The representation of a value of each type. */
export interface Values {
  string: Bytes
  hash: Hash
  list: List
  set: Members
  /** The name that RedisJSON's own type has. */
  'ReJSON-RL': JsonDocument
  zset: SortedSet
  stream: Stream
}

export type Type = keyof Values

type Collection = Exclude<Type, 'string' | 'ReJSON-RL'>

const empty: { readonly [T in Collection]: () => Values[T] } = {
  hash: () => new Hash(),
  list: () => new List(),
  set: () => new Members(),
  zset: () => new SortedSet(),
  stream: () => new Stream(),
}

/**
 * Whether a value is none: an empty collection does not exist, but an empty stream does, for it
 * still has its last id and its groups.
 */
const isNothing = (value: Values[Type]): boolean =>
  typeof value !== 'string' && value.size === 0 && !(value instanceof Stream)

/** Unix milliseconds of 64 bits: a bigint where a number would be inexact. */
export type Instant = number | bigint

/**
 * A key with all that is known of it. There may be millions: it holds nothing that V8 keeps outside
 * of the object, as it would any fraction and any number beyond 32 bits.
 */
interface Entry extends Slot {
  type: Type
  /** The bytes, if a string is read or edited bytewise. */
  value: Values[Type] | ByteBuffer
  /** Redis's encoding of a string, where it does not follow from the bytes. */
  encoding: StringEncoding | undefined
  /** The key does not exist from this time on. Undefined: it does not expire. */
  expiresAt: Instant | undefined
  /** The second of the last access; Redis stores no more either. */
  accessedAt: number
}

export class Database {
  readonly clock: Clock
  readonly random: Random
  readonly #entries = new Slots<Entry>()
  readonly #volatile = new Set<Bytes>()
  /** The hashes with fields that expire, or did. */
  readonly #shrinking = new Set<Bytes>()
  #calmUntil: Instant = Infinity
  /** The number of expiries set since the last sweep. */
  #unswept = 0
  /** Called for each key that may have changed; undefined while nobody listens. */
  touched: ((key: Bytes) => void) | undefined

  readonly #recordBytes: () => number
  /** The most bytes that keys and values may take up in memory. */
  readonly mostBytes: number
  /** The approximate memory of the values. */
  #bytes = 0
  /** The memory of other data, such as scripts. */
  #kept = 0

  /**
   * @param recordBytes the most bytes a string may have, at the moment; without it, any number
   * @param mostBytes the most bytes that keys and values may take up; without it, any number
   */
  constructor({
    clock,
    random,
    recordBytes = () => Infinity,
    mostBytes = Infinity,
  }: {
    clock: Clock
    random: Random
    recordBytes?: (() => number) | undefined
    mostBytes?: number
  }) {
    this.clock = clock
    this.random = random
    this.#recordBytes = recordBytes
    this.mostBytes = mostBytes
  }

  /** The approximate memory of keys, values and other data, in bytes. */
  get bytes(): number {
    return this.#bytes + this.#kept + this.#entries.bytes
  }

  /** True if that many more bytes exceed the limit. */
  isFull(more = 0): boolean {
    return this.bytes + more > this.mostBytes
  }

  /** Throws if that many more bytes exceed the limit. */
  reserve(more: number): void {
    if (this.isFull(more)) throw outOfMemory()
  }

  keep(bytes: number): void {
    this.#kept += bytes
  }

  /** Returns the value at `key` for reading. Throws WRONGTYPE. */
  view<T extends Type>(type: T, key: Bytes): Values[T] | undefined {
    const entry = this.#find(key)
    if (entry === undefined) return undefined
    if (entry.type !== type) throw wrongType()
    entry.accessedAt = this.#second()
    return plain(entry.value) as Values[T]
  }

  /** Returns the bytes of the string at `key` for reading. Throws WRONGTYPE. */
  viewBytes(key: Bytes): Uint8Array | undefined {
    return this.#bufferOf(key)?.bytes
  }

  /**
   * Opens the bytes of the string at `key` for change, an empty one when it is absent, and makes
   * it at least so long. Raises WRONGTYPE.
   */
  editBytes(key: Bytes, length: number): Uint8Array {
    let buffer = this.#bufferOf(key)
    const grown = length - (buffer?.length ?? 0)
    if (grown > 0) {
      this.checkRecord(length)
      this.reserve(grown)
    }
    if (buffer === undefined) {
      this.put('string', key, '')
      buffer = this.#bufferOf(key)!
    }
    this.#entries.find(key)!.encoding = 'raw'
    this.touched?.(key)
    if (grown > 0) this.#bytes += grown
    return buffer.change(length)
  }

  #bufferOf(key: Bytes): ByteBuffer | undefined {
    const entry = this.#find(key)
    if (entry === undefined) return undefined
    if (entry.type !== 'string') throw wrongType()
    entry.accessedAt = this.#second()
    if (!(entry.value instanceof ByteBuffer)) entry.value = new ByteBuffer(entry.value as Bytes)
    return entry.value
  }

  /** Returns the value at `key` for changes that never empty it. Throws WRONGTYPE. */
  open<T extends Type>(type: T, key: Bytes): Values[T] | undefined {
    const value = this.view(type, key)
    if (value !== undefined) this.touched?.(key)
    return value
  }

  /**
   * Opens the value at `key` for change, creating it when absent. A collection
   * that is empty afterwards no longer exists, unless it is a stream: this is the
   * only place that knows.
   */
  edit<T extends Collection, R>(type: T, key: Bytes, body: (value: Values[T]) => R): R {
    const present = this.view(type, key)
    const value = present ?? empty[type]()
    const before = value.changes
    let result: R
    try {
      result = body(value)
    } finally {
      if (present !== undefined) this.count(present)
    }
    if (present === undefined) this.put(type, key, value)
    else if (isNothing(value)) this.delete(key)
    else if (value.changes !== before) this.touched?.(key)
    if (value instanceof Hash) this.#watch(key, value)
    return result
  }

  /** Replaces whatever is at `key`, including its expiry. */
  put<T extends Type>(type: T, key: Bytes, value: Values[T]): void {
    if (typeof value === 'string') this.checkRecord(value.length)
    if (isNothing(value)) {
      this.delete(key)
      return
    }
    const present = this.#entries.find(key)
    if (present?.expiresAt !== undefined) this.#volatile.delete(key)
    this.#write(present, key, type, value)
    this.touched?.(key)
  }

  /** Replaces whatever is at `key` by a string, and keeps the expiry. */
  rewrite(key: Bytes, value: Bytes, encoding?: StringEncoding): void {
    this.checkRecord(value.length)
    const present = this.#find(key)
    this.#write(present, key, 'string', value, encoding, present?.expiresAt)
    this.touched?.(key)
  }

  #write(
    present: Entry | undefined,
    key: Bytes,
    type: Type,
    value: Values[Type],
    encoding?: StringEncoding,
    expiresAt?: Instant,
  ): void {
    const accessedAt = this.#second()
    if (present !== undefined) this.#discount(present.value)
    this.#countAll(value)
    if (present === undefined) {
      this.#entries.insert({ key, ordinal: 0, type, value, encoding, expiresAt, accessedAt })
      return
    }
    present.type = type
    present.value = value
    present.encoding = encoding
    present.expiresAt = expiresAt
    present.accessedAt = accessedAt
  }

  /** This second, as 32 bits. */
  #second(): number {
    return (this.clock.now() / 1000) | 0
  }

  /** Throws if a string of this size is too large. */
  checkRecord(bytes: number): void {
    if (bytes > this.#recordBytes()) throw recordTooLarge()
  }

  delete(key: Bytes): boolean {
    const existed = this.#find(key) !== undefined
    if (existed) this.#remove(key)
    return existed
  }

  has(key: Bytes): boolean {
    return this.#find(key) !== undefined
  }

  typeOf(key: Bytes): Type | undefined {
    return this.#find(key)?.type
  }

  /** Returns Redis's encoding of the value, for OBJECT ENCODING. */
  encodingOf(key: Bytes): string | undefined {
    const entry = this.#find(key)
    if (entry === undefined) return undefined
    const value = plain(entry.value)
    return typeof value === 'string' ? (entry.encoding ?? stringEncoding(value)) : value.encoding
  }

  /** Seconds since the value was last looked at or changed. */
  idleTime(key: Bytes): number | undefined {
    const entry = this.#find(key)
    return entry && (this.#second() - entry.accessedAt) >>> 0
  }

  /** Sets the time since the last access, in seconds. */
  makeIdle(key: Bytes, seconds: number): void {
    const entry = this.#find(key)
    if (entry !== undefined) entry.accessedAt = (this.#second() - seconds) | 0
  }

  /** Records an access. Returns false if the key does not exist. */
  touch(key: Bytes): boolean {
    const entry = this.#find(key)
    if (entry !== undefined) entry.accessedAt = this.#second()
    return entry !== undefined
  }

  /** Returns the expiry of a key; `Infinity`: never. Undefined without the key. */
  expiresAt(key: Bytes): Instant | undefined {
    const entry = this.#find(key)
    return entry && (entry.expiresAt ?? Infinity)
  }

  /** Sets the expiry of a key; one in the past removes it. Returns false without the key. */
  expireAt(key: Bytes, instant: Instant): boolean {
    const entry = this.#find(key)
    if (entry === undefined) return false
    this.touched?.(key)
    if (instant === Infinity) {
      entry.expiresAt = undefined
      this.#volatile.delete(key)
      return true
    }
    entry.expiresAt = instant
    this.#volatile.add(key)
    if (instant < this.#calmUntil) this.#calmUntil = instant
    // Looking once in as many as there are keeps the forgotten ones few, at a constant price.
    if (++this.#unswept > this.#volatile.size) this.#sweep()
    else this.#find(key)
    return true
  }

  /** Moves a value and its expiry, replacing whatever is at `to`. */
  rename(from: Bytes, to: Bytes): void {
    const entry = this.#find(from)
    if (entry === undefined || from === to) return
    this.#remove(from)
    this.#place({ ...entry, key: to })
  }

  /** Copies a value and its expiry, replacing whatever is at `to`. */
  copy(from: Bytes, to: Bytes): void {
    const entry = this.#find(from)
    if (entry === undefined) return
    const value = plain(entry.value)
    this.reserve(isString(value) ? value.length : value.bytes)
    this.#place({
      ...entry,
      key: to,
      value: typeof value === 'string' ? value : value.clone(),
      accessedAt: this.#second(),
    })
  }

  get size(): number {
    this.#sweep()
    return this.#entries.size
  }

  /** All keys, in no particular order. */
  keys(): Iterable<Bytes> {
    this.#sweep()
    return this.#entries.keys()
  }

  randomKey(): Bytes | undefined {
    this.#sweep()
    return this.#entries.draw(this.random)
  }

  scan(cursor: number, count: number): Step {
    const step = this.#entries.scan(cursor, count)
    return { cursor: step.cursor, keys: step.keys.filter((key) => this.has(key)) }
  }

  clear(): void {
    if (this.touched) for (const key of this.keys()) this.touched(key)
    this.#entries.clear()
    this.#bytes = 0
    this.#volatile.clear()
    this.#shrinking.clear()
    this.#calmUntil = Infinity
  }

  get volatileSize(): number {
    this.#sweep()
    return this.#volatile.size
  }

  #find(key: Bytes): Entry | undefined {
    const entry = this.#entries.find(key)
    if (entry === undefined || nextExpiry(entry) === Infinity) return entry
    const now = this.clock.now()
    const { value } = entry
    if (value instanceof Hash) {
      value.sweep(now)
      this.count(value)
    }
    const { expiresAt = Infinity } = entry
    if (expiresAt > now && !isEmptyHash(entry)) return entry
    this.#remove(key)
    return undefined
  }

  count(value: Exclude<Values[Type], string>): void {
    this.#bytes += value.bytes - value.counted
    value.counted = value.bytes
  }

  /** Counts a value that is put at a key. */
  #countAll(value: Entry['value']): void {
    if (isString(value)) this.#bytes += value.length
    else {
      value.counted = 0
      this.count(value)
    }
  }

  #discount(value: Entry['value']): void {
    this.#bytes -= isString(value) ? value.length : value.counted
    // Whoever still has it open counts no more of it.
    if (!isString(value)) value.counted = value.bytes
  }

  #remove(key: Bytes): void {
    const entry = this.#entries.find(key)
    if (entry !== undefined) this.#discount(entry.value)
    this.#entries.delete(key)
    this.#volatile.delete(key)
    this.#shrinking.delete(key)
    this.touched?.(key)
  }

  /** Tracks a hash with fields that expire. */
  #watch(key: Bytes, { calmUntil }: Hash): void {
    if (calmUntil === Infinity) return
    this.#shrinking.add(key)
    if (calmUntil < this.#calmUntil) this.#calmUntil = calmUntil
  }

  #place(entry: Entry): void {
    const { key, expiresAt = Infinity } = entry
    this.#remove(key)
    this.#entries.insert(entry)
    this.#countAll(entry.value)
    this.expireAt(key, expiresAt)
    if (entry.value instanceof Hash) this.#watch(key, entry.value)
  }

  #sweep(): void {
    if (this.#calmUntil > this.clock.now()) return
    this.#calmUntil = Infinity
    this.#unswept = 0
    for (const key of [...this.#volatile, ...this.#shrinking]) {
      const entry = this.#find(key)
      const next = entry ? nextExpiry(entry) : Infinity
      if (next < this.#calmUntil) this.#calmUntil = next
    }
  }
}

const isString = (value: Entry['value']): value is Bytes | ByteBuffer =>
  typeof value === 'string' || value instanceof ByteBuffer

export const outOfMemory = () =>
  new ReplyError("OOM command not allowed when used memory > 'maxmemory'.")
/** The refusal of a value above the record limit (`kv.limits.refusals`). */
export const recordTooLarge = () => new ReplyError('ERR max single record size exceeded')
/** Returns a time before which neither the key nor a field of it expires. */
function nextExpiry({ type, expiresAt = Infinity, value }: Entry): Instant {
  if (type !== 'hash') return expiresAt
  const { calmUntil } = value as Hash
  return calmUntil < expiresAt ? calmUntil : expiresAt
}

const plain = (value: Entry['value']): Values[Type] =>
  value instanceof ByteBuffer ? value.toString() : value

const isEmptyHash = ({ value }: Entry) => value instanceof Hash && value.size === 0

const wrongType = () =>
  new ReplyError('WRONGTYPE Operation against a key holding the wrong kind of value')
