// Short notices about the results of actions.

import { ApiError } from './api.ts'
import { noteChange } from './feed.ts'
import { createStore } from './store.ts'

export interface Notice {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly link?: Link | undefined
}

/** A link to what an action has created. */
export interface Link {
  readonly text: string
  readonly href: string
}

export const notices = createStore<readonly Notice[]>([])

/** The milliseconds that a notice stays. */
const STAY = 5000

/** The maximum number of notices at once. */
const MOST = 2

let count = 0

export function notify(
  text: string,
  { isError = false, link }: { isError?: boolean; link?: Link | undefined } = {},
): void {
  const id = ++count
  notices.set([...notices.get().slice(1 - MOST), { id, text, isError, link }])
  setTimeout(() => dismiss(id), isError ? 3 * STAY : STAY)
}

export const dismiss = (id: number): void =>
  notices.set(notices.get().filter((notice) => notice.id !== id))

/**
 * Runs an action of the user, and shows its result or its error. All views read their data again.
 *
 * @param done the notice of a success, or returns it with a link, from the result
 * @returns true if the action succeeded
 */
export async function act<T>(
  action: () => Promise<T>,
  done?: string | ((result: T) => readonly [text: string, link: Link | undefined]),
): Promise<boolean> {
  try {
    const result = await action()
    const [text, link] = typeof done === 'function' ? done(result) : [done]
    if (text !== undefined) notify(text, { link })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify(error.message, { isError: true })
    return false
  } finally {
    noteChange()
  }
}
