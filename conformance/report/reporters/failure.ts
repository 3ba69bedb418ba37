// Formats a failure as lines of text.

import { ruleById, type RuleId } from '#generated/rules.js'
import {
  failedRule,
  isFailure,
  type RecordedExchange,
  type ScenarioResult,
  type Verdict,
} from '../report.js'
import { cut } from '../clip.js'
import { isOfSecurity } from '../security.js'
import { relevantExchange, type RelevantExchange } from './relevant-exchange.js'

export const unexpected = <R extends Pick<ScenarioResult, 'verdict' | 'expected'>>(
  results: readonly R[],
): readonly R[] =>
  results.filter(({ verdict, expected }) => isFailure(verdict) && expected !== true)

/** Sorts failures: violations first, then harness errors, then blocked scenarios. */
export const bySeverity = (failures: readonly ScenarioResult[]): readonly ScenarioResult[] =>
  failures.toSorted((one, other) => rank(one) - rank(other))

const rank = ({ verdict, rule }: ScenarioResult) =>
  verdict === 'violated' && isOfSecurity(rule)
    ? -1
    : (['violated', 'harness-error', 'blocked'] as Verdict[]).indexOf(verdict)

/** Returns the place of a rule in the contract, for example `kv contract, Rules, line 68`. */
export function placeOf(id: RuleId): string {
  const { interface: of, heading, line } = ruleById[id]
  return `${of} contract, ${heading}, line ${line}`
}

/** Returns the details of a failure as lines. The first line of each detail begins with a label. */
export const evidenceLines = (result: ScenarioResult): readonly string[] => [
  ...labelled('rule', `“${ruleById[failedRule(result)].quote}”\n${placeOf(failedRule(result))}`),
  ...reasonOf(result).flatMap((reason) => labelled('reason', reason)),
  ...result.findings.flatMap(({ message }) => labelled('found', message)),
  ...exchangeLines(relevantExchange(result)),
  ...(result.repro === undefined ? [] : labelled('try', result.repro)),
]

/** Returns the reason of a failure unless a finding says the same. */
export const reasonOf = ({
  reason,
  findings,
}: Pick<ScenarioResult, 'reason' | 'findings'>): readonly string[] =>
  reason === undefined || findings.some(({ message }) => message === reason) ? [] : [reason]

const exchangeLines = (shown: RelevantExchange | undefined) =>
  shown === undefined
    ? []
    : [
        ...labelled(shown.isRelevant ? 'sent' : 'last sent', sent(shown.exchange)),
        ...labelled('received', received(shown.exchange)),
      ]

/** Puts a label before the first line, and as many spaces before the others. */
export const labelled = (label: string, lines: string): readonly string[] =>
  lines.split('\n').map((line, index) => `${(index === 0 ? label : '').padEnd(10)}${line}`)

const sent = ({ request }: RecordedExchange) =>
  [`${request.method} ${request.target}`, ...deliberateHeaders(request), bodyOf(request)]
    .join('\n')
    .trimEnd()

/** Headers of every request, and the headers with their usual value. */
const usual = [
  /^(host|connection|content-length):/i,
  /^authorization: Bearer <SVC_(KV|QUEUE)_TOKEN>$/i,
  /^content-type: application\/json$/i,
]

/**
 * Returns the headers that a scenario set on purpose, as lines. Says so if a request has no token.
 */
export function deliberateHeaders({
  headers,
}: Pick<RecordedExchange['request'], 'headers'>): readonly string[] {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const hasToken = lines.some((line) => /^authorization:/i.test(line))
  return [
    ...lines.filter((line) => !usual.some((each) => each.test(line))),
    ...(hasToken ? [] : ['(no Authorization header)']),
  ]
}

const received = ({ response, failure, closed }: RecordedExchange) =>
  response === undefined
    ? (failure ?? 'nothing')
    : `${response.status}${closed === true ? ', a stream' : ''}\n${bodyOf(response)}`.trimEnd()

export function bodyOf(
  {
    body,
    bodyBase64,
    cut: whole,
  }: Pick<RecordedExchange['request'], 'body' | 'bodyBase64' | 'cut'>,
  most = 500,
): string {
  const text = body ?? `base64 ${bodyBase64}`
  return whole === undefined ? cut(text, most) : `${text.slice(0, most)}… (${whole.bytes} bytes)`
}
