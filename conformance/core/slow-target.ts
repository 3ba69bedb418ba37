// Blocks a scenario whose time ended because the target responds slowly. A slow response is not a
// missing response.

import { counted } from '../report/counted.js'
import { mediaTypeOf, type Exchange } from '../wire/exchange.js'
import type { Ending } from './ending.js'
import type { Finding } from './judgement.js'

/**
 * Returns the ending, or `blocked` if all findings are about requests that were sent late: the time
 * of the scenario, `limitMs` milliseconds, ended before any of them had waited for half of it,
 * and earlier responses took the rest.
 */
export function unlessSlow(
  ended: Ending,
  exchanges: readonly Exchange[],
  { limitMs, isOpen }: { readonly limitMs: number; readonly isOpen: boolean },
): Ending {
  const { verdict, findings } = ended
  if (verdict === 'passed' || verdict === 'observed' || verdict === 'harness-error') return ended
  const overdue = exchanges.filter((each) => each.overdue === true)
  // A stream lasts longer than the wait for its response.
  const answered = exchanges.filter(
    (each) => each.failure === undefined && mediaTypeOf(each) !== 'text/event-stream',
  )
  const [first] = overdue
  if (first === undefined || answered.length === 0 || findings.length === 0) return ended
  const hasWaited = overdue.some(({ durationMs }) => durationMs >= limitMs / 2)
  if (hasWaited || !findings.every((each) => isOverdue(each, exchanges))) return ended

  const sum = answered.reduce((all, { durationMs }) => all + durationMs, 0)
  // Otherwise something else took the time, and the last request may have no response at all.
  if (sum < limitMs / 2) return ended
  const requests = counted(answered.length, 'earlier request')
  const each = answered.length === 1 ? '' : ' each'
  const message =
    `the ${limitMs} ms of the scenario ended, because the target is slow; raise --timeout (${requests} took about ${Math.round(sum / answered.length)} ms${each}, ` +
    `and the last one had waited for ${Math.round(first.durationMs)} ms)`
  return {
    ...ended,
    verdict: isOpen ? 'not-applicable' : 'blocked',
    findings: [{ message, kind: 'slow', request: first.request }],
    reason: message,
  }
}

/**
 * Returns true for a finding about a request that was under way or not sent at the end of the time.
 * The findings after the first ones are only counted, and they are later.
 */
function isOverdue({ request, message }: Finding, exchanges: readonly Exchange[]): boolean {
  if (request === undefined) return /^and \d+ more$/.test(message)
  const exchange = exchanges.find((each) => each.request === request)
  return exchange === undefined ? / timed out after \d/.test(message) : exchange.overdue === true
}
