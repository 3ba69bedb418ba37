// The isolated spaces of the mock, and the space that the page shows.

import { getOfMock, sendTo } from './api.ts'
import { restart } from './feed.ts'
import { goTo, route } from './route.ts'
import { createStore } from './store.ts'

export interface Space {
  /** The number, which stays the same. A reset of the password changes the token. */
  readonly number: number
  readonly token: string
  /** The name of the query parameter with the token. */
  readonly tokenKey: string
}

/** The spaces at the port of the page. */
export const spaces = createStore<readonly Space[]>([])

/** Returns the number of the space in the address, for example `?space=2#/messages`. */
const numberInAddress = () => Number(new URLSearchParams(location.search).get('space')) || undefined

/** The number of the shown space, or undefined for the mock itself. */
export const shownSpace = createStore(numberInAddress())

/** The number of the shown space that has ended, until the user dismisses it. */
export const endedSpace = createStore<number | undefined>(undefined)

/** Shows a space, or the mock itself. */
export function showSpace(number: number | undefined): void {
  const query = number === undefined ? '' : `?space=${number}`
  history.replaceState(undefined, '', `${location.pathname}${query}`)
  // The opened item is of another space.
  goTo(route.get().view)
  showAddressed()
}

/** Shows the space in the address. */
function showAddressed(): void {
  const number = numberInAddress()
  sendTo(spaces.get().find((space) => space.number === number))
  endedSpace.set(undefined)
  shownSpace.set(number)
  restart()
}

// The history of the browser has addresses with other spaces.
addEventListener('popstate', () => {
  if (numberInAddress() !== shownSpace.get()) showAddressed()
})

/** Reads the spaces. Shows the mock itself if the shown space has ended. */
export async function readSpaces(): Promise<void> {
  const read = await getOfMock<{ spaces: readonly Space[] }>('console/spaces')
  spaces.set(read.spaces)
  const number = shownSpace.get()
  if (number === undefined) return
  const shown = read.spaces.find((space) => space.number === number)
  if (shown) return sendTo(shown)
  showSpace(undefined)
  endedSpace.set(number)
}
