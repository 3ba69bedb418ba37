// The control routes that read and change the limits.

import type { ControlRoutes } from '../control.js'
import { Refusal } from '../http/refusal.js'
import { isLimit, limitNames, type LimitBook, type Limits } from './limits.js'

/** Returns the control routes. In their JSON, null means no limit. */
export const limitControls = (limits: LimitBook): ControlRoutes => ({
  'GET /kv/limits': () => shown(limits),

  /** Changes the given limits of `{"requestBytes", "keyBytes", "recordBytes", "dailyRequests"}`. */
  'POST /kv/limits'({ input }) {
    const changed = Object.entries(input).map(([name, value]) => [
      nameOf(name),
      limitOf(name, value),
    ])
    limits.set(Object.fromEntries(changed) as Partial<Limits>)
    return shown(limits)
  },
})

const shown = ({ now, usedToday }: LimitBook) => ({
  ...Object.fromEntries(
    Object.entries(now).map(([name, limit]) => [name, finite(limit as number)]),
  ),
  usedToday,
})

const finite = (limit: number) => (limit === Infinity ? null : limit)

function nameOf(name: string): keyof Limits {
  const known = limitNames.find((each) => each === name)
  if (known === undefined)
    throw new Refusal(400, `expected limits of ${limitNames.join(', ')}, got ${name}`)
  return known
}

function limitOf(name: string, value: unknown): number {
  if (value === null) return Infinity
  if (isLimit(value)) return value
  throw new Refusal(400, `${name}: expected a whole number or null, got ${JSON.stringify(value)}`)
}
