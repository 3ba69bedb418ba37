// Checks which commands break a WATCH of their keys. The result must equal that of a real Redis.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realClock } from '../../clock.js'
import { createMemoryBackend } from '../backends/memory.js'
import { commands } from '../commands/index.js'
import { hasArity } from '../command/refusals.js'
import { keyAccessOf } from '../command/call.js'
import { isExcluded } from '../excluded.js'
import { connectToRedis, type RedisConnection } from '../redis/connection.js'
import { startRedisServer, withoutRedisServer } from '../redis/server.js'
import { NIL_ARRAY, ReplyError, type Bytes, type Command } from '../reply.js'
import { scripts } from './scripts/index.js'
import { parse, typed } from './typing.js'

/** Commands that may break a WATCH on the mock but not on Redis, with the reasons. */
const cautious: readonly { readonly commands: RegExp; readonly because: string }[] = [
  { commands: /^BITFIELD /, because: 'setting the same value counts as a change' },
  { commands: /^PFDEBUG /, because: 'Redis changes the encoding without a notice' },
  { commands: /^RESTORE /, because: 'an expired value existed for a moment' },
]

describe.skipIf(withoutRedisServer())(
  'a watched key is touched by what touches it in Redis',
  () => {
    let server: Awaited<ReturnType<typeof startRedisServer>>
    let watching: RedisConnection
    let changing: RedisConnection
    beforeAll(async () => {
      server = await startRedisServer()
      watching = await connectToRedis(server.url)
      changing = await connectToRedis(server.url)
    })
    afterAll(async () => {
      watching.close()
      changing.close()
      await server.close()
    })

    async function breaks(command: Command, keys: readonly Bytes[]): Promise<boolean> {
      if (keys.length === 0) {
        await changing.send([command])
        return false
      }
      await watching.send([['WATCH', ...keys]])
      await changing.send([command])
      const [, , executed] = await watching.send([['MULTI'], ['PING'], ['EXEC']])
      return executed === NIL_ARRAY
    }

    test.each(Object.entries(scripts))('%s', async (_, lines) => {
      const engine = createMemoryBackend({ clock: realClock() })
      await changing.send([['FLUSHALL'], ['FUNCTION', 'FLUSH'], ['SCRIPT', 'FLUSH']])
      const ours: string[] = []
      const theirs: string[] = []
      for (const command of lines.map(parse).filter((command) => !isExcluded(command))) {
        const keys = keysIn(command)
        const watch = engine.touches.watch(keys)
        const isBroken = await breaks(command, keys)
        engine.executeNow(command)
        const line = typed(command)
        const may = watch.broken && cautious.some(({ commands }) => commands.test(line))
        ours.push(`${line}: ${watch.broken}`)
        theirs.push(`${line}: ${isBroken || may}`)
        watch.stop()
      }
      expect(ours).toEqual(theirs)
    })
  },
)

/** Returns the keys of a command, or no keys if its arity is wrong. */
function keysIn(command: Command): Bytes[] {
  const entry = commands.lookup(command)
  if (entry instanceof ReplyError || !hasArity(command, entry)) return []
  return keyAccessOf(entry, command).map(({ key }) => key)
}
