// The report of a run, as programs read it (`format: 1`, spec/report.schema.json), and how the
// verdict of a rule follows from those of its scenarios.

import type { Interface, RuleId } from '#generated/rules.js'
import { rules } from '#generated/rules.js'
import { textOf, type Exchange, type HeaderLines, type Message } from '../wire/exchange.js'
import type { Finding } from '../core/judgement.js'
import type { Redactor } from './redact.js'

export type Verdict =
  'passed' | 'violated' | 'blocked' | 'not-applicable' | 'observed' | 'harness-error'

/** Whether a verdict speaks against the target, or against us. */
export const isFailure = (verdict: Verdict): boolean =>
  verdict === 'violated' || verdict === 'blocked' || verdict === 'harness-error'

/** Whether something is wrong because a delivery did not come. */
export const isMissingDelivery = ({ kind }: Finding): boolean => kind === 'missing-delivery'

export type RuleVerdict = Exclude<Verdict, 'passed'> | 'conforming' | 'not-judged'

export interface ScenarioResult {
  readonly id: string
  readonly title: string
  readonly interface: Interface
  readonly rule: RuleId
  readonly level: 'must' | 'open'
  readonly verdict: Verdict
  /** Why it was blocked or not applicable; of an expected failure, why it is expected. */
  readonly reason?: string
  /** True for a failure that is listed as known. */
  readonly expected?: boolean
  readonly durationMs: number
  readonly findings: readonly Finding[]
  readonly observations?: Readonly<Record<string, unknown>>
  readonly exchanges: readonly RecordedExchange[]
  /** A shell command, or a small script, that shows the failure; tokens come from the environment. */
  readonly repro?: string
}

/** A message of the report: text where the bytes are UTF-8, else base64. */
type RecordedBody = { readonly body: string } | { readonly bodyBase64: string }

export interface RecordedExchange {
  readonly request: {
    readonly method: string
    readonly target: string
    readonly headers: HeaderLines
  } & RecordedBody
  /** Absent where the request got no answer; `failure` then says why. */
  readonly response?: { readonly status: number; readonly headers: HeaderLines } & RecordedBody
  readonly failure?: string
  /** True for a stream that we closed: of its body this is what had come by then. */
  readonly closed?: boolean
  readonly durationMs: number
}

export interface RuleResult {
  readonly id: RuleId
  readonly level: 'must' | 'open'
  readonly quote: string
  readonly verdict: RuleVerdict
  readonly scenarios: readonly string[]
}

export interface Summary {
  readonly passed: number
  /** Violations that no list expects; likewise the blocked ones. */
  readonly violated: number
  /** Violated or blocked as a list expects. */
  readonly expectedViolations: number
  readonly blocked: number
  readonly notApplicable: number
  readonly observed: number
  readonly harnessErrors: number
}

/** A pattern over scenario ids, and why the failure is accepted. */
export interface Expectation {
  readonly pattern: string
  readonly reason: string
}

export interface Expectations {
  /** They fail; one that passes is an error. */
  readonly failing: readonly Expectation[]
  /** They may fail or pass. */
  readonly flaky: readonly Expectation[]
}

/** What passed through a proxy, by the operations of the documents. */
export interface Coverage {
  /** Requests, answered or not. */
  readonly exchanges: number
  /** Answers of documented operations with a documented status. */
  readonly documented: number
  /** Answers that broke the contract. */
  readonly broken: number
  /** Every operation of the interfaces, in the order of the documents. */
  readonly operations: readonly OperationCoverage[]
  /** Every rule that the documents name at an answer, and how many answers were an example of it. */
  readonly rules: readonly { readonly id: RuleId; readonly exchanges: number }[]
  /** Answers of which the documents say nothing: no such operation, status or media type. */
  readonly undocumented: readonly UndocumentedAnswer[]
  /** Documented answers that were not held against their schema, and requests without an answer. */
  readonly unjudged: readonly { readonly reason: string; readonly exchanges: number }[]
}

export interface OperationCoverage {
  readonly interface: Interface
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** The statuses that were answered. */
  readonly answers: readonly {
    readonly status: number
    readonly exchanges: number
    readonly broken: number
  }[]
  /** The statuses of the document that were not: `401`, `2XX`. What is `default` is not missed. */
  readonly unseen: readonly string[]
}

