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
 * The whole of a destination's URL, its query included, as far as a delivery shows it: what stands
 * before the path may differ, because a tunnel may stand before the sink.
 */
export const calls =
  (url: string): Matcher<Delivery> =>
  ({ target }) =>
    url.endsWith(target) ? undefined : differs('a call of', url, target)

/**
 * When a delivery came: not before `moment`, and where time is virtual no later either. `slack`: how
 * many milliseconds early it may be in real time, as when the target's clock decides and not ours.
 */
export const arrived =
  ({ virtual }: Time, moment: number, slack = 0): Matcher<Delivery> =>
  ({ at }) => {
    const early = at < moment - (virtual ? 0 : slack)
    const late = virtual && at > moment
    return early || late ? differs('it to arrive at', timeOf(moment), timeOf(at)) : undefined
  }

const timeOf = (moment: number) => new Date(moment).toISOString()

/** How many deliveries came: one of these numbers. */
export const attempts =
  (...wanted: readonly number[]): Matcher<Arrivals> =>
  ({ deliveries: { length } }) =>
    wanted.includes(length)
      ? undefined
      : differs('a number of attempts of', [...new Set(wanted)].join(' or '), length)

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
 * That a delivery came `gap` milliseconds after another: no sooner, in virtual time hardly later.
 * `slack`: how many milliseconds sooner it may come in real time, as when the gap counts from when the
 * other one was sent, which we do not see.
 */
export const arrivedAfter =
  ({ virtual }: Time, before: Delivery, gap: number, slack = 0): Matcher<Delivery> =>
  ({ at }) => {
    const passed = at - before.at
    const isEarly = passed < Math.floor(gap) - (virtual ? 0 : slack)
    return isEarly || (virtual && passed > latest(gap))
      ? differs('it to arrive after milliseconds', Math.floor(gap), passed)
      : undefined
  }
