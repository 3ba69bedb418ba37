// Checks before a run that the clock of a provider stands still between its advances.

import { setTimeout as pause } from 'node:timers/promises'
import type { Provider } from './provider.js'

/** The time between two readings of a clock, in milliseconds. */
const BETWEEN = 20

/**
 * Returns the reason why scenarios cannot use the clock of a provider: it moves by itself, so an
 * event would not happen exactly at the time to which a scenario advances it. Returns undefined for
 * a clock that cannot be read, which blocks the scenarios that need it.
 */
export async function movingClock({ name, clock }: Provider): Promise<string | undefined> {
  if (clock === undefined) return undefined
  try {
    const before = await clock.now()
    await pause(BETWEEN)
    const moved = (await clock.now()) - before
    return Number.isNaN(moved) || moved === 0
      ? undefined
      : `the clock of the provider (${name}) moves by itself, by ${moved} ms between two readings; let it move only in advance(), or run with --time real`
  } catch {
    return undefined
  }
}
