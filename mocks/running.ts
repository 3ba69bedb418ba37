// Runs several servers as one mock with shared control routes. One call resets or ends all servers.

import { inspect } from 'node:util'
import { assertOpen } from './closed.js'
import { closeTime, isAmount, resetTime, type AlarmClock } from './clock.js'
import {
  clockControls,
  resetControls,
  type Console,
  type Control,
  type ControlRoutes,
  type MayControl,
  type Waiting,
  leaseControls,
} from './control.js'
import { createFront, spaceControls, type Front, type ShownSpace } from './front.js'
import type { IsOwnHost } from './http/hosts.js'
import { fetchOf, type Reached } from './http/fetch.js'
import type { Handler, Request } from './http/message.js'
import { serve, type Served } from './http/serve.js'
import type { PageRules } from './http/pages.js'
import type { Safety } from './safety.js'

/** Settings of the functions that a request meets first. Without a setting, its function does nothing. */
export interface Entrance {
  readonly pages: PageRules | undefined
  readonly control: Control | undefined
}

export interface Assembled {
  readonly handler: (entrance: Entrance) => Handler
  readonly clock: AlarmClock
  readonly controls: ControlRoutes
  readonly tokenOf: (head: Request) => string | undefined
  /** Returns true if the request is for this server: by its token, or by a URL without a token. */
  readonly owns: (head: Request) => boolean
  /** Returns the token for the console. */
  readonly shown: () => ShownSpace
  /** Ends event streams, because event streams never end by themselves. */
  readonly endStreams?: () => void
  /** Starts no more work. Resolves when all work has ended, or after `grace` milliseconds. */
  readonly drain?: (grace: number) => Promise<void>
  /** Returns the messages that wait. Only a queue has messages. */
  readonly waiting?: () => Promise<Waiting>
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The settings that all servers of a mock share. */
export interface Together {
  /** Returns true if a client may use control routes. Undefined if there are no control routes. */
  readonly mayControl: MayControl | undefined
  readonly isOwnHost: IsOwnHost
  readonly cors: boolean
  readonly safety: Safety
  readonly console: Console
  /** True if the clock was made for this mock. A clock of the caller may go on. */
  readonly ownsClock: boolean
}

/** An address to listen on, a URL that only `fetch` uses, or the front of another server. */
export type ServerAddress =
  | { readonly host?: string | undefined; readonly port?: number | undefined }
  | { readonly url: string }
  | Front

/** A server that requests reach. */
export interface Opened {
  readonly at: Reached
  readonly front: Front
}

export type RunningMock = ReturnType<typeof runTogether>

/** Runs servers as one mock. Each server serves all control routes and uses its own clock for them. */
export function runTogether(
  servers: readonly Assembled[],
  shared: ControlRoutes,
  { mayControl, isOwnHost, cors, safety, console, ownsClock }: Together,
) {
  const listening: Pick<Served, 'close'>[] = []
  const fronts: Front[] = []
  let closed = false

  /** Makes calls reject after the end of the mock. */
  const whileOpen =
    <A extends readonly unknown[], R>(act: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      assertOpen(closed)
      return act(...given)
    }

  /** Resets all servers and their clocks. Rejects after the reset if one server failed. */
  async function reset(): Promise<void> {
    const resets = await Promise.allSettled(servers.map((server) => server.reset()))
    for (const { clock } of servers) resetTime(clock)
    const failed = resets.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Ends the mock after all current requests and attempts, or after `grace` milliseconds. */
  async function drain(grace: number): Promise<void> {
    if (!isAmount(grace)) throw new TypeError(`drain: expected milliseconds, got ${inspect(grace)}`)
    closed = true
    const spaces = new Set(
      fronts.flatMap((front) => [...front.spaces.keys()].map(({ drain }) => drain)),
    )
    // Streams are ended first, because they would last for the whole grace period.
    for (const server of servers) server.endStreams?.()
    await Promise.all([
      ...Array.from(spaces, (drain) => drain(grace)),
      ...listening.map((server) => server.close(grace)),
      ...servers.map((server) => grace > 0 && server.drain?.(grace)),
    ])
    await Promise.all(servers.map((server) => server.close()))
    if (ownsClock) for (const { clock } of servers) closeTime(clock)
  }

  const close = () => drain(0)

  /**
   * Starts another listener, such as RESP2. The listener ends with the servers. If the start fails,
   * the whole mock ends.
   */
  async function beside<T extends Pick<Served, 'close'>>(start: () => Promise<T>): Promise<T> {
    try {
      const started = await start()
      listening.push(started)
      return started
    } catch (error) {
      await close()
      throw error
    }
  }

  const lease = leaseControls()
  const controls = servers.reduce((routes, server) => ({ ...routes, ...server.controls }), {
    ...resetControls(async () => {
      lease.end()
      await reset()
    }),
    ...lease.controls,
    ...shared,
  })

  const waiting = async () => servers.find((server) => server.waiting)?.waiting?.()

  return {
    /** Starts to listen. If listening fails, the whole mock ends. */
    open: async (
      { handler, clock, tokenOf, owns, shown }: Assembled,
      place: ServerAddress,
    ): Promise<Opened> => {
      const spaces = spaceControls(() => ('spaces' in place ? place : front))
      const routes = { ...clockControls(clock, waiting), ...spaces, ...controls }
      const { tokenKey } = shown()
      const control = mayControl && { routes, mayControl, console, tokenKey }
      const pages = { isOwnHost, controls: mayControl !== undefined, cors, tokenOf }
      const doors = {
        tokenOf,
        owns,
        served: handler({ pages, control }),
        // A request without a socket comes from no web page.
        direct: handler({ pages: undefined, control }),
      }
      const reached = (url: string, direct: Handler) => ({
        url,
        fetch: whileOpen(fetchOf(direct, url)),
      })
      if ('spaces' in place) {
        await beside(async () => {
          const remove = place.add({ ...doors, shown, drain })
          return { close: async () => remove() }
        })
        return { at: reached(place.url, doors.direct), front: place }
      }
      const front = createFront(doors, fronts)
      fronts.push(front)
      if ('url' in place) front.url = place.url
      else {
        const host = place.host || undefined
        const start = () => serve(front.served, { host, port: place.port, limits: safety })
        front.url = (await beside(start)).url
      }
      return { at: reached(front.url, front.direct), front }
    },
    beside,
    whileOpen,
    assertOpen: () => assertOpen(closed),
    lifecycle: { reset: whileOpen(reset), close, drain, [Symbol.asyncDispose]: close },
  }
}
