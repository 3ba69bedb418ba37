// How a scenario ended, as a verdict: what it threw, its time, or a target that is not there any more.

import { setImmediate } from 'node:timers/promises'
import { aborted, deadlineAfter, reasonOf } from '../wire/deadline.js'
import type { Exchange } from '../wire/exchange.js'
import { Blocked, NotApplicable, Violation, type Finding } from './judgement.js'
import type { Interface } from './interface.js'
import { probeOf } from './preflight.js'
import type { Redactor } from '../report/redact.js'
import { isMissingDelivery, type Verdict } from '../report/report.js'
import type { Scenario } from './scenario.js'
import type { Target } from '../wire/target.js'

/** How a scenario ended. */
export interface Ending {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly reason?: string
}

/**
 * Runs a scenario and names how it ended, at the latest when its time is up. An open point cannot
 * be violated: that is a bug of ours.
 */
export async function endingOf(
  perform: () => Promise<void>,
  { level }: Scenario,
  deadline: AbortSignal,
): Promise<Ending> {
  // The wire gives up at the same moment and says more; it is heard first.
  const tooLate = aborted(deadline)
    .then(() => setImmediate())
    .then(() => {
      throw new Blocked([{ message: `it did not end: ${reasonOf(deadline)}` }])
    })
  try {
    await Promise.race([perform(), tooLate])
    return { verdict: level === 'open' ? 'observed' : 'passed', findings: [] }
  } catch (error) {
    if (error instanceof NotApplicable)
      return { verdict: 'not-applicable', findings: [], reason: error.message }
    if (error instanceof Blocked)
      return {
        // Nor can an open point be what a run fails for.
        verdict: level === 'open' ? 'not-applicable' : 'blocked',
        findings: error.findings,
        reason: 'what it builds on did not work',
      }
    if (error instanceof Violation && level === 'must')
      return { verdict: 'violated', findings: error.findings }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { verdict: 'harness-error', findings: [{ message }] }
  }
}

/** The longest that is waited to see whether anybody listens. */
const patienceMs = 2_000

/**
 * Whether a scenario failed at a target that is not there: nobody listened, or nothing came and nobody
 * listens now. Whoever closes connections and still listens is there.
 */
export async function wasInVain(
  {
    of,
    target,
    token,
  }: {
    readonly of: Interface
    readonly target: Target
    readonly token: string
  },
  { findings }: Ending,
  exchanges: readonly Exchange[],
): Promise<boolean> {
  if (exchanges.some(({ refused }) => refused === true)) return true
  const nothingCame = exchanges.some(({ failure }) => failure !== undefined)
  if (!nothingCame && !findings.some(isMissingDelivery)) return false
  const patience = deadlineAfter(patienceMs)
  const { refused } = await target.send(probeOf(of, token), patience.signal)
  patience.clear()
  return refused === true
}

/** The ending of a scenario that is no evidence against its rule. */
export const blockedAt = (url: string, { findings }: Ending): Ending => ({
  verdict: 'blocked',
  findings,
  reason: `nobody listens at ${url}`,
})

/** The ending without what must not be told. */
export function redactedEnding({ findings, ...ending }: Ending, redact: Redactor): Ending {
  return {
    ...ending,
    findings: findings.map(({ message, kind, ...values }) => ({
      message: redact.text(message),
      ...(kind !== undefined && { kind }),
      ...('expected' in values && { expected: redact.value(values.expected) }),
      ...('actual' in values && { actual: redact.value(values.actual) }),
    })),
  }
}
