// Values that components read and that change outside of them.

import { useEffect, useReducer, useRef } from 'preact/hooks'

export interface Store<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the value of a store, and renders the component again after each change. */
export function useStore<T>(store: Store<T>): T {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const value = store.get()
  const rendered = useRef(value)
  rendered.current = value
  useEffect(() => {
    const update = () => {
      if (!Object.is(store.get(), rendered.current)) render(undefined)
    }
    const stop = store.subscribe(update)
    // The value may have changed between the rendering and this effect.
    update()
    return stop
  }, [store])
  return value
}
