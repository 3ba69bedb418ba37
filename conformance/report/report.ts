// The report of a run (`format: 1`, spec/report.schema.json), and the verdicts of rules.

import type { Interface, RuleId } from '#generated/rules.js'
import { rules } from '#generated/rules.js'
import { textOf, type Exchange, type HeaderLines, type Message } from '../wire/exchange.js'
import type { Finding } from '../core/judgement.js'
import type { Redactor } from './redact.js'

export type Verdict =
  'passed' | 'violated' | 'blocked' | 'not-applicable' | 'observed' | 'harness-error'

/** True for a verdict against the target or the suite. */
export const isFailure = (verdict: Verdict): boolean =>
  verdict === 'violated' || verdict === 'blocked' || verdict === 'harness-error'

/** True for a finding about a delivery that did not arrive. */
export const isMissingDelivery = ({ kind }: Finding): boolean => kind === 'missing-delivery'

export type RuleVerdict = Exclude<Verdict, 'passed'> | 'conforming' | 'not-judged'

export interface ScenarioResult {
  readonly id: string
  readonly title: string
  readonly interface: Interface
  readonly rule: RuleId
  readonly level: 'must' | 'open'
  readonly verdict: Verdict
  /** The reason for blocked, not applicable or expected. */
  readonly reason?: string
  /** True for a known failure. */
  readonly expected?: boolean
  readonly durationMs: number
  readonly findings: readonly Finding[]
  readonly observations?: Readonly<Record<string, unknown>>
  readonly exchanges: readonly RecordedExchange[]
  /** Shell commands that repeat the failure; tokens come from the environment. */
  readonly repro?: string
}

/** Text if the bytes are UTF-8, else base64. */
type RecordedBody = { readonly body: string } | { readonly bodyBase64: string }

export interface RecordedExchange {
  readonly request: {
    readonly method: string
    readonly target: string
    readonly headers: HeaderLines
  } & RecordedBody
  /** Absent without an answer; `failure` then has the reason. */
  readonly response?: { readonly status: number; readonly headers: HeaderLines } & RecordedBody
  readonly failure?: string
  /** True for a stream that we closed: the body is what had been received by then. */
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
  /** Unexpected violations; likewise for `blocked`. */
  readonly violated: number
  /** Known failures, violated or blocked. */
  readonly expectedViolations: number
  readonly blocked: number
  readonly notApplicable: number
  readonly observed: number
  readonly harnessErrors: number
}

/** A pattern of scenario ids, and the reason why the failure is accepted. */
export interface Expectation {
  readonly pattern: string
  readonly reason: string
}

export interface Expectations {
  /** Must fail: one that passes is an error. */
  readonly failing: readonly Expectation[]
  /** May fail or pass. */
  readonly flaky: readonly Expectation[]
}

/** The traffic through a proxy, by operations of the documents. */
export interface Coverage {
  /** Requests, answered or not. */
  readonly exchanges: number
  /** Answers of documented operations with a documented status. */
  readonly documented: number
  /** Answers that broke the contract. */
  readonly broken: number
  readonly operations: readonly OperationCoverage[]
  /** The rules that the documents assign to answers, with their number of answers. */
  readonly rules: readonly { readonly id: RuleId; readonly exchanges: number }[]
  /** Answers with an undocumented operation, status or media type. */
  readonly undocumented: readonly UndocumentedAnswer[]
  /** Documented answers that were not validated, and requests without an answer. */
  readonly unjudged: readonly { readonly reason: string; readonly exchanges: number }[]
}

export interface OperationCoverage {
  readonly interface: Interface
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly answers: readonly {
    readonly status: number
    readonly exchanges: number
    readonly broken: number
  }[]
  /** The documented statuses without an answer, such as `401` or `2XX`, except `default`. */
  readonly unseen: readonly string[]
}

export interface UndocumentedAnswer {
  readonly interface: Interface
  readonly method: string
  /** The path of the operation, or of the request without its query. */
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
  /** The shards of the run that the report has, unless it has all. */
  readonly shards?: {
    readonly of: number
    readonly judged: readonly number[]
    /** The selection, from `selectionInWords`. */
    readonly selection?: string
  }
  /** The known failures, if any. */
  readonly expectations?: Expectations
  /** True if the run was interrupted. */
  readonly interrupted?: true
  /** True if the run stopped at its first unexpected failure and scenarios are missing. */
  readonly bailed?: true
  /** The URLs that refused connections during the run. */
  readonly gone?: readonly string[]
  /** Only for a proxy: the traffic it has seen. */
  readonly coverage?: Coverage
  /** The URL of the sink, if scenarios waited for deliveries and none arrived at all. */
  readonly undelivered?: string
  readonly startedAt: string
  readonly durationMs: number
  readonly summary: Summary
  readonly scenarios: readonly ScenarioResult[]
  readonly rules: readonly RuleResult[]
}

/** Returns an exchange for the report, without tokens. */
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

/** Returns the URLs of a target for the report. */
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

/** Returns the rules of these interfaces, in the order of the contract. */
export const rulesOf = (interfaces: readonly Interface[]) =>
  rules.filter((rule) => interfaces.includes(rule.interface))

/** Returns the verdict of each rule. */
export function ruleResults(
  judged: readonly Pick<RuleResult, 'id' | 'level' | 'quote'>[],
  results: readonly ScenarioResult[],
): readonly RuleResult[] {
  return judged.map(({ id, level, quote }) => {
    const own = results.filter(({ rule }) => rule === id)
    return { id, level, quote, verdict: ruleVerdict(own), scenarios: own.map(({ id }) => id) }
  })
}

/** Returns the worst verdict of any scenario; `conforming` only if all passed. */
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
