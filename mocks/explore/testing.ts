// Small applications for tests: a server with handlers, and clients of the mock that try again.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Mock } from '../start/access.js'

export interface Delivered {
  readonly body: string
  readonly messageId: string
  readonly retried: number
}

export type Handlers = Readonly<Record<string, (delivered: Delivered) => Promise<unknown>>>

/** An application whose handlers are those of the current run. */
export async function startApplication() {
  let handlers: Handlers = {}
  const server = createServer((request, response) => {
    const handle = handlers[request.url ?? '']
    void buffer(request)
      .then((body) =>
        handle?.({
          body: body.toString(),
          messageId: String(request.headers['svc-message-id']),
          retried: Number(request.headers['svc-retried']),
        }),
      )
      .then(
        () => response.writeHead(handle === undefined ? 404 : 200).end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    handle: (wanted: Handlers) => void (handlers = wanted),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

export type Application = Awaited<ReturnType<typeof startApplication>>

/** Sends a request, and sends it again up to three times after a failure, as clients do. */
async function send(url: string, init: RequestInit): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(url, init)
      if (answer.status < 500) return await answer.json()
      if (tries === 3) throw new Error(`${answer.status}`)
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

type Publish = (
  path: string,
  body?: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<unknown>

export interface Clients {
  /** Runs a command, such as `INCR visits`. */
  readonly kv: (...command: readonly (string | number)[]) => Promise<unknown>
  /** Publishes a message to a handler. */
  readonly publish: Publish
  /** Publishes a message as a test does, which does not try again. */
  readonly order: Publish
}

/** Returns clients of the mock. */
export function clientsOf(mock: Mock, application: Pick<Application, 'url'>): Clients {
  const authorization = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    async kv(...command: readonly (string | number)[]): Promise<unknown> {
      const init = {
        method: 'POST',
        headers: authorization(mock.kv.token),
        body: JSON.stringify(command.map(String)),
      }
      return ((await send(mock.kv.url, init)) as { result: unknown }).result
    },

    publish: (path: string, body = '', headers: Readonly<Record<string, string>> = {}) =>
      send(`${mock.queue.url}/v2/publish/${application.url}${path}`, {
        method: 'POST',
        body,
        headers: { ...authorization(mock.queue.token), ...headers },
      }),

    async order(path: string, body = '', headers: Readonly<Record<string, string>> = {}) {
      const answer = await mock.queue.fetch(`/v2/publish/${application.url}${path}`, {
        method: 'POST',
        body,
        headers: { ...authorization(mock.queue.token), ...headers },
      })
      if (answer.status !== 200) throw new Error(`publish: ${answer.status}`)
    },
  }
}
