// Writes text for the terminal: a summary of the failures and of the known failures, or all rules
// and observations if there are none, then the counts. With `verbose`, writes everything, and failures as they occur.

import { knownFailures, type KnownFailures } from '../expectations.js'
import type { Report, RuleResult, ScenarioResult } from '../report.js'
import { printable } from '../../core/printable.js'
import { cut } from '../clip.js'
import { problemsOf } from '../unjudged.js'
import { evidenceLines, unexpected } from './failure.js'
import { causesOfBlocked, longestLine, summaryOfFailures } from './summary.js'
import {
  caveats,
  ended,
  marks,
  exportHint,
  harmedInWords,
  judged,
  resultsById,
  ruleCountsInWords,
  ruleInWords,
  scenarioCounts,
  sectionsOf,
  targetInWords,
  type Results,
} from './words.js'

export interface TextOptions {
  readonly colour: boolean
  /** True to show the progress in one line on a terminal. */
  readonly progress: boolean
  readonly total: number
  /** Returns the width of the terminal, for the line with the progress. */
  readonly columns?: () => number
  /** Without a failure, `quiet` omits rules and observations. The default is `normal`. */
  readonly detail?: Detail
  /** The HTML report that is written at the end of the run. */
  readonly page?: string | undefined
}

export type Detail = 'quiet' | 'normal' | 'verbose'

const colours = {
  conforming: 32,
  passed: 32,
  violated: 31,
  blocked: 33,
  'harness-error': 35,
} as const

export type TextReporter = ReturnType<typeof text>

