// Helpers for tests of the queue: requests, and a queue whose network is a function.

import { setImmediate } from 'node:timers/promises'
import { dialects, type Dialect } from '#generated/dialects.js'
import { virtualClock, type VirtualClock } from '../clock.js'
import type { Request } from '../http/message.js'
import { safetyOf, type Safety } from '../safety.js'
import type { HeaderMap } from './request/headers.js'
import type { AttemptOutcome } from './message.js'
import type { ApiStubs } from './state.js'
import { createQueue, type Queue } from './queue.js'
import type { Sender } from './deliver/sender.js'
import { queueHandler } from './server.js'
import type { SigningKeys } from './deliver/signature.js'
import { createMemoryStore } from './store/memory/memory-store.js'
import type { Store } from './store/store.js'

const TOKEN = 'the-token'

export const KEYS: SigningKeys = { current: 'the-current-key', next: 'the-next-key' }

/** The start time of the virtual clock. The value is arbitrary. */
export const START = 1_700_000_000_000

type Headers = Readonly<Record<string, string>>

/**
 * Creates a request as received from a socket. The request has the token unless `headers` has
 * `authorization`.
 */
export function request(
  method: string,
  target: string,
  headers: Headers = {},
  body: string | Uint8Array = '',
): Request {
  const sent = Object.entries({ Authorization: `Bearer ${TOKEN}`, ...headers })
  return {
    method,
    target,
    headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: sent.flat(),
    body: Buffer.from(body),
    remoteAddress: '127.0.0.1',
    remotePort: 0,
  }
}

/** Creates a request to publish to `destination`. The path contains `destination` unchanged. */
export const publishTo = (destination: string, headers?: Headers, body?: string | Uint8Array) =>
  request('POST', `/v2/publish/${destination}`, headers, body)

/** Creates the response of a destination. */
export const answered = (status: number, headers: HeaderMap = {}): AttemptOutcome => ({
  kind: 'answered',
  status,
  headers,
  body: new Uint8Array(),
})

/** Creates an attempt to deliver a message, for the journal. */
export const attemptTo = (messageId: string, body: Uint8Array = new Uint8Array()) => ({
  messageId,
  body,
  retried: 0,
  startedAt: START,
  endedAt: START,
  durationMs: 0,
  url: 'http://app.test/',
  method: 'POST',
  headers: {},
  outcome: answered(200),
})

interface TestQueueOptions {
  readonly send?: Sender['send']
  readonly dialect?: Dialect
  readonly apis?: ApiStubs
  readonly readyLimit?: number
  readonly safety?: Partial<Safety>
  readonly store?: Store
  readonly clock?: VirtualClock
}

/**
 * Creates a queue whose clock starts at `START`. `send` replaces the network. By default it
 * responds with 200.
 */
export function testQueue({
  send = async () => answered(200),
  dialect = dialects.svc,
  safety: given = {},
  apis = {},
  readyLimit,
  store = createMemoryStore(given.queueBytes),
  clock = virtualClock(START, { patience: 10 }),
}: TestQueueOptions = {}) {
  const safety = safetyOf(given)
  const queue = createQueue({
    clock,
    dialect,
    token: TOKEN,
    signingKeys: KEYS,
    store,
    apis,
    readyLimit,
    safety,
    sender: { objection: () => undefined, send, close: async () => {} },
  })
  return { clock, queue }
}

/** Creates a queue whose attempts get a response when `answer` is called. */
export function heldQueue(options: Omit<TestQueueOptions, 'send'> = {}) {
  const held: { readonly path: string; readonly end: (outcome: AttemptOutcome) => void }[] = []
  const { queue, clock } = testQueue({
    ...options,
    send: ({ url }) => new Promise((end) => held.push({ path: new URL(url).pathname, end })),
  })
  return {
    queue,
    clock,
    /** Returns the paths of the attempts that wait for a response, in the order of their start. */
    underWay: async (): Promise<readonly string[]> => {
      // `advance` does not wait for hanging attempts or for work that follows them, so the test
      // yields first.
      await setImmediate()
      await clock.advance(0)
      return held.map(({ path }) => path)
    },
    /** Responds to the waiting attempts, or to those to one path. */
    answer(status = 200, path?: string): void {
      for (const each of held.splice(0)) {
        if (path === undefined || each.path === path) each.end(answered(status))
        else held.push(each)
      }
    },
  }
}

export const publish = (
  queue: Queue,
  headers: Headers = {},
  { to = 'http://app.test/', body = 'the body' } = {},
) => queue.publish.send(queue.reading.publication(publishTo(to, headers, body)))

/**
 * Sends a request with a JSON body. Returns the status of the response and the body, parsed as JSON if
 * there is one.
 */
export async function ask(
  queue: Queue,
  ...[method, target, body, headers]: [string, string, unknown?, Headers?]
) {
  const asked = request(method, target, headers, body === undefined ? '' : JSON.stringify(body))
  const answer = await queueHandler(queue)(asked)
  const text = answer.body as string | undefined
  return [answer.status, text === undefined ? undefined : (JSON.parse(text) as unknown)] as const
}
