// The report as a person reads it: every failure with its evidence, a verdict for every rule, and
// one closing line.

import type { Report, RuleResult, ScenarioResult } from '../report.js'
import { evidenceLines, unexpected } from './failure.js'
import type { Reporter } from './reporter.js'
import { judged, sectionsOf } from './sections.js'
import {
  caveats,
  marks,
  resultsById,
  ruleCountsInWords,
  ruleInWords,
  scenarioCounts,
  targetInWords,
  type Results,
} from './words.js'

export interface TextOptions {
  /** Whether to write colours. */
  readonly colour: boolean
  /** Whether to overwrite one line with the progress, as on a terminal. */
  readonly progress: boolean
  /** How many scenarios the run has. */
  readonly total: number
}

const colours = {
  conforming: 32,
  passed: 32,
  violated: 31,
  blocked: 33,
  'harness-error': 35,
} as const

export function text(write: (text: string) => void, options: TextOptions): Reporter {
  const paint = (verdict: keyof typeof marks, words: string) =>
    options.colour && verdict in colours
      ? `\x1b[${colours[verdict as keyof typeof colours]}m${words}\x1b[0m`
      : words
  const bold = (words: string) => (options.colour ? `\x1b[1m${words}\x1b[0m` : words)
  const clearLine = options.progress ? '\r\x1b[2K' : ''
  let done = 0

  const failure = (result: ScenarioResult) =>
    [
      `${paint(result.verdict, `${marks[result.verdict]} ${result.verdict}`)}  ${bold(result.title)}`,
      ...[result.id, ...evidenceLines(result)].map((line) => `  ${line}`),
      '',
    ]
      .map((line) => `${line}\n`)
      .join('')

  const ruleLine = (rule: RuleResult, results: Results) => {
    const { id, verdict, scenarios } = rule
    const told = ruleInWords(rule, results)
    const reasons = scenarios.map((id) => results.get(id)).filter(isNotApplicable)
    const words = [
      `${paint(verdict, marks[verdict])} ${id}`,
      told === 'conforming' ? undefined : told,
      scenarios.length > 1 && told === verdict ? `(${scenarios.length} scenarios)` : undefined,
      verdict === 'not-applicable' ? reasons[0]?.reason : undefined,
    ]
    return `  ${words.filter((word) => word !== undefined).join('  ')}\n`
  }

  return {
    result(result) {
      done += 1
      for (const each of unexpected([result])) write(`${clearLine}${failure(each)}\n`)
      if (options.progress) write(`${clearLine}${done}/${options.total} ${result.id}`)
    },
    end(report) {
      write(clearLine)
      const results = resultsById(report)
      for (const { title, rules } of sectionsOf(judged(report.rules)))
        write(`\n${bold(title)}\n${rules.map((rule) => ruleLine(rule, results)).join('')}`)
      write(closing(report))
    },
  }
}

const isNotApplicable = (result: ScenarioResult | undefined) => result?.verdict === 'not-applicable'

const closing = (report: Report) =>
  `\nScenarios  ${scenarioCounts(report)}\n` +
  `Rules      ${ruleCountsInWords(report)}\n` +
  `Target     ${targetInWords(report)}\n` +
  caveats(report)
    .map((caveat) => `${caveat}\n`)
    .join('')
