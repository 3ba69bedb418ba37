// Servers that run as one mock: shared control routes, one reset, one end.

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

export interface Assembled {
  readonly handler: Handler
  readonly clock: AlarmClock
  readonly controls: ControlRoutes
  readonly tokenOf: (head: Request) => string | undefined
  /** Ends event streams, which have no end of their own. */
  readonly endStreams?: () => void
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The settings that the servers share. */
export interface Together {
  /** Undefined: no control routes. */
  readonly mayControl: MayControl | undefined
  readonly isOwnHost: IsOwnHost
  readonly cors: boolean
  readonly safety: Safety
}

/** An address to listen on, or the URL for `fetch` alone. */
export type Place =
  | { readonly host?: string | undefined; readonly port?: number | undefined }
  | { readonly url: string }

export interface Running {
  /** Listens. If that fails, the whole mock ends. */
  readonly open: (server: Assembled, place: Place) => Promise<Reached>
  /**
   * Starts another listener, such as RESP2, that ends with the servers. If that fails, the whole
   * mock ends.
   */
  readonly beside: <T extends Pick<Served, 'close'>>(start: () => Promise<T>) => Promise<T>
  /** Resets all servers, then rejects if one failed. Rejects after the end of the mock. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
  /** Ends the mock when the current requests were answered, after at most `grace` milliseconds. */
  readonly drain: (grace: number) => Promise<void>
}

/** Runs servers as one. Each serves all control routes, with its own clock. */
export function runTogether(
  servers: readonly Assembled[],
  shared: ControlRoutes,
  { mayControl, isOwnHost, cors, safety }: Together,
): Running {
  const listening: Pick<Served, 'close'>[] = []
  let closed = false

  /** Rejects calls after the end of the mock. */
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
    // Streams would last for the whole grace period.
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
