// Decides the verdict of a scenario by its evidence, which `perform.ts` collects. Nothing else decides, and
// nothing changes the decision.

import type { Verdict } from '../../report/report.js'
import type { Lack } from '../../survey/survey.js'
import type { Exchange, SentRequest } from '../../wire/exchange.js'
import type { Finding } from '../judgement.js'
import { Blocked, controlFindingOf, lackInWords, NotApplicable, Violation } from '../judgement.js'
import type { Scenario } from '../scenario.js'
import { slownessIn, type Timing } from './slow-target.js'

/** All facts that decide the verdict of a scenario. */
export type Evidence = Hindrance | RunEvidence

/** A scenario that did not run. */
export type Hindrance =
  /** This run cannot arrange what the scenario needs. */
  | { readonly obstacle: string }
  /** The survey shows that the target lacks what the rule demands, first for a scenario of the rule. */
  | { readonly lack: Pick<Lack, 'name' | 'exchange'>; readonly isFirst: boolean }
  /** The target can no longer be judged. */
  | { readonly loss: string }

/** A scenario that ran. The facts after `time` are absent if nobody had to find them out. */
export interface RunEvidence {
  readonly level: Scenario['level']
  /** The error that ended the scenario early. */
  readonly thrown?: { readonly error: unknown }
  /** The exchanges when the scenario ended. */
  readonly exchanges: readonly Exchange[]
  readonly time: Timing
  /** The first deviation of a response from its documented shape. */
  readonly wrongShape?: string | undefined
  /** The reason why responses and deliveries are missing: the target is down, or was meanwhile. */
  readonly outage?: string | undefined
  /** The limit that the target has reached: it refuses every request now. */
  readonly limit?: string | undefined
  /** The problem of a target that no longer serves, and the last request before it. */
  readonly damage?: { readonly problem: string; readonly last?: SentRequest | undefined }
  /** For each finding of the scenario, the violation of another rule that its response shows. */
  readonly explanations?: readonly (Finding | undefined)[]
  /** The error with which the changes of the scenario could not be undone. */
  readonly unrestored?: { readonly error: unknown } | undefined
}

/** The decision on a scenario. */
export interface Ending {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly reason?: string
}

/** Returns the decision. Sends nothing, and depends on nothing but the evidence. */
export function classify(evidence: Evidence): Ending {
  if ('obstacle' in evidence) return withReason('not-applicable', evidence.obstacle)
  if ('lack' in evidence) {
    const { lack, isFirst } = evidence
    const message = lackInWords(lack.name)
    if (!isFirst) return withReason('not-applicable', message)
    const { request, status, failure } = lack.exchange
    const found = `${request.method} ${request.target} ${failure ?? `returns status ${status}`}`
    return { verdict: 'violated', findings: [{ message: `${message}: ${found}`, request }] }
  }
  if ('loss' in evidence) return withReason('blocked', evidence.loss)

  const { level, unrestored, damage, explanations } = evidence
  if (unrestored !== undefined) return unrestoredBy(unrestored.error)
  const { own, slow, seen } = seenIn(evidence)
  if (damage !== undefined && level === 'must') {
    const message = `the target no longer serves after this scenario (${damage.problem})`
    const harm = { message, ...(damage.last && { request: damage.last }) }
    return { verdict: 'violated', findings: [harm, ...seen.findings] }
  }
  const doubt = doubtOf(seen, evidence)
  if (doubt !== undefined) return withReason('blocked', doubt, seen.findings)
  return slow === undefined ? explained(own, explanations) : seen
}

/**
 * Returns true if nothing but the responses decides about a failed scenario, so that `explanations` of its
 * findings matter.
 */
export function isOfResponses(evidence: RunEvidence): boolean {
  const { own, slow } = seenIn(evidence)
  const isKnown = slow !== undefined || evidence.unrestored !== undefined
  return isOfTarget(own) && !isKnown && doubtOf(own, evidence) === undefined
}

/** Returns the ending by the error of the scenario, and by the time of the responses too. */
function seenIn(evidence: RunEvidence) {
  const own = ownEnding(evidence)
  const slow = slownessIn(own.findings, evidence.exchanges, evidence.time)
  const seen = slow === undefined ? own : withReason(unsure(evidence.level), slow.message, [slow])
  return { own, slow, seen }
}

