// The objects that callers use to access running mocks.

/// <reference lib="esnext.disposable" preserve="true" />

import type { AlarmClock, VirtualClock } from '../clock.js'
import type { Intercept } from '../intercepts/intercept.js'
import type { DeliveryMatch, KvMatch, RequestMatch } from '../intercepts/match.js'
import type { Attempt } from '../journal/attempt.js'
import type { KvRequest, ReceivedRequest } from '../journal/reader.js'
import type {
  DeliveryFilter,
  JournalAccess,
  KvRequestFilter,
  RequestFilter,
  WaitOptions,
} from '../journal/requests.js'
import type { WantedTokens } from '../kv/controls.js'
import type { SigningKeys } from '../queue/deliver/signature.js'
import type { GivenEndpoints } from '../queue/control/controls.js'
import type { StateAccess } from '../snapshot/state.js'
import type { UrlGroup } from '../queue/groups/group-body.js'

export interface KvTokens {
  readonly token: string
  readonly readOnlyToken: string
}

export interface KvAccess {
  readonly url: string
  /** The current Standard token. A reset of the password changes both tokens. */
  readonly token: string
  readonly readOnlyToken: string
  /**
   * Resets the password of the database. Revokes both tokens and the tokens of ACL users. Returns
   * the new tokens, which are random by default.
   */
  readonly resetPassword: (wanted?: WantedTokens) => KvTokens
  /**
   * Intercepts the next request that matches, before the server receives it.
   *
   * @example
   * mock.kv.intercept({ command: 'INCR', key: 'cart:*' }).reply(503, { error: 'busy' }).times(2)
   */
  readonly intercept: (match: KvMatch) => Intercept
  /**
   * Returns the requests to this interface with their commands and responses, oldest first. Tokens
   * are removed.
   *
   * @example
   * expect(mock.kv.requests({ command: 'SET', key: 'user:*' })).toHaveLength(1)
   */
  readonly requests: (match?: KvRequestFilter) => readonly KvRequest[]
  /**
   * Resolves with the first matching request in the journal, as soon as there is one. Rejects with
   * the requests that were received instead after `timeout` milliseconds.
   */
  readonly waitForRequest: (match?: KvRequestFilter, options?: WaitOptions) => Promise<KvRequest>
  /** Sends a request to the server without a socket. */
  readonly fetch: typeof fetch
  /** Access to the same database over RESP2 or RESP3. Set only if the option `respPort` is set. */
  readonly resp?: RespAccess | undefined
}

export interface RespAccess {
  /** The URL `redis://default:TOKEN@127.0.0.1:41873`, with the current Standard token as the password. */
  readonly url: string
}

export interface QueueAccess {
  readonly url: string
  readonly token: string
  /** Sends a request to the server without a socket. */
  readonly fetch: typeof fetch
  /** The keys that sign deliveries now. `POST /v2/keys/rotate` changes them. */
  readonly signingKeys: SigningKeys
  /** Returns the delivery attempts with their outcomes, oldest first. */
  readonly deliveries: (match?: DeliveryFilter) => readonly Attempt[]
  /**
   * Resolves with the attempts after number `after` (default 0) as soon as there is an attempt.
   * Resolves with no attempts after `wait` milliseconds of real time (default 4000). Use it with a
   * real clock. With a virtual clock, `clock.advance` already waits for the attempts.
   */
  readonly nextDeliveries: (asked?: NextDeliveries) => Promise<readonly Attempt[]>
  /** Returns the requests to the queue without their tokens, oldest first. */
  readonly requests: (match?: RequestFilter) => readonly ReceivedRequest[]
  /**
   * Resolves with the first matching request in the journal, as soon as there is one. Rejects with
   * the requests that were received instead after `timeout` milliseconds.
   */
  readonly waitForRequest: (
    match?: RequestFilter,
    options?: WaitOptions,
  ) => Promise<ReceivedRequest>
  /**
   * Intercepts the next request that matches, before the server receives it.
   *
   * @example
   * mock.queue.intercept({ method: 'POST', path: '/v2/publish/*' }).drop()
   */
  readonly intercept: (match: RequestMatch) => Intercept
  /**
   * Intercepts the next attempt to deliver, in place of the destination. The destination need not
   * exist.
   *
   * @example
   * mock.queue.interceptDelivery({ url: 'https://app.example.com/*' }).reply(500).times(3)
   */
  readonly interceptDelivery: (match: DeliveryMatch) => Intercept
  /**
   * Sets the endpoints of a URL group. An empty list deletes the group. Rejects an endpoint that
   * the queue may not call.
   *
   * @example
   * await mock.queue.setGroup('orders', ['http://127.0.0.1:3000/a', { url, name: 'b' }])
   */
  readonly setGroup: (name: string, endpoints: GivenEndpoints) => Promise<UrlGroup | undefined>
}

