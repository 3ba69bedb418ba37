// The three errors that end a scenario early. Any other error is a bug of ours.

import type { FailureKind, Message } from '../wire/exchange.js'

/** One problem in words, with the expected and the actual value if there are any. */
export interface Finding {
  readonly message: string
  /** The cause, if a report adds a hint for it. */
  readonly kind?: FailureKind | 'status'
  readonly expected?: unknown
  readonly actual?: unknown
}

/** Returns what is wrong with a message, or undefined. Throws nothing. */
export type Matcher<Subject extends Message = Message> = (subject: Subject) => Finding | undefined

class Ended extends Error {
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[]) {
    super(findings.map(({ message }) => message).join('\n'))
    this.findings = findings
  }
}

/** The target breaks the rule. */
export class Violation extends Ended {
  override readonly name = 'Violation'
}

/** The rule could not be judged because a setup failed. */
export class Blocked extends Ended {
  override readonly name = 'Blocked'
}

/** The target lacks something that the scenario needs. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** Asserts what the rule requires. Runs all matchers, so that one failure reports everything. */
export function must<Subject extends Message>(
  subject: Subject,
  ...matchers: readonly Matcher<Subject>[]
): void {
  const findings = findingsOf(subject, matchers)
  if (findings.length > 0) throw new Violation(findings)
}

/**
 * Checks a precondition: a setup, or the accepted counterpart of a request to be rejected. Returns
 * its subject, for `const reply = given(await …)`.
 */
export function given<Subject extends Message>(
  subject: Subject,
  ...matchers: readonly Matcher<Subject>[]
): Subject {
  const findings = findingsOf(subject, matchers)
  if (findings.length > 0) throw new Blocked(findings)
  return subject
}

function findingsOf<Subject extends Message>(
  subject: Subject,
  matchers: readonly Matcher<Subject>[],
): readonly Finding[] {
  const { failure, failureKind } = subject
  if (failure !== undefined)
    return [{ message: failure, ...(failureKind !== undefined && { kind: failureKind }) }]
  return matchers.map((matcher) => matcher(subject)).filter((finding) => finding !== undefined)
}
