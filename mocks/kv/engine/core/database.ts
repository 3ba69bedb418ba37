// All keys, with their values and expiry.

import type { Clock } from '../../../clock.js'
import { ReplyError, type Bytes } from '../../reply.js'
import { ByteBuffer, stringEncoding, type StringEncoding } from './byte-buffer.js'
import { Hash } from '../hash/hash.js'
import type { JsonDocument } from '../json/json.js'
import { List } from '../list/list.js'
import { Members } from '../set/members.js'
import { DEFAULT_SIZES, type Sizes } from './sizes.js'
import { type Slot, Slots, type ScanStep } from './slots.js'
import { SortedSet } from '../sorted-set/sorted-set.js'
import { Stream } from '../stream/stream.js'

/** The JavaScript type that holds a value of each Redis type. */
export interface ValueByType {
  string: Bytes
  hash: Hash
  list: List
  set: Members
  /** The name of the Redis type that RedisJSON defines. */
  'ReJSON-RL': JsonDocument
  zset: SortedSet
  stream: Stream
}

export type Type = keyof ValueByType

type Collection = Exclude<Type, 'string' | 'ReJSON-RL'>

const empty: { readonly [T in Collection]: (sizes: Sizes) => ValueByType[T] } = {
  hash: (sizes) => new Hash(sizes),
  list: () => new List(),
  set: (sizes) => new Members([], sizes),
  zset: (sizes) => new SortedSet([], sizes),
  stream: (sizes) => new Stream(sizes),
}

/** Returns true for an empty collection. An empty stream still has its last id and its groups. */
const isNothing = (value: ValueByType[Type]): boolean =>
  typeof value !== 'string' && value.size === 0 && !(value instanceof Stream)

/** A time in milliseconds since 1970, a 64-bit integer. A bigint if a number is not exact. */
export type Instant = number | bigint

/**
 * A key with its value and other data. There may be millions of entries. So their fields hold no
 * fractions and no numbers beyond 32 bits, because V8 stores such numbers outside of the object.
 */
interface KeyEntry extends Slot {
  type: Type
  /** The value. A string is a `ByteBuffer` after its bytes were read or edited singly. */
  value: ValueByType[Type] | ByteBuffer
  /** Redis's encoding of a string. Undefined if the encoding follows from the bytes. */
  encoding: StringEncoding | undefined
  /** The time at which the key expires. Undefined for a key without expiry. */
  expiresAt: Instant | undefined
  /** The time of the last access in seconds. Redis also stores only seconds. */
  accessedAt: number
}

/** Differences of the service from Redis, which a dialect can switch on. */
interface Differences {
  readonly copyToItself?: boolean
  readonly noAckWithoutConsumer?: boolean
  readonly exactTrimming?: boolean
  readonly noConsumersWithoutGroup?: boolean
  readonly deletesAcknowledged?: boolean
  readonly limitByRank?: boolean
  readonly jsonNeedsParent?: boolean
  readonly innerJsonFirst?: boolean
  readonly fcallRoWithoutFlag?: boolean
  readonly farFieldExpiry?: boolean
  readonly fieldExpiryRoundedDown?: boolean
}

/** The members of a database that change no value. They record accesses, and remove expired keys. */
export type DatabaseView = Pick<
  Database,
  | ('clock' | 'dialect' | 'sizes' | 'size' | 'keys' | 'scan' | 'randomKey')
  | ('has' | 'typeOf' | 'view' | 'viewBytes' | 'encodingOf' | 'idleTime' | 'expiresAt' | 'touch')
>

export class Database {
  readonly clock: Clock
  readonly dialect: Differences
  /** The sizes up to which values keep their compact form. */
  readonly sizes: Sizes = { ...DEFAULT_SIZES }
  readonly #entries = new Slots<KeyEntry>()
  readonly #volatile = new Set<Bytes>()
  /** The keys of hashes that have, or had, fields with an expiry. */
  readonly #shrinking = new Set<Bytes>()
  #calmUntil: Instant = Infinity
  /** The number of expiries set since the last removal of all expired keys. */
  #unswept = 0
  /**
   * Called with each key that may have changed. Undefined if nobody listens. `cleared` is true for a
   * key that is deleted with all others.
   */
  touched: ((key: Bytes, cleared?: boolean) => void) | undefined
  /** Called when all keys are deleted. */
  cleared: (() => void) | undefined

  expiredKeys = 0
  readonly #recordBytes: () => number
  /** The limit of the memory for keys and values, in bytes. */
  readonly mostBytes: number
  /** The lower one of `mostBytes` and the limit of the setting `maxmemory`. */
  #limit: number
  /** The approximate memory of the values in bytes. */
  #bytes = 0
  /** The memory of other data, such as scripts, in bytes. */
  #kept = 0