export interface NextDeliveries {
  readonly after?: number | undefined
  readonly wait?: number | undefined
}

interface MockState<C extends AlarmClock> extends StateAccess {
  readonly clock: C
  readonly journal: JournalAccess
  /**
   * Throws an Error unless each intercept has acted the number of times that it was set to, or once
   * with `persist`. The message has the last request that nearly matched.
   *
   * @example
   * afterEach(() => mock.assertIntercepted())
   */
  readonly assertIntercepted: () => void
  /**
   * Deletes all state, and sets a virtual clock to the real time, or to the time that it was created
   * with. Resolves when the old state can no longer have an effect. Rejects if the data is in a Redis without the permission to flush it. Then everything except the keys in Redis
   * is deleted.
   */
  readonly reset: () => Promise<void>
  /** Ends the mock and its connections. Later calls of `fetch` and `reset` reject. */
  readonly close: () => Promise<void>
  /** Closes the mock at the end of a block with `await using mock = await startMock()`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
  /**
   * Accepts no more connections and starts no more deliveries. Ends the mock after the response to
   * all current requests and deliveries, or after `grace` milliseconds.
   */
  readonly drain: (grace: number) => Promise<void>
}

/** The clock of an isolated space: a new one of the same kind. */
type ClockOfSpace<C extends AlarmClock> = C extends VirtualClock ? VirtualClock : AlarmClock

export interface KvMock<C extends AlarmClock = VirtualClock> extends KvAccess, MockState<C> {
  /** Starts an isolated space, as `isolate` of `startMock` does. */
  readonly isolate: () => Promise<KvMock<ClockOfSpace<C>>>
}

export interface QueueMock<C extends AlarmClock = VirtualClock> extends QueueAccess, MockState<C> {
  /** Starts an isolated space, as `isolate` of `startMock` does. */
  readonly isolate: () => Promise<QueueMock<ClockOfSpace<C>>>
}

export interface Mock<C extends AlarmClock = VirtualClock> extends MockState<C> {
  /**
   * Starts an isolated space: a mock behind the same URLs with other tokens. Data, messages, time,
   * signing keys, journal, intercepts and faults are its own, in memory. The token of a request chooses
   * the space, also for the control routes. All other options are those of the mock. `close` ends
   * the space. Rejects with a RangeError if 100 spaces are open.
   *
   * @example
   * test.concurrent('a reminder comes after a day', async () => {
   *   await using space = await mock.isolate()
   *   await signUp('ada', space.queue)
   *   await space.clock.advance('1d')
   * })
   */
  readonly isolate: () => Promise<Mock<ClockOfSpace<C>>>
  readonly kv: KvAccess
  readonly queue: QueueAccess
  /**
   * Sends requests to both servers without a socket. A request goes to the server whose URL it
   * starts with. Any other URL is rejected with a TypeError, so that tests detect requests to other
   * servers.
   *
   * @example
   * const mock = await startMock({ listen: false, kvUrl: 'https://kv.example.com' })
   * const client = createClient({ baseUrl: mock.kv.url, fetch: mock.fetch })
   */
  readonly fetch: typeof fetch
}
