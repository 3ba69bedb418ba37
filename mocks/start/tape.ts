// Records what reaches a mock and what leaves it, so that `svc-contract mutate` can repeat it against a mock
// with a fault, without the tests.

import { appendFileSync } from 'node:fs'
import { env, pid } from 'node:process'
import { isVirtual, type AlarmClock } from '../clock.js'
import type { Request, Response } from '../http/message.js'
import type { AttemptOutcome } from '../queue/message.js'
import type { Delivery, Sender } from '../queue/deliver/sender.js'
import type { Mock } from './access.js'
import type { MockOptions } from './options.js'
import type { Seams } from './seams.js'

/** The variable with the file for the tapes of a run. */
export const TAPE_VARIABLE = 'SVC_CONTRACT_TAPE'

const TRAVELS = ['advance', 'advanceTo', 'runUntilIdle'] as const

/** One event of a mock. Bytes are in base64. Events with the same number `n` belong together. */
export type TapeEvent =
  | {
      readonly is: 'start'
      readonly at: number
      readonly options: MockOptions
    }
  | ({ readonly is: 'request'; readonly n: number; readonly on: 'kv' | 'queue' } & TapedRequest)
  | { readonly is: 'response'; readonly n: number; readonly status: number; readonly body: string }
  | { readonly is: 'objection'; readonly url: string; readonly because: string | null }
  | ({ readonly is: 'attempt'; readonly n: number; readonly at: number } & TapedDelivery)
  | { readonly is: 'outcome'; readonly n: number; readonly outcome: AttemptOutcome }
  | {
      readonly is: 'travel'
      readonly n: number
      readonly by: (typeof TRAVELS)[number]
      readonly given: readonly unknown[]
    }
  | { readonly is: 'arrival'; readonly n: number; readonly at: number }
  | { readonly is: 'reset'; readonly n: number }
  | { readonly is: 'fresh'; readonly n: number; readonly at: number }
  | { readonly is: 'close' }
  /** Something that no tape can repeat. */
  | { readonly is: 'unknown'; readonly what: string }

export interface TapedRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export interface TapedDelivery extends Omit<Delivery, 'body'> {
  readonly body: string
}

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64')

let mocks = 0

/** Returns a function that notes events of one mock, if the environment has a file for them. */
function writer() {
  const { [TAPE_VARIABLE]: file = '' } = env
  if (file === '') return undefined
  const mock = `${pid}-${mocks++}`
  return (event: TapeEvent) => appendFileSync(file, `${JSON.stringify({ mock, ...event })}\n`)
}

/** Notes that a mock has no tape, such as one of a single interface. */
export const noTape = (what: string): void => writer()?.({ is: 'unknown', what })

/** Returns a tape for a mock, if the environment asks for one. */
export function tapeFor(options: MockOptions, clock: AlarmClock) {
  const note = writer()
  if (note === undefined) return undefined
  const refuse = (what: string) => note({ is: 'unknown', what })
  let events = 0

  const { clock: given, redis, queueStore, respPort, like, faults, safety, ...rest } = options
  for (const [name, value] of Object.entries({ redis, queueStore, respPort, like, faults, safety }))
    if (value !== undefined) refuse(`the option ${name}`)
  if (typeof given === 'object' || !isVirtual(clock)) refuse('a clock that is not its own')

  const noteResponse = (n: number, { status, body = '' }: Response) =>
    typeof body === 'string' || body instanceof Uint8Array
      ? note({ is: 'response', n, status, body: base64(body) })
      : refuse('a stream')

  const seams: Seams = {
    sender: (original: Sender) => ({
      ...original,
      objection(url) {
        const because = original.objection(url)
        note({ is: 'objection', url, because: because ?? null })
        return because
      },
      async send(delivery, signal, pause) {
        const n = events++
        note({ is: 'attempt', n, at: clock.now(), ...delivery, body: base64(delivery.body) })
        const outcome = await original.send(delivery, signal, pause)
        note({ is: 'outcome', n, outcome: withText(outcome) })
        return outcome
      },
    }),
    control({ method, target }) {
      if (method !== 'GET' && !/^\/__mock\/(clock|intercepts)\b/.test(target)) refuse(target)
    },
    async request(_, next, { on, request }) {
      const n = events++
      note({ is: 'request', n, on, ...tapedRequest(request) })
      const response = await next()
      noteResponse(n, response)
      return response
    },
  }

  return {
    seams,

    /** Begins the tape of a mock that has started. */
    begin(mock: Mock<AlarmClock>): void {
      const { kv, queue } = mock
      note({
        is: 'start',
        at: clock.now(),
        options: {
          ...rest,
          kvToken: kv.token,
          kvReadOnlyToken: kv.readOnlyToken,
          queueToken: queue.token,
          kvUrl: kv.url,
          queueUrl: queue.url,
          signingKeys: { ...queue.signingKeys },
        },
      })
      for (const [part, names] of [
        [mock, ['seed', 'snapshot', 'restore', 'drain']],
        [kv, ['resetPassword']],
        [queue, ['setGroup']],
      ] as const)
        for (const name of names) follow(part, name, () => refuse(name))
      follow(mock, 'close', () => note({ is: 'close' }))
      follow(mock, 'reset', () => {
        const n = events++
        note({ is: 'reset', n })
        return () => note({ is: 'fresh', n, at: clock.now() })
      })
      for (const by of TRAVELS)
        follow(clock, by, (given) => {
          const n = events++
          note({ is: 'travel', n, by, given })
          return () => note({ is: 'arrival', n, at: clock.now() })
        })
    },
  }
}

/** Calls `before` before each call of a method, and what it returns after the call has settled. */
function follow(
  whole: object,
  name: string,
  before: (given: readonly unknown[]) => (() => void) | void,
): void {
  const methods = whole as Record<string, (...given: unknown[]) => unknown>
  const original = methods[name]!.bind(whole)
  methods[name] = (...given) => {
    const after = before(given)
    const result = original(...given)
    if (after !== undefined) void Promise.resolve(result).then(after, after)
    return result
  }
}

const withText = (outcome: AttemptOutcome): AttemptOutcome =>
  outcome.kind === 'answered'
    ? { ...outcome, body: base64(outcome.body) as unknown as Uint8Array }
    : outcome

const tapedRequest = ({ method, target, headers, body }: Request): TapedRequest => ({
  method,
  target,
  headers,
  body: base64(body),
})