  /** @param recordBytes returns the current limit for the size of a string in bytes */
  constructor({
    clock,
    recordBytes = () => Infinity,
    mostBytes = Infinity,
    dialect = {},
  }: {
    clock: Clock
    recordBytes?: (() => number) | undefined
    mostBytes?: number
    dialect?: Differences
  }) {
    this.clock = clock
    this.#recordBytes = recordBytes
    this.mostBytes = mostBytes
    this.#limit = mostBytes
    this.dialect = dialect
  }

  /** The approximate memory of keys, values and other data, in bytes. */
  get bytes(): number {
    return this.#bytes + this.#kept + this.#entries.bytes
  }

  /** Returns true if `more` bytes would exceed a memory limit. */
  isFull(more = 0): boolean {
    return this.bytes + more > this.#limit
  }

  /** Sets the limit of Redis's setting `maxmemory` in bytes, which includes the memory of an empty server. */
  set maxMemory(bytes: number) {
    this.#limit = Math.min(this.mostBytes, bytes - EMPTY_REDIS)
  }

  /** Throws if `more` bytes exceed the limit of the mock. Redis checks its own only before a command. */
  reserve(more: number): void {
    if (this.bytes + more > this.mostBytes) throw outOfMemory()
  }

  keep(bytes: number): void {
    this.#kept += bytes
  }

  /** Returns the value at `key` for reading. Throws WRONGTYPE for a value of another type. */
  view<T extends Type>(type: T, key: Bytes): ValueByType[T] | undefined {
    const entry = this.#find(key)
    if (entry === undefined) return undefined
    if (entry.type !== type) throw wrongType()
    entry.accessedAt = this.#second()
    return plain(entry.value) as ValueByType[T]
  }

  /** Returns the bytes of the string at `key` for reading. Throws WRONGTYPE for a value of another type. */
  viewBytes(key: Bytes): Uint8Array | undefined {
    return this.#bufferOf(key)?.bytes
  }

  /**
   * Returns the bytes of the string at `key` for changes. Creates the string if it is missing, and
   * extends it to at least `length` bytes. Throws WRONGTYPE for a value of another type.
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

  /** Returns the value at `key` for changes that never empty it. Throws WRONGTYPE for another type. */
  open<T extends Type>(type: T, key: Bytes): ValueByType[T] | undefined {
    const value = this.view(type, key)
    if (value !== undefined) this.touched?.(key)
    return value
  }

  /**
   * Runs `body` on the value at `key`, for changes. Creates a missing value. Deletes a collection that
   * is empty afterwards, unless it is a stream. All commands that may empty a collection use this
   * method.
   */
  edit<T extends Collection, R>(type: T, key: Bytes, body: (value: ValueByType[T]) => R): R {
    const present = this.view(type, key)
    const value = present ?? empty[type](this.sizes)
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

  /** Replaces the value at `key` and removes its expiry. */
  put<T extends Type>(type: T, key: Bytes, value: ValueByType[T]): void {
    if (typeof value === 'string') this.checkRecord(value.length)
    else if (isNothing(value)) {
      this.delete(key)
      return
    }
    const present = this.#entries.find(key)
    if (present?.expiresAt !== undefined) this.#volatile.delete(key)
    this.#write(present, key, type, value)
    this.touched?.(key)
  }

  /** Replaces the value at `key` by a string and keeps the expiry. */
  rewrite(key: Bytes, value: Bytes, encoding?: StringEncoding): void {
    this.checkRecord(value.length)
    const present = this.#find(key)
    this.#write(present, key, 'string', value, encoding, present?.expiresAt)
    this.touched?.(key)
  }

  #write(
    present: KeyEntry | undefined,
    key: Bytes,
    type: Type,
    value: ValueByType[Type],
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

  #second(): number {
    return (this.clock.now() / 1000) | 0
  }

