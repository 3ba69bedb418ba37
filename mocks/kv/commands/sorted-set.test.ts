// What the comparison with Redis 7.0 cannot judge: what came later.

import { beforeEach, expect, test } from 'vitest'
import { createMemoryBackend, type MemoryBackend } from '../backends/memory.js'
import { NIL_ARRAY, ReplyError, type Command } from '../reply.js'

let kv: MemoryBackend
beforeEach(() => {
  kv = createMemoryBackend({ clock: { now: () => 0 } })
  kv.execute(['ZADD', 'z', '1', 'a', '2.5', 'b'])
})

test.each<[Command, unknown]>([
  [
    ['ZRANK', 'z', 'b', 'WITHSCORE'],
    [1, '2.5'],
  ],
  [
    ['ZREVRANK', 'z', 'b', 'withscore'],
    [0, '2.5'],
  ],
  [['ZRANK', 'z', 'none', 'WITHSCORE'], NIL_ARRAY],
  [['ZREVRANK', 'none', 'a', 'WITHSCORE'], NIL_ARRAY],
  [['ZRANK', 'z', 'b', 'nosuch'], new ReplyError('ERR syntax error')],
  [
    ['ZRANK', 'z', 'b', 'WITHSCORE', 'more'],
    new ReplyError("ERR wrong number of arguments for 'zrank' command"),
  ],
])('%j', (command, reply) => {
  expect(kv.execute(command)).toEqual(reply)
})
