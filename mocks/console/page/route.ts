// The view and the opened item in the address, for example `#/messages/msg_1` or `#/live?error:&queue`.

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
  /** The filter that the view begins with. Only Live has one. */
  readonly filter?: string | undefined
  /** The kind that Live begins with. */
  readonly kind?: string | undefined
}

export interface ViewProps {
  readonly id: string | undefined
}

const isView = (name: string): name is View => Object.hasOwn(VIEWS, name)

function routeIn(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', id = ''] = path.split('/')
  const [filter = '', kind = ''] = query.split('&')
  if (!isView(view)) return { view: 'live' }
  const textIn = (part: string) => (part === '' ? undefined : decodeURIComponent(part))
  return { view, id: textIn(id), filter: textIn(filter), kind: textIn(kind) }
}

export const route = createStore<Route>(routeIn(location.hash))

// A step back to another space is no `hashchange`, because the query changes too.
addEventListener('popstate', () => route.set(routeIn(location.hash)))

export const hashOf = (view: View, id?: string): string =>
  id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`

/** Returns the address of Live with a filter, for one kind or all. */
export const liveWith = (filter: string, kind = ''): string =>
  `#/live?${encodeURIComponent(filter)}&${kind}`

/** Opens a view, or an item in it. */
export function goTo(view: View, id?: string): void {
  const isSame = route.get().view === view
  const hash = hashOf(view, id)
  // Moving through a list adds no entries to the history of the browser.
  if (isSame) history.replaceState(undefined, '', hash)
  else location.hash = hash
  route.set({ view, id })
}
