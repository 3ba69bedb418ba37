// The three ways a scenario ends early: its target is wrong, its setup did not work, or a
// requirement of the scenario is not there. Whatever else it throws is a bug of ours.

import type { FailureKind, Message } from '../wire/exchange.js'

/** One thing that is wrong, in words, with the two values where there are two. */
export interface Finding {
  readonly message: string
  /** The cause, where a report adds a hint for it. */
  readonly kind?: FailureKind | 'status'
  readonly expected?: unknown
  readonly actual?: unknown
}

/** Says what is wrong with a message, or nothing. Knows of no test and throws nothing. */
export type Matcher<Subject extends Message = Message> = (subject: Subject) => Finding | undefined

/** A scenario ended early by what it found. */
class Ended extends Error {
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[]) {
    super(findings.map(({ message }) => message).join('\n'))
    this.findings = findings
  }
}

/** The target does not do what the rule says. */
export class Violation extends Ended {
  override readonly name = 'Violation'
}

/** The rule could not be judged, since what it builds on did not work. */
export class Blocked extends Ended {
  override readonly name = 'Blocked'
}

/** The target lacks something the scenario found out that it needs. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** What the rule requires. Runs every matcher, so that one failure tells everything. */
export function must<Subject extends Message>(
  subject: Subject,
  ...matchers: readonly Matcher<Subject>[]
): void {
  const findings = findingsOf(subject, matchers)
  if (findings.length > 0) throw new Violation(findings)
}

/**
 * What has to work before the rule can be judged: a setup, or the accepted sibling of a request
 * that is to be refused. Returns its subject, for `const reply = given(await …)`.
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
