// What servers share that run as one mock: their control routes, one reset, one end.

import type { AlarmClock } from './clock.js'
import { clockControls, resetControls, withControl, type ControlRoutes } from './control.js'
import { fetchOf } from './http/fetch.js'
import type { Handler } from './http/message.js'
import { serve, type Served } from './http/serve.js'

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

export interface Running {
  /** Listens, on a free port without one. What of the mock is running ends when that fails. */
  readonly open: (
    server: Assembled,
    host?: string,
    port?: number,
  ) => Promise<{ readonly url: string; readonly fetch: typeof fetch }>
  /** Keeps what listens beside them, to end with the others; all ends when it cannot start. */
  readonly beside: <T extends Pick<Served, 'close'>>(start: () => Promise<T>) => Promise<T>
  /** Resets every server, then rejects if one of them could not. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Runs servers as one. Each answers the control routes of all, but tells and turns its own clock. */
export function runTogether(servers: readonly Assembled[], shared: ControlRoutes): Running {
  const listening: Pick<Served, 'close'>[] = []

  async function reset(): Promise<void> {
    const resets = await Promise.allSettled(servers.map((server) => server.reset()))
    const failed = resets.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  async function close(): Promise<void> {
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
    async open({ handler, clock }, host, port) {
      const controlled = withControl(handler, { ...clockControls(clock), ...controls })
      const options = { ...(host && { host }), ...(port && { port }) }
      const served = await beside(() => serve(controlled, options))
      return { url: served.url, fetch: fetchOf(controlled, served.url) }
    },
    beside,
    reset,
    close,
  }
}