/** True for a failure of which the target may be the cause. */
export const isOfTarget = ({ verdict }: Ending): boolean =>
  verdict === 'violated' || verdict === 'blocked'

const withReason = (
  verdict: Ending['verdict'],
  reason: string,
  findings: Ending['findings'] = [],
): Ending => ({ verdict, findings, reason })

/** The verdict without an answer. The contract leaves an open point undefined, so it cannot fail a run. */
const unsure = (level: RunEvidence['level']) => (level === 'open' ? 'not-applicable' : 'blocked')

/** The beginning of a finding about an answer that a scenario could not read. */
const cannotRead = 'the scenario cannot read an answer'

/**
 * Returns the ending by what the scenario itself found. A `Violation` in a scenario of an open point is a bug
 * of this suite. An error of the language is a bug too, unless an answer has another shape than documented.
 */
function ownEnding({ level, thrown, wrongShape }: RunEvidence): Ending {
  if (thrown === undefined)
    return { verdict: level === 'open' ? 'observed' : 'passed', findings: [] }
  const { error } = thrown
  if (error instanceof NotApplicable) return withReason('not-applicable', error.message)
  // A bug of this suite concerns a message that arrived, and the observation itself.
  const isOfOther =
    error instanceof Violation &&
    level === 'open' &&
    (error.findings.every(({ overdue }) => overdue === true) ||
      error.findings.every(({ rule }) => rule !== undefined))
  if (error instanceof Blocked || isOfOther) {
    const { findings } = error
    return withReason(unsure(level), findings[0]?.message ?? 'a precondition failed', findings)
  }
  if (error instanceof Violation && level === 'must')
    return { verdict: 'violated', findings: error.findings }
  const wrong = isUnconvertible(error)
    ? 'expected a string or a number in a response, got an object without a text'
    : isOfLanguage(error) && wrongShape
  if (typeof wrong === 'string') {
    const message = `${cannotRead}: ${wrong}`
    return withReason('blocked', message, [{ message }])
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { verdict: 'harness-error', findings: [{ message }] }
}

/** True for an error that the language raises, such as that of reading a member of null. */
export const isOfLanguage = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof URIError

/**
 * Returns true for the error of converting an object to a string or a number. Only an object of a
 * response has no text, such as `{"toString": 1}`.
 */
const isUnconvertible = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'Cannot convert object to primitive value'

/** Returns the reason why the findings of a scenario are not the fault of the target, or undefined. */
function doubtOf(own: Ending, { limit, outage, exchanges }: RunEvidence): string | undefined {
  if (own.verdict === 'passed') return undefined
  if (limit !== undefined) return limit
  if (outage !== undefined && isOfTarget(own)) return outage
  if (own.verdict !== 'violated') return undefined
  // The contract has no status 429.
  const refused = exchanges.filter(({ status }) => status === 429).map(({ request }) => request)
  return own.findings.some(({ request }) => request !== undefined && refused.includes(request))
    ? 'the target limits requests (HTTP 429); use --rps'
    : undefined
}

/**
 * Returns the ending with the rules that single responses violate. A response that blocked the scenario
 * makes it `violated`.
 */
function explained(own: Ending, explanations: RunEvidence['explanations'] = []): Ending {
  const first = explanations.find((each) => each !== undefined)
  if (first === undefined) return own
  if (own.verdict === 'blocked') return { verdict: 'violated', findings: [first] }
  // A finding without a request stands for more findings like the others.
  const isWhole = own.findings.every(({ request }, at) => explanations[at] ?? !request)
  const findings = own.findings.map(
    (each, at) => explanations[at] ?? { ...each, ...(isWhole && { rule: first.rule }) },
  )
  return { ...own, findings }
}

/** An ability that cannot be restored is a bug, unless a control route of the target failed. */
function unrestoredBy(error: unknown): Ending {
  const control = controlFindingOf(error)
  return control === undefined
    ? { verdict: 'harness-error', findings: [{ message: String(error) }] }
    : withReason('blocked', control.message, [control])
}
