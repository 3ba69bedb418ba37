// The errors that end a scenario early. Any other error is a bug of this suite.
//
// A finding may violate another rule than that of its scenario: a setup can show a violation too.

import type { MustRuleId, RuleId } from '#generated/rules.js'
import type { FailureKind, HttpMessage, SentRequest } from '../wire/exchange.js'

/** A description of one problem, with the expected and the actual value if there are any. */
export interface Finding {
  readonly message: string
  /** The rule that the problem violates, if it is not the rule of the scenario. */
  readonly rule?: RuleId
  /** The cause of the problem. Set only for causes for which a report adds a hint. */
  readonly kind?: FailureKind | 'status' | 'slow'
  readonly expected?: unknown
  readonly actual?: unknown
  /** The request whose response has the problem. Reports contain the number of its exchange. */
  readonly request?: SentRequest
  /** True if the time of the scenario ended during the wait for a message without the problem. */
  readonly overdue?: boolean
  /** True for a delivery that may be late by chance: a law judges the case again. */
  readonly late?: boolean
}

/** Returns a finding if a message is wrong, and undefined otherwise. Never throws. */
export interface Matcher<Subject extends HttpMessage = HttpMessage> {
  (subject: Subject): Finding | undefined
  /** The rule that a missing message violates, if it is not the rule of the scenario. */
  readonly rule?: RuleId
}

/** Returns the matcher with a rule for its findings, and for a message that is missing. */
export const under = <Subject extends HttpMessage>(
  rule: RuleId,
  matcher: Matcher<Subject>,
): Matcher<Subject> =>
  Object.assign(
    (subject: Subject) => {
      const finding = matcher(subject)
      return finding && { rule, ...finding }
    },
    { rule },
  )

class ScenarioEnd extends Error {
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[]) {
    super(findings.map(({ message }) => message).join('\n'))
    this.findings = findings
  }
}

/** The target violates the rule. */
export class Violation extends ScenarioEnd {
  override readonly name = 'Violation'
}

/** A setup failed, so the scenario has no verdict about the rule. */
export class Blocked extends ScenarioEnd {
  override readonly name = 'Blocked'
}

/**
 * Returns the error of a control route that failed by a problem of the target, such as a status 503.
 */
export const controlFailure = (message: string): Blocked =>
  new Blocked([{ message, kind: 'control' }])

/** Returns the finding about a control route that failed, or undefined for another error. */
export const controlFindingOf = (error: unknown): Finding | undefined =>
  error instanceof Blocked ? error.findings.find(({ kind }) => kind === 'control') : undefined

/** The target lacks an ability or a command that the scenario needs. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** The reason of scenarios that need what the survey of the target did not find. */
export const lackInWords = (name: string): string => `the target lacks ${name}`

/** The scenario is about to send a request that could harm the target, and runs later. */
export class Deferred extends Error {
  override readonly name = 'Deferred'
  /** The rank of the request among those that could harm a target. */
  readonly rank: number

  constructor(what: string, rank: number) {
    super(what)
    this.rank = rank
  }
}

/**
 * Checks the requirements of the rule. Runs all matchers, so that one failure reports all findings.
 */
export function must<Subject extends HttpMessage>(
  subject: Subject,
  ...matchers: readonly Matcher<Subject>[]
): void {
  const findings = findingsOf(subject, matchers)
  if (findings.length > 0) throw new Violation(findings)
}

/**
 * Checks a precondition: a setup, or the valid version of a request that the target must reject.
 * Returns the message, for example for `const reply = given(await …)`.
 */
export function given<Subject extends HttpMessage>(
  subject: Subject,
  ...matchers: readonly Matcher<Subject>[]
): Subject {
  const findings = findingsOf(subject, matchers)
  if (findings.length > 0) throw new Blocked(findings)
  return subject
}

/**
 * Checks a precondition that a rule promises, such as the event of an executed command. If the check
 * fails, the target violates this rule, not the rule of the scenario. Without a response, the scenario
 * is blocked, as with `given`.
 */
export function givenBy<Subject extends HttpMessage>(
  rule: MustRuleId,
  subject: Subject,
  ...matchers: readonly Matcher<Subject>[]
): Subject {
  const findings = findingsOf(subject, matchers)
  if (findings.length === 0) return subject
  const isUnanswered = subject.failure !== undefined && 'request' in subject
  if (isUnanswered) throw new Blocked(findings)
  throw new Violation(findings.map((finding) => ({ ...finding, rule })))
}

function findingsOf<Subject extends HttpMessage>(
  subject: Subject,
  matchers: readonly Matcher<Subject>[],
): readonly Finding[] {
  const { failure, failureKind, overdue = false, lacking } = subject
  if (lacking !== undefined) throw new NotApplicable(lackInWords(lacking))
  const about = {
    ...('request' in subject && { request: subject.request as SentRequest }),
    ...(overdue && { overdue }),
  }
  const rule = matchers[0]?.rule
  if (failure !== undefined)
    return [
      {
        message: failure,
        ...(failureKind !== undefined && { kind: failureKind }),
        ...(rule !== undefined && { rule }),
        ...about,
      },
    ]
  return matchers
    .map((matcher) => matcher(subject))
    .filter((finding) => finding !== undefined)
    .map((finding) => ({ ...finding, ...about }))
}
