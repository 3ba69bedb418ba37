// Explains timeouts by a slow machine or a slow target, because they look like violations.

import { counted } from '../../../conformance/report/counted.js'
import { isCutShort } from '../../../conformance/report/gone.js'
import { isFailure, isOfSlowTarget, type Report } from '../../../conformance/report/report.js'

/** A process that stood still for this number of milliseconds shows that the machine is busy. */
const slowMs = 500

/**
 * Returns a sentence if scenarios timed out because this machine was slow: the target is the embedded
 * mock, or this process stood still for long. Otherwise returns a sentence if the target was slow. `stalledMs` is the longest stall in milliseconds.
 */
export function slownessOf(
  { scenarios, target, ...report }: Pick<Report, 'scenarios' | 'target' | 'gone' | 'outages'>,
  stalledMs: number,
): string | undefined {
  const failures = scenarios.filter(
    ({ verdict, expected }) => isFailure(verdict) && expected !== true,
  )
  const slow = failures.filter(({ findings }) => findings.some(isOfSlowTarget))
  const timedOut = failures.filter(({ findings }) =>
    findings.some((each) => isOfSlowTarget(each) || /timed out after/.test(each.message)),
  )
  const isSlow = stalledMs >= slowMs
  if (isCutShort(report) || timedOut.length === 0) return undefined
  if (!isSlow && target.embedded !== true)
    return slow.length === 0
      ? undefined
      : `${counted(slow.length, 'scenario was', 'scenarios were')} blocked, because the target is slow: run again with a longer --timeout, 60s or more`
  const these = counted(timedOut.length, 'scenario')
  const stalled = isSlow ? ` (this process stood still for up to ${stalledMs} ms)` : ''
  return (
    `${these} timed out, and this machine was slow${stalled}: ` +
    'run again with a longer --timeout, such as 120s, or a lower --concurrency, such as 4'
  )
}
