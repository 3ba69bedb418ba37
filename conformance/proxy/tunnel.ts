// Connects one client with the target and forwards bytes, not messages. Header lines, chunks,
// trailers, interim answers, other protocols, half-closed and broken connections stay as they are,
// which no HTTP library guarantees. Readers only observe, and replace the value of `Host` with the
// name of the target.

import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import type { HeaderLines } from '../wire/exchange.js'
import { answerBodyLength, messageReader, requestBodyLength, type Listener } from './reader.js'

/** Callbacks for one exchange, up to `end` or `broken`. */
export interface Witness {
  /** The answer begins. Interim answers (1xx) are skipped. */
  answer(status: number, headers: HeaderLines): void
  requestBody(bytes: Buffer): void
  answerBody(bytes: Buffer): void
  /** The answer is complete. */
  end(): void
  /** The exchange is incomplete. */
  broken(why: string): void
}

export interface Watcher {
  request(
    start: { readonly method: string; readonly target: string },
    headers: HeaderLines,
  ): Witness
  /** The rest of the connection is not HTTP/1 and cannot be read. */
  readonly unreadable: (why: string) => void
}

/** The most unanswered requests on a connection; more are not observed. */
const mostOpen = 1_000

/** Connects a client with an http or https target until both have closed. */
export function tunnel(near: Socket, target: URL, watcher: Watcher): void {
  const { far, connected } = connectTo(target)
  const open: OpenRequest[] = []
  let current: Witness | undefined
  let unreachable: string | undefined

  const requests = messageReader(
    {
      head({ start, headers }) {
        const [, method, path] = /^(\S+) (.+?)(?: HTTP\/\d\.\d)?$/.exec(start) ?? []
        if (method === undefined || path === undefined) return undefined
        if (open.length === mostOpen) {
          watcher.unreadable(`more than ${mostOpen} requests had no answer`)
          return 'no-http'
        }
        current = watcher.request({ method, target: path }, headers)
        open.push({ method, witness: current })
        if (unreachable !== undefined) refuse(unreachable)
        return method === 'CONNECT' ? 'no-http' : requestBodyLength(headers)
      },
      body: (bytes) => current?.requestBody(bytes),
      end: () => (current = undefined),
      lost: watcher.unreadable,
    },
    target.host,
  )
  const isOtherProtocol = () => requests.end().forEach((bytes) => far.write(bytes))
  const answers = messageReader(answersTo(open, watcher, isOtherProtocol))

  near.setNoDelay()
  far.setNoDelay()
  pass(near, far, { through: requests.read, last: requests.end })
  far.once('error', ({ message }: Error) => {
    if (far.listenerCount('data') === 0) refuse(message)
  })
  far.once(connected, () => {
    const through = (chunk: Buffer) => {
      answers.read(chunk)
      return [chunk]
    }
    // Reported before the client notices that there will be no answer.
    const last = () => {
      answers.end()
      breakOff('the target closed the connection')
      return []
    }
    pass(far, near, { through, last })
    far.on('close', last)
  })
  near.on('close', () => breakOff('the client closed the connection'))

  function breakOff(why: string) {
    for (const { witness } of open.splice(0)) witness.broken(why)
  }

  /** Answers the first request in place of the target. */
  function refuse(why: string) {
    const first = unreachable === undefined
    unreachable = why
    // Only a request is read; other bytes are dropped.
    if (first)
      near
        .removeAllListeners('data')
        .on('data', (chunk: Buffer) => void requests.read(chunk))
        .resume()
    const method = open[0]?.method
    if (method === undefined || near.writableEnded) return
    breakOff(`the target cannot be reached: ${why}`)
    near.end(refusal(target, why, method))
  }
}

interface OpenRequest {
  readonly method: string
  readonly witness: Witness
}

/** Matches answers with open requests, oldest first. */
function answersTo(open: OpenRequest[], watcher: Watcher, isOtherProtocol: () => void): Listener {
  let interim = false
  return {
    head({ start, headers }) {
      const status = Number(/^HTTP\/\d\.\d (\d{3})(?: |$)/.exec(start)?.[1])
      if (Number.isNaN(status)) return undefined
      interim = status < 200 && status !== 101
      if (interim) return 0
      const { method, witness } = open[0] ?? {}
      if (witness === undefined) watcher.unreadable('an answer without an HTTP/1 request')
      witness?.answer(status, headers)
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
    lost: watcher.unreadable,
  }
}

/** Returns a connecting socket and the name of its connect event. */
function connectTo({ protocol, hostname, port }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'http:')
    return {
      far: connectTcp({ host, port: Number(port || 80), allowHalfOpen: true }),
      connected: 'connect',
    }
  const options = {
    ...{ host, port: Number(port || 443), allowHalfOpen: true, ALPNProtocols: ['http/1.1'] },
    // SNI takes a host name, not an address.
    ...(isIP(host) === 0 && { servername: host }),
  }
  return { far: connectTls(options), connected: 'secureConnect' }
}

/** Returns the answer of the proxy for a target that cannot be reached. */
function refusal({ origin }: URL, why: string, method: string): string {
  const error = `svc-contract proxy: the target ${origin} cannot be reached: ${why}`
  const body = JSON.stringify({ error })
  return [
    'HTTP/1.1 502 Bad Gateway',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Proxy-Status: svc-contract; error=destination_unavailable',
    'Connection: close',
    '',
    method === 'HEAD' ? '' : body,
  ].join('\r\n')
}

interface Way {
  /** Map bytes to those that are forwarded. */
  readonly through: (chunk: Buffer) => readonly Buffer[]
  readonly last: () => readonly Buffer[]
}

/** Forwards bytes at the pace of the receiver, and the way the connection ends. */
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
    // A reset on one side is a reset on the other.
    if (failed) reset(to)
    else if (!from.readableEnded) to.destroy()
  })
}

const reset = (socket: Socket) =>
  socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy()
