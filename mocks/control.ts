// The control routes under `/__mock`, and the lease of a conformance run. Tests use them. The contract does not define them.

import { randomUUID } from 'node:crypto'
import { didYouMean } from './did-you-mean.js'
import { loopback } from './http/hosts.js'
import {
  CLOCK_OPTIONS,
  isVirtual,
  NeverIdle,
  type AlarmClock,
  type VirtualClock,
  realClock,
} from './clock.js'
import { json, splitTarget, type Request, type Response, type Middleware } from './http/message.js'
import { DELIVERY } from './http/deliveries.js'
import { viewOf } from './large-buffers.js'
import { Refusal } from './http/refusal.js'
import { parseJson } from './json-text.js'

/**
 * JSON that is too long for one string. The server sends the pieces no faster than the client reads
 * them.
 */
export class InPieces {
  readonly pieces: AsyncIterable<string>
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** Server-sent events. The stream ends when the client disconnects or `events` end. */
export class EventStream {
  readonly events: AsyncIterable<string>
  constructor(events: AsyncIterable<string>) {
    this.events = events
  }
}

/** A request to a control route. */
export interface Asked {
  /** The JSON object in the request body, or an empty object if there is no body. */
  readonly input: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
  readonly headers: Request['headers']
}

/** Returns the JSON of a 200 response. Throws a `Refusal` to refuse the request. */
export type ControlRoute = (asked: Asked) => unknown

/** Routes by operation, for example `'GET /journal'`. */
export type ControlRoutes = Readonly<
  Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, ControlRoute>
>

const PREFIX = '/__mock'

/** The console: the only web page that may use control routes. */
export interface Console {
  /** The token that the page sends in the header `CONSOLE_TOKEN` with each change. */
  readonly token: string
  /** Returns a file of the page by its path below `/__mock`, or undefined. */
  readonly file: (path: string) => Response | undefined
}

/** The header in which the console sends its token. Other pages cannot read the token. */
const CONSOLE_TOKEN = 'mock-console-token'

/** Returns true if the client address may use control routes. */
export type MayControl = (address: string) => boolean

/**
 * Allows loopback and the addresses in `listed`: addresses, ranges such as `172.16.0.0/12`, or
 * `any`. Throws a `RangeError` for any other entry.
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

export const isControl = ({ target }: Request): boolean => target.startsWith(`${PREFIX}/`)

export interface Control {
  readonly routes: ControlRoutes
  readonly mayControl: MayControl
  readonly console?: Console | undefined
  /** The name of the query parameter whose token chooses an isolated space. */
  readonly tokenKey?: string | undefined
}

/**
 * Answers requests to control routes, if the mock has them. Requests of web pages except the console
 * are refused, because a browser sends requests to loopback for any page.
 */
export const answerControlRoutes =
  (control: Control | undefined): Middleware =>
  ({ request }, next) => {
    if (control === undefined) return next()
    if (isControl(request)) return answer(control, request)
    return control.console && isBareAddress(request) ? toConsole : next()
  }

/** Returns true if the user entered the address of the console without its last slash. */
const isBareAddress = ({ target, headers }: Request): boolean =>
  target === PREFIX && headers['sec-fetch-mode'] === 'navigate'

const toConsole: Response = { status: 307, headers: { location: `${PREFIX}/` } }

async function answer(control: Control, request: Request): Promise<Response> {
  try {
    const route = routeOf(control, request)
    if (typeof route !== 'function') return route
    await request.receive?.()
    const input = bodyOf(request)
    const { headers, target } = request
    const query = new URLSearchParams(splitTarget(target).query)
    if (control.tokenKey !== undefined) query.delete(control.tokenKey)
    const told = await route({ input, query, headers })
    if (told instanceof EventStream) return { status: 200, headers: EVENTS, body: told.events }
    if (!(told instanceof InPieces)) return json(200, told)
    const type = { 'content-type': 'application/json' }
    return { status: 200, headers: type, body: told.pieces, ends: true }
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, { error: error.message })
    throw error
  }
}

/**
 * Returns the route of a request, or a file of the console. Checks the client before the request body
 * arrives, so that a refused client does not send the body.
 */
