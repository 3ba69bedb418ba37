// Snapshots: the state of a mock, for a later restore in this process or another one.

import type { SavedDatabase } from '../kv/saved.js'
import type { SavedStore } from '../queue/store/memory/memory-store.js'
import { viewOf } from '../large-buffers.js'

const [BYTES, NUMBER] = ['$base64', '$number'] as const

/**
 * Returns a value for JSON. Bytes become `{"$base64": …}`, and a number that is not finite becomes
 * `{"$number": "Infinity"}`.
 */
function tagged(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { [NUMBER]: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return { [BYTES]: viewOf(value).toString('base64') }
  if (Array.isArray(value)) return value.map(tagged)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, tagged(each)]))
}

/** Returns the value of `tagged`. */
function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(untagged)
  const { [BYTES]: base64, [NUMBER]: number } = value as Readonly<{ [name: string]: unknown }>
  if (typeof base64 === 'string') return Buffer.from(base64, 'base64')
  if (typeof number === 'string') return Number(number)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, untagged(each)]))
}

const VERSION = 1

/** The state of the interfaces of a mock. */
export interface SavedState {
  /** The time of the mock in Unix milliseconds. */
  readonly now: number
  readonly kv?: SavedDatabase | undefined
  readonly queue?: SavedStore | undefined
}

/**
 * The state of a mock. `JSON.stringify(snapshot)` returns a text for a file, which `--seed` and
 * `mock.restore` accept.
 */
export class Snapshot {
  readonly #state: SavedState

  constructor(state: SavedState) {
    this.#state = state
  }

  /** Returns the state of a snapshot. */
  static stateOf(snapshot: Snapshot): SavedState {
    return snapshot.#state
  }

  /** Returns the snapshot for JSON. */
  toJSON(): object {
    const { now, kv, queue } = this.#state
    return {
      snapshot: VERSION,
      now,
      ...(kv && { kv: kvToJson(kv) }),
      ...(queue && { queue: tagged(queue) }),
    }
  }
}

/** Returns true for the content of a file with a snapshot. */
export const isSnapshotFile = (value: unknown): value is Readonly<{ [name: string]: unknown }> =>
  typeof value === 'object' && value !== null && 'snapshot' in value

/** Returns the state in the JSON of a snapshot. Throws a RangeError for any other value. */
export function stateIn(value: unknown): SavedState {
  if (typeof value === 'string')
    throw new RangeError(
      'expected the object that mock.snapshot() returned, got a string: parse its text first, ' +
        'mock.restore(JSON.parse(text))',
    )
  if (!isSnapshotFile(value))
    throw new RangeError(
      'expected a snapshot, as mock.snapshot() or GET /__mock/snapshot returns it, ' +
        `got ${shownValue(value)}`,
    )
  const { snapshot, now, kv, queue } = value
  if (snapshot !== VERSION)
    throw new RangeError(`snapshot: expected version ${VERSION}, got ${JSON.stringify(snapshot)}`)
  if (!Number.isSafeInteger(now))
    throw new RangeError(`now: expected Unix milliseconds, got ${JSON.stringify(now)}`)
  return {
    now: now as number,
    ...(kv !== undefined && { kv: kvFromJson(kv) }),
    ...(queue !== undefined && { queue: queueFromJson(queue) }),
  }
}

const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64')

/** Returns a byte string as text if it is UTF-8, otherwise as base64. */
function named(bytes: string): string | { readonly $base64: string } {
  const buffer = Buffer.from(bytes, 'latin1')
  const text = buffer.toString()
  return Buffer.from(text).equals(buffer) ? text : { $base64: buffer.toString('base64') }
}

const kvToJson = ({ keys, users, functions }: SavedDatabase) => ({
  keys: keys.map(({ key, string, dump, expiresAt, fields }) => ({
    key: named(key),
    string: string === undefined ? undefined : named(string),
    dump: dump === undefined ? undefined : base64(dump),
    expiresAt,
    fields: fields?.map(([field, time]) => [named(field), time]),
  })),
  users: users.map(named),
  functions: base64(functions),
})

function kvFromJson(value: unknown): SavedDatabase {
  const { keys, users, functions } = objectAt('kv', value)
  return {
    keys: listAt('kv.keys', keys).map((each, index) => {
      const at = `kv.keys[${index}]`
      const { key, string, dump, expiresAt, fields } = objectAt(at, each)
      return {
        key: bytesAt(`${at}.key`, key),
        ...(dump === undefined
          ? { string: bytesAt(`${at}.string`, string) }
          : { dump: bytesAt(`${at}.dump`, { $base64: dump }) }),
        ...(expiresAt !== undefined && { expiresAt: numberAt(`${at}.expiresAt`, expiresAt) }),
        ...(fields !== undefined && { fields: fieldsAt(`${at}.fields`, fields) }),
      }
    }),
    users: listAt('kv.users', users).map((each, index) => bytesAt(`kv.users[${index}]`, each)),
    functions: bytesAt('kv.functions', { $base64: functions }),
  }
}

const fieldsAt = (at: string, value: unknown) =>
  listAt(at, value).map((each, index) => {
    const [field, time] = listAt(`${at}[${index}]`, each)
    return [bytesAt(`${at}[${index}][0]`, field), numberAt(`${at}[${index}][1]`, time)] as const
  })

function queueFromJson(value: unknown): SavedStore {
  const { sequence, parts } = objectAt('queue', untagged(value))
  return {
    sequence: numberAt('queue.sequence', sequence),
    parts: objectAt('queue.parts', parts),
  }
}

type Members = Readonly<{ [name: string]: unknown }>

function objectAt(at: string, value: unknown): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  return refuse(at, 'an object', value)
}

const listAt = (at: string, value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : refuse(at, 'an array', value)

const numberAt = (at: string, value: unknown): number =>
  Number.isSafeInteger(value) ? (value as number) : refuse(at, 'a whole number', value)

function bytesAt(at: string, value: unknown): string {
  if (typeof value === 'string') return Buffer.from(value).toString('latin1')
  const { $base64: text } = objectAt(at, value)
  if (typeof text !== 'string') return refuse(at, 'a text in base64', text)
  return Buffer.from(text, 'base64').toString('latin1')
}

function refuse(at: string, expected: string, value: unknown): never {
  throw new RangeError(`${at}: expected ${expected}, got ${shownValue(value)}`)
}

/** Returns the beginning of a value, for messages. A function has no JSON. */
const shownValue = (value: unknown): string =>
  value === undefined ? 'nothing' : String(JSON.stringify(value)).slice(0, 100)
