// Pure judgements of what only the queue has: answers with named members, and deliveries.

import { isDeepStrictEqual } from 'node:util'
import { headerOf, jsonOf, memberOf, textOf, type Message } from '../exchange.js'
import type { Matcher } from '../judgement.js'
import { body, differs, header, lacks } from '../matchers.js'
import type { Delivery } from '../sink.js'
import type { Time } from '../time.js'
import type { Played } from './application.js'
import type { Arrivals } from './world.js'

/** One JSON object, and no array of them. */
export const object = (): Matcher => (message) => {
  const got = jsonOf(message)
  return typeof got === 'object' && got !== null && !Array.isArray(got)
    ? undefined
    : lacks('one JSON object', got ?? textOf(message))
}

/** A member that is a string, which may be empty. */
export const string =
  (name: string): Matcher =>
  (message) => {
    const got = memberOf(message, name)
    return typeof got === 'string' ? undefined : lacks(`a string "${name}"`, got)
  }

/** A member that is a string, not an empty one; `want`, where it is given. */
export const text =
  (name: string, want?: string): Matcher =>
  (message) => {
    const got = memberOf(message, name)
    if (typeof got !== 'string' || got === '')
      return lacks(`a string "${name}"`, jsonOf(message) ?? textOf(message))
    return want === undefined || got === want ? undefined : differs(`"${name}"`, want, got)
  }

/** A member with that very value. */
export const member =
  (name: string, want: unknown): Matcher =>
  (message) => {
    const got = memberOf(message, name)
    return isDeepStrictEqual(got, want) ? undefined : differs(`"${name}"`, want, got)
  }

/** A member that is itself an object, and fits. */
export const inside =
  (name: string, ...matchers: readonly Matcher[]): Matcher =>
  (message) => {
    const body = Buffer.from(JSON.stringify(memberOf(message, name) ?? null))
    const finding = object()({ headers: [], body }) ?? firstOf({ headers: [], body }, matchers)
    return finding && { ...finding, message: `in "${name}": ${finding.message}` }
  }

const firstOf = (message: Message, matchers: readonly Matcher[]) =>
  matchers.map((each) => each(message)).find((finding) => finding !== undefined)

/** A header map with that value, under a name in any case; in a list or alone, which is a rule by itself. */
export const mapped =
  (name: string, headerName: string, want: string): Matcher =>
  (message) => {
    const map = Object.entries(memberOf(message, name) ?? {}) as readonly [string, unknown][]
    const [, values] = map.find(([each]) => each.toLowerCase() === headerName.toLowerCase()) ?? []
    return [values].flat().includes(want)
      ? undefined
      : differs(`${headerName} in "${name}"`, want, values ?? memberOf(message, name))
  }

/** A member that is an array. */
export const list =
  (name: string): Matcher =>
  (message) =>
    Array.isArray(memberOf(message, name))
      ? undefined
      : lacks(`an array "${name}"`, jsonOf(message) ?? textOf(message))

/** The method of a delivery. */
export const method =
  (want: string): Matcher<Delivery> =>
  ({ method }) =>
    method === want ? undefined : differs('method', want, method)

/**
 * The path of a destination's URL to the byte, and the parameters of its query, which may be spelled
 * and ordered otherwise. What stands before the path may differ: a tunnel may stand before the sink.
 */
export const calls =
  (url: string): Matcher<Delivery> =>
  ({ target }) => {
    const [want, got] = [splitQuery(url), splitQuery(target)]
    return want.path.endsWith(got.path) && want.parameters === got.parameters
      ? undefined
      : differs('a call of', url, target)
  }

/** The parameters in the order of their names, decoded; several of one name in their own order. */
function splitQuery(url: string) {
  const [path, ...query] = url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  parameters.sort()
  return { path: path!, parameters: parameters.toString() }
}

/**
 * When a delivery came: not before `moment`, and where time is virtual no later either. `slack`: how
 * many milliseconds early it may be in real time, as when the target's clock decides and not ours.
 * `told`: what the moment is, for who reads that it was missed.
 */
