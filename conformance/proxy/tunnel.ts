// Connects one client to the target and forwards bytes instead of messages. Header lines, chunks,
// trailers, interim responses, other protocols, half-closed and broken connections therefore stay
// unchanged. No HTTP library guarantees this. Readers only observe the bytes, and replace the value
// of `Host` with the name of the target. Requests that the gate refuses are not forwarded.

import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import type { HeaderLines } from '../wire/exchange.js'
import type { Gate } from './gate.js'
import { answerBodyLength, messageReader, requestBodyLength, type Listener } from './reader.js'

/** The functions called for one exchange. The last call is `end` or `broken`. */
export interface Witness {
  /** The response begins. Not called for interim responses (1xx). */
  answer(status: number, headers: HeaderLines): void
  requestBody(bytes: Buffer): void
  answerBody(bytes: Buffer): void
  /** The client has closed its side. It may still wait for the response. */
  left(): void
  end(): void
  broken(why: string): void
}

export interface Watcher {
  request(
    start: { readonly method: string; readonly target: string },
    headers: HeaderLines,
  ): Witness
  /**
   * Called for bytes that are not observed, often the rest of a connection. `by` is the side that
   * caused it.
   */
  readonly unreadable: (why: string, by: 'client' | 'target') => void
  /** Called for each request that gets no response because the target cannot be reached. */
  readonly unreachable: () => void
}

/** The reason of an incomplete answer that the target ended. */
export const targetClosed = 'the target closed the connection'
/** The reason of an answer that the client did not wait for. */
export const clientClosed = 'the client closed the connection'

/** The most requests without a response on a connection. Further requests are not observed. */
const mostOpen = 1_000

/** The milliseconds after which a target's connection without a client is closed, if it is silent. */
const lingerMs = 10_000

/**
 * Connects a client to an http or https target until both have closed the connection. Returns the
 * connection to the target.
 */
export function tunnel(near: Socket, target: URL, watcher: Watcher, gate: Gate): Socket {
  const { far, connected } = connectTo(target)
  const open: OpenRequest[] = []
  let current: Witness | undefined
  let unreachable: string | undefined
  /** The response to a request that the gate refused. It is sent after all earlier responses. */
  let last: string | undefined
  /** True if the client has sent bytes that are not HTTP/1. The target may answer them. */
  let isUnread = false

  const requests = messageReader(
    {
      head({ start, headers }) {
        const [method, path] = partsOf(start)
        if (method === undefined || path === undefined) return undefined
        if (open.length === mostOpen) {
          watcher.unreadable(`more than ${mostOpen} requests had no answer`, 'target')
          return 'no-http'
        }
        current = watcher.request({ method, target: path }, headers)
        const upgrades = headers.some(([name]) => name.toLowerCase() === 'upgrade')
        open.push({ method, upgrades, witness: current })
        if (unreachable !== undefined) refuse(unreachable)
        return method === 'CONNECT' ? 'no-http' : requestBodyLength(headers)
      },
      body: (bytes) => current?.requestBody(bytes),
      end: () => (current = undefined),
      lost(why) {
        isUnread = true
        watcher.unreadable(why, 'client')
      },
      guard: {
        holds: (start) => gate.guards(partsOf(start)[1] ?? start),
        admit(head) {
          const target = head && partsOf(head.start)[1]
          const reason = head && gate.refusal(head.headers, near.remoteAddress, target)
          if (head !== undefined && reason === undefined) return true
          watcher.unreadable('a request for control routes was refused', 'client')
          // Without its head, the responses before it are not known.
          if (head === undefined) near.destroy()
          else last = denial(reason!, partsOf(head.start)[0])
          endAfterAnswers()
          return false
        },
      },
    },
    target.host,
  )
  const isOtherProtocol = () => requests.end().forEach((bytes) => far.write(bytes))
  const unreadable = (why: string) =>
    watcher.unreadable(why, isUnread && open.length === 0 ? 'client' : 'target')
  const answers = messageReader(answersTo(open, unreadable, isOtherProtocol))

  near.setNoDelay()
  far.setNoDelay()
  pass(near, far, { through: requests.read, last: requests.end })
  far.once('error', ({ message }: Error) => {
    if (far.listenerCount('data') === 0) refuse(message)
  })
  far.once(connected, () => {
    const through = (chunk: Buffer) => {
      answers.read(chunk)
      // The chunk is written first.
      process.nextTick(endAfterAnswers)
      return [chunk]
    }
    // Listeners are called before the client notices that no response will come.
    const ended = () => {
      answers.end()
      // A target may close its side because the client has closed its own.
      breakOff(near.readableEnded ? clientClosed : targetClosed)
      return []
    }
    pass(far, near, { through, last: ended })
    far.on('close', ended)
  })
  near.on('end', () => open.forEach(({ witness }) => witness.left()))
  near.on('close', () => {
    breakOff(clientClosed)
    // A target may keep its side open for ever.
    far.setTimeout(lingerMs, () => far.destroy())
  })

  function endAfterAnswers() {
    if (last === undefined || open.length > 0 || near.writableEnded) return
    near.end(last)
    near.once('close', () => far.destroy())
    far.end()
  }

  function breakOff(why: string) {
    for (const { witness } of open.splice(0)) witness.broken(why)
  }

  /** Sends the proxy's own response to the first request. */
  function refuse(why: string) {
    const first = unreachable === undefined
    unreachable = why
    // The proxy responds only to an HTTP request. Other bytes are dropped.
    if (first)
      near
        .removeAllListeners('data')
        .on('data', (chunk: Buffer) => void requests.read(chunk))
        .resume()
    const method = open[0]?.method
    if (method === undefined || near.writableEnded) return
    watcher.unreachable()
    breakOff(`the target cannot be reached: ${why}`)
    near.end(refusal(target, why, method))
  }
  return far
}