function routeOf({ routes, mayControl, console }: Control, head: Request): ControlRoute | Response {
  const { remoteAddress, isDelivery, headers } = head
  if (isDelivery === true || headers[DELIVERY] !== undefined)
    throw new Refusal(
      403,
      'a delivery may not use control routes: anyone with the token of the queue chooses its URL',
    )
  if (!mayControl(remoteAddress))
    throw new Refusal(
      403,
      `${remoteAddress} may not use control routes: use loopback, or allow the address with --control-from`,
    )
  const below = splitTarget(head.target).path.slice(PREFIX.length)
  const file = isRead(head) ? console?.file(below) : undefined
  if (file !== undefined && isOpened(head)) return file
  refusePages(head, console)
  if (file !== undefined) return file
  const operation = `${head.method} ${below}`
  const [, route] = Object.entries(routes).find(([name]) => name === operation) ?? []
  if (route) return route
  const known = Object.keys(routes).filter((route) => !route.includes(' /console/'))
  const hint = didYouMean(operation, known) || `: expected one of ${known.join(', ')}`
  throw new Refusal(404, `no route ${operation} below ${PREFIX}${hint}`)
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/** Returns true for a page that opens in a tab of its own, for example from a link. */
const isOpened = ({ headers }: Request): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

/**
 * The values of `Sec-Fetch-Site` in requests of a web page. A request has `none` if the user
 * entered the URL.
 */
const SITES: readonly unknown[] = ['cross-site', 'same-site', 'same-origin']

/** Refuses a request of a web page, unless the console sent it with its token. */
function refusePages(head: Request, console: Console | undefined): void {
  const { origin, 'sec-fetch-site': site } = head.headers
  if (origin === undefined && !SITES.includes(site)) return
  if (console === undefined || !isOfThisServer(head))
    throw new Refusal(
      403,
      'web pages may not use control routes: expected a request without Origin',
    )
  if (isRead(head) || head.headers[CONSOLE_TOKEN] === console.token) return
  throw new Refusal(
    403,
    'a change from a web page needs the token of the console: reload the console',
  )
}

/** Returns true for a request of a page of this server. `Host` was checked before. */
function isOfThisServer({ headers }: Request): boolean {
  const { host, origin, 'sec-fetch-site': site = 'same-origin' } = headers
  const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`
  return isOwn && site === 'same-origin'
}

/** The headers of server-sent events. */
const EVENTS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }

/** The messages that wait for their time. */
export interface Waiting {
  /** The number of messages that have not ended, including those that wait for a retry. */
  readonly waiting: number
  /** The time of the next attempt in Unix milliseconds. Undefined if no message waits. */
  readonly nextDue: number | undefined
}

/** Returns the control routes of a clock. `waiting` returns the messages that wait, if there is a queue. */
export const clockControls = (
  clock: AlarmClock | VirtualClock,
  waiting: () => Promise<Waiting | undefined> = async () => undefined,
): ControlRoutes => ({
  'GET /health': () => ({ status: 'ok', clock: kindOf(clock), clockId: idOf(clock) }),

  'GET /clock': async () => ({ ...timeOf(clock), ...(await waiting()) }),

  /**
   * Advances the clock. The request body is `{"advance": milliseconds or "7d"}`, `{"to": Unix
   * milliseconds}` or `{"runUntilIdle": true}`. `advance` and `to` accept more fields: `"patience"`
   * is the milliseconds after which a delivery counts as hanging. `"hanging"` is the number of
   * deliveries that already hang. `"pause"` is the milliseconds without progress after which the
   * clock stops. `left` in the response is the remaining time after a stop.
   */
  async 'POST /clock'({ input: { advance, to, runUntilIdle, ...input } }) {
    if (!isVirtual(clock))
      throw new Refusal(
        409,
        "the clock is real: it cannot be advanced. Start the mock with --clock virtual (clock: 'virtual')",
      )
    const other = Object.keys(input).find((name) => !CLOCK_OPTIONS.includes(name))
    if (other !== undefined) {
      const known = ['advance', 'to', 'runUntilIdle', ...CLOCK_OPTIONS]
      throw new Refusal(
        400,
        `there is no field "${other}"${didYouMean(other, known)}: expected some of ${known.join(', ')}`,
      )
    }
    const options = {
      patience: numberIn(input, 'patience', 'milliseconds'),
      hanging: numberIn(input, 'hanging', 'a number'),
      pause: numberIn(input, 'pause', 'milliseconds'),
    }
    let left: number | undefined
    // A value of another type becomes NaN, and the clock rejects NaN.
    if (advance !== undefined) {
      const duration = typeof advance === 'string' ? advance : numberOf(advance)
      left = await clock.advance(duration, options).catch(refuseRange('advance'))
    } else if (to !== undefined) {
      if (typeof to !== 'number')
        throw new Refusal(400, `to: expected Unix milliseconds, got ${JSON.stringify(to)}`)
      left = await clock.advanceTo(to, options).catch(refuseRange('to'))
    } else if (runUntilIdle === true) await clock.runUntilIdle().catch(refuseEndless)
    else throw new Refusal(400, 'expected {"advance": …}, {"to": …} or {"runUntilIdle": true}')
    return { ...timeOf(clock), left }
  },
})

/** `reset` resolves when the old state can no longer have an effect. */
export const resetControls = (reset: () => Promise<void>): ControlRoutes => ({
  async 'POST /reset'() {
    await reset()
    return {}
  },
})

const kindOf = (clock: AlarmClock) => (isVirtual(clock) ? 'virtual' : 'real')

/** An id for each clock, so that a client with two addresses can see if they share a clock. */
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

/** The longest lease in seconds. A holder renews its lease, and one that was killed loses it. */
const mostSeconds = 3600

const clock = realClock()
const realNow = (): number => clock.now()

/** Returns the control route of a lease, and a function that ends the lease. */
export function leaseControls(now = realNow) {
  let lease: { readonly holder: string; readonly until: number } | undefined

  const controls: ControlRoutes = {
    /**
     * Takes or renews the lease. The request body is `{"holder": "an id", "seconds": 30}`. With 0
     * seconds, the lease ends. While another holder has the lease, responds with 409.
     */
    'POST /lease'({ input: { holder, seconds } }) {
      if (typeof holder !== 'string' || holder === '')
        throw new Refusal(400, 'expected "holder" to be the id of the run')
      if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= mostSeconds))
        throw new Refusal(400, `expected "seconds" to be a number from 0 to ${mostSeconds}`)
      const left = lease === undefined ? 0 : Math.ceil((lease.until - now()) / 1000)
      if (lease !== undefined && lease.holder !== holder && left > 0)
        throw new Refusal(409, `another run has the lease, for ${left} s unless it renews it`)
      lease = seconds === 0 ? undefined : { holder, until: now() + seconds * 1000 }
      return { holder, seconds }
    },
  }
  return { controls, end: () => (lease = undefined) }
}
