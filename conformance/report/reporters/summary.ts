// Summarizes the failures of a run for the terminal: the first failure of each rule, and the number
// of blocked scenarios for each cause.

import { ruleById } from '#generated/rules.js'
import { failedRule, type RecordedExchange, type ScenarioResult } from '../report.js'
import { withoutRunSpecific } from '../run-specific.js'
import { isOfGoneTarget } from '../gone.js'
import { counted } from '../counted.js'
import { lackingIn } from '../lacking.js'
import { printable } from '../../core/printable.js'
import { cut } from '../clip.js'
import { bySeverity, deliberateHeaders, labelled, placeOf, reasonOf } from './failure.js'
import { relevantExchange, type RelevantExchange } from './relevant-exchange.js'

/** A failure with a title and details, or several failures in one line. */
export interface SummaryEntry {
  readonly verdict: ScenarioResult['verdict']
  readonly title: string
  readonly lines: readonly string[]
}

/** The most rules or causes that have an entry. */
const mostEntries = 20

/** The most lines of all details. Later entries have only a title. */
const mostLines = 100

const mostFindings = 2
const mostHeaders = 4
const mostCauses = 10

/**
 * The most lines of a script, among many failures and among few. A longer script is left out, because
 * a cut script would do something else.
 */
const mostCommands = { few: 10, many: 3 }
const few = 3

/** The longest line and the longest value in a line, in characters. */
export const longestLine = 360
const longestValue = 200
const longestTarget = 100
const longestCommand = longestLine - 10

/**
 * Returns entries for violations and harness errors, grouped by rule. If there are none, returns
 * entries for blocked scenarios, grouped by cause.
 */
export function summaryOfFailures(failures: readonly ScenarioResult[]): readonly SummaryEntry[] {
  const severe = failures.filter(({ verdict }) => verdict !== 'blocked')
  const groups =
    severe.length > 0 ? grouped(bySeverity(severe), failedRule) : oneForEachRule(byCause(failures))
  const shown = groups.slice(0, mostEntries)
  const longest = mostCommands[groups.length > few ? 'many' : 'few']
  let left = mostLines
  const entries = shown.map(([name, [first, ...more]]): SummaryEntry => {
    const { verdict, findings } = first!
    const rule = failedRule(first!)
    const others =
      more.length === 0 ? [] : [`and ${counted(more.length, 'more scenario', 'more scenarios')}`]
    const lines = [...detailsOf(first!, longest), ...others]
    left -= lines.length + 2
    return left >= 0
      ? { verdict, title: rule, lines }
      : { verdict, title: `${rule}  ${findings[0]?.message ?? name}`, lines: [] }
  })
  const rest = groups.slice(mostEntries)
  if (rest.length === 0) return entries
  const [[, [next]] = ['', []]] = rest
  const of = severe.length > 0 ? `rules: ${rest.map(([id]) => id).join(', ')}` : 'causes'
  return [...entries, { verdict: next!.verdict, title: `and ${rest.length} more ${of}`, lines: [] }]
}

/** Returns lines with the number of blocked scenarios for each cause, the most frequent first. */
export function causesOfBlocked(failures: readonly ScenarioResult[]): readonly string[] {
  const blocked = failures.filter(({ verdict }) => verdict === 'blocked')
  const causes = byCause(blocked)
  const rest = causes.slice(mostCauses).flatMap(([, results]) => results)
  return [
    ...causes
      .slice(0, mostCauses)
      .map(([cause, results]) => `${countOf(results)}: ${cause}, for example in ${results[0]!.id}`),
    ...(rest.length === 0 ? [] : [`${countOf(rest)}: ${causes.length - mostCauses} other causes`]),
    ...(!blocked.every(hasKnownCause) && blocked.length < failures.length
      ? ['Often a violated rule is the cause: fix the violated rules first.']
      : []),
  ]
}

/** True if the target went down, or lacks what the cause names: no violated rule explains that. */
const hasKnownCause = (result: ScenarioResult): boolean =>
  isOfGoneTarget(result) || lackingIn(result) !== undefined

const countOf = ({ length }: readonly unknown[]) =>
  `${String(length).padStart(4)} ${length === 1 ? 'scenario' : 'scenarios'}`

type Groups = readonly (readonly [string, readonly ScenarioResult[]])[]

const byCause = (blocked: readonly ScenarioResult[]): Groups =>
  grouped(blocked, causeOf).toSorted(([, one], [, other]) => other.length - one.length)

