// When a key shall expire: the units and options that commands know, and how far they reach.

import type { Database, Instant } from '../engine/database.js'
import { INT64_MAX, INT64_MIN, parseInt64 } from '../engine/int64.js'
import { ReplyError, type Bytes } from '../reply.js'
import { numberOrBigint } from './answer.js'
import { value } from './parameters.js'

/** The options of SET and GETEX that say when; at most one of them is given. */
export const expiryOptions = { EX: value, PX: value, EXAT: value, PXAT: value } as const

/** From now or from 1970, in seconds or in milliseconds. */
export type Unit = keyof typeof expiryOptions

/** An amount of time as it was written, with its unit. */
export interface Expiry {
  readonly unit: Unit
  readonly amount: Bytes
}

export function givenExpiry(given: { readonly [U in Unit]?: Bytes }): Expiry | undefined {
  for (const unit of ['EX', 'PX', 'EXAT', 'PXAT'] as const) {
    const amount = given[unit]
    if (amount !== undefined) return { unit, amount }
  }
  return undefined
}

/** The moment that `command` was told; refuses a word that is no number, and one out of reach. */
export function instantOf(db: Database, command: string, { unit, amount }: Expiry): Instant {
  const invalid = () => new ReplyError(`ERR invalid expire time in '${command}' command`)
  const scale = unit.startsWith('EX') ? 1000n : 1n
  const base = unit.endsWith('AT') ? 0n : BigInt(db.clock.now())
  const time = parseInt64(amount)
  if (time > INT64_MAX / scale || time < INT64_MIN / scale) throw invalid()
  const instant = time * scale + base
  if (instant > INT64_MAX) throw invalid()
  return numberOrBigint(instant)
}

/** The same for commands that cannot be told of a moment before all time. */
export function positiveInstantOf(db: Database, command: string, expiry: Expiry): Instant {
  if (parseInt64(expiry.amount) <= 0n) {
    throw new ReplyError(`ERR invalid expire time in '${command}' command`)
  }
  return instantOf(db, command, expiry)
}
