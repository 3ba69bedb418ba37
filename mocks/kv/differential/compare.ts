// Runs a script on the embedded engine and on a real Redis, and compares the replies.

import { commands } from '../commands/index.js'
import { shaped } from '../command/resp3.js'
import { connectToRedis } from '../redis/connection.js'
import { startRedisServer } from '../redis/server.js'
import { NIL_ARRAY, Typed, type Command, type Reply } from '../reply.js'
import { kvOn } from '../testing.js'
import { same, untyped } from './tolerances.js'
import { parse, shown, typed } from './typing.js'

export type Comparison = Awaited<ReturnType<typeof startComparison>>

const EMPTYING = ['FLUSHALL', 'SCRIPT FLUSH', 'FUNCTION FLUSH']

/** Starts a Redis to compare with. `protocol` is the version of RESP of the compared replies. */
export async function startComparison(protocol: 2 | 3 = 2) {
  const server = await startRedisServer()
  const redis = await connectToRedis(server.url, { protocol })
  await redis.send([['HELLO', String(protocol)]])

  return {
    /** Runs commands only on the real Redis. Returns the replies as RESP2 has them. */
    ask: async (commands: readonly Command[]): Promise<Reply[]> =>
      (await redis.send(commands)).map(untyped),

    /** Runs a script on two empty servers. If a reply differs, rejects with all replies. */
    async compare(script: readonly Command[]): Promise<void> {
      const replies = await kvOn().pipeline(script, { readOnly: false })
      const ours = replies.map((reply, index) => inProtocol(protocol, reply, script[index]!))
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

/** Returns a reply as the RESP port sends it in a protocol. */
function inProtocol(protocol: 2 | 3, reply: Reply, command: Command): Reply {
  if (protocol === 2) return untyped(reply)
  return withOneNull(shaped(commands.lookup(command), reply, command))
}

/** Replaces the null array, because RESP3 has only one null. */
function withOneNull(reply: Reply): Reply {
  if (reply === NIL_ARRAY) return null
  if (Array.isArray(reply)) return (reply as readonly Reply[]).map(withOneNull)
  if (!(reply instanceof Typed)) return reply
  return new Typed(reply.type, withOneNull(reply.value), reply.format)
}
