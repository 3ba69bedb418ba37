// How most scenarios of the queue begin: one message to an inbox of its own, and its delivery.

import { given, must } from '../judgement.js'
import { accepted } from '../matchers.js'
import type { Delivery } from '../sink.js'
import { days } from '../time.js'
import type { QueueWorld, RequestOptions } from './world.js'

interface PublishOptions extends RequestOptions {
  /** Appended to the destination's URL, raw. */
  readonly query?: string
}

/**
 * Publishes to a fresh inbox and hands over what arrives there. A message that is refused breaks
 * the rule; without a delivery nothing can be said of it.
 */
export async function delivered(
  { queue, inbox }: QueueWorld,
  { query, ...options }: PublishOptions = {},
): Promise<Delivery> {
  const { url, delivery } = inbox()
  must(await queue.publish(query === undefined ? url : `${url}?${query}`, options), accepted())
  return given(await delivery())
}

/** Sees that a plain message is delivered: what comes late or never could not be told otherwise. */
export async function deliversAtAll({ queue, inbox }: QueueWorld): Promise<void> {
  const { url, delivery } = inbox()
  given(await queue.publish(url), accepted())
  given(await delivery())
}

/**
 * Sees that a failed delivery is made again, whenever that is: what has to do with it comes after.
 * Says how many milliseconds it took to make a retry that was to follow at once.
 */
export async function retriesAtAll({ queue, inbox, time }: QueueWorld): Promise<number> {
  const { url, delivery } = inbox((_, n) => ({ status: n === 1 ? 500 : 200 }))
  const settings = { Retries: '1', 'Retry-Delay': '0' }
  given(await queue.publish(url, { settings }), accepted())
  const first = given(await delivery())
  return given(await delivery(2, time.virtual ? days(2) : 0)).at - first.at
}
