// Recognises deliveries of a queue at a server of a mock. They come from loopback, as the requests of
// tests do, but anyone with the token of the queue chooses their URL.
//
// Both signs are set where the connection is made, so the text of a URL does not matter. The header
// is in every delivery of every mock, and stays behind a proxy. The two ends of the connection
// cannot be sent at all: they also recognise bytes that look like a request of their own.

import type { Socket } from 'node:net'

/** The header of each delivery. The sender sets it last, so no publisher can remove it. */
export const DELIVERY = 'mock-delivery'

/** The ports on which this process has listened. */
const listening = new Set<number>()

/**
 * The connections to these ports that no server has met yet, by their two ends. A client sends
 * bytes only after its `connect` event, and `keepDelivery` is called in this event. So a server that has
 * received bytes finds the connection here, even if it accepted the connection before the event, or if
 * the client has closed the connection since. The system does not use two ends again while a server
 * still has the old connection, and the server removes them: with the first request, when the
 * connection closes, or when it drops the connection over its limit. A server may drop it before the
 * client's `connect` event, so the client removes them too when the server ends the connection. So no
 * later connection is taken for a delivery.
 */
const unmet = new Set<string>()

/** The most connections that are kept. Other machines may have the same port, and meet none. */
const MOST = 10_000

export const listensOn = (port: number): void => void listening.add(port)

/** Keeps an outgoing connection. Must be called before the first byte is sent. */
export function keepDelivery(socket: Socket): void {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  if (remotePort === undefined || !listening.has(remotePort)) return
  const ends = endsOf(localAddress, localPort, remoteAddress, remotePort)
  unmet.add(ends)
  const forget = () => unmet.delete(ends)
  socket.once('end', forget).once('error', forget)
  if (unmet.size > MOST) for (const oldest of unmet) return void unmet.delete(oldest)
}

/** Forgets an incoming connection that its server dropped. */
export const dropped = (ends: Ends): void => void unmet.delete(incomingEnds(ends))

/** An incoming connection. */
export class Incoming {
  readonly #ends: string
  #isDelivery: boolean | undefined

  constructor(socket: Socket) {
    this.#ends = incomingEnds(socket)
  }

  /** Returns true if a queue of this process opened the connection. Call it when bytes have arrived. */
  isDelivery(): boolean {
    return (this.#isDelivery ??= unmet.delete(this.#ends))
  }
}

type Ends = {
  readonly [Key in `${'local' | 'remote'}${'Address' | 'Port'}`]?: Socket[Key] | undefined
}

const incomingEnds = ({ localAddress, localPort, remoteAddress, remotePort }: Ends) =>
  endsOf(remoteAddress, remotePort, localAddress, localPort)

type End = readonly [address: string | undefined, port: number | undefined]

const endsOf = (...[client, clientPort, server, serverPort]: [...End, ...End]): string =>
  `${plain(client)} ${clientPort} ${plain(server)} ${serverPort}`

/** A server on all addresses sees IPv4 addresses in the form of IPv6. */
const plain = (address = ''): string => address.replace(/^::ffff:/i, '')
