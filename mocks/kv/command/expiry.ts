// Expiry times: units, options and limits.

import type { Database, Instant } from '../engine/core/database.js'
import { INT64_MAX, INT64_MIN, parseInt64 } from '../engine/core/int64.js'
import { ReplyError } from '../reply.js'
import { numberOrBigint } from './answer.js'
import { deferred, word } from './parameters.js'

/** A duration or a time, in seconds or milliseconds. */
export const time = word('time', (word) => parseInt64(word))

const amount = deferred(time)

/** The expiry options of SET and GETEX; at most one may be given. */
export const expiryOptions = { EX: amount, PX: amount, EXAT: amount, PXAT: amount } as const

/** Seconds or milliseconds, from now or (AT) from 1970. */
export type Unit = keyof typeof expiryOptions

/** Written out because every SET calls it. */
function unitOf(given: { readonly [U in Unit]?: unknown }): Unit | undefined {
  if (given.EX) return 'EX'
  if (given.PX) return 'PX'
  if (given.EXAT) return 'EXAT'
  return given.PXAT ? 'PXAT' : undefined
}

/** Returns the expiry that the options give, if any. */
export function givenInstant(
  db: Database,
  command: string,
  given: { readonly [U in Unit]?: () => bigint },
): Instant | undefined {
  const unit = unitOf(given)
  return unit && positiveInstant(db, command, given[unit]!(), unit)
}

/** Returns the expiry for an amount. Throws if it is out of range. */
export function instant(db: Database, command: string, amount: bigint, unit: Unit): Instant {
  const scale = unit.startsWith('EX') ? 1000n : 1n
  const base = unit.endsWith('AT') ? 0n : BigInt(db.clock.now())
  const instant = amount * scale + base
  if (amount < INT64_MIN / scale || instant > INT64_MAX) throw invalidExpiry(command)
  return numberOrBigint(instant)
}

/** As `instant` for commands that refuse amounts below 1. */
export function positiveInstant(
  db: Database,
  command: string,
  amount: bigint,
  unit: Unit,
): Instant {
  if (amount <= 0n) throw invalidExpiry(command)
  return instant(db, command, amount, unit)
}

export const invalidExpiry = (command: string) =>
  new ReplyError(`ERR invalid expire time in '${command}' command`)
