// How far the clock of a target is from ours, as far as the Date header of an answer tells.

import { headerOf, type Message } from '../wire/exchange.js'

/** Our clock when a request was sent, and when its answer was there; in Unix milliseconds. */
export interface Between {
  readonly sentAt: number
  readonly answeredAt: number
}

/**
 * By how many milliseconds the target's clock is ahead of ours at least, negative where it is behind;
 * 0 where both may tell the same, and undefined where an answer tells no time. A date has whole
 * seconds, and was written at some time between the request and its answer.
 */
export function skewIn(answer: Message, { sentAt, answeredAt }: Between): number | undefined {
  const date = Date.parse(headerOf(answer, 'date') ?? '')
  if (Number.isNaN(date)) return undefined
  const [least, most] = [date - answeredAt, date + 999 - sentAt]
  if (least > 0) return least
  return most < 0 ? most : 0
}
