// Runs one scenario and converts its result, its error or its timeout into a verdict.

import { aborted, reasonOf } from '../wire/deadline.js'
import type { Exchange } from '../wire/exchange.js'
import { Blocked, NotApplicable, Violation, type Finding } from './judgement.js'
import { clippedMessage, clippedValue } from '../report/clip.js'
import type { Redactor } from '../report/redact.js'
import type { Verdict } from '../report/report.js'
import type { Scenario } from './scenario.js'

export interface Ending {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly reason?: string
}

/**
 * Runs a scenario. A `Violation` in a scenario of an open point is a bug of this suite. An error of the
 * language is a bug too, unless `wrongShape` describes an answer that has another shape than documented:
 * then the scenario is blocked.
 */
export async function endingOf(
  perform: () => Promise<void>,
  { level }: Scenario,
  deadline: AbortSignal,
  wrongShape: () => string | undefined = () => undefined,
): Promise<Ending> {
  // The wire times out at the same moment with a more specific message. Its message takes
  // precedence, so the scenario's own timeout comes later.
  const tooLate = aborted(deadline)
    .then(() => new Promise(setImmediate))
    .then(() => {
      const message = `the scenario did not end: ${reasonOf(deadline)}`
      throw new Blocked([{ message, overdue: true }])
    })
  try {
    await Promise.race([perform(), tooLate])
    return { verdict: level === 'open' ? 'observed' : 'passed', findings: [] }
  } catch (error) {
    if (error instanceof NotApplicable)
      return { verdict: 'not-applicable', findings: [], reason: error.message }
    // A bug of this suite concerns a message that arrived, and the observation itself.
    const isOfOther =
      error instanceof Violation &&
      level === 'open' &&
      (error.findings.every(isOverdue) || error.findings.every(({ rule }) => rule !== undefined))
    if (error instanceof Blocked || isOfOther)
      return {
        // The contract leaves an open point undefined, so its scenario cannot fail a run.
        verdict: level === 'open' ? 'not-applicable' : 'blocked',
        findings: error.findings,
        reason: error.findings[0]?.message ?? 'a precondition failed',
      }
    if (error instanceof Violation && level === 'must')
      return { verdict: 'violated', findings: error.findings }
    const wrong = isUnconvertible(error)
      ? 'expected a string or a number in a response, got an object without a text'
      : isOfLanguage(error) && wrongShape()
    if (typeof wrong === 'string') {
      const message = `${cannotRead}: ${wrong}`
      return blockedAt(message, { findings: [{ message }] })
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { verdict: 'harness-error', findings: [{ message }] }
  }
}

/** The beginning of a finding about an answer that a scenario could not read. */
export const cannotRead = 'the scenario cannot read an answer'

const isOfLanguage = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof URIError

/**
 * Returns true for the error of converting an object to a string or a number. Only an object of a
 * response has no text, such as `{"toString": 1}`.
 */
const isUnconvertible = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'Cannot convert object to primitive value'

const isOverdue = ({ overdue }: Finding) => overdue === true

export const blockedAt = (reason: string, { findings }: Pick<Ending, 'findings'>): Ending => ({
  verdict: 'blocked',
  findings,
  reason,
})

/** Returns an ending without tokens. `exchanges` are those of the scenario. */
export function redactedEnding(
  { findings, reason, ...ending }: Ending,
  redact: Redactor,
  exchanges: readonly Exchange[],
) {
  return {
    ...ending,
    ...(reason !== undefined && { reason: redact.text(clippedMessage(reason)) }),
    findings: findings.map(({ message, rule, kind, request, ...values }) => {
      const exchange = exchanges.findIndex((each) => each.request === request)
      return {
        message: redact.text(clippedMessage(message)),
        ...(rule !== undefined && { rule }),
        ...(kind !== undefined && { kind }),
        ...('expected' in values && { expected: redact.value(clippedValue(values.expected)) }),
        ...('actual' in values && { actual: redact.value(clippedValue(values.actual)) }),
        ...(exchange >= 0 && { exchange }),
      }
    }),
  }
}
