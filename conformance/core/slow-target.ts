// Blocks a scenario whose time ended because the target responds slowly. A slow response is not a
// missing response.

import { counted } from '../report/counted.js'
import { mediaTypeOf } from '../wire/exchange.js'
import type { Line } from '../wire/line.js'
import type { Ending } from './ending.js'

/**
 * Returns the ending, or `blocked` if all findings are about messages that the scenario waited for
 * when its time, `limitMs` milliseconds, ended, and if these may still have arrived: the request
 * without a response had waited for less than half of the time, or the earlier responses took at
 * least half of it.
 */
export function unlessSlow(
  ended: Ending,
  { exchanges, respondingMs }: Pick<Line, 'exchanges' | 'respondingMs'>,
  { limitMs, isOpen }: { readonly limitMs: number; readonly isOpen: boolean },
): Ending {
  const { verdict, findings } = ended
  if (verdict === 'passed' || verdict === 'observed' || verdict === 'harness-error') return ended
  if (findings.length === 0 || !findings.every(({ overdue }) => overdue)) return ended

  const unanswered = exchanges.filter(({ overdue }) => overdue)
  const [first] = unanswered
  const waitedMs = Math.max(0, ...unanswered.map(({ durationMs }) => durationMs))
  const timeSpentMs = first === undefined ? respondingMs : limitMs - waitedMs
  if (timeSpentMs <= limitMs / 2) return ended

  // A stream lasts longer than the wait for its response.
  const answered = exchanges.filter(
    (each) => each.failure === undefined && mediaTypeOf(each) !== 'text/event-stream',
  )
  const sum = answered.reduce((all, { durationMs }) => all + durationMs, 0)
  const requests = counted(answered.length, 'earlier request')
  const each = answered.length === 1 ? '' : ' each'
  const details = [
    answered.length > 0 && `${requests} took about ${Math.round(sum / answered.length)} ms${each}`,
    first && `the last request had waited for ${Math.round(first.durationMs)} ms`,
  ].filter((detail) => typeof detail === 'string')
  const message =
    `the ${limitMs} ms of the scenario ended, because the target is slow; raise --timeout ` +
    `(${details.join(', and ')})`
  return {
    ...ended,
    verdict: isOpen ? 'not-applicable' : 'blocked',
    findings: [{ message, kind: 'slow', ...(first && { request: first.request }) }],
    reason: message,
  }
}