export const arrived =
  (
    { virtual }: Time,
    moment: number,
    { slack = 0, told = timeOf(moment) }: { readonly slack?: number; readonly told?: string } = {},
  ): Matcher<Delivery> =>
  ({ at }) => {
    const early = moment - at
    const values = { expected: timeOf(moment), actual: timeOf(at) }
    if (early > (virtual ? 0 : slack))
      return {
        message: `expected it no earlier than ${told}, came ${early} ms before that`,
        ...values,
      }
    return virtual && early < 0
      ? { message: `expected it no later than ${told}, came ${-early} ms after that`, ...values }
      : undefined
  }

const timeOf = (moment: number) => new Date(moment).toISOString()

/** How many deliveries came: one of these numbers. */
export const attempts =
  (...wanted: readonly number[]): Matcher<Arrivals> =>
  ({ deliveries: { length } }) => {
    if (wanted.includes(length)) return undefined
    const numbers = Array.from(new Set(wanted))
    return {
      message: `expected ${numbers.join(' or ')} attempts, got ${length}`,
      expected: numbers.length === 1 ? numbers[0] : numbers,
      actual: length,
    }
  }

/** What came, by its bodies: these and no others, in any order. */
export const bodies =
  (...wanted: readonly string[]): Matcher<Arrivals> =>
  ({ deliveries }) => {
    const [want, got] = [wanted.toSorted(), deliveries.map(textOf).toSorted()]
    return isDeepStrictEqual(got, want) ? undefined : differs('bodies', want, got)
  }

/** The steps that were executed, each as often as that, in any order: these and no others. */
export const executed =
  (...wanted: readonly string[]): Matcher<Played> =>
  (played) => {
    const [want, got] = [wanted.toSorted(), played.executed.toSorted()]
    return isDeepStrictEqual(got, want) ? undefined : differs('executed steps', want, got)
  }

/** The same request once more: method, target, content type and body. */
export const repeats =
  (first: Delivery): Matcher<Delivery> =>
  (delivery) =>
    method(first.method)(delivery) ??
    (delivery.target === first.target
      ? undefined
      : differs('a call of', first.target, delivery.target)) ??
    header('Content-Type', headerOf(first, 'content-type') ?? '')(delivery) ??
    body(first.body)(delivery)

/** How much later than `gap` a retry may come, its jitter included (`queue.retry-delay.jitter`). */
export const latest = (gap: number): number => Math.ceil(gap * 1.25 + 1000)

/**
 * How much sooner than `gap` a retry may come in real time: the gap may count from when the attempt
 * before it was sent (`queue.retry-delay.counted-from`), which we do not see.
 */
export const underWay = (gap: number): number => Math.min(1000, gap / 4)

interface Gap {
  /** How many milliseconds sooner it may come in real time, as when it counts from another's sending. */
  readonly slack?: number
  /** How many milliseconds later than at most it may come in real time; any, unless told. */
  readonly late?: number
  /** What the delivery comes after, for who reads that it was wrong. */
  readonly told?: string
}

/** That a delivery came `gap` milliseconds after another: no sooner, in virtual time no later either. */
export const arrivedAfter = (
  time: Time,
  before: Delivery,
  gap: number,
  options: Gap = {},
): Matcher<Delivery> => arrivedWithin(time, before, gap, { ...options, most: Math.ceil(gap) })

/** The same for a gap of the default backoff, above which there may be jitter. */
export const backedOff = (
  time: Time,
  before: Delivery,
  gap: number,
  options: Pick<Gap, 'late'> = {},
): Matcher<Delivery> =>
  arrivedWithin(time, before, gap, { ...options, slack: underWay(gap), most: latest(gap) })

const arrivedWithin =
  (
    { virtual }: Time,
    before: Delivery,
    gap: number,
    {
      slack = 0,
      late = Infinity,
      told = 'the attempt before it',
      most,
    }: Gap & { readonly most: number },
  ): Matcher<Delivery> =>
  ({ at }) => {
    const actual = at - before.at
    const least = Math.floor(gap)
    const came = `after ${told}, came after ${actual} ms`
    if (actual < least - (virtual ? 0 : slack))
      return { message: `expected it no earlier than ${least} ms ${came}`, expected: least, actual }
    const last = most + (virtual ? 0 : late)
    return actual > last
      ? { message: `expected it no later than ${last} ms ${came}`, expected: last, actual }
      : undefined
  }