  checkRecord(bytes: number): void {
    if (bytes > this.#recordBytes()) throw recordTooLarge()
  }

  delete(key: Bytes): boolean {
    const existed = this.has(key)
    if (existed) this.#remove(key)
    return existed
  }

  has(key: Bytes): boolean {
    return this.#find(key) !== undefined
  }

  typeOf(key: Bytes): Type | undefined {
    return this.#find(key)?.type
  }

  /** Returns Redis's encoding of the value for OBJECT ENCODING. */
  encodingOf(key: Bytes): string | undefined {
    const entry = this.#find(key)
    if (entry === undefined) return undefined
    const value = plain(entry.value)
    return typeof value === 'string' ? (entry.encoding ?? stringEncoding(value)) : value.encoding
  }

  /** Returns the time since the last access to the value, in seconds. */
  idleTime(key: Bytes): number | undefined {
    const entry = this.#find(key)
    return entry && (this.#second() - entry.accessedAt) >>> 0
  }

  /** Sets the time since the last access to the value, in seconds. */
  makeIdle(key: Bytes, seconds: number): void {
    const entry = this.#find(key)
    if (entry !== undefined) entry.accessedAt = (this.#second() - seconds) | 0
  }

  /** Records an access. Returns false if the key does not exist. */
  touch(key: Bytes): boolean {
    this.makeIdle(key, 0)
    return this.has(key)
  }

  /** Returns the expiry of a key, `Infinity` for a key without expiry, or undefined for a missing key. */
  expiresAt(key: Bytes): Instant | undefined {
    const entry = this.#find(key)
    return entry && (entry.expiresAt ?? Infinity)
  }

  /** Sets the expiry of a key, or deletes the key if it is in the past. Returns false without the key. */
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
    // Removes all expired keys from time to time. The number of keys with an expiry sets the interval,
    // so that the average cost per call is constant.
    if (++this.#unswept > this.#volatile.size) this.#sweep()
    else this.#find(key)
    return true
  }

  /** Moves a value with its expiry and replaces the value at `to`. Returns false if `from` is missing. */
  rename(from: Bytes, to: Bytes): boolean {
    const entry = this.#find(from)
    if (entry && from !== to) {
      this.#remove(from)
      this.#place({ ...entry, key: to })
    }
    return entry !== undefined
  }

  /** Copies a value with its expiry and replaces the value at `to`. Returns false if `from` is missing. */
  copy(from: Bytes, to: Bytes): boolean {
    const entry = this.#find(from)
    if (entry === undefined) return false
    const value = plain(entry.value)
    this.reserve(isString(value) ? value.length : value.bytes)
    this.#place({
      ...entry,
      key: to,
      value: typeof value === 'string' ? value : value.clone(),
      accessedAt: this.#second(),
    })
    return true
  }

  get size(): number {
    this.#sweep()
    return this.#entries.size
  }

  keys(): Iterable<Bytes> {
    this.#sweep()
    return this.#entries.keys()
  }

  randomKey(): Bytes | undefined {
    this.#sweep()
    return this.#entries.draw()
  }

  scan(cursor: number, count: number): ScanStep {
    const step = this.#entries.scan(cursor, count)
    return { cursor: step.cursor, keys: step.keys.filter((key) => this.has(key)) }
  }

  clear(): void {
    if (this.touched) for (const key of this.keys()) this.touched(key, true)
    this.cleared?.()
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

  #find(key: Bytes): KeyEntry | undefined {
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
    this.expiredKeys++
    this.#remove(key)
    return undefined
  }

  count(value: Exclude<ValueByType[Type], string>): void {
    this.#bytes += value.bytes - value.counted
    value.counted = value.bytes
  }

  #countAll(value: KeyEntry['value']): void {
    if (isString(value)) this.#bytes += value.length
    else {
      value.counted = 0
      this.count(value)
    }
  }

  #discount(value: KeyEntry['value']): void {
    this.#bytes -= isString(value) ? value.length : value.counted
    // Marks all bytes as counted, so that code that still edits the removed value counts no more of
    // them.
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

  #watch(key: Bytes, { calmUntil }: Hash): void {
    if (calmUntil === Infinity) return
    this.#shrinking.add(key)
    if (calmUntil < this.#calmUntil) this.#calmUntil = calmUntil
  }

  #place(entry: KeyEntry): void {
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

const isString = (value: KeyEntry['value']): value is Bytes | ByteBuffer =>
  typeof value === 'string' || value instanceof ByteBuffer

/** The memory that Redis uses without data, in bytes. */
const EMPTY_REDIS = 2 ** 20

export const outOfMemory = () =>
  new ReplyError("OOM command not allowed when used memory > 'maxmemory'.")
/** The error for a value above the record limit (`kv.limits.refusals`). */
export const recordTooLarge = () => new ReplyError('ERR max single record size exceeded')
/** Returns a time before which neither the key nor one of its fields expires. */
function nextExpiry({ type, expiresAt = Infinity, value }: KeyEntry): Instant {
  if (type !== 'hash') return expiresAt
  const { calmUntil } = value as Hash
  return calmUntil < expiresAt ? calmUntil : expiresAt
}

const plain = (value: KeyEntry['value']): ValueByType[Type] =>
  value instanceof ByteBuffer ? value.toString() : value

const isEmptyHash = ({ value }: KeyEntry) => value instanceof Hash && value.size === 0

const wrongType = () =>
  new ReplyError('WRONGTYPE Operation against a key holding the wrong kind of value')
