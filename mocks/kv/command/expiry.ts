// When a key shall expire: the units and options that commands know, and how far they reach.

import type { Database, Instant } from '../engine/core/database.js'
import { INT64_MAX, INT64_MIN, parseInt64 } from '../engine/core/int64.js'
import { ReplyError } from '../reply.js'
import { numberOrBigint } from './answer.js'
import { deferred, word } from './parameters.js'

/** An amount of seconds or of milliseconds. */
export const time = word('time', (word) => parseInt64(word))

const amount = deferred(time)

/** The options of SET and GETEX that say when; at most one of them is given. */
export const expiryOptions = { EX: amount, PX: amount, EXAT: amount, PXAT: amount } as const

/** From now or from 1970, in seconds or in milliseconds. */
export type Unit = keyof typeof expiryOptions

/** Spelt out, for every SET asks. */
function unitOf(given: { readonly [U in Unit]?: unknown }): Unit | undefined {
  if (given.EX) return 'EX'
  if (given.PX) return 'PX'
  if (given.EXAT) return 'EXAT'
  return given.PXAT ? 'PXAT' : undefined
}

/** The moment that one of the options gives, if one was given. */
export function givenInstant(
  db: Database,
  command: string,
  given: { readonly [U in Unit]?: () => bigint },
): Instant | undefined {
  const unit = unitOf(given)
  return unit && positiveInstant(db, command, given[unit]!(), unit)
}

/** The moment that an amount means; refuses one out of range. */
export function instant(db: Database, command: string, amount: bigint, unit: Unit): Instant {
  const scale = unit.startsWith('EX') ? 1000n : 1n
  const base = unit.endsWith('AT') ? 0n : BigInt(db.clock.now())
  const instant = amount * scale + base
  if (amount < INT64_MIN / scale || instant > INT64_MAX) throw invalidExpiry(command)
  return numberOrBigint(instant)
}

/** The same for commands that do not take a moment before all time, or before now. */
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
