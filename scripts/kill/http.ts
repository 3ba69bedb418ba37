// Sends requests with little work of the client, because the campaign shares its cores with the mocks.

import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly body: string
}

const agent = new Agent({ keepAlive: true })

/** The time for each response in milliseconds. A request on a killed process usually fails at once. */
const PATIENCE = 20_000

/** Sends a request. Rejects if no complete response arrives. */
export function send(
  url: string,
  { method = 'POST', headers = {}, body = '' }: Sent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      agent,
      signal: AbortSignal.timeout(PATIENCE),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    }
    const sent = request(url, options, (response: IncomingMessage) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject)
    })
    sent.on('error', reject).end(body)
  })
}
