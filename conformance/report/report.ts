// The report of a run (`format: 1`, spec/report.schema.json) and the verdicts of rules.

import type { Interface, RuleId } from '#generated/rules.js'
import { rules } from '#generated/rules.js'
import { textOf, type Exchange, type HeaderLines, type Message } from '../wire/exchange.js'
import type { Finding } from '../core/judgement.js'
import type { Redactor } from './redact.js'

export type Verdict =
  'passed' | 'violated' | 'blocked' | 'not-applicable' | 'observed' | 'harness-error'

/** Returns true for a verdict that is a failure of the target or of the suite. */
export const isFailure = (verdict: Verdict): boolean =>
  verdict === 'violated' || verdict === 'blocked' || verdict === 'harness-error'

/** Returns true for a finding about a delivery that did not arrive. */
export const isMissingDelivery = ({ kind }: Finding): boolean => kind === 'missing-delivery'

export type RuleVerdict = Exclude<Verdict, 'passed'> | 'conforming' | 'not-judged'

export interface ScenarioResult {
  readonly id: string
  readonly title: string
  readonly interface: Interface
  readonly rule: RuleId
  readonly level: 'must' | 'open'
  readonly verdict: Verdict
  /** The reason why the scenario is blocked or not applicable, or why its failure is expected. */
  readonly reason?: string
  /** True if the failure is in a list of known failures. */
  readonly expected?: boolean
  readonly durationMs: number
  readonly findings: readonly Finding[]
  readonly observations?: Readonly<Record<string, unknown>>
  readonly exchanges: readonly RecordedExchange[]
  /** Shell commands that repeat the failure. They read tokens from the environment. */
  readonly repro?: string
}

/** The body as text if it is valid UTF-8, and in base64 otherwise. */
type RecordedBody = { readonly body: string } | { readonly bodyBase64: string }

export interface RecordedExchange {
  readonly request: {
    readonly method: string
    readonly target: string
    readonly headers: HeaderLines
  } & RecordedBody
  /** The response. If there is none, `failure` contains the reason. */
  readonly response?: { readonly status: number; readonly headers: HeaderLines } & RecordedBody
  readonly failure?: string
  /** True if this suite closed the stream. The body contains the bytes received before that. */
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
  /**
   * The number of violations that are not known failures. `blocked` excludes known failures too.
   */
  readonly violated: number
  /** The number of known failures, violated or blocked. */
  readonly expectedViolations: number
  readonly blocked: number
  readonly notApplicable: number
  readonly observed: number
  readonly harnessErrors: number
}

/** A pattern of scenario ids, and the reason why their failure is accepted. */
export interface Expectation {
  readonly pattern: string
  readonly reason: string
}

export interface Expectations {
  /** Scenarios that must fail. The run fails if one of them passes. */
  readonly failing: readonly Expectation[]
  /** Scenarios that may fail or pass. */
  readonly flaky: readonly Expectation[]
}

/** The traffic through a proxy, counted by the operations of the contract. */
export interface Coverage {
  /** The number of requests, with or without a response. */
  readonly exchanges: number
  /** The number of responses of documented operations with a documented status. */
  readonly documented: number
  /** The number of responses that violated the contract. */
  readonly broken: number
  readonly operations: readonly OperationCoverage[]
  /**
   * The rules that the contract assigns to responses, with the number of responses for each rule.
   */
  readonly rules: readonly { readonly id: RuleId; readonly exchanges: number }[]
  /** Responses with an undocumented operation, status or media type. */
  readonly undocumented: readonly UndocumentedAnswer[]
  /**
   * The number of documented responses that were not validated and of requests without a response,
   * by reason.
   */
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
  /** The documented statuses without a response, such as `401` or `2XX`, except `default`. */
  readonly unseen: readonly string[]
}

export interface UndocumentedAnswer {
  readonly interface: Interface
  readonly method: string
  /** The path of the operation, or the path of the request without its query. */
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
  /** The shards that the report contains. Undefined if the report contains all shards. */
  readonly shards?: {
    readonly of: number
    readonly judged: readonly number[]
    /** The description of the selected scenarios, from `selectionInWords`. */
    readonly selection?: string
  }
  /** The lists of known failures, if there are any. */
  readonly expectations?: Expectations
  /** True if the run was interrupted. */
  readonly interrupted?: true
  /** True if the run stopped at its first unexpected failure, so that scenarios are missing. */
  readonly bailed?: true
  /** The URLs that refused connections during the run. */
  readonly gone?: readonly string[]
  /** The traffic through a proxy. Only in the report of a proxy. */
  readonly coverage?: Coverage
  /** The URL of the sink, if scenarios waited for deliveries and none arrived. */
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

/**
 * Returns the worst verdict of the scenarios of a rule. Returns `conforming` only if all of them
 * passed.
 */
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
