// Helpers for tests of the key-value interface: servers without a socket, and a real Redis.

import { afterAll, beforeAll } from 'vitest'
import { realClock } from '../clock.js'
import { requestOf } from '../http/message.js'
import type { Backend } from './backends/backend.js'
import { createMemoryBackend, type MemoryBackendOptions } from './backends/memory.js'
import { connectRedis } from './backends/redis.js'
import { createKv, type Kv } from './kv.js'
import { startRedisServer, type RedisServer } from './redis/server.js'
import { kvHandler } from './server.js'

export const tokens = { standard: 'standard', readOnly: 'read-only' }

/** Creates a server, by default with an empty database in memory. */
export const kvOn = (
  backend: Backend = createMemoryBackend({ clock: realClock() }),
  parts: Partial<Kv> = {},
): Kv => ({ ...createKv({ backend, tokens }), ...parts })

/** Creates a database in memory in which each check of the time takes `milliseconds`. */
export function slowBackend(
  milliseconds: number,
  safety: MemoryBackendOptions['safety'] = { commandMs: 5 * milliseconds },
) {
  let now = 0
  const backend = createMemoryBackend({
    clock: { now: () => 0 },
    safety,
    now: () => (now += milliseconds),
  })
  return { backend, elapsed: () => now }
}

interface Asked {
  readonly token?: string | null | undefined
  readonly headers?: Record<string, string>
  /** A string or bytes to send as they are, or any other value to send as JSON. */
  readonly body?: unknown
}

/** Sends a request with a token. The body of the response is a byte string. */
export async function ask(
  kv: Kv,
  method: string,
  target: string,
  { token = 'standard', headers = {}, body = '' }: Asked = {},
) {
  const authorization = token === null ? undefined : { authorization: `Bearer ${token}` }
  const isWritten = typeof body === 'string' || body instanceof Uint8Array
  const { body: answered = '', ...answer } = await kvHandler(kv)(
    requestOf(method, target, {
      headers: { ...authorization, ...headers },
      body: isWritten ? body : JSON.stringify(body),
    }),
  )
  return { ...answer, body: Buffer.from(answered as string).toString('latin1') }
}

/** Starts a real Redis before the tests of a `describe`, and connects a database to it. */
export function useRedis() {
  let server: RedisServer
  let backend: Backend
  beforeAll(async () => {
    server = await startRedisServer({ databases: 2 })
    backend = await connectRedis(server.url)
  })
  afterAll(async () => {
    await backend.close()
    await server.close()
  })
  return {
    get url() {
      return server.url
    },
    get backend() {
      return backend
    },
  }
}