/** Joins groups whose first results are of one rule, because an entry has the rule as its title. */
const oneForEachRule = (groups: Groups): Groups => {
  const ofRules = new Map<string, Groups[number]>()
  for (const [name, results] of groups) {
    const { rule } = results[0]!
    const [first = name, earlier = []] = ofRules.get(rule) ?? []
    ofRules.set(rule, [first, [...earlier, ...results]])
  }
  return [...ofRules.values()]
}

function grouped(
  results: readonly ScenarioResult[],
  nameOf: (result: ScenarioResult) => string,
): Groups {
  const groups = new Map<string, ScenarioResult[]>()
  for (const result of results) {
    const name = nameOf(result)
    groups.set(name, [...(groups.get(name) ?? []), result])
  }
  return [...groups]
}

/**
 * Returns what the target lacks, such as `RPUSH: unknown command`. If that is unknown, returns the
 * precondition that a scenario waits for, such as `expected a delivery of the run …`, without values that
 * differ between scenarios.
 */
function causeOf(result: ScenarioResult): string {
  const {
    findings: [finding],
    reason = 'its setup failed',
  } = result
  if (isOfGoneTarget(result)) return reason
  const lacking = lackingIn(result)
  if (lacking !== undefined) return lacking
  // The time differs between scenarios, and so does what they waited for.
  const [, late] = /^the \d+ ms (of the scenario ended[^(]*)/.exec(finding?.message ?? '') ?? []
  if (late !== undefined)
    return `the time ${late.trim()}`.replace(/ of [\d.]+ \w[^:]*: (\w+ [a-z]+).*/s, ': $1 …')
  const [, expected] = /(?:^|: )expected (.*)/s.exec(finding?.message ?? '') ?? []
  if (expected === undefined) return withoutRunSpecific(finding?.message ?? reason)
  const [wanted = ''] = expected.split(', got ')
  const plain = withoutRunSpecific(wanted)
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/(?<=^(?:result|body|value|delivery|error|a number of [\w ]+ of) ).*$/s, '…')
    .replace(/…[\w./-]*/g, '…')
  return `expected ${plain}`
}

/** Returns the details of a failure. Values are cut, and scripts that are too long are left out. */
function detailsOf(result: ScenarioResult, longestScript: number): readonly string[] {
  const { rule, id, title, findings, repro } = result
  const shown = relevantExchange(result)
  const more = findings.length - mostFindings
  return [
    ...labelled('rule', `“${ruleById[rule].quote}” (${placeOf(rule)})`),
    ...labelled('scenario', `${id.slice(rule.length + 1)}: ${title}`),
    ...reasonOf(result).flatMap((reason) => labelled('reason', reason)),
    ...findings
      .slice(0, mostFindings)
      .flatMap(({ message }) => labelled('found', valueOf(message))),
    ...(more > 0 ? labelled('found', `and ${more} more`) : []),
    ...(shown === undefined ? [] : exchangeLines(shown)),
    ...(repro === undefined ? [] : labelled('try', commandsIn(repro, longestScript))),
  ]
}

const exchangeLines = ({
  exchange: { request, response, failure },
  isRelevant,
}: RelevantExchange) => [
  ...labelled(
    isRelevant ? 'sent' : 'last sent',
    `${request.method} ${valueOf(request.target, longestTarget)} ${bodyOf(request)}`.trimEnd(),
  ),
  ...headerLines(deliberateHeaders(request)),
  ...labelled(
    'received',
    response === undefined
      ? valueOf((failure ?? 'nothing').replace(/^expected .*?, got none/, 'nothing'))
      : `${response.status} ${bodyOf(response)}`.trimEnd(),
  ),
]

/** Returns the headers in lines of their own, at most `mostHeaders`. */
const headerLines = (headers: readonly string[]) => [
  ...headers.slice(0, mostHeaders).flatMap((line) => labelled('', valueOf(line))),
  ...(headers.length > mostHeaders
    ? labelled('', `and ${headers.length - mostHeaders} more headers`)
    : []),
]

const bodyOf = ({ body, bodyBase64 }: Pick<RecordedExchange['request'], 'body' | 'bodyBase64'>) =>
  valueOf(body ?? `base64 ${bodyBase64}`)

const valueOf = (text: string, most = longestValue) => cut(printable(text), most)

/** Returns the script, or only its last line, which runs the scenario again. */
function commandsIn(repro: string, most: number): string {
  const lines = repro.split('\n')
  const isShort = (some: readonly string[]) =>
    some.length <= most && some.every(({ length }) => length <= longestCommand)
  const again = lines.slice(-1)
  return isShort(lines) ? repro : isShort(again) ? again.join() : 'see --verbose'
}
