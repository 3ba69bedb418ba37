// Data that a view reads again after each change.

import { useEffect, useRef, useState } from 'preact/hooks'
import { changes } from './feed.js'

/** The minimum of milliseconds between the ends of two readings. */
const PAUSE = 80

/**
 * Returns the value that `read` reads, or undefined before the first reading. Keeps the last value if
 * a reading fails.
 *
 * @param key a new key drops the value of another subject
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
          if (!isOver) setValue({ key, value })
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
  return value?.key === key ? value.value : undefined
}
