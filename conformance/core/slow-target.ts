// Blocks a scenario whose time ended because the target responds slowly. A slow response is not a
// missing response.

import { counted } from '../report/counted.js'
import { mediaTypeOf, type Exchange } from '../wire/exchange.js'
import type { Line } from '../wire/line.js'
import type { Ending } from './ending.js'
import type { Finding } from './judgement.js'
import type { Wait } from './time.js'

/** The circumstances of a scenario. */
interface Circumstances {
  /** The time of the scenario in milliseconds. */
  readonly limitMs: number
  /** True for a scenario of an open point. */
  readonly isOpen: boolean
  readonly longestWait?: Wait | undefined
  /** The average time of the last responses to all scenarios, in milliseconds. */
  readonly usualMs: number
}

/**
 * Returns the ending, or `blocked` if all findings are about messages that the scenario waited for
 * when its time ended, and that may still have arrived: a request had waited for less than half of the
 * time, the earlier responses took at least half of it, or a usual response takes a tenth of it and half
 * a second.
 */
export function unlessSlow(
  ended: Ending,
  line: Pick<Line, 'exchanges' | 'respondingMs'>,
  circumstances: Circumstances,
): Ending {
  const { verdict, findings } = ended
  if (verdict === 'passed' || verdict === 'observed' || verdict === 'harness-error') return ended
  if (findings.length === 0 || !findings.every(({ overdue }) => overdue)) return ended
  const { limitMs } = circumstances
  const message = reasonFor(findings, line, circumstances)
  if (message === undefined) return ended
  const isSlow = line.respondingMs >= limitMs / 2 || isUsuallySlow(circumstances)
  const request = findings.find((each) => each.request !== undefined)?.request
  return {
    ...ended,
    verdict: circumstances.isOpen ? 'not-applicable' : 'blocked',
    findings: [{ message, ...(isSlow && { kind: 'slow' as const }), ...(request && { request }) }],
    reason: message,
  }
}

/** The shortest slow response, in milliseconds. */
const leastSlow = 500

const isUsuallySlow = ({ usualMs, limitMs }: Circumstances) =>
  usualMs >= Math.max(leastSlow, limitMs / 10)

function reasonFor(
  findings: readonly Finding[],
  { exchanges, respondingMs }: Pick<Line, 'exchanges' | 'respondingMs'>,
  circumstances: Circumstances,
): string | undefined {
  const { limitMs, longestWait, usualMs } = circumstances
  const over = `the ${limitMs} ms of the scenario ended`
  if (isUsuallySlow(circumstances))
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
      : `of a wait of ${longestWait.milliseconds} ms: ${longestWait.expected}`
  return `${over} before this request was answered, because ${cause}${detail}`
}

/** Returns true for a finding about a request without a response, which may not even have been sent. */
function isUnanswered({ request }: Finding, exchanges: readonly Exchange[]): boolean {
  if (request === undefined) return false
  const exchange = exchanges.find((each) => each.request === request)
  return exchange === undefined || exchange.overdue === true
}
