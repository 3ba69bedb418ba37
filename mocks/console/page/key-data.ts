// Reads the keys of the database, their types and their remaining times.

import { command, commands, type Word } from './api.ts'
import { escaped, textIn } from './format.ts'

export interface Key {
  /** The name in base64, because a name need not be text. */
  readonly base64: string
  /** The name as text, or undefined for other bytes. */
  readonly text: string | undefined
}

export interface Meta {
  readonly type: string
  /** The remaining milliseconds, or -1 without an expiry. */
  readonly ttl: number
  /** The time of the expiry in Unix milliseconds, or -1 without an expiry. */
  readonly expiresAt: number
}

export const nameOf = ({ text, base64 }: Key): string => text ?? escaped(base64)

export const wordOf = ({ text, base64 }: Key): Word => text ?? { base64 }

const toKey = (base64: string): Key => ({ base64, text: textIn(base64) })

export interface Scanned {
  readonly keys: readonly Key[]
  /** The number of keys in the database. */
  readonly total: number
}

/** The maximum number of keys on the page. */
const MOST = 100_000

/** Returns the pattern of a filter: the filter itself if it has `*` or `?`, otherwise a prefix. */
export const patternOf = (filter: string): string =>
  /[*?]/.test(filter) ? filter : `${filter.replace(/[[\]\\]/g, '\\$&')}*`

/** Returns the keys that match a pattern, sorted by name. */
export async function scanKeys(pattern: string): Promise<Scanned> {
  const found = new Set<string>()
  let cursor = '0'
  do {
    const scan = ['SCAN', cursor, 'MATCH', pattern, 'COUNT', '2000']
    const [reply] = await commands([scan], { base64: true })
    if (!reply || 'error' in reply) throw new Error(reply?.error)
    const [next, names] = reply.result as [string, string[]]
    cursor = atob(next)
    for (const name of names) found.add(name)
  } while (cursor !== '0' && found.size < MOST)
  const keys = Array.from(found, toKey).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return { keys, total: await command<number>('DBSIZE') }
}

/** Returns the types and remaining times of keys. */
export async function metaOf(keys: readonly Key[]): Promise<readonly Meta[]> {
  const words = keys.map(wordOf)
  const replies = await commands(
    words.flatMap((word) => [
      ['TYPE', word],
      ['PTTL', word],
      ['PEXPIRETIME', word],
    ]),
  )
  const result = (index: number) => {
    const reply = replies[index]
    return reply && 'result' in reply ? reply.result : undefined
  }
  return keys.map((_, index) => ({
    type: (result(3 * index) as string | undefined) ?? '',
    ttl: Number(result(3 * index + 1) ?? -1),
    expiresAt: Number(result(3 * index + 2) ?? -1),
  }))
}

/** The name of a type for readers. */
export const typeName = (type: string): string =>
  ({ zset: 'sorted set', 'ReJSON-RL': 'json', none: 'expired' })[type] ?? type
