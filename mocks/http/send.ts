// How a response is written to a connection: its length, its end, its pace.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Response } from './message.js'

/** Puts a response on the wire; with `head`, all of it but its body. */
export async function send(
  outgoing: ServerResponse,
  response: Response,
  head = false,
): Promise<void> {
  const { status, headers, body } = response
  if (isStream(body)) {
    outgoing.writeHead(status, headers as OutgoingHttpHeaders)
    return head ? void outgoing.end() : stream(outgoing, body)
  }
  const length = body === undefined ? 0 : Buffer.byteLength(body)
  const bodiless = status === 204 || status === 304
  if (!bodiless) outgoing.setHeader('content-length', length)
  outgoing.writeHead(status, headers as OutgoingHttpHeaders)
  outgoing.end(head ? undefined : body)
}

const isStream = (body: Response['body']): body is AsyncIterable<string> =>
  typeof body === 'object' && Symbol.asyncIterator in body

/** Sends events as they come, no faster than the client reads them, until either side leaves. */
async function stream(outgoing: ServerResponse, body: AsyncIterable<string>): Promise<void> {
  const events = body[Symbol.asyncIterator]()
  let resume = (): void => {}
  outgoing.on('drain', () => resume())
  outgoing.on('close', () => {
    resume()
    void events.return?.()
  })
  outgoing.flushHeaders()
  for (;;) {
    const event = await events.next()
    if (event.done || outgoing.destroyed) break
    if (!outgoing.write(event.value)) await new Promise<void>((drained) => (resume = drained))
  }
  outgoing.end()
}
