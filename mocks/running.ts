// What servers share that run as one mock: their control routes, one reset, one end.

import type { AlarmClock } from './clock.js'
import {
  clockControls,
  resetControls,
  withControl,
  type ControlRoutes,
  type MayControl,
} from './control.js'
import { fetchOf, type Reached } from './http/fetch.js'
import type { Handler } from './http/message.js'
import { serve, type Served } from './http/serve.js'
import type { Safety } from './safety.js'

/** A server that is put together and listens nowhere yet. */
export interface Assembled {
  readonly handler: Handler
  /** The clock that its time goes by. */
  readonly clock: AlarmClock
  /** Its own control routes. */
  readonly controls: ControlRoutes
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
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
}

/**
 * Runs servers as one. Each answers the control routes of all, but tells and turns its own clock;
 * without `mayControl` there are none.
 */
export function runTogether(
  servers: readonly Assembled[],
  shared: ControlRoutes,
  { mayControl, safety }: { readonly mayControl: MayControl | undefined; readonly safety: Safety },
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

  async function close(): Promise<void> {
    closed = true
    await Promise.all(listening.map((server) => server.close()))
    await Promise.all(servers.map((server) => server.close()))
  }

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
    async open({ handler, clock }, place) {
      const routes = { ...clockControls(clock), ...controls }
      const controlled = mayControl ? withControl(handler, routes, mayControl) : handler
      const { url } =
        'url' in place
          ? place
          : await beside(() =>
              serve(controlled, { ...place, host: place.host || undefined, safety }),
            )
      return { url, fetch: whileOpen(fetchOf(controlled, url)) }
    },
    beside,
    reset: whileOpen(reset),
    close,
  }
}
