// Compares the target's clock with the clock of this machine, by the Date header of a response.

import { headerOf, type HttpMessage } from '../wire/exchange.js'

/** The times of a request and its response in Unix milliseconds, by the clock of this machine. */
export interface Between {
  readonly sentAt: number
  readonly answeredAt: number
}

/**
 * Returns the minimum number of milliseconds by which the target's clock is ahead of this
 * machine's, negative if it is behind. Returns 0 if both clocks may agree, and undefined without a
 * Date header. Only a minimum can be computed, because the Date header has whole seconds and its
 * exact time is unknown.
 */
export function skewIn(answer: HttpMessage, { sentAt, answeredAt }: Between): number | undefined {
  const date = Date.parse(headerOf(answer, 'date') ?? '')
  if (Number.isNaN(date)) return undefined
  const [least, most] = [date - answeredAt, date + 999 - sentAt]
  if (least > 0) return least
  return most < 0 ? most : 0
}
