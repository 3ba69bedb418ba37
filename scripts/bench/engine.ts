// The key-value engine for the benchmarks, and its memory use.

import { setImmediate } from 'node:timers/promises'
import { realClock, type Clock } from '../../mocks/clock.js'
import { createMemoryBackend, type MemoryBackend } from '../../mocks/kv/backends/memory.js'
import { ReplyError, type Command } from '../../mocks/kv/reply.js'

export const emptyEngine = (clock: Clock = realClock()): MemoryBackend =>
  createMemoryBackend({ clock })

/** Runs commands. Throws if the engine refuses a command. */
export function runAll(engine: MemoryBackend, commands: Iterable<Command>): void {
  for (const command of commands) {
    const reply = engine.executeNow(command)
    if (reply instanceof ReplyError) throw new Error(`${command.join(' ')}: ${reply.message}`)
  }
}

/** Returns the bytes of a Map with `count` keys, measured in a separate process. */
export const bytesOfMap = (count: number): Promise<number> => {
  const map = new Map<string, string>()
  return growthOfMemory(count, (key, value) => map.set(key, value))
}

/** Returns the bytes of the engine with `count` string keys, measured in a separate process. */
export const bytesOfKeyspace = (count: number): Promise<number> => {
  const engine = emptyEngine()
  return growthOfMemory(count, (key, value) => runAll(engine, [['SET', key, value]]))
}

async function growthOfMemory(count: number, set: (key: string, value: string) => unknown) {
  // Flat strings are used, because the strings of a request are flat.
  const flat = (text: string) => Buffer.from(text).toString('latin1')
  const before = process.memoryUsage().rss
  for (let index = 0; index < count; index++) {
    set(flat(`key:${index}`), flat(`value:${index}`))
    if (index % 1000 === 0) await setImmediate()
  }
  return process.memoryUsage().rss - before
}
