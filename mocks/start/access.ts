// The running mocks as their callers see them.

import type { AlarmClock, VirtualClock } from '../clock.js'
import type { WantedTokens } from '../kv/controls.js'
import type { SigningKeys } from '../queue/deliver/signature.js'
import type { GivenEndpoints } from '../queue/control/controls.js'
import type { ShownGroup } from '../queue/groups/group.js'
import type { Asked, Attempt } from '../queue/journal/journal.js'

export interface KvTokens {
  readonly token: string
  readonly readOnlyToken: string
}

export interface KvAccess {
  readonly url: string
  /** The current tokens. */
  readonly token: string
  readonly readOnlyToken: string
  /**
   * Resets the password of the database: revokes both tokens and those of ACL users. Returns the
   * new tokens, random by default.
   */
  readonly resetPassword: (wanted?: WantedTokens) => KvTokens
  /** The same server without a socket. */
  readonly fetch: typeof fetch
  /** The same database with RESP2, if `respPort` was given. */
  readonly resp?: RespAccess | undefined
}

export interface RespAccess {
  /** The password is the current Standard token: `redis://default:TOKEN@127.0.0.1:41873`. */
  readonly url: string
}

export interface QueueAccess {
  readonly url: string
  readonly token: string
  /** The same server without a socket. */
  readonly fetch: typeof fetch
  /** The keys that sign deliveries. */
  readonly signingKeys: SigningKeys
  /** The delivery attempts with their outcomes, oldest first. */
  readonly deliveries: () => readonly Attempt[]
  /**
   * Resolves with the attempts after number `after` (0 by default) as soon as there is one, or with
   * none after `wait` milliseconds of real time (5000 by default). For a real clock: a virtual
   * `clock.advance` resolves after the attempts.
   */
  readonly nextDeliveries: (asked?: NextDeliveries) => Promise<readonly Attempt[]>
  /** The requests to the queue, oldest first, without tokens. */
  readonly requests: () => readonly Asked[]
  /**
   * Sets the endpoints of a URL group; an empty list deletes the group. Rejects an endpoint that may
   * not be called.
   *
   * @example
   * await mock.queue.setGroup('orders', ['http://127.0.0.1:3000/a', { url, name: 'b' }])
   */
  readonly setGroup: (name: string, endpoints: GivenEndpoints) => Promise<ShownGroup | undefined>
}

export interface NextDeliveries {
  readonly after?: number | undefined
  readonly wait?: number | undefined
}

interface Running<C extends AlarmClock> {
  readonly clock: C
  /**
   * Deletes all state; resolves when nothing of it can happen any more. Rejects if the data is in a
   * Redis that must not be flushed: everything but its keys is deleted then.
   */
  readonly reset: () => Promise<void>
  /** Ends the mock and its connections; `fetch` and `reset` reject afterwards. */
  readonly close: () => Promise<void>
  /**
   * Accepts no more connections, and ends the mock when the current requests were answered, after
   * at most `grace` milliseconds.
   */
  readonly drain: (grace: number) => Promise<void>
}

export interface KvMock<C extends AlarmClock = VirtualClock> extends KvAccess, Running<C> {}

export interface QueueMock<C extends AlarmClock = VirtualClock> extends QueueAccess, Running<C> {}

export interface Mock<C extends AlarmClock = VirtualClock> extends Running<C> {
  readonly kv: KvAccess
  readonly queue: QueueAccess
  /**
   * Both servers without a socket: a request goes to the server whose URL it starts with. Rejects any
   * other URL with a TypeError, so that a test shows requests that would leave the process.
   *
   * @example
   * const mock = await startMock({ listen: false, kvUrl: 'https://kv.example.com' })
   * const client = createClient({ baseUrl: mock.kv.url, fetch: mock.fetch })
   */
  readonly fetch: typeof fetch
}
