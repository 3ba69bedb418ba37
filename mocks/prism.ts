// The stateless mock: Prism serves both documents with their examples.

import { randomUUID } from 'node:crypto'
import { dialects, type Dialect } from '#generated/dialects.js'
import { fetchOf } from './http/fetch.js'
import { serve } from './http/serve.js'
import { prismHandler } from './prism/front.js'

export interface PrismOptions {
  /** By default the names of the documents. */
  readonly dialect?: keyof typeof dialects | Dialect | undefined
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined
  /** Free ports by default. */
  readonly kvPort?: number | undefined
  readonly queuePort?: number | undefined
  /** The tokens to return; random by default. Any other token is accepted too. */
  readonly kvToken?: string | undefined
  readonly kvReadOnlyToken?: string | undefined
  readonly queueToken?: string | undefined
}

interface PrismAccess {
  readonly url: string
  readonly token: string
  /** The same server without a socket. */
  readonly fetch: typeof fetch
}

export interface PrismMock {
  readonly kv: PrismAccess & { readonly readOnlyToken: string }
  readonly queue: PrismAccess
  /** Ends the mock and its connections. */
  readonly close: () => Promise<void>
  /** Ends it when the current requests were answered, after at most `grace` milliseconds. */
  readonly drain: (grace: number) => Promise<void>
}

/**
 * Serves both documents with Prism: each request is validated, and answered with an example of the
 * document. There is no state and no delivery, and any token is valid. The header `Prefer` selects the
 * example: `code=400`, `example=integer`, or `dynamic=true` for a response made from the schema.
 *
 * Rejects if a port is taken or `@stoplight/prism-http` is not installed.
 *
 * @example
 * const mock = await startPrism()
 * await mock.kv.fetch('/get/visits', {
 *   headers: { authorization: `Bearer ${mock.kv.token}`, prefer: 'example=integer' },
 * }) // {"result":137}
 */
export async function startPrism(options: PrismOptions = {}): Promise<PrismMock> {
  const { dialect = 'svc', host, kvPort, queuePort } = options
  const { kvToken = randomUUID(), kvReadOnlyToken = randomUUID() } = options
  const { queueToken = randomUUID() } = options
  const spoken = typeof dialect === 'string' ? dialects[dialect] : dialect

  const kvHandler = await prismHandler('kv', spoken)
  const queueHandler = await prismHandler('queue', spoken)
  const kv = await serve(kvHandler, { host, port: kvPort })
  const queue = await serve(queueHandler, { host, port: queuePort }).catch(
    async (error: unknown) => {
      await kv.close()
      throw error
    },
  )
  async function drain(grace: number): Promise<void> {
    await Promise.all([kv.close(grace), queue.close(grace)])
  }
  return {
    kv: {
      url: kv.url,
      token: kvToken,
      readOnlyToken: kvReadOnlyToken,
      fetch: fetchOf(kvHandler, kv.url),
    },
    queue: { url: queue.url, token: queueToken, fetch: fetchOf(queueHandler, queue.url) },
    close: () => drain(0),
    drain,
  }
}
