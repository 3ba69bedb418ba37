// Isolated spaces: mocks in memory behind the ports of another mock, with tokens of their own.

import { randomUUID } from 'node:crypto'
import { isVirtual, type AlarmClock } from '../clock.js'
import type { ControlRoutes } from '../control.js'
import type { Front } from '../front.js'
import { Refusal } from '../http/refusal.js'
import type { Together } from '../running.js'
import { queueTokenOf } from '../tokens.js'
import type { KvAccess, QueueAccess } from './access.js'
import { dialectOf, type CommonOptions, type KvOptions, type QueueOptions } from './options.js'

/** The mock whose ports a space shares. */
export interface Host {
  readonly kv?: Front | undefined
  readonly queue?: Front | undefined
  readonly together: Together
}

/** The options of a mock that its spaces do not have: their data is in memory. */
const ofMock = {
  token: undefined,
  readOnlyToken: undefined,
  kvToken: undefined,
  kvReadOnlyToken: undefined,

  signingKeys: undefined,
  respPort: undefined,
  redis: undefined,
  redisMayBeFlushed: undefined,
  store: undefined,
  queueStore: undefined,
} satisfies Partial<Record<keyof KvOptions | keyof QueueOptions, undefined>> &
  Readonly<Record<string, undefined>>

/** Returns the options of a space. Its clock is of the kind of the clock of its mock. */
export function optionsOfSpace<O extends CommonOptions<AlarmClock>>(options: O): O {
  const { clock } = options
  const own = Object.entries(options).filter(([name]) => !Object.hasOwn(ofMock, name))
  const kind = typeof clock !== 'object' ? clock : isVirtual(clock) ? 'virtual' : 'real'
  return { ...(Object.fromEntries(own) as unknown as O), clock: kind }
}

/** Returns the token of the queue of a space. Its user is unique, because the URLs of hooks have it. */
export function queueTokenOfSpace({ dialect }: CommonOptions<AlarmClock>): string {
  const password = randomUUID()
  return queueTokenOf(dialectOf(dialect).name, password, `mock-${password.slice(0, 8)}`)
}

/** A space, for its control routes. */
interface Described {
  readonly kv?: Pick<KvAccess, 'url' | 'token' | 'readOnlyToken'>
  readonly queue?: Pick<QueueAccess, 'url' | 'token' | 'signingKeys'>
  readonly close: () => Promise<void>
}

/** Returns a space of one interface in the form of one of both. */
export const ownOf = <Name extends 'kv' | 'queue', M extends Pick<Described, 'close'>>(
  name: Name,
  space: M,
) => ({ [name]: space, close: space.close }) as { readonly [N in Name]: M } & Pick<M, 'close'>

/**
 * Returns the control routes of spaces. `isolate` starts a space. `self` returns the space that serves
 * the routes, or undefined for the mock itself.
 */
export const isolateControls = (
  isolate: () => Promise<Described>,
  self: () => Pick<Described, 'close'> | undefined,
): ControlRoutes => ({
  /** Starts an isolated space. Responds with its URLs and tokens, and with 409 if there are too many. */
  async 'POST /isolate'() {
    const { kv, queue } = await isolate().catch((error: unknown) => {
      throw error instanceof RangeError ? new Refusal(409, error.message) : error
    })
    return {
      ...(kv && { kv: { url: kv.url, token: kv.token, readOnlyToken: kv.readOnlyToken } }),
      ...(queue && {
        queue: { url: queue.url, token: queue.token, signingKeys: queue.signingKeys },
      }),
    }
  },

  /** Ends the space whose token the request has. */
  async 'DELETE /isolate'() {
    const space = self()
    if (space === undefined)
      throw new Refusal(400, 'expected the token of an isolated space: Authorization: Bearer TOKEN')
    await space.close()
    return {}
  },
})
