// Runs a script on the embedded engine and on a real Redis, and compares the replies.

import { realClock } from '../../clock.js'
import { createMemoryBackend } from '../backends/memory.js'
import { createKv } from '../kv.js'
import { connectToRedis } from '../redis-connection.js'
import { startRedisServer } from '../redis-server.js'
import type { Command, Reply } from '../reply.js'
import { same } from './tolerances.js'
import { parse, shown, typed } from './typing.js'

export interface Comparison {
  /** Runs a script on two empty servers. If a reply differs, rejects with all replies. */
  compare(script: readonly Command[]): Promise<void>
  /** Runs commands only on the real Redis. */
  ask(commands: readonly Command[]): Promise<Reply[]>
  close(): Promise<void>
}

const EMPTYING = ['FLUSHALL', 'SCRIPT FLUSH', 'FUNCTION FLUSH']

const tokens = { standard: 'standard', readOnly: 'read-only' }

export async function startComparison(): Promise<Comparison> {
  const server = await startRedisServer()
  const redis = await connectToRedis(server.url)

  return {
    ask: (commands) => redis.send(commands),

    async compare(script) {
      const engine = createMemoryBackend({ clock: realClock() })
      const ours = await createKv({ backend: engine, tokens }).pipeline(script, { readOnly: false })
      const [, , , ...theirs] = await redis.send([...EMPTYING.map(parse), ...script])
      if (script.every((command, index) => same(command, ours[index]!, theirs[index]!))) return
      const lines = script.map((command, index) => {
        const our = ours[index] as Reply
        const their = theirs[index] as Reply
        const differ = same(command, our, their) ? '' : `    <-- Redis: ${shown(their)}`
        return `${typed(command)}    ${shown(our)}${differ}`
      })
      throw new Error(lines.join('\n'))
    },

    async close() {
      redis.close()
      await server.close()
    },
  }
}