/** Returns a reporter that writes through `write` during a run and at its end. */
export function text(write: (text: string) => void, options: TextOptions) {
  const paint = (verdict: keyof typeof marks, words: string) =>
    options.colour && verdict in colours
      ? `\x1b[${colours[verdict as keyof typeof colours]}m${words}\x1b[0m`
      : words
  const bold = (words: string) => (options.colour ? `\x1b[1m${words}\x1b[0m` : words)
  const clearLine = options.progress ? '\r\x1b[2K' : ''
  const { detail = 'normal', columns = () => 80 } = options
  let done = 0

  const failure = (result: ScenarioResult) =>
    [
      `${paint(result.verdict, `${marks[result.verdict]} ${result.verdict}`)}  ${bold(printable(result.title))}`,
      ...[result.id, ...evidenceLines(result)].map((line) => `  ${printable(line)}`),
      '',
    ]
      .map((line) => `${line}\n`)
      .join('')

  const ruleLine = (rule: RuleResult, results: Results) => {
    const { id, verdict, scenarios } = rule
    const verdictText = ruleInWords(rule, results)
    const reasons = scenarios.map((id) => results.get(id)).filter(isNotApplicable)
    const words = [
      `${paint(verdict, marks[verdict])} ${printable(id)}`,
      verdictText === 'conforming' ? undefined : verdictText,
      scenarios.length > 1 && verdictText === verdict
        ? `(${scenarios.length} scenarios)`
        : undefined,
      verdict === 'not-applicable' ? printable(reasons[0]?.reason ?? '') : undefined,
    ]
    return words.filter((word) => word !== undefined).join('  ')
  }

  const failureLine = ({ verdict, id }: ScenarioResult) =>
    `${paint(verdict, `${marks[verdict]} ${verdict}`)}  ${printable(id)}`

  const section = (title: string, lines: readonly string[]) => {
    if (lines.length > 0) write(`\n${bold(title)}\n${lines.map((line) => `  ${line}\n`).join('')}`)
  }

  const rulesAndObservations = (report: Report) => {
    const results = resultsById(report)
    for (const { title, rules } of sectionsOf(judged(report.rules)))
      section(
        title,
        rules.map((rule) => ruleLine(rule, results)),
      )
    section('Observed, where the contract leaves it open', report.scenarios.flatMap(observedLine))
  }

  const knownSection = (known: readonly KnownFailures[]) => {
    const shown = detail === 'verbose' ? known : known.slice(0, mostKnown)
    const more = known.length - shown.length
    section('Known failures, by the entry that lists them', [
      ...shown.map(({ count, pattern, reason, isFlaky }) =>
        oneLine(`${String(count).padStart(4)}  ${pattern}  ${isFlaky ? '(flaky) ' : ''}${reason}`),
      ),
      ...(more > 0 ? [`and ${more} more entries; --verbose prints them`] : []),
    ])
  }

  const summary = (failures: readonly ScenarioResult[]) => {
    let before = ''
    for (const { verdict, title, lines } of summaryOfFailures(failures)) {
      const shown = [
        `${paint(verdict, `${marks[verdict]} ${verdict}`)}  ${bold(oneLine(title))}`,
        ...lines.map((line) => `  ${oneLine(line)}`),
      ]
      write(before + shown.map((line) => `${line}\n`).join(''))
      before = lines.length === 0 ? '' : '\n'
    }
    const causes = causesOfBlocked(failures).map(oneLine)
    section('Blocked scenarios, by the cause that stopped their setup', causes)
    section('All details', [
      ...exportHint(failures),
      options.page === undefined
        ? 'To read every failure in full, add --verbose or --report html=FILE.'
        : `Every failure in full: ${options.page}`,
    ])
  }

  return {
    /** Called at the end of each scenario. */
    result(result: ScenarioResult) {
      done += 1
      if (detail === 'verbose')
        for (const each of unexpected([result])) write(`${clearLine}${failure(each)}\n`)
      if (options.progress)
        write(
          `${clearLine}${`${done}/${options.total} ${printable(result.id)}`.slice(0, columns() - 1)}`,
        )
    },
    end(report: Report) {
      write(clearLine)
      const failures = unexpected(report.scenarios)
      const known = knownFailures(report)
      if (failures.length > 0)
        for (const { kind, message } of problemsOf(report))
          if (kind !== 'stale') write(`${bold(oneLine(capitalized(ended(message))))}\n\n`)
      for (const sentence of harmedInWords(report)) write(`${bold(oneLine(sentence))}\n\n`)
      const isGreen = failures.length + known.length === 0
      if (detail === 'verbose' || (detail === 'normal' && isGreen)) rulesAndObservations(report)
      if (detail === 'verbose')
        section('Failures, with details above', [
          ...failures.map(failureLine),
          ...exportHint(failures),
        ])
      else if (failures.length > 0) summary(failures)
      if (detail !== 'quiet') knownSection(known)
      const isAlone = detail === 'quiet' && failures.length === 0
      write(`${isAlone ? '' : '\n'}${closing(report)}`)
    },
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The most entries of lists of known failures that are shown without `verbose`. */
const mostKnown = 20

const oneLine = (text: string) => cut(printable(text), longestLine)

/** Formats observations on one line: `· rule  title  name: value; name: value`. */
const observedLine = ({ rule, title, observations }: ScenarioResult): readonly string[] => {
  if (observations === undefined) return []
  const noted = Object.entries(observations).map(
    ([what, value]) => `${inline(what)}: ${cut(inline(value), longestValue)}`,
  )
  return [oneLine(`${marks.observed} ${rule}  ${title}  ${noted.join('; ')}`)]
}

/** The longest value in characters. A longer value is cut. */
const longestValue = 120

/** Returns one line of plain text unchanged, and every other value as JSON. */
const inline = (value: unknown): string =>
  typeof value === 'string' && /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(value)
    ? value
    : (JSON.stringify(value) ?? String(value))

const isNotApplicable = (result: ScenarioResult | undefined) => result?.verdict === 'not-applicable'

const closing = (report: Report) =>
  [
    `Scenarios  ${scenarioCounts(report)}`,
    `Rules      ${ruleCountsInWords(report)}`,
    `Target     ${targetInWords(report)}`,
    ...caveats(report),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('')
