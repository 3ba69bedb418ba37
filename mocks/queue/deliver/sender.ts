// Sends one HTTP request per delivery, reads one response and follows no redirects.

import { setImmediate } from 'node:timers'
import { lookup } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { versions } from 'node:process'
import type { Agent } from 'undici'
import { DELIVERY, keepDelivery } from '../../http/deliveries.js'
import { bufferOf } from '../../large-buffers.js'
import { copyOf } from '../structures/bytes.js'
import type { Egress } from './egress.js'
import type { HeaderMap } from '../request/headers.js'
import type { AttemptOutcome } from '../message.js'
import type { Pause } from './scheduler.js'
import { Reception, type Reading } from './reception.js'

export interface Delivery {
  readonly url: string
  readonly method: string
  readonly headers: HeaderMap
  readonly body: Uint8Array
}

export interface Sender {
  /** Returns the reason why a URL may not be called, or undefined if the URL may be called. */
  objection(url: string): string | undefined
  /**
   * Makes one attempt. A failed attempt resolves with an outcome and does not reject. Aborting
   * `signal` ends the attempt. A sender that waits on the clock calls `pause`.
   */
  send(delivery: Delivery, signal: AbortSignal, pause: Pause): Promise<AttemptOutcome>
  close(): Promise<void>
}

/**
 * The maximum number of connections to one destination. Further deliveries wait for a connection.
 */
export const MAX_CONNECTIONS = 256

/** Creates a sender over HTTP. The sender calls only destinations that `egress` allows. */
export function createSender(egress: Egress): Sender {
  // undici is loaded with the first delivery, because loading it takes longer than the rest of the
  // mock.
  let agent: Promise<Agent> | undefined
  const reading: Reading = { bytes: 0 }

  return {
    objection(url) {
      if (!URL.canParse(url)) return `the destination is not a URL: "${url}"`
      if (/[^\x21-\xff]/.test(url)) return `the destination is not percent-encoded: "${url}"`
      const { hostname } = new URL(url)
      if (egress.mayCall(hostname)) return undefined
      return `the destination ${hostname} may not be called: it is not this machine; ${allowing(hostname)}`
    },

    async send({ url, method, headers, body }, signal) {
      const dispatcher = await (agent ??= openAgent(egress))
      return new Promise((resolve) => {
        const reception = new Reception(reading, signal, resolve)
        try {
          signal.throwIfAborted()
          dispatcher.dispatch(
            {
              method,
              headers: { ...headers, [DELIVERY]: '1' },
              body: body.length > 0 ? body : null,
              ...partsOf(url),
            },
            reception,
          )
        } catch (error) {
          reception.fail(error)
        }
      })
    },

    async close() {
      await (await agent)?.destroy()
    },
  }
}

async function openAgent(egress: Egress): Promise<Agent> {
  // The path is necessary, because Bun replaces the name `undici` by a module without connections.
  const { Agent, buildConnector } = await import('undici/index.js')

  const guardedLookup: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const open = found.filter(({ address }) => egress.mayConnect(host, address))
      if (open.length > 0) done(null, open)
      else done(refused(host), [])
    })
  }
  // undici gets no timeouts, because the queue measures timeouts with its own clock.
  const connect = buildConnector({
    lookup: guardedLookup,
    autoSelectFamily: true,
    timeout: 0,
    // Bun does not pass the socket to the callback.
    ...(versions['bun'] === undefined && { onread: { buffer: bufferOf(TURN), callback: take } }),
  })

  return new Agent({
    connections: MAX_CONNECTIONS,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, done) {
      const { hostname } = options
      // The address is checked here, because a literal IP address is never looked up.
      if (isIP(hostname) && !egress.mayConnect(hostname, hostname)) done(refused(hostname), null)
      else
        connect(options, (error, socket) => {
          if (error !== null) return done(error, null)
          keepDelivery(socket)
          done(null, paced(socket))
        })
    },
  })
}

/**
 * The maximum number of bytes of a connection to parse before other connections have their turn.
 */
const TURN = 16 * 1024

/** The lengths of the chunks that a socket holds, oldest first. */
const chunks = new WeakMap<Socket, number[]>()

/**
 * Copies bytes out of the buffer that all sockets share. Without the copy Node would allocate 64
 * KiB for each read.
 */
function take(this: Socket, length: number, bytes: Uint8Array): boolean {
  chunks.get(this)?.push(length)
  return this.push(copyOf(bytes.subarray(0, length)))
}

/**
 * Reads a socket in turns. A destination may send thousands of informational responses or of chunks
 * of one byte faster than undici can parse them, and undici would not let other work run. Each read
 * returns one chunk as it arrived, because a read across chunks would copy the bytes again.
 */
function paced<S extends Socket>(socket: S): S {
  const lengths: number[] = []
  chunks.set(socket, lengths)
  const read = socket.read.bind(socket)
  let left = TURN
  socket.read = () => {
    if (left <= 0) return null
    const bytes = read(lengths.shift()) as Buffer | null
    left -= bytes?.length ?? 0
    if (left <= 0)
      setImmediate(() => {
        left = TURN
        socket.emit('readable')
      })
    return bytes
  }
  return socket
}

const refused = (host: string) =>
  new Error(`${host} has an address that may not be called; ${allowing(host)}`)

const allowing = (host: string) =>
  `to allow it, start the mock with --allow-destination ${host}, or allowDestinations of startMock; ` +
  'in a test, interceptDelivery can respond in its place'

/** Origins by the beginning of their URLs, because most messages go to the same few. */
const origins = new Map<string, string>()
const MOST_ORIGINS = 1000

function originOf(authority: string): string {
  const known = origins.get(authority)
  if (known !== undefined) return known
  const { origin } = new URL(authority)
  if (origins.size < MOST_ORIGINS) origins.set(authority, origin)
  return origin
}

/**
 * Splits a URL into the origin and the raw path. A URL object would change `//`, `..` and
 * percent-encodings.
 */
function partsOf(url: string): { origin: string; path: string } {
  const [authority = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  const rest = url.slice(authority.length).replace(/#.*/s, '')
  return { origin: originOf(authority), path: rest.startsWith('/') ? rest : `/${rest}` }
}
