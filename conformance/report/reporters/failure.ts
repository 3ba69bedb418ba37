// A failure as lines of text: the statement, what was found, the exchange that shows it, and how to
// see it again.

import { ruleById, type RuleId } from '#generated/rules.js'
import { isFailure, type RecordedExchange, type ScenarioResult } from '../report.js'
import { tellingExchange, type TellingExchange } from './telling-exchange.js'

/** The failures that no list expects. */
export const unexpected = <R extends Pick<ScenarioResult, 'verdict' | 'expected'>>(
  results: readonly R[],
): readonly R[] =>
  results.filter(({ verdict, expected }) => isFailure(verdict) && expected !== true)

/** `kv contract, Rules, line 68`. */
export function placeOf(id: RuleId): string {
  const { interface: of, heading, line } = ruleById[id]
  return `${of} contract, ${heading}, line ${line}`
}

/** Each line begins with what it tells, or with as much space. */
export const evidenceLines = (result: ScenarioResult): readonly string[] => [
  ...labelled('rule', `“${ruleById[result.rule].quote}”\n${placeOf(result.rule)}`),
  ...(result.reason === undefined ? [] : labelled('reason', result.reason)),
  ...result.findings.flatMap(({ message }) => labelled('found', message)),
  ...exchangeLines(tellingExchange(result)),
  ...(result.repro === undefined ? [] : labelled('try', result.repro)),
]

const exchangeLines = (told: TellingExchange | undefined) =>
  told === undefined
    ? []
    : [
        ...labelled(told.isTold ? 'sent' : 'last sent', sent(told.exchange)),
        ...labelled('received', received(told.exchange)),
      ]

const labelled = (label: string, lines: string) =>
  lines.split('\n').map((line, index) => `${(index === 0 ? label : '').padEnd(10)}${line}`)

/** The first line of a request and its body, a long one cut. */
const sent = ({ request }: RecordedExchange) =>
  `${request.method} ${request.target}\n${bodyOf(request)}`.trimEnd()

const received = ({ response, failure, closed }: RecordedExchange) =>
  response === undefined
    ? (failure ?? 'nothing')
    : `${response.status}${closed === true ? ', a stream' : ''}\n${bodyOf(response)}`.trimEnd()

/** The body of a message for a reader, cut after so many characters. */
export function bodyOf(
  message: { readonly body: string } | { readonly bodyBase64: string },
  most = 500,
): string {
  return cut('body' in message ? message.body : `base64 ${message.bodyBase64}`, most)
}

/** A text for a reader, cut after so many characters. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
