// The embedded database, as the benchmarks use it.

import { realClock, type Clock } from '../../mocks/clock.js'
import { createMemoryBackend, type MemoryBackend } from '../../mocks/kv/backends/memory.js'
import { ReplyError, type Command } from '../../mocks/kv/reply.js'

export const emptyEngine = (clock: Clock = realClock()): MemoryBackend =>
  createMemoryBackend({ clock })

/** Runs commands that cannot fail: a benchmark of refusals would say nothing. */
export function runAll(engine: MemoryBackend, commands: Iterable<Command>): void {
  for (const command of commands) {
    const reply = engine.execute(command)
    if (reply instanceof ReplyError) throw new Error(`${command.join(' ')}: ${reply.message}`)
  }
}
