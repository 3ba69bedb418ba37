// Frees memory after many requests. V8 collects garbage only when it needs memory, so an idle mock
// would keep its garbage.

import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_MS = 2_000

/** A thread with a smaller share of working time is idle. */
const IDLE = 0.05

/** The minimum number of bytes of garbage that justifies the pause of a collection. */
const WORTH_BYTES = 16 * 2 ** 20

/**
 * Collects garbage whenever the thread is idle and holds much more memory than after the last
 * collection.
 */
export function collectWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('globalThis.gc') as (() => void) | undefined
  // Bun has no such function, and collects garbage when it is idle.
  if (collect === undefined) return
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let kept = heldBytes()

  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > IDLE || heldBytes() - kept < WORTH_BYTES) return
    collect()
    kept = heldBytes()
  }, EVERY_MS).unref()
}

function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics()
  return total_heap_size + external_memory
}
