// The view and the opened item in the address, for example `#/messages/msg_1`.

import { createStore } from './store.ts'

export const VIEWS = {
  live: 'Live',
  messages: 'Messages',
  runs: 'Runs',
  dlq: 'DLQ',
  kv: 'Keys',
  flow: 'Flow',
  clock: 'Clock',
  faults: 'Faults',
} as const

export type View = keyof typeof VIEWS

export interface Route {
  readonly view: View
  /** The opened item of the view. */
  readonly id?: string | undefined
}

export interface ViewProps {
  readonly id: string | undefined
}

const isView = (name: string): name is View => Object.hasOwn(VIEWS, name)

function routeIn(hash: string): Route {
  const [view = '', id] = hash.replace(/^#\/?/, '').split('/')
  if (!isView(view)) return { view: 'live' }
  return { view, id: id === undefined || id === '' ? undefined : decodeURIComponent(id) }
}

export const route = createStore<Route>(routeIn(location.hash))

addEventListener('hashchange', () => route.set(routeIn(location.hash)))

export const hashOf = (view: View, id?: string): string =>
  id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`

/** Opens a view, or an item in it. */
export function goTo(view: View, id?: string): void {
  const isSame = route.get().view === view
  const hash = hashOf(view, id)
  // Moving through a list adds no entries to the history of the browser.
  if (isSame) history.replaceState(undefined, '', hash)
  else location.hash = hash
  route.set({ view, id })
}
