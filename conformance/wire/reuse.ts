// Decides which requests are sent on a new connection, and which are sent again.
//
// A server may close an idle connection at the moment when a request reuses it. HTTP allows this
// race, so such a request is sent again. A server that drops requests looks the same, unless its
// connection is new.

import type { ClientRequest } from 'node:http'
import type { Duplex } from 'node:stream'

/** The number of requests of a route that use new connections after one of them was sent again. */
const onNewConnections = 20

/** A connection that was in use more recently, in milliseconds, has not reached an idle timeout. */
const recentMs = 1_000

/** The shortest time in milliseconds after which the end of a connection is too late for the race. */
const leastRaceMs = 100

interface RouteOf {
  readonly method: string
  readonly target: string
}

/** Returns the record of the connections of one target. */
export function connectionReuse() {
  const lastUses = new WeakMap<Duplex, number>()
  const newConnections = new Map<string, number>()
  const counts = { reused: 0, sentAgain: 0 }
  let fastestMs = 0

  return {
    counts: counts as Readonly<typeof counts>,

    /**
     * Returns true if the next request of this route needs a new connection. Without an answer, such
     * a request is no race, so a server that drops requests of one route is found out.
     */
    needsNew(request: RouteOf): boolean {
      const route = routeOf(request)
      const left = newConnections.get(route) ?? 0
      if (left > 0) newConnections.set(route, left - 1)
      return left > 0
    },

    /** Records that a request is sent again. */
    sendsAgain(request: RouteOf): void {
      counts.sentAgain++
      newConnections.set(routeOf(request), onNewConnections)
    },

    /**
     * Returns a function that returns true if the server may have closed the connection before it
     * received the request. Must be called before the request has a socket.
     */
    watched(request: ClientRequest): () => boolean {
      let mayBeRace = false
      request.once('socket', (socket) => {
        const lastUse = lastUses.get(socket)
        const sentAt = performance.now()
        const noRace = () => (mayBeRace = false)
        if (lastUse !== undefined) {
          counts.reused++
          mayBeRace = true
          socket.once('data', noRace)
        }
        // The end of a closed connection arrives within a round trip. An idle timeout can end
        // later, if the server is busy.
        const isRecent = lastUse !== undefined && sentAt - lastUse < recentMs
        // If this process stood still, the end may wait behind the timer.
        const tooLate = () => setImmediate(() => setImmediate(noRace))
        const timer = isRecent
          ? setTimeout(tooLate, Math.max(leastRaceMs, 2 * fastestMs))
          : undefined
        request.once('response', () => {
          const tookMs = performance.now() - sentAt
          fastestMs = fastestMs === 0 ? tookMs : Math.min(fastestMs, tookMs)
        })
        request.once('close', () => {
          clearTimeout(timer)
          socket.off('data', noRace)
          lastUses.set(socket, performance.now())
        })
      })
      return () => mayBeRace
    },
  }
}

/** Returns the method and the first part of the path, with its version: `POST /v2/publish`. */
const routeOf = ({ method, target }: RouteOf): string =>
  `${method} ${/^(\/v\d+)?\/?[^/?]*/.exec(target)?.[0] ?? ''}`
