// Data that a view reads again after each change.

import { useEffect, useRef, useState } from 'preact/hooks'
import { changes, connection, resets } from './feed.ts'
import { useStore } from './store.ts'

/** The minimum of milliseconds between the ends of two readings. */
const PAUSE = 80

/** Returns true for equal values. An object of responses is equal if each response is the same. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [own, other] = [Object.entries(a), Object.entries(b)]
  return (
    own.length === other.length &&
    own.length <= MOST_MEMBERS &&
    own.every(([name, value]) => Object.is(value, (b as Record<string, unknown>)[name]))
  )
}

/** The maximum number of members that are compared. */
const MOST_MEMBERS = 100

/** The last values of subjects that a view has left, for the time without a connection. */
const lastValues = new Map<string, unknown>()

/** The maximum number of last values. */
const MOST_VALUES = 60

resets.subscribe(() => lastValues.clear())

function keep(key: string, value: unknown): void {
  lastValues.delete(key)
  lastValues.set(key, value)
  if (lastValues.size > MOST_VALUES) lastValues.delete(lastValues.keys().next().value!)
}

/**
 * Returns the value that `read` reads, or undefined before the first reading. Keeps the last value if
 * a reading fails. Without a connection, that is the last value of any view.
 *
 * @param key the name of the subject. A new key drops the value of another subject
 */
export function useQuery<T>(key: string, read: () => Promise<T>): T | undefined {
  const [value, setValue] = useState<{ readonly key: string; readonly value: T }>()
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    let isOver = false
    let isReading = false
    let isStale = false
    async function refresh(): Promise<void> {
      isStale = true
      if (isReading) return
      isReading = true
      while (isStale && !isOver) {
        isStale = false
        try {
          const value = await latest.current()
          keep(key, value)
          if (!isOver)
            setValue((last) =>
              last?.key === key && isSame(last.value, value) ? last : { key, value },
            )
        } catch {
          // The last value stays. An action of the user would show the error.
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
      isReading = false
    }
    void refresh()
    const stop = changes.subscribe(() => void refresh())
    return () => {
      isOver = true
      stop()
    }
  }, [key])
  const isLost = useStore(connection) === 'lost'
  if (value?.key === key) return value.value
  return isLost ? (lastValues.get(key) as T | undefined) : undefined
}
