// The way between one client and the target: two sockets, and what comes from one goes to the other.
//
// Bytes are passed on, not messages: header lines, chunks, trailers, interim answers, what is no HTTP
// at all, half-closed and broken connections are on the other side what they were on this one, which
// no HTTP library would promise. The readers only listen beside it, and change but the value of
// `Host`: the target is told its own name, as it would be by a client that calls it directly.

import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import type { HeaderLines } from '../wire/exchange.js'
import { answerBodyLength, messageReader, requestBodyLength, type Listener } from './reader.js'

/** Hears of what passes through: of each exchange, until one of the two last. */
export interface Witness {
  /** The answer has begun. Interim answers (1xx) are not heard of. */
  answer(status: number, headers: HeaderLines): void
  requestBody(bytes: Buffer): void
  answerBody(bytes: Buffer): void
  /** The answer is complete. */
  end(): void
  /** There will be no more of it. */
  broken(why: string): void
}

export interface Watcher {
  /** A request has begun. */
  request(
    start: { readonly method: string; readonly target: string },
    headers: HeaderLines,
  ): Witness
  /** Something that is no HTTP/1 passes through this connection, and cannot be read from here on. */
  readonly unreadable: (why: string) => void
}

/** Requests on one connection without an answer; behind more of them nothing is read any more. */
const mostOpen = 1_000

/** Joins a client to a target at an http or https URL until both have left. */
export function tunnel(near: Socket, target: URL, watcher: Watcher): void {
  const { far, connected } = connectTo(target)
  const open: Asked[] = []
  let asking: Witness | undefined
  let unreachable: string | undefined

  const requests = messageReader(
    {
      head({ start, headers }) {
        const [, method, path] = /^(\S+) (.+?)(?: HTTP\/\d\.\d)?$/.exec(start) ?? []
        if (method === undefined || path === undefined) return undefined
        if (open.length === mostOpen) {
          watcher.unreadable(`more than ${mostOpen} requests on it had no answer`)
          return 'no-http'
        }
        asking = watcher.request({ method, target: path }, headers)
        open.push({ method, witness: asking })
        if (unreachable !== undefined) refuse(unreachable)
        return method === 'CONNECT' ? 'no-http' : requestBodyLength(headers)
      },
      body: (bytes) => asking?.requestBody(bytes),
      end: () => (asking = undefined),
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
    // What has no answer by now will have none: it is said before the client learns of it.
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

  /** Answers in the target's place: once there is a request, and as what it is. */
  function refuse(why: string) {
    const first = unreachable === undefined
    unreachable = why
    // What is sent now is for nobody; only a request is waited for.
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

/** A request whose answer is not complete. */
interface Asked {
  readonly method: string
  readonly witness: Witness
}

/** Reads what the target sends as answers to the open requests, the oldest first. */
function answersTo(open: Asked[], watcher: Watcher, isOtherProtocol: () => void): Listener {
  let interim = false
  return {
    head({ start, headers }) {
      const status = Number(/^HTTP\/\d\.\d (\d{3})(?: |$)/.exec(start)?.[1])
      if (Number.isNaN(status)) return undefined
      interim = status < 200 && status !== 101
      if (interim) return 0
      const { method, witness } = open[0] ?? {}
      if (witness === undefined) watcher.unreadable('an answer came to what is no HTTP/1 request')
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

/** A socket on its way to the target, and the event that says it is there. */
function connectTo({ protocol, hostname, port }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'http:')
    return {
      far: connectTcp({ host, port: Number(port || 80), allowHalfOpen: true }),
      connected: 'connect',
    }
  const options = {
    ...{ host, port: Number(port || 443), allowHalfOpen: true, ALPNProtocols: ['http/1.1'] },
    // A certificate is asked for by a name, which an address is not.
    ...(isIP(host) === 0 && { servername: host }),
  }
  return { far: connectTls(options), connected: 'secureConnect' }
}

/** What the client gets where the target gives it nothing: plainly the proxy's own. */
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
  /** What becomes of some bytes, and what of those that were held back when there are no more. */
  readonly through: (chunk: Buffer) => readonly Buffer[]
  readonly last: () => readonly Buffer[]
}

/** Passes bytes on as they come, no faster than they are taken, and how they end. */
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
    // Broken here is broken there.
    if (failed) reset(to)
    else if (!from.readableEnded) to.destroy()
  })
}

const reset = (socket: Socket) =>
  socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy()
