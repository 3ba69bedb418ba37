// What a notify is answered with, element by element. What holds the elements is judged by one rule
// alone: here it may be anything.

import { isDeepStrictEqual } from 'node:util'
import { asMessage, jsonOf, memberOf, textOf, type Exchange, type Message } from '../exchange.js'
import { given, type Matcher } from '../judgement.js'
import { accepted, differs, lacks } from '../matchers.js'
import { waitingRun, type WaitingOptions, type WaitingRun } from './runs.js'
import type { QueueWorld } from './world.js'

/** A run that has been notified. */
export interface NotifiedRun extends WaitingRun {
  /** Its element of the answer. */
  readonly element: Message
  /** The waiter in there. */
  readonly waiter: Message
}

/** A run that waits for an event, and is notified of it. */
export async function notifiedRun(
  world: QueueWorld,
  options: WaitingOptions = {},
): Promise<NotifiedRun> {
  const run = await waitingRun(world, options)
  const element = given(first(given(await world.queue.notify(run.eventId), accepted())))
  return { ...run, element, waiter: waiterIn(element) }
}

/** So many runs that wait for one event, each of an application of its own. */
export const waitingRuns = (
  world: QueueWorld,
  count: number,
  options: WaitingOptions = {},
): Promise<readonly WaitingRun[]> =>
  Promise.all(Array.from({ length: count }, () => waitingRun(world, options)))

/** The elements of an answer. */
export function elementsIn(reply: Message): readonly Message[] {
  const answer = jsonOf(reply)
  if (answer === undefined || answer === null) return []
  return [answer].flat().map(asMessage)
}

const first = (reply: Message): Message =>
  elementsIn(reply)[0] ?? nothing(lacks('an element', textOf(reply)).message)

/** The waiter of an element. */
export const waiterIn = (element: Message): Message => {
  const waiter = memberOf(element, 'waiter')
  return waiter === undefined
    ? nothing(lacks('a "waiter"', jsonOf(element)).message)
    : asMessage(waiter)
}

/** The values of a waiter's header, whose name may be spelled in any case. */
export function headerIn(waiter: Message, name: string): unknown {
  const headers = Object.entries(memberOf(waiter, 'headers') ?? {})
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
}

const nothing = (failure: string): Message => ({ headers: [], body: Buffer.alloc(0), failure })

/** An answer with so many elements. */
export const elements =
  (count: number): Matcher =>
  (reply) => {
    const { length } = elementsIn(reply)
    return length === count ? undefined : differs('a number of elements of', count, length)
  }

/** An answer whose elements have these values of something, in any order. */
export const among =
  (
    what: string,
    valueOf: (element: Message) => unknown,
    wanted: readonly unknown[],
  ): Matcher<Exchange> =>
  (reply) => {
    const [want, got] = [wanted.toSorted(), elementsIn(reply).map(valueOf).toSorted()]
    return isDeepStrictEqual(got, want) ? undefined : differs(what, want, got)
  }
