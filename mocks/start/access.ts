// What somebody has who started a mock: how it is reached, what it delivered, its clock and its end.

import type { AlarmClock, VirtualClock } from '../clock.js'
import type { WantedTokens } from '../kv/controls.js'
import type { SigningKeys } from '../queue/deliver/signature.js'
import type { GivenEndpoints } from '../queue/control/controls.js'
import type { ShownGroup } from '../queue/groups/group.js'
import type { Asked, Attempt } from '../queue/journal/journal.js'

/** The two tokens of the database. */
export interface KvTokens {
  readonly token: string
  readonly readOnlyToken: string
}

/** How the key-value interface is reached. */
export interface KvAccess {
  readonly url: string
  /** The tokens, as they are now. */
  readonly token: string
  readonly readOnlyToken: string
  /**
   * Resets the database's password: revokes the two tokens and those of ACL users. Returns the new
   * two, random where none are wanted.
   */
  readonly resetPassword: (wanted?: WantedTokens) => KvTokens
  /** The same server without a socket. */
  readonly fetch: typeof fetch
  /** The same database for clients of Redis, when `respPort` was given. */
  readonly resp?: RespAccess | undefined
}

/** How the database is reached with RESP2. */
export interface RespAccess {
  /** With the Standard token, as it is now, as the password: `redis://default:TOKEN@127.0.0.1:41873`. */
  readonly url: string
}

/** How the queue interface is reached, and what it delivered. */
export interface QueueAccess {
  readonly url: string
  readonly token: string
  /** The same server without a socket. */
  readonly fetch: typeof fetch
  /** What deliveries are signed with. */
  readonly signingKeys: SigningKeys
  /** The attempts to deliver, oldest first: what was sent, and what came back. */
  readonly deliveries: () => readonly Attempt[]
  /**
   * The attempts after the one with that sequence number (0 without it: all), as soon as there is
   * any; none when there was none within `wait` milliseconds of real time (5000 without it). For a
   * clock that is not turned: when `clock.advance` resolves, the attempts of that time are made.
   */
  readonly nextDeliveries: (asked?: NextDeliveries) => Promise<readonly Attempt[]>
  /** The requests to the queue, oldest first, without their tokens. */
  readonly requests: () => readonly Asked[]
  /**
   * Sees that a URL group of that name has these endpoints and no others, so that a publish to the
   * name reaches each of them; without any it is removed. Rejects where one of them may not be called.
   *
   * @example
   * await mock.queue.setGroup('orders', ['http://127.0.0.1:3000/a', { url, name: 'b' }])
   */
  readonly setGroup: (name: string, endpoints: GivenEndpoints) => Promise<ShownGroup | undefined>
}

/** Which deliveries to wait for, and how long. */
export interface NextDeliveries {
  readonly after?: number | undefined
  readonly wait?: number | undefined
}

interface Running<C extends AlarmClock> {
  readonly clock: C
  /**
   * Forgets all state; resolves when nothing of it can happen any more. Rejects when the data is in
   * a Redis that must not be flushed: all but its keys is forgotten then.
   */
  readonly reset: () => Promise<void>
  /** Ends the mock and every connection to it; `fetch` and `reset` reject from then on. */
  readonly close: () => Promise<void>
  /**
   * Takes no more connections, and ends the mock when the requests under way are answered, after
   * that many milliseconds at the latest.
   */
  readonly drain: (grace: number) => Promise<void>
}

export interface KvMock<C extends AlarmClock = VirtualClock> extends KvAccess, Running<C> {}

export interface QueueMock<C extends AlarmClock = VirtualClock> extends QueueAccess, Running<C> {}

export interface Mock<C extends AlarmClock = VirtualClock> extends Running<C> {
  readonly kv: KvAccess
  readonly queue: QueueAccess
  /**
   * Both servers without a socket: what is sent below the URL of one reaches that one. Anything else
   * is rejected with a TypeError, so that a test sees what would have left the process.
   *
   * @example
   * const mock = await startMock({ listen: false, kvUrl: 'https://kv.example.com' })
   * const client = createClient({ baseUrl: mock.kv.url, fetch: mock.fetch })
   */
  readonly fetch: typeof fetch
}
