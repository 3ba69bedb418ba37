// Runs a script on the embedded engine and on a real Redis, and compares the replies.

import { connectToRedis } from '../redis-connection.js'
import { startRedisServer } from '../redis-server.js'
import type { Command, Reply } from '../reply.js'
import { kvOn } from '../testing.js'
import { same } from './tolerances.js'
import { parse, shown, typed } from './typing.js'

export type Comparison = Awaited<ReturnType<typeof startComparison>>

const EMPTYING = ['FLUSHALL', 'SCRIPT FLUSH', 'FUNCTION FLUSH']

export async function startComparison() {
  const server = await startRedisServer()
  const redis = await connectToRedis(server.url)

  return {
    /** Runs commands only on the real Redis. */
    ask: (commands: readonly Command[]): Promise<Reply[]> => redis.send(commands),

    /** Runs a script on two empty servers. If a reply differs, rejects with all replies. */
    async compare(script: readonly Command[]): Promise<void> {
      const ours = await kvOn().pipeline(script, { readOnly: false })
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
