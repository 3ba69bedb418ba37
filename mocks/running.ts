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
  /** Resets every server, then rejects if one of them could not. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Runs servers as one. Each answers the control routes of all, but tells and turns its own clock. */
export function runTogether(servers: readonly Assembled[], shared: ControlRoutes): Running {
  const listening: Served[] = []

  async function reset(): Promise<void> {
    const resets = await Promise.allSettled(servers.map((server) => server.reset()))
    const failed = resets.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  async function close(): Promise<void> {
    await Promise.all(listening.map((server) => server.close()))
    await Promise.all(servers.map((server) => server.close()))
  }

  const controls = servers.reduce((routes, server) => ({ ...routes, ...server.controls }), {
    ...resetControls(reset),
    ...shared,
  })

  return {
    async open({ handler, clock }, host, port) {
      const controlled = withControl(handler, { ...clockControls(clock), ...controls })
      try {
        const served = await serve(controlled, { ...(host && { host }), ...(port && { port }) })
        listening.push(served)
        return { url: served.url, fetch: fetchOf(controlled, served.url) }
      } catch (error) {
        await close()
        throw error
      }
    },
    reset,
    close,
  }
}
