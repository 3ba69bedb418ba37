// Calls the mock as a target without sockets. This is faster, and hundreds of faults have to be
// tested.

import { setImmediate } from 'node:timers/promises'
import type { Handler, Request, Response } from '../../mocks/http/message.js'
import { answerTo, type PartialResponse } from '../wire/answer.js'
import type { HeaderLines } from '../wire/exchange.js'
import { exchangeOf, sentTo, type RequestSpec, type Target } from '../wire/target.js'

/** Returns a target whose `handler` responds to requests. */
export function unwired(handler: Handler): Target {
  let lastPort = 0
  const ports = new Map<string, number>()
  /** Returns the port of the connection of a request. A connection without a name has one request. */
  const portOf = ({ connection }: RequestSpec): number => {
    const known = connection === undefined ? undefined : ports.get(connection)
    const port = known ?? ++lastPort
    if (connection !== undefined) ports.set(connection, port)
    return port
  }
  const open = (spec: RequestSpec, signal: AbortSignal): PartialResponse => {
    const request = sentTo({ host: 'unwired', basePath: '' }, spec)
    let events: AsyncIterator<string> | undefined
    const leave = () => void events?.return?.()
    const { answer, arrival } = answerTo(request, leave)
    signal.addEventListener('abort', () => (leave(), arrival.end({ failure: 'aborted' })), {
      once: true,
    })

    const arrive = async () => {
      // As with a socket, no response arrives in the turn of the event loop that sends its request.
      await setImmediate()
      const { status, headers, body = '' } = await handler(received(request, portOf(spec)))
      const streams = typeof body === 'object' && Symbol.asyncIterator in body
      const whole = streams || request.method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(body)
      arrival.begin({ status, headers: linesOf(headers, streams ? undefined : body) })
      arrival.more(whole)
      if (streams) {
        events = body[Symbol.asyncIterator]()
        if (answer.end !== undefined || request.method === 'HEAD') leave()
        for (;;) {
          const event = await events.next()
          if (event.done === true) break
          arrival.more(Buffer.from(event.value))
        }
      }
      arrival.end('whole')
    }
    arrive().catch((bug: unknown) => arrival.end({ failure: String(bug) }))
    return answer
  }

  return {
    basePath: '',
    open,
    async send(spec, signal) {
      const answer = open(spec, signal)
      while (answer.end === undefined) await answer.changed()
      return exchangeOf(spec, answer)
    },
    close() {},
  }
}

/**
 * Headers for which node:http keeps only the first value. It joins repeated values of other
 * headers.
 */
const ONCE = new Set(['authorization', 'content-length', 'content-type', 'host'])

function received(
  { method, target, headers, body }: PartialResponse['request'],
  remotePort: number,
): Request {
  const joined: Record<string, string> = {}
  for (const [spelled, value] of headers) {
    const name = spelled.toLowerCase()
    const before = joined[name]
    if (before === undefined) joined[name] = value
    else if (!ONCE.has(name)) joined[name] = `${before}, ${value}`
  }
  return {
    method,
    target,
    headers: joined,
    rawHeaders: headers.flat(),
    body,
    remoteAddress: '127.0.0.1',
    remotePort,
  }
}

function linesOf(headers: Response['headers'], body: string | Uint8Array | undefined): HeaderLines {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  )
  return body === undefined ? lines : [...lines, ['content-length', `${Buffer.byteLength(body)}`]]
}
