// Compares the target's clock with ours by the Date header of an answer.

import { headerOf, type Message } from '../wire/exchange.js'

/** Unix milliseconds by our clock. */
export interface Between {
  readonly sentAt: number
  readonly answeredAt: number
}

/**
 * Returns the minimum number of milliseconds by which the target's clock is ahead of ours, negative
 * if it is behind, 0 if both may agree; undefined without a date. A Date header has whole seconds
 * and was written at some time between request and answer.
 */
export function skewIn(answer: Message, { sentAt, answeredAt }: Between): number | undefined {
  const date = Date.parse(headerOf(answer, 'date') ?? '')
  if (Number.isNaN(date)) return undefined
  const [least, most] = [date - answeredAt, date + 999 - sentAt]
  if (least > 0) return least
  return most < 0 ? most : 0
}
