// The stateless mock. Prism serves both OpenAPI documents of the contract with their examples.

import { randomUUID } from 'node:crypto'
import { dialects, type Dialect } from '#generated/dialects.js'
import { fetchOf } from './http/fetch.js'
import { serve } from './http/serve.js'

export interface PrismOptions {
  /**
   * The dialect: the names of headers and query keys. The default is the names in the OpenAPI
   * documents.
   */
  readonly dialect?: keyof typeof dialects | Dialect | undefined
  /** The host to listen on. The default is 127.0.0.1. */
  readonly host?: string | undefined
  /** The ports to listen on. The default is a free port for each. */
  readonly kvPort?: number | undefined
  readonly queuePort?: number | undefined
  /** The tokens that the mock reports as its own, by default random ones. The mock accepts all tokens. */
  readonly kvToken?: string | undefined
  readonly kvReadOnlyToken?: string | undefined
  readonly queueToken?: string | undefined
}

interface PrismAccess {
  readonly url: string
  readonly token: string
  /** Sends a request to the server without a socket. */
  readonly fetch: typeof fetch
}

export interface PrismMock {
  readonly kv: PrismAccess & { readonly readOnlyToken: string }
  readonly queue: PrismAccess
  /** Ends the mock and closes its connections. */
  readonly close: () => Promise<void>
  /** Closes the mock at the end of a block with `await using mock = await startPrism()`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
  /** Ends the mock after the response to all current requests, or after `grace` milliseconds. */
  readonly drain: (grace: number) => Promise<void>
}

/**
 * Serves both OpenAPI documents with Prism. Prism validates each request and responds with an
 * example of the document. The mock has no state, delivers nothing and accepts any token. The
 * header `Prefer` selects the example: `code=400`, `example=integer`, or `dynamic=true` for a
 * response generated from the schema.
 *
 * Rejects if a port is in use or `@stoplight/prism-http` is not installed.
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

  const { prismHandler } = await import('./prism/front.js')
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
  const close = () => drain(0)
  return {
    kv: {
      url: kv.url,
      token: kvToken,
      readOnlyToken: kvReadOnlyToken,
      fetch: fetchOf(kvHandler, kv.url),
    },
    queue: { url: queue.url, token: queueToken, fetch: fetchOf(queueHandler, queue.url) },
    close,
    [Symbol.asyncDispose]: close,
    drain,
  }
}