/** Returns the method and the target of a request line. */
function partsOf(start: string): readonly [method: string | undefined, target: string | undefined] {
  const [, method, target] = /^(\S+) (.+?)(?: HTTP\/\d\.\d)?$/.exec(start) ?? []
  return [method, target]
}

interface OpenRequest {
  readonly method: string
  /** True if the target may change the protocol of the connection. */
  readonly upgrades: boolean
  readonly witness: Witness
}

/** Assigns responses to the unfinished requests, the oldest request first. */
function answersTo(
  open: OpenRequest[],
  unreadable: (why: string) => void,
  isOtherProtocol: () => void,
): Listener {
  let interim = false
  return {
    head({ start, headers }) {
      const status = Number(/^HTTP\/\d\.\d (\d{3})(?: |$)/.exec(start)?.[1])
      if (Number.isNaN(status)) return undefined
      interim = status < 200 && status !== 101
      if (interim) return 0
      const { method, upgrades = false, witness } = open[0] ?? {}
      // A server may refuse a request before its end, or an idle connection with 408.
      const isRefusal = status >= 400 && status < 500
      if (witness === undefined && !isRefusal) unreadable('an answer without an HTTP/1 request')
      witness?.answer(status, headers)
      if (status === 101 && !upgrades && witness !== undefined)
        unreadable('an answer 101 to a request without Upgrade')
      if (status === 101 || (method === 'CONNECT' && status < 300)) {
        open.shift()?.witness.end()
        isOtherProtocol()
        return 'no-http'
      }
      return answerBodyLength(method ?? '', status, headers)
    },
    body: (bytes) => open[0]?.witness.answerBody(bytes),
    end() {
      if (!interim) open.shift()?.witness.end()
    },
    lost: unreadable,
  }
}

/** Returns a socket that connects to the target, and the name of its connect event. */
function connectTo({ protocol, hostname, port }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'http:')
    return {
      far: connectTcp({ host, port: Number(port || 80), allowHalfOpen: true }),
      connected: 'connect',
    }
  const options = {
    host,
    port: Number(port || 443),
    allowHalfOpen: true,
    ALPNProtocols: ['http/1.1'],
    // SNI requires a host name, not an address.
    ...(isIP(host) === 0 && { servername: host }),
  }
  return { far: connectTls(options), connected: 'secureConnect' }
}

/** Returns the proxy's own response for a target that cannot be reached. */
const refusal = ({ origin }: URL, why: string, method: string): string =>
  ownResponse(method, {
    status: '502 Bad Gateway',
    type: 'destination_unavailable',
    error: `the target ${origin} cannot be reached: ${why}`,
  })

/** Returns the proxy's own response to a request for control routes. */
const denial = (error: string, method = ''): string =>
  ownResponse(method, { status: '403 Forbidden', type: 'http_request_denied', error })

function ownResponse(
  method: string,
  { status, type, error }: Readonly<Record<'status' | 'type' | 'error', string>>,
): string {
  const body = JSON.stringify({ error: `svc-contract proxy: ${error}` })
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Proxy-Status: svc-contract; error=${type}`,
    'Connection: close',
    '',
    method === 'HEAD' ? '' : body,
  ].join('\r\n')
}

interface Way {
  readonly through: (chunk: Buffer) => readonly Buffer[]
  readonly last: () => readonly Buffer[]
}

/**
 * Forwards bytes as fast as the receiver reads them. Ends or breaks the receiving connection in the
 * same way as the sending one.
 */
function pass(from: Socket, to: Socket, { through, last }: Way): void {
  let failed = false
  from.on('data', (chunk: Buffer) => {
    let room = true
    for (const bytes of through(chunk)) room = to.write(bytes)
    if (room) return
    from.pause()
    to.once('drain', () => from.resume())
  })
  from.on('end', () => {
    for (const bytes of last()) to.write(bytes)
    to.end()
  })
  from.on('error', () => (failed = true))
  from.on('close', () => {
    // A reset of one connection resets the other.
    if (failed) reset(to)
    else if (!from.readableEnded) to.destroy()
  })
}

const reset = (socket: Socket) =>
  socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy()
