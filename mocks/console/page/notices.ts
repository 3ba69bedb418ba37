// Short notices about the results of actions.

import { ApiError } from './api.ts'
import { noteChange } from './feed.ts'
import { createStore } from './store.ts'

export interface Notice {
  readonly id: number
  readonly text: string
  readonly isError: boolean
}

export const notices = createStore<readonly Notice[]>([])

/** The milliseconds that a notice stays. */
const STAY = 5000

let count = 0

export function notify(text: string, isError = false): void {
  const id = ++count
  notices.set([...notices.get().slice(-2), { id, text, isError }])
  setTimeout(() => dismiss(id), isError ? 3 * STAY : STAY)
}

export const dismiss = (id: number): void =>
  notices.set(notices.get().filter((notice) => notice.id !== id))

/**
 * Runs an action of the user, and shows its result or its error. All views read their data again.
 *
 * @returns true if the action succeeded
 */
export async function act(action: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await action()
    if (done !== undefined) notify(done)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify(error.message, true)
    return false
  } finally {
    noteChange()
  }
}
