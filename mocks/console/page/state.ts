// The state in the header of the page: the clock, and what is on.

import { get, type Session } from './api.ts'
import { changes, noteChange } from './feed.ts'
import { readSpaces } from './spaces.ts'
import { createStore } from './store.ts'

export interface State {
  /** The time of the mock in Unix milliseconds. */
  readonly now: number
  readonly clock: 'real' | 'virtual'
  /** The time of the next attempt, timeout or schedule. */
  readonly nextEvent?: number
  /** The ids of the active faults. */
  readonly faults: readonly string[]
  /** The number of active intercepts. */
  readonly intercepts: number
}

/** The session is set before the first component renders. */
export const session = createStore<Session>({
  token: '',
  dialect: { name: '', headerPrefix: '' },
  allowDestinations: [],
})

export const state = createStore<State>({
  now: Date.now(),
  clock: 'real',
  faults: [],
  intercepts: 0,
})

/** The milliseconds between two readings without a change. */
const PERIOD = 1000

let isReading = false

export async function readState(): Promise<void> {
  if (isReading) return
  isReading = true
  try {
    await readSpaces()
    state.set(await get<State>('console/state'))
  } catch {
    // The mock may have stopped. The connection in the header shows that.
  } finally {
    isReading = false
  }
}

/** Reads the state after each change, and regularly while the page is visible. */
export function watchState(): void {
  changes.subscribe(() => void readState())
  setInterval(() => {
    if (!document.hidden) noteChange()
  }, PERIOD)
}
