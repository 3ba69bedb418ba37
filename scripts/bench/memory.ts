// How much resident memory keys take, each function to be run in a process of its own.

import { setImmediate } from 'node:timers/promises'
import { emptyEngine, runAll } from './engine.js'

/** What a Map of so many keys takes, in bytes. */
export const bytesOfMap = (count: number): Promise<number> => {
  const map = new Map<string, string>()
  return growthOfMemory(count, (key, value) => map.set(key, value))
}

/** What the engine takes for so many string keys, in bytes. */
export const bytesOfKeyspace = (count: number): Promise<number> => {
  const engine = emptyEngine()
  return growthOfMemory(count, (key, value) => runAll(engine, [['SET', key, value]]))
}

async function growthOfMemory(
  count: number,
  set: (key: string, value: string) => unknown,
): Promise<number> {
  const before = process.memoryUsage().rss
  for (let index = 0; index < count; index++) {
    // Flat strings of their own, as they come out of a request.
    set(
      Buffer.from(`key:${index}`).toString('latin1'),
      Buffer.from(`value:${index}`).toString('latin1'),
    )
    if (index % 1000 === 0) await setImmediate()
  }
  return process.memoryUsage().rss - before
}
