// The report of a run (`format: 1`, spec/report.schema.json) and the verdicts of rules.

import type { components } from '#generated/report.schema.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { rules } from '#generated/rules.js'
import { cutOf } from '../wire/beginning.js'
import type { Exchange, HttpMessage } from '../wire/exchange.js'
import type { Finding } from '../core/judgement.js'
import { clippedMessage } from './clip.js'
import type { Redactor } from './redact.js'

type Schemas = components['schemas']

export type Report = Schemas['report']
export type Summary = Report['summary']
export type Expectations = NonNullable<Report['expectations']>
export type Expectation = Schemas['expectation']
export type Coverage = NonNullable<Report['coverage']>
export type OperationCoverage = Schemas['operation']
export type UndocumentedAnswer = Coverage['undocumented'][number]
export type ScenarioResult = Schemas['scenario']
export type Verdict = ScenarioResult['verdict']
export type RecordedExchange = Schemas['exchange']
export type RuleResult = Schemas['rule']
export type RuleVerdict = RuleResult['verdict']

/** Returns true for a verdict that is a failure of the target or of the suite. */
export const isFailure = (verdict: Verdict): boolean =>
  verdict === 'violated' || verdict === 'blocked' || verdict === 'harness-error'

/** Returns true for a finding about a delivery that did not arrive. */
export const isMissingDelivery = ({ kind }: Finding): boolean => kind === 'missing-delivery'

/** Returns true if the time of a scenario ended because the target responds slowly. */
export const isOfSlowTarget = ({ kind }: Pick<Finding, 'kind'>): boolean => kind === 'slow'

/** The largest bodies in bytes that the record of an exchange has whole. */
const mostBytes = { request: 256 * 1024, response: 64 * 1024 }

/** The size of a response in a report without room: bytes of the body, characters of the headers. */
const least = 500

/** The characters of layout in a report around the name and the value of a header. */
const aroundHeader = 80

/** Returns an exchange for the report, without tokens. A large body has only its beginning. */
export function recorded(exchange: Exchange, redact: Redactor, most = mostBytes): RecordedExchange {
  const { request, status, failure, closed, durationMs } = exchange
  const message = ({ headers, ...of }: HttpMessage, most: number) => ({
    headers: headers.map(([name, value]) => [redact.text(name), redact.text(value)] as const),
    ...recordedBody(of, redact, most),
  })
  return {
    request: {
      method: request.method,
      target: redact.text(request.target),
      ...message(request, most.request),
    },
    ...(failure === undefined
      ? { response: { status, ...message(exchange, most.response) } }
      : { failure: redact.text(clippedMessage(failure)) }),
    ...(closed === true && { closed }),
    durationMs,
  }
}

function recordedBody(
  { body: bytes, cut }: Pick<HttpMessage, 'body' | 'cut'>,
  redact: Redactor,
  most: number,
) {
  const isWhole = cut === undefined && bytes.length <= most
  const body = isWhole ? redact.bytes(bytes) : redact.beginning(bytes, most)
  // The cut may be inside a character, which `stream` leaves out.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body, { stream: !isWhole })
  const kept = isWhole ? body : body.subarray(0, Buffer.byteLength(text))
  return {
    ...(Buffer.from(text, 'utf8').equals(kept)
      ? { body: text }
      : { bodyBase64: Buffer.from(body).toString('base64') }),
    ...(!isWhole && { cut: cut ?? cutOf(bytes) }),
  }
}

/** The room in a report for the parts of requests and responses beyond `least`, in characters. */
const roomOfReport = { request: 8 * 1024 * 1024, response: 2 * 1024 * 1024 }

/** Returns the size of a message in a report, in characters. */
const sizeOf = (message: Partial<RecordedExchange['request']> | undefined): number =>
  JSON.stringify(message ?? '').length + (message?.headers?.length ?? 0) * aroundHeader

/**
 * Returns a function that records exchanges like `recorded`. When large messages have used the room
 * of a report, further ones have shorter beginnings, so that no target can make a report large.
 */
export function recorder(room: typeof roomOfReport = roomOfReport) {
  const left = { ...room }
  const mostOf = (kind: keyof typeof left) => (left[kind] > 0 ? mostBytes[kind] : least)
  return (exchange: Exchange, redact: Redactor): RecordedExchange => {
    const most = { request: mostOf('request'), response: mostOf('response') }
    const whole = recorded(exchange, redact, most)
    const hadRoom = left.response > 0
    for (const kind of ['request', 'response'] as const)
      left[kind] -= Math.max(0, sizeOf(whole[kind]) - 2 * least)
    const { response } = whole
    if (response === undefined || hadRoom) return whole
    let size = 0
    const headers = response.headers.filter(
      ([name, value]) => (size += name.length + value.length + aroundHeader) <= 2 * least,
    )
    return { ...whole, response: { ...response, headers } }
  }
}

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

export function ruleResults(
  judged: readonly Pick<RuleResult, 'id' | 'level' | 'quote'>[],
  results: readonly ScenarioResult[],
): readonly RuleResult[] {
  return judged.map(({ id, level, quote }) => {
    const own = results.flatMap((result) => {
      const verdict = verdictOn(id, result)
      return verdict === undefined ? [] : [{ id: result.id, verdict }]
    })
    return { id, level, quote, verdict: ruleVerdict(own), scenarios: own.map(({ id }) => id) }
  })
}

/**
 * Returns the verdict of a scenario on a rule, or undefined if there is none. If its setup violated
 * other rules, the scenario is blocked for its own rule.
 */
export function verdictOn(
  id: RuleId,
  { rule, verdict, findings }: Pick<ScenarioResult, 'rule' | 'verdict' | 'findings'>,
): Verdict | undefined {
  if (verdict !== 'violated') return rule === id ? verdict : undefined
  const violated = findings.length === 0 ? [rule] : findings.map((each) => each.rule ?? rule)
  if (violated.includes(id)) return 'violated'
  return rule === id ? 'blocked' : undefined
}

/** Returns the rule that a failed scenario is about: the first that it violates, or its own. */
export const failedRule = ({
  rule,
  findings,
}: Pick<ScenarioResult, 'rule' | 'findings'>): RuleId =>
  findings.some((finding) => finding.rule === undefined) ? rule : (findings[0]?.rule ?? rule)

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
