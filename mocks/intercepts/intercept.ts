// Intercepts: effects on the next requests or deliveries that match. Applications use them in tests of
// failures, such as an outage.

import { validateHeaderName, validateHeaderValue } from 'node:http'
import { inspect } from 'node:util'
import { assertOpen } from '../closed.js'
import { parseMilliseconds } from '../duration.js'
import type { Cut } from '../http/message.js'
import { warnOnce } from '../warnings.js'
import { randomOf, type Unmet } from './match.js'

/** An effect on one request or delivery. */
export interface Effect {
  /** Milliseconds to wait before anything else. */
  readonly delay: number
  /** The response in place of the response of the server. */
  readonly reply?: InterceptReply | undefined
  readonly cut?: Cut | undefined
}

/** An effect that acts now. */
export interface ActingEffect extends Effect {
  /** The id of the intercept. */
  readonly id: string
}

export interface InterceptReply {
  readonly status: number
  /** A string and bytes are sent as they are. Any other value is sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Configures an intercept. The intercept is active as soon as it has an effect (`reply`, `delay`,
 * `drop`, `reset` or `corrupt`), and acts once, unless `times` or `persist` says otherwise.
 *
 * @example
 * mock.queue.intercept({ path: '/v2/publish/*' }).reply(503, { error: 'busy' }).times(2)
 */
export interface Intercept {
  /** The id, for example `kv-1`. */
  readonly id: string
  /** The number of requests or deliveries that the intercept has acted on. */
  readonly calls: number
  /**
   * Responds with a status from 200 to 599. An object body is sent as JSON. A request that gets a status
   * from 400 without a body gets the body of an error of the interface: `{"error": "…"}`.
   */
  reply(
    status: number,
    body?: unknown,
    options?: { readonly headers?: Readonly<Record<string, string>> },
  ): Intercept
  /**
   * Waits first: milliseconds, or a duration such as `'500ms'` or `'2s'`. Without another effect the
   * request then goes on as usual.
   */
  delay(duration: number | string): Intercept
  /** Closes the connection without a response. */
  drop(): Intercept
  /** Resets the connection (TCP RST) without a response. */
  reset(): Intercept
  /** Sends the first half of the response body, then closes the connection. */
  corrupt(): Intercept
  /** Acts on this number of requests. */
  times(count: number): Intercept
  /** Acts on every request until the intercept is removed, unless one that acts a number of times matches. */
  persist(): Intercept
  /**
   * Acts on a part of the matching requests. The same `seed` (default 1) chooses the same requests
   * in each run.
   */
  chance(probability: number, seed?: number): Intercept
  remove(): void
}

/** The state of an intercept, for the list of all intercepts. */
export interface InterceptState {
  readonly id: string
  readonly match: Readonly<Record<string, unknown>>
  readonly effect: Effect
  readonly calls: number
  /** The number of requests to act on, or null for all requests. */
  readonly left: number | null
  /**
   * The last request or delivery that met all conditions but one, for example `POST /pipeline matched
   * command, not key`. One that met only the method does not count.
   */
  readonly nearMiss?: string | undefined
}

/**
 * The active intercepts of one kind of subject. Those that act a number of times come before those that
 * persist, and then the oldest comes first.
 */
export interface Intercepts<Subject> {
  readonly isEmpty: boolean
  /** Adds an intercept. `match` is the description for the list. Throws an Error after `end`. */
  add(match: Readonly<Record<string, unknown>>, unmet: Unmet<Subject>): Intercept
  /** Returns the effect of the first intercept that acts on a subject, and counts it. */
  take(subject: Subject): ActingEffect | undefined
  /**
   * Returns the first intercept that a subject nearly matches, for example `kv-1 matched command, not
   * key`, and notes it in the list.
   */
  nearMiss(subject: Subject): string | undefined
  /** Returns true if an intercept matches a subject. Counts nothing. */
  matches(subject: Subject): boolean
  list(): InterceptState[]
  /** Returns false if there is no intercept with this id. */
  remove(id: string): boolean
  clear(): void
  /** Removes all intercepts and accepts no more. */
  end(): void
}

/** Throws a TypeError for a body that has no JSON, and for a header that HTTP does not allow. */
function assertSendable(body: unknown, headers: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name)
    for (const each of [value].flat()) validateHeaderValue(name, String(each))
  }
  try {
    JSON.stringify(body)
  } catch (cause) {
    throw new TypeError(`reply: the body has no JSON: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Creates an empty list of intercepts.
 *
 * @param name begins the ids, for example `kv`
 * @param nameOf returns the name of a subject for the list, for example `POST /pipeline`
 */
export function createIntercepts<Subject>(
  name: string,
  nameOf: (subject: Subject) => string,
): Intercepts<Subject> {
  interface Active {
    readonly state: Mutable<InterceptState>
    readonly unmet: Unmet<Subject>
    hits: () => boolean
    hasEffect: boolean
  }
  const active: Active[] = []
  let added = 0
  let ended = false

  function remove(id: string): boolean {
    const at = active.findIndex(({ state }) => state.id === id)
    if (at >= 0) active.splice(at, 1)
    return at >= 0
  }

  const matches = ({ unmet }: Active, subject: Subject) => unmet(subject).length === 0
  const persists = ({ state }: Active) => state.left === null

  const warn = warnOnce('InterceptWarning')
  const warnOfNoEffect = ({ state: { id, match } }: Active) =>
    warn(
      id,
      () =>
        `the intercept ${id} of ${inspect(match)} matches, but does nothing: ` +
        'call reply, delay, drop, reset or corrupt',
    )

  function interceptOf(entry: Active): Intercept {
    const { state } = entry
    const set = (effect: Partial<Effect>) => {
      state.effect = { ...state.effect, ...effect }
      entry.hasEffect = true
      return intercept
    }
    const cut = (cut: Cut) => set({ cut })
    const intercept: Intercept = {
      id: state.id,
      get calls() {
        return state.calls
      },
      reply(status, body, { headers, ...others } = {}) {
        for (const name of Object.keys(others))
          throw new TypeError(`reply: there is no option "${name}": expected headers`)
        assertRange('reply: status', status, { least: 200, most: 599 })
        assertSendable(body, headers)
        return set({ reply: { status, body, headers } })
      },
      delay: (duration) => set({ delay: millisecondsOf(duration) }),
      drop: () => cut('drop'),
      reset: () => cut('reset'),
      corrupt: () => cut('corrupt'),
      times(count) {
        assertRange('times', count, { least: 1, most: Number.MAX_SAFE_INTEGER })
        state.left = count
        return intercept
      },
      persist() {
        state.left = null
        return intercept
      },
      chance(probability, seed = 1) {
        if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1))
          throw new RangeError(`chance: expected a number from 0 to 1, got ${inspect(probability)}`)
        if (!Number.isSafeInteger(seed))
          throw new RangeError(`chance: expected a seed that is an integer, got ${inspect(seed)}`)
        const random = randomOf(seed)
        entry.hits = () => random() < probability
        return intercept
      },
      remove: () => void remove(state.id),
    }
    return intercept
  }

  return {
    get isEmpty() {
      return active.length === 0
    },
    add(match, unmet) {
      assertOpen(ended)
      const state: Active['state'] = {
        id: `${name}-${++added}`,
        match,
        effect: { delay: 0 },
        calls: 0,
        left: 1,
      }
      const entry: Active = { state, unmet, hits: () => true, hasEffect: false }
      active.push(entry)
      return interceptOf(entry)
    },
    take(subject) {
      for (const entry of active)
        if (!entry.hasEffect && matches(entry, subject)) warnOfNoEffect(entry)
      const acts = (entry: Active) => entry.hasEffect && matches(entry, subject) && entry.hits()
      const found =
        active.find((each) => !persists(each) && acts(each)) ??
        active.find((each) => persists(each) && acts(each))
      if (found === undefined) return undefined
      const { state } = found
      state.calls++
      if (state.left !== null && --state.left === 0) remove(state.id)
      return { id: state.id, ...state.effect }
    },
    nearMiss(subject) {
      for (const { state, unmet, hasEffect } of active) {
        const [missed, ...others] = hasEffect ? unmet(subject) : []
        if (missed === undefined || others.length > 0) continue
        const met = Object.entries(state.match).flatMap(([name, pattern]) =>
          pattern === undefined || name === missed ? [] : [name],
        )
        if (met.every((name) => name === 'method')) continue
        const how = `matched ${met.join(' and ')}, not ${missed}`
        state.nearMiss = `${nameOf(subject)} ${how}`
        return `${state.id} ${how}`
      }
      return undefined
    },
    matches: (subject) => active.some((entry) => entry.hasEffect && matches(entry, subject)),
    list: () => active.filter(({ hasEffect }) => hasEffect).map(({ state }) => ({ ...state })),
    remove,
    clear: () => void active.splice(0),
    end() {
      ended = true
      active.splice(0)
    },
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function assertRange(
  name: string,
  value: number,
  { least, most }: { readonly least: number; readonly most: number },
): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new RangeError(
    `${name}: expected an integer from ${least} to ${most}, got ${inspect(value)}`,
  )
}

function millisecondsOf(duration: number | string): number {
  const milliseconds = typeof duration === 'number' ? duration : parseMilliseconds(duration)
  if (milliseconds !== undefined && milliseconds >= 0 && milliseconds < Infinity)
    return milliseconds
  throw new RangeError(
    `delay: expected milliseconds or a duration such as 500ms or 2s, got ${inspect(duration)}`,
  )
}
