// Saves and loads the content of a database in memory: keys, ACL users and functions.

import { Refusal } from '../http/refusal.js'
import type { MemoryBackend } from './backends/memory.js'
import { ReplyError, textOf, type Bytes, type Reply, type Status } from './reply.js'

/** The content of a database. Byte strings have one character per byte. */
export interface SavedDatabase {
  readonly keys: readonly SavedKey[]
  /** The users as in `ACL LIST`. */
  readonly users: readonly Bytes[]
  /** The payload of `FUNCTION DUMP`. */
  readonly functions: Bytes
}

interface SavedKey {
  readonly key: Bytes
  /** The value of a string. A command with the value is faster than one with a payload. */
  readonly string?: Bytes | undefined
  /** The payload of `DUMP`, for all other types. */
  readonly dump?: Bytes | undefined
  /** The Unix time of the expiry in milliseconds. */
  readonly expiresAt?: number | undefined
  /** The expiry of fields of a hash. `DUMP` does not contain it. */
  readonly fields?: readonly (readonly [field: Bytes, expiresAt: number])[] | undefined
}

type Run = (...command: [Bytes, ...Bytes[]]) => Reply

/** Returns a function that runs a command. The function throws an Error if the command fails. */
const running =
  (backend: Pick<MemoryBackend, 'executeNow'>): Run =>
  (...command) => {
    const reply = backend.executeNow(command)
    if (reply instanceof ReplyError) throw new Error(`${command[0]}: ${textOf(reply.message)}`)
    return reply
  }

/** Saves the content. Throws a `Refusal` while a script or transaction runs, which is atomic. */
export function saveDatabase(
  backend: Pick<MemoryBackend, 'executeNow' | 'executor'>,
): SavedDatabase {
  if (backend.executor.isHeld) {
    throw new Refusal(409, 'a script or transaction is running: save the state after its reply')
  }
  const run = running(backend)
  const keys = run('KEYS', '*') as readonly Bytes[]
  return {
    keys: keys.map((key) => {
      const expiresAt = Number(run('PEXPIRETIME', key))
      return { key, ...contentOf(run, key), ...(expiresAt >= 0 && { expiresAt }) }
    }),
    users: run('ACL', 'LIST') as readonly Bytes[],
    functions: run('FUNCTION', 'DUMP') as Bytes,
  }
}

function contentOf(run: Run, key: Bytes): Omit<SavedKey, 'key' | 'expiresAt'> {
  const { text: type } = run('TYPE', key) as Status
  if (type === 'string') return { string: run('GET', key) as Bytes }
  const dump = run('DUMP', key) as Bytes
  return type === 'hash' ? { dump, ...fieldsOf(run, key) } : { dump }
}

function fieldsOf(run: Run, key: Bytes): Pick<SavedKey, 'fields'> {
  const names = run('HKEYS', key) as readonly Bytes[]
  const times = run('HPEXPIRETIME', key, 'FIELDS', String(names.length), ...names) as number[]
  const fields = names.flatMap((name, index) => {
    const time = Number(times[index])
    return time >= 0 ? [[name, time] as const] : []
  })
  return fields.length > 0 ? { fields } : {}
}

/**
 * Adds saved content to a database that has just been reset. Throws a RangeError with the path of a value
 * that cannot be loaded.
 */
export function loadDatabase(
  backend: Pick<MemoryBackend, 'executeNow'>,
  { keys, users, functions }: SavedDatabase,
): void {
  const run = running(backend)
  keys.forEach((saved, index) => at(`keys[${index}]`, () => loadKey(run, saved)))
  const present = run('ACL', 'LIST') as readonly Bytes[]
  users.forEach((line, index) => {
    if (!present.includes(line)) at(`users[${index}]`, () => loadUser(run, line))
  })
  at('functions', () => run('FUNCTION', 'RESTORE', functions, 'REPLACE'))
}

function loadKey(run: Run, { key, string, dump, expiresAt, fields = [] }: SavedKey): void {
  const time = String(expiresAt ?? 0)
  if (dump !== undefined) run('RESTORE', key, time, dump, 'ABSTTL')
  else if (expiresAt === undefined) run('SET', key, string ?? '')
  else run('SET', key, string ?? '', 'PXAT', time)
  for (const [field, time] of fields) run('HPEXPIREAT', key, String(time), 'FIELDS', '1', field)
}

function loadUser(run: Run, line: Bytes): void {
  const [, name = '', ...rules] = line.split(' ')
  // The default user exists already, with all permissions.
  run('ACL', 'SETUSER', name, ...(name === 'default' ? ['reset'] : []), ...rules)
}

/** Adds the path of a value to the error of loading it. */
function at(path: string, load: () => unknown): void {
  try {
    load()
  } catch (cause) {
    throw new RangeError(`kv.${path}: ${(cause as Error).message}`, { cause })
  }
}
