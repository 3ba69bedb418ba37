// Finds out if the time of a scenario ended because the target responds slowly. A slow response is not a
// missing response.

import { durationText } from '../duration.js'
import { counted } from '../../report/counted.js'
import { mediaTypeOf, type Exchange } from '../../wire/exchange.js'
import type { Finding } from '../judgement.js'
import type { Wait } from '../time.js'

/** The time of a scenario, in milliseconds. */
export interface Timing {
  /** The time that the scenario had. */
  readonly limitMs: number
  /** The time during which at least one request had no response yet. */
  readonly respondingMs: number
  /** The average time of the last responses to all scenarios. */
  readonly usualMs: number
  readonly longestWait?: Wait | undefined
}

/**
 * Returns a finding in place of those of a scenario if all of them are about messages that the scenario
 * waited for when its time ended, and that may still have arrived: a request had waited for less than half
 * of the time, the earlier responses took at least half of it, or a usual response takes a tenth of it and
 * half a second.
 */
export function slownessIn(
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
  time: Timing,
): Finding | undefined {
  if (findings.length === 0 || !findings.every(({ overdue }) => overdue)) return undefined
  const message = reasonFor(findings, exchanges, time)
  if (message === undefined) return undefined
  const isSlow = time.respondingMs >= time.limitMs / 2 || isUsuallySlow(time)
  const request = findings.find((each) => each.request !== undefined)?.request
  return { message, ...(isSlow && { kind: 'slow' as const }), ...(request && { request }) }
}

/** The shortest slow response, in milliseconds. */
const leastSlow = 500

const isUsuallySlow = ({ usualMs, limitMs }: Timing) => usualMs >= Math.max(leastSlow, limitMs / 10)

function reasonFor(
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
  time: Timing,
): string | undefined {
  const { limitMs, respondingMs, longestWait, usualMs } = time
  const over = `the ${limitMs} ms of the scenario ended`
  if (isUsuallySlow(time))
    return `${over}, because the target is slow; raise --timeout (its last responses took about ${Math.round(usualMs)} ms each)`
  const unanswered = exchanges.filter(({ overdue }) => overdue)
  const longest = Math.max(0, ...unanswered.map(({ durationMs }) => durationMs))
  const isOfRequests = findings.every((finding) => isUnanswered(finding, exchanges))
  const spentMs = isOfRequests ? limitMs - longest : respondingMs
  if (spentMs <= limitMs / 2) return undefined

  // A stream lasts longer than the wait for its response.
  const answered = exchanges.filter(
    (each) => each.failure === undefined && mediaTypeOf(each) !== 'text/event-stream',
  )
  const average = answered.reduce((sum, { durationMs }) => sum + durationMs, 0) / answered.length
  const requests = counted(answered.length, 'earlier request')
  const details = [
    ...(answered.length > 0
      ? [`${requests} took about ${Math.round(average)} ms${answered.length === 1 ? '' : ' each'}`]
      : []),
    ...(longest > 0 ? [`the last request had waited for ${Math.round(longest)} ms`] : []),
  ]
  const detail = details.length === 0 ? '' : ` (${details.join(', and ')})`
  if (respondingMs >= limitMs / 2)
    return `${over}, because the target is slow; raise --timeout${detail}`
  const cause =
    longestWait === undefined
      ? 'something before it was missing or late'
      : `of a wait of ${durationText(longestWait.milliseconds)}: ${longestWait.expected}`
  return `${over} before this request was answered, because ${cause}${detail}`
}

/** Returns true for a finding about a request without a response, which may not even have been sent. */
function isUnanswered({ request }: Finding, exchanges: readonly Exchange[]): boolean {
  if (request === undefined) return false
  const exchange = exchanges.find((each) => each.request === request)
  return exchange === undefined || exchange.overdue === true
}
