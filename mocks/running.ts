// What servers share that run as one mock: their control routes, one reset, one end.

import type { AlarmClock } from './clock.js'
import {
  clockControls,
  resetControls,
  withControl,
  type ControlRoutes,
  type MayControl,
} from './control.js'
import type { IsOwnHost } from './hosts.js'
import { fetchOf, type Reached } from './http/fetch.js'
import type { Handler, Request } from './http/message.js'
import { serve, type Served } from './http/serve.js'
import { guarded } from './pages.js'
import type { Safety } from './safety.js'

/** A server that is put together and listens nowhere yet. */
export interface Assembled {
  readonly handler: Handler
  /** The clock that its time goes by. */
  readonly clock: AlarmClock
  /** Its own control routes. */
  readonly controls: ControlRoutes
  /** The token that a request has. */
  readonly tokenOf: (head: Request) => string | undefined
  /** Ends event streams, which would end by themselves at no time. */
  readonly endStreams?: () => void
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What servers that run as one have in common. */
export interface Together {
  /** Who may ask the control routes; without it there are none. */
  readonly mayControl: MayControl | undefined
  /** The host names by which they answer control routes. */
  readonly isOwnHost: IsOwnHost
  /** Whether web pages of other origins may use them. */
  readonly cors: boolean
  readonly safety: Safety
}

/** Where a server is reached: at an address, or by `fetch` alone, under a URL that nobody looks up. */
export type Place =
  | { readonly host?: string | undefined; readonly port?: number | undefined }
  | { readonly url: string }

export interface Running {
  /** Listens, on a free port without one. What of the mock is running ends when that fails. */
  readonly open: (server: Assembled, place: Place) => Promise<Reached>
  /** Keeps what listens beside them, to end with the others; all ends when it cannot start. */
  readonly beside: <T extends Pick<Served, 'close'>>(start: () => Promise<T>) => Promise<T>
  /** Resets every server, then rejects if one of them could not; rejects once all is closed. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
  /** Closes when the requests under way are answered, after so many milliseconds at the latest. */
  readonly drain: (grace: number) => Promise<void>
}

/** Runs servers as one. Each answers the control routes of all, but tells and turns its own clock. */
export function runTogether(
  servers: readonly Assembled[],
  shared: ControlRoutes,
  { mayControl, isOwnHost, cors, safety }: Together,
): Running {
  const listening: Pick<Served, 'close'>[] = []
  let closed = false

  /** What is asked of the mock by who has it, and not through a socket, which is gone by then. */
  const whileOpen =
    <A extends readonly unknown[], R>(act: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (closed) throw new Error('the mock is closed: start another one')
      return act(...given)
    }

  async function reset(): Promise<void> {
    const resets = await Promise.allSettled(servers.map((server) => server.reset()))
    const failed = resets.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  async function drain(grace: number): Promise<void> {
    closed = true
    // They would go on for all of the grace.
    for (const server of servers) server.endStreams?.()
    await Promise.all(listening.map((server) => server.close(grace)))
    await Promise.all(servers.map((server) => server.close()))
  }

  const close = () => drain(0)

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

  const controls = servers.reduce((routes, server) => ({ ...routes, ...server.controls }), {
    ...resetControls(reset),
    ...shared,
  })

  return {
    async open({ handler, clock, tokenOf }, place) {
      const routes = { ...clockControls(clock), ...controls }
      const controlled = mayControl ? withControl(handler, routes, mayControl) : handler
      if ('url' in place)
        return { url: place.url, fetch: whileOpen(fetchOf(controlled, place.url)) }
      const { host, port } = place
      const rules = { isOwnHost, controls: mayControl !== undefined, cors, tokenOf }
      const served = guarded(controlled, rules)
      const { url } = await beside(() => serve(served, { host: host || undefined, port, safety }))
      return { url, fetch: whileOpen(fetchOf(controlled, url)) }
    },
    beside,
    reset: whileOpen(reset),
    close,
    drain,
  }
}
