// What a test may ask of a mock that no contract knows: the routes under `/__mock`.

import type { AlarmClock, VirtualClock } from './clock.js'
import { json, splitTarget, type Handler, type Request, type Response } from './http/message.js'
import { Refusal } from './http/refusal.js'
import type { Attempt } from './queue/journal.js'

/** What the routes act on. */
export interface Controls {
  readonly clock: AlarmClock | VirtualClock
  /** Forgets all state; resolves when nothing of it can happen any more. */
  readonly reset: () => Promise<void>
  /** The attempts to deliver after the one with that sequence number, oldest first. */
  readonly attempts: (after: number) => readonly Attempt[]
  /** The names of the faults that there are, and of those that are on. */
  readonly faults: () => readonly string[]
  readonly faultsOn: () => readonly string[]
  /** Turns on the faults of these names, and all others off. */
  readonly setFaults: (names: readonly string[]) => void
}

const PREFIX = '/__mock'

/** The same handler, and the control routes beside it. They answer the machine itself, nobody else. */
export const withControl =
  (handler: Handler, controls: Controls): Handler =>
  (request) =>
    request.target.startsWith(`${PREFIX}/`) ? answer(controls, request) : handler(request)

async function answer(controls: Controls, request: Request): Promise<Response> {
  try {
    if (!isLoopback(request.remoteAddress)) throw new Refusal(403, 'only loopback may ask this')
    const { path, query } = splitTarget(request.target)
    const operation = `${request.method} ${path.slice(PREFIX.length)}`
    const route = routes[operation]
    if (!route) throw new Refusal(404, `expected one of ${Object.keys(routes).join(', ')}`)
    const input = bodyOf(request)
    return json(200, await route(controls, { input, query: new URLSearchParams(query) }))
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, { error: error.message })
    throw error
  }
}

type Input = Readonly<Record<string, unknown>>

type Route = (controls: Controls, asked: { input: Input; query: URLSearchParams }) => unknown

const routes: Readonly<Record<string, Route>> = {
  'GET /health': ({ clock }) => ({ status: 'ok', clock: kindOf(clock) }),

  async 'POST /reset'({ reset }) {
    await reset()
    return {}
  },

  'GET /clock': ({ clock }) => timeOf(clock),

  /** `{"advance": milliseconds or "7d"}`, `{"to": Unix milliseconds}` or `{"runUntilIdle": true}`. */
  async 'POST /clock'({ clock }, { input: { advance, to, runUntilIdle } }) {
    if (!isVirtual(clock)) throw new Refusal(409, 'the clock is real: it cannot be turned')
    if (typeof advance === 'number' || typeof advance === 'string') {
      await clock.advance(advance).catch(refuseRange)
    } else if (typeof to === 'number') await clock.advanceTo(to)
    else if (runUntilIdle === true) await clock.runUntilIdle()
    else throw new Refusal(400, 'expected {"advance": …}, {"to": …} or {"runUntilIdle": true}')
    return timeOf(clock)
  },

  'GET /journal': ({ attempts }, { query }) => ({
    attempts: attempts(Number(query.get('after') ?? 0)).map(shown),
  }),

  'GET /faults': (controls) => ({ faults: controls.faults(), on: controls.faultsOn() }),

  /** `{"on": [names]}`: these, and no others. */
  'POST /faults'(controls, { input: { on } }) {
    const faults = controls.faults()
    const isFault = (name: unknown): name is string => faults.some((fault) => fault === name)
    if (!Array.isArray(on) || !on.every(isFault)) {
      throw new Refusal(400, `expected {"on": [names]} with names of ${JSON.stringify(faults)}`)
    }
    controls.setFaults(on)
    return { on }
  },
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)

const isVirtual = (clock: AlarmClock | VirtualClock): clock is VirtualClock => 'advance' in clock

const kindOf = (clock: AlarmClock) => (isVirtual(clock) ? 'virtual' : 'real')

const timeOf = (clock: AlarmClock) => ({ now: clock.now(), clock: kindOf(clock) })

function bodyOf({ body }: Request): Input {
  if (body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString())
    if (typeof value === 'object' && value !== null) return value as Input
  } catch {
    // Refused below, as every other body that is no object.
  }
  throw new Refusal(400, 'expected a JSON object')
}

function refuseRange(error: unknown): never {
  throw error instanceof RangeError ? new Refusal(400, error.message) : error
}

/** An attempt as JSON: bytes are base64. */
const shown = ({ body, outcome, ...attempt }: Attempt) => ({
  ...attempt,
  body: base64(body),
  outcome: outcome.kind === 'answered' ? { ...outcome, body: base64(outcome.body) } : outcome,
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
