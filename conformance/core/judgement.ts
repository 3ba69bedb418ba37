// The three errors that end a scenario early. Any other error is a bug of this suite.

import type { RuleId } from '#generated/rules.js'
import type { FailureKind, HttpMessage, SentRequest } from '../wire/exchange.js'

/** A description of one problem, with the expected and the actual value if there are any. */
export interface Finding {
  readonly message: string
  /** The cause of the problem. Set only for causes for which a report adds a hint. */
  readonly kind?: FailureKind | 'status' | 'slow'
  readonly expected?: unknown
  readonly actual?: unknown
  /** The request whose response has the problem. Reports contain the number of its exchange. */
  readonly request?: SentRequest
  /** True if the time of the scenario ended during the wait for a message without the problem. */
  readonly overdue?: boolean
  /** In a law: the rule that the message violates, whichever dimension is the cause. */
  readonly rule?: RuleId
}

/** Returns a finding if a message is wrong, and undefined otherwise. Never throws. */
export type Matcher<Subject extends HttpMessage = HttpMessage> = (
  subject: Subject,
) => Finding | undefined

/** Returns the matcher with a rule for its findings. */
export const under =
  <Subject extends HttpMessage>(rule: RuleId, matcher: Matcher<Subject>): Matcher<Subject> =>
  (subject) => {
    const finding = matcher(subject)
    return finding && { rule, ...finding }
  }

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

function findingsOf<Subject extends HttpMessage>(
  subject: Subject,
  matchers: readonly Matcher<Subject>[],
): readonly Finding[] {
  const { failure, failureKind, overdue = false } = subject
  const about = {
    ...('request' in subject && { request: subject.request as SentRequest }),
    ...(overdue && { overdue }),
  }
  if (failure !== undefined)
    return [{ message: failure, ...(failureKind !== undefined && { kind: failureKind }), ...about }]
  return matchers
    .map((matcher) => matcher(subject))
    .filter((finding) => finding !== undefined)
    .map((finding) => ({ ...finding, ...about }))
}
