// How a response is written to a connection: its length, its end, its pace.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Soon } from '../soon.js'
import type { Response } from './message.js'

/** Puts a response on the wire; with `head`, all of it but its body. */
export function send(
  outgoing: ServerResponse,
  { status, headers, body = '', breakOff }: Response,
  head = false,
): Soon<void> {
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    outgoing.writeHead(status, headers as OutgoingHttpHeaders)
    breakOff?.addEventListener('abort', () => outgoing.destroy())
    return stream(outgoing, body, head)
  }
  const bodiless = status === 204 || status === 304
  const fields = headers as OutgoingHttpHeaders
  // The length first: V8 takes twenty times as long to add to a copy as to copy into what is there.
  outgoing.writeHead(
    status,
    bodiless ? fields : { 'content-length': Buffer.byteLength(body), ...fields },
  )
  outgoing.end(head ? '' : body)
}

/** Sends events as they come, no faster than the client reads them, until either side leaves. */
async function stream(
  outgoing: ServerResponse,
  body: AsyncIterable<string>,
  head: boolean,
): Promise<void> {
  const events = body[Symbol.asyncIterator]()
  let resume = (): void => {}
  const leave = (): void => {
    resume()
    void events.return?.()
  }
  outgoing.on('drain', () => resume()).on('close', leave)
  // A client that left while its answer was made is not announced again.
  if (outgoing.destroyed) return leave()
  if (head) return void outgoing.end()

  outgoing.flushHeaders()
  for (;;) {
    const event = await events.next()
    if (event.done || outgoing.destroyed) break
    if (!outgoing.write(event.value)) await new Promise<void>((drained) => (resume = drained))
  }
  outgoing.end()
}
