// The embedded database for the benchmarks, and the memory that it uses.

import { setImmediate } from 'node:timers/promises'
import { realClock, type Clock } from '../../mocks/clock.js'
import { createMemoryBackend, type MemoryBackend } from '../../mocks/kv/backends/memory.js'
import { ReplyError, type Command } from '../../mocks/kv/reply.js'

export const emptyEngine = (clock: Clock = realClock()): MemoryBackend =>
  createMemoryBackend({ clock })

/** Runs commands; throws if one is refused. */
export function runAll(engine: MemoryBackend, commands: Iterable<Command>): void {
  for (const command of commands) {
    const reply = engine.execute(command)
    if (reply instanceof ReplyError) throw new Error(`${command.join(' ')}: ${reply.message}`)
  }
}

/** Bytes of a Map of `count` keys, in a process of its own. */
export const bytesOfMap = (count: number): Promise<number> => {
  const map = new Map<string, string>()
  return growthOfMemory(count, (key, value) => map.set(key, value))
}

/** Bytes of the engine with `count` string keys, in a process of its own. */
export const bytesOfKeyspace = (count: number): Promise<number> => {
  const engine = emptyEngine()
  return growthOfMemory(count, (key, value) => runAll(engine, [['SET', key, value]]))
}

async function growthOfMemory(count: number, set: (key: string, value: string) => unknown) {
  // Flat strings, as a request has them.
  const flat = (text: string) => Buffer.from(text).toString('latin1')
  const before = process.memoryUsage().rss
  for (let index = 0; index < count; index++) {
    set(flat(`key:${index}`), flat(`value:${index}`))
    if (index % 1000 === 0) await setImmediate()
  }
  return process.memoryUsage().rss - before
}