export interface UndocumentedAnswer {
  readonly interface: Interface
  readonly method: string
  /** That of the operation, or of the request where there is no operation; without a query. */
  readonly path: string
  readonly status: number
  readonly mediaType: string
  readonly exchanges: number
}

export interface Report {
  readonly format: 1
  readonly tool: { readonly name: string; readonly version: string }
  readonly contract: Readonly<Record<Interface, string>>
  readonly target: {
    readonly kvUrl?: string
    readonly queueUrl?: string
    readonly dialect: string
    readonly provider: string
    readonly time: 'virtual' | 'real'
  }
  /** Which parts of how many the scenarios are, where they are not all that were asked for. */
  readonly shards?: {
    readonly of: number
    readonly judged: readonly number[]
    /** What was asked for, as `selectionInWords` says it. */
    readonly selection?: string
  }
  /** The lists that the run was judged with, where they say anything. */
  readonly expectations?: Expectations
  /** True where the run was ended before it had judged all it was to. */
  readonly interrupted?: true
  /** True where it ended with its first unexpected failure, as it was to, and scenarios are missing. */
  readonly bailed?: true
  /** The URLs at which nobody listened any more when a scenario asked there. */
  readonly gone?: readonly string[]
  /** Of a proxy alone: what it has seen. */
  readonly coverage?: Coverage
  /** The URL of the sink, where deliveries were waited for and nothing at all has arrived there. */
  readonly undelivered?: string
  readonly startedAt: string
  readonly durationMs: number
  readonly summary: Summary
  readonly scenarios: readonly ScenarioResult[]
  readonly rules: readonly RuleResult[]
}

/** An exchange as it stands in a report: this is where tokens are taken out. */
export function recorded(exchange: Exchange, redact: Redactor): RecordedExchange {
  const { request, status, failure, closed, durationMs } = exchange
  const message = ({ headers, body }: Message) => ({
    headers: headers.map(([name, value]) => [redact.text(name), redact.text(value)] as const),
    ...recordedBody(redact.bytes(body)),
  })
  return {
    request: { method: request.method, target: redact.text(request.target), ...message(request) },
    ...(failure === undefined
      ? { response: { status, ...message(exchange) } }
      : { failure: redact.text(failure) }),
    ...(closed === true && { closed }),
    durationMs,
  }
}

function recordedBody(body: Uint8Array): RecordedBody {
  const text = textOf({ headers: [], body })
  return Buffer.from(text, 'utf8').equals(body)
    ? { body: text }
    : { bodyBase64: Buffer.from(body).toString('base64') }
}

/** Where the interfaces of a target are, as a report says it. */
export const urlsOf = ({
  kv,
  queue,
}: Readonly<Partial<Record<Interface, { readonly url: string }>>>): Pick<
  Report['target'],
  'kvUrl' | 'queueUrl'
> => ({
  ...(kv && { kvUrl: kv.url }),
  ...(queue && { queueUrl: queue.url }),
})

/** The rules of these interfaces, in the order of the contract. */
export const rulesOf = (interfaces: readonly Interface[]) =>
  rules.filter((rule) => interfaces.includes(rule.interface))

/** The verdict of each of these rules. */
export function ruleResults(
  judged: readonly Pick<RuleResult, 'id' | 'level' | 'quote'>[],
  results: readonly ScenarioResult[],
): readonly RuleResult[] {
  return judged.map(({ id, level, quote }) => {
    const own = results.filter(({ rule }) => rule === id)
    return { id, level, quote, verdict: ruleVerdict(own), scenarios: own.map(({ id }) => id) }
  })
}

/** The worst that any scenario of a rule met; conforming only when every one of them passed. */
function ruleVerdict(own: readonly Pick<ScenarioResult, 'verdict'>[]): RuleVerdict {
  const worst = (
    ['harness-error', 'violated', 'blocked', 'not-applicable', 'observed'] as const
  ).find((verdict) => own.some((each) => each.verdict === verdict))
  return worst ?? (own.length > 0 ? 'conforming' : 'not-judged')
}

export function summaryOf(results: readonly ScenarioResult[]): Summary {
  const expected = results.filter((each) => each.expected === true).length
  const count = (verdict: Verdict) =>
    results.filter((each) => each.verdict === verdict && each.expected !== true).length
  return {
    passed: count('passed'),
    violated: count('violated'),
    expectedViolations: expected,
    blocked: count('blocked'),
    notApplicable: count('not-applicable'),
    observed: count('observed'),
    harnessErrors: count('harness-error'),
  }
}
