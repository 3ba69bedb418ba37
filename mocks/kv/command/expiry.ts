// Parses expiry times: units, options and limits.

import type { Database, Instant } from '../engine/core/database.js'
import { INT64_MAX, INT64_MIN, parseInt64 } from '../engine/core/int64.js'
import { ReplyError } from '../reply.js'
import { numberOrBigint } from './answer.js'
import { deferred, word } from './parameters.js'

/** A duration or a point in time, in seconds or milliseconds. */
export const time = word('time', (word) => parseInt64(word))

const amount = deferred(time)

/** The expiry options of SET and GETEX. A command may have at most one of them. */
export const expiryOptions = { EX: amount, PX: amount, EXAT: amount, PXAT: amount } as const

/** The unit: seconds or milliseconds, counted from now or, with AT, from 1970. */
export type Unit = keyof typeof expiryOptions

export const units = Object.keys(expiryOptions) as readonly Unit[]

/** Returns the unit among the options. The code has no loop, because every SET calls it. */
function unitOf(given: { readonly [U in Unit]?: unknown }): Unit | undefined {
  if (given.EX) return 'EX'
  if (given.PX) return 'PX'
  if (given.EXAT) return 'EXAT'
  return given.PXAT ? 'PXAT' : undefined
}

/** Returns the expiry in the options, or undefined without such an option. */
export function givenInstant(
  db: Database,
  command: string,
  given: { readonly [U in Unit]?: () => bigint },
): Instant | undefined {
  const unit = unitOf(given)
  return unit && positiveInstant(db, command, given[unit]!(), unit)
}

/** Returns the expiry for an amount of `unit`. Throws if the expiry is out of range. */
export function instant(db: Database, command: string, amount: bigint, unit: Unit): Instant {
  const scale = unit.startsWith('EX') ? 1000n : 1n
  const base = unit.endsWith('AT') ? 0n : BigInt(db.clock.now())
  const instant = amount * scale + base
  if (amount < INT64_MIN / scale || instant > INT64_MAX) throw invalidExpiry(command)
  return numberOrBigint(instant)
}

/** Like `instant`, but refuses amounts below 1. */
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
