// What a test may ask of a mock that no contract knows: the routes under `/__mock`.

import { randomUUID } from 'node:crypto'
import { loopback } from './addresses.js'
import { NeverIdle, type AlarmClock, type VirtualClock } from './clock.js'
import {
  admitTo,
  viewOf,
  inTwoSteps,
  json,
  splitTarget,
  type Answer,
  type Handler,
  type Request,
  type Response,
} from './http/message.js'
import { Refusal } from './http/refusal.js'
import { parseJson } from './json-text.js'

/** JSON that is too long to be one text: it is sent in pieces, no faster than they are read. */
export class InPieces {
  readonly pieces: AsyncIterable<string>
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** Answers 200 with the JSON of what it returns, or refuses. */
export type ControlRoute = (asked: {
  /** The body, a JSON object; an empty one without a body. */
  readonly input: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
}) => unknown

/** Routes by operation, for example `'GET /journal'`. Each part of a mock brings its own. */
export type ControlRoutes = Readonly<Record<`${'GET' | 'POST'} /${string}`, ControlRoute>>

const PREFIX = '/__mock'

/** Whether control routes answer a client, by its address. */
export type MayControl = (address: string) => boolean

/**
 * Admits loopback, and what is listed: addresses, ranges such as `172.16.0.0/12`, or `any`. Throws a
 * `RangeError` where an entry is none of these.
 */
export function controllers(listed: readonly string[] = []): MayControl {
  const addresses = loopback()
  for (const entry of listed)
    if (entry !== 'any' && !addresses.add(entry))
      throw new RangeError(
        `expected an address, a range such as 172.16.0.0/12 or any, got "${entry}"`,
      )
  return listed.includes('any') ? () => true : addresses.has
}

/** Whether a request is for a control route. */
export const isControl = ({ target }: Request): boolean => target.startsWith(`${PREFIX}/`)

/**
 * The same handler, and control routes beside it. They answer whom `mayControl` admits, and of what runs
 * there no web page: a browser sends requests to loopback for whoever asks it to.
 */
export const withControl = (
  handler: Handler,
  routes: ControlRoutes,
  mayControl = controllers(),
): Handler =>
  inTwoSteps((head) => (isControl(head) ? admit(routes, head, mayControl) : admitTo(handler, head)))

/** Decides who may ask, and finds the route: nobody else sends a body. */
function admit(routes: ControlRoutes, head: Request, mayControl: MayControl): Response | Answer {
  try {
    const { remoteAddress, headers } = head
    if (!mayControl(remoteAddress))
      throw new Refusal(
        403,
        `this mock is controlled from loopback, not from ${remoteAddress}, unless --control-from says so`,
      )
    if (headers.origin !== undefined || SITES.includes(headers['sec-fetch-site']))
      throw new Refusal(403, 'no web page may ask this: expected a request without Origin')
    const { path, query } = splitTarget(head.target)
    const operation = `${head.method} ${path.slice(PREFIX.length)}`
    const [, route] = Object.entries(routes).find(([name]) => name === operation) ?? []
    if (!route) throw new Refusal(404, `expected one of ${Object.keys(routes).join(', ')}`)
    return (request) => answer(route, request, query)
  } catch (error) {
    return refusalOf(error)
  }
}

/** Where a browser says that a request comes from, but for a user who enters an address. */
const SITES: readonly unknown[] = ['cross-site', 'same-site', 'same-origin']

async function answer(route: ControlRoute, request: Request, query: string): Promise<Response> {
  try {
    const input = bodyOf(request)
    const told = await route({ input, query: new URLSearchParams(query) })
    if (!(told instanceof InPieces)) return json(200, told)
    const headers = { 'content-type': 'application/json' }
    return { status: 200, headers, body: told.pieces, ends: true }
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): Response {
  if (error instanceof Refusal) return json(error.status, { error: error.message })
  throw error
}

/** What time it is, and how it is turned. */
export const clockControls = (clock: AlarmClock | VirtualClock): ControlRoutes => ({
  'GET /health': () => ({ status: 'ok', clock: kindOf(clock), clockId: idOf(clock) }),

  'GET /clock': () => timeOf(clock),

  /**
   * `{"advance": milliseconds or "7d"}`, `{"to": Unix milliseconds}` or `{"runUntilIdle": true}`;
   * with the first two `"patience"`, the milliseconds after which a delivery counts as hanging,
   * `"hanging"`, how many are known to hang, and `"pause"`, the milliseconds without progress after
   * which it answers from where it is: then `left` is what is left of the way.
   */
  async 'POST /clock'({ input: { advance, to, runUntilIdle, ...input } }) {
    if (!isVirtual(clock)) throw new Refusal(409, 'time is real here: it cannot be turned')
    const options = {
      patience: numberIn(input, 'patience', 'milliseconds'),
      hanging: numberIn(input, 'hanging', 'a number'),
      pause: numberIn(input, 'pause', 'milliseconds'),
    }
    let left: number | undefined
    // A clock refuses what it cannot be turned by, and NaN is such: a value of another type becomes it.
    if (advance !== undefined) {
      const duration = typeof advance === 'string' ? advance : numberOf(advance)
      left = await clock.advance(duration, options).catch(refuseRange('advance'))
    } else if (to !== undefined) {
      left = await clock.advanceTo(numberOf(to), options).catch(refuseRange('to'))
    } else if (runUntilIdle === true) await clock.runUntilIdle().catch(refuseEndless)
    else throw new Refusal(400, 'expected {"advance": …}, {"to": …} or {"runUntilIdle": true}')
    return { ...timeOf(clock), left }
  },
})

/** `reset` forgets all state; it resolves when nothing of it can happen any more. */
export const resetControls = (reset: () => Promise<void>): ControlRoutes => ({
  async 'POST /reset'() {
    await reset()
    return {}
  },
})

const isVirtual = (clock: AlarmClock | VirtualClock): clock is VirtualClock => 'advance' in clock

const kindOf = (clock: AlarmClock) => (isVirtual(clock) ? 'virtual' : 'real')

/** Names clocks, so that who asks at two addresses knows whether they share theirs. */
const ids = new WeakMap<AlarmClock, string>()

function idOf(clock: AlarmClock): string {
  const id = ids.get(clock) ?? randomUUID()
  ids.set(clock, id)
  return id
}

const timeOf = (clock: AlarmClock) => ({ now: clock.now(), clock: kindOf(clock) })

const numberOf = (value: unknown) => (typeof value === 'number' ? value : NaN)

function numberIn(
  input: Readonly<Record<string, unknown>>,
  name: string,
  expected: string,
): number | undefined {
  const value = input[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= 0 && value < 2 ** 31) return value
  throw new Refusal(400, `${name}: expected ${expected}, got ${JSON.stringify(value)}`)
}

const refuseRange =
  (field: string) =>
  (error: unknown): never => {
    throw error instanceof RangeError ? new Refusal(400, `${field}: ${error.message}`) : error
  }

function refuseEndless(error: unknown): never {
  throw error instanceof NeverIdle ? new Refusal(409, error.message) : error
}

function bodyOf({ body }: Request): Readonly<Record<string, unknown>> {
  if (body.length === 0) return {}
  try {
    const value = parseJson(viewOf(body).toString())
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isObject) return value as Record<string, unknown>
  } catch (error) {
    throw new Refusal(400, `expected a JSON object: ${(error as SyntaxError).message}`)
  }
  throw new Refusal(400, 'expected a JSON object')
}
