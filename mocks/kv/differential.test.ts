// The same scripts on the embedded engine and on a real server: the replies must be equal, in
// type and to the byte. No reply is written down here, the server is asked.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../clock.js'
import { createMemoryBackend } from './backends/memory.js'
import type { Entry } from './commands/command.js'
import { commands } from './commands/index.js'
import type { Syntax } from './commands/parameters.js'
import { connectToRedis, type RedisConnection } from './redis-connection.js'
import { startRedisServer, withoutRedisServer, type RedisServer } from './redis-server.js'
import { ReplyError, Status, type Bytes, type Command, type Reply } from './reply.js'
