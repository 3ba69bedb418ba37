// diff: compares two reports, for example of yesterday and today.

import {
  areNone,
  differences,
  improved,
  incomplete,
  onlyWorse,
  otherVersions,
  scoped,
  worsened,
  type Change,
  type Incomplete,
  type ScopedDifferences,
} from '../../conformance/report/diff.js'
import { counted } from '../../conformance/report/counted.js'
import { targetInWords } from '../../conformance/report/reporters/words.js'
import { printableJson, printableLines } from '../../conformance/core/printable.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import type { NamedReport } from '../../conformance/report/read-report.js'
import { complain } from './complain.js'
import { readReportFile } from './report-files.js'
import { exit } from './test/exit.js'
import { read, type Verb } from './verb.js'

const options = {
  'only-worse': { about: 'show and count only scenarios that got worse' },
  json: { about: 'print JSON' },
} as const

export const verb: Verb = {
  summary: 'compares two JSON reports; exits with 1 if they differ',
  positionals: 'A.json B.json',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    const [before, after, ...more] = positionals
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError('diff takes two JSON reports, the earlier one first')
    const reports = [readReportFile(before), readReportFile(after)] as const
    const only = values['only-worse'] === true ? 'worse' : 'changed'
    return printDifferences(reports, { only, isJson: values.json === true })
  },
}

interface Comparison {
  /**
   * The scenarios that count: those that got worse, those of both reports that changed, or also those
   * that only one report has, which is the default.
   */
  readonly only: 'worse' | 'common' | 'changed'
  readonly isJson: boolean
}

/** Prints the differences of two reports. Returns the exit code, which is 1 if there are some. */
export function printDifferences(
  reports: readonly [NamedReport, NamedReport],
  { only, isJson }: Comparison,
): number {
  const [{ report: one }, { report: other }] = reports
  const all = differences(one, other)
  const lacking = incomplete(one, other)
  const isComplete = Object.keys(lacking).length === 0
  const shown = only === 'worse' ? onlyWorse(scoped(all)) : scoped(all)
  const found = only === 'changed' ? { ...shown, ...all } : shown
  const none =
    only === 'worse' ? nothingWorse(improved(all), found) : 'No verdict and no observation changed.'
  console.log(
    isJson
      ? printableJson(jsonOf({ ...found, versions: otherVersions(one, other) }, lacking))
      : printableLines(textOf(reports, shown, isComplete ? none : undefined)),
  )
  const isScopeAlone = areNone(scoped(all)) && !areNone(found)
  if (!isJson && isComplete && isScopeAlone)
    console.log('The exit code is 1, because the runs have different scenarios.')
  whyNotCompared(lacking).forEach(complain)
  if (!isComplete) return exit.couldNotJudge
  // The exit codes are those of the `diff` command of the system.
  return areNone(found) ? 0 : 1
}

const jsonOf = (found: object, lacking: Incomplete) =>
  JSON.stringify(
    { ...found, ...(Object.keys(lacking).length > 0 && { incomplete: lacking }) },
    null,
    2,
  )

const whyNotCompared = ({ before, after, both }: Incomplete): readonly string[] => [
  ...Object.entries({ A: before, B: after }).flatMap(([report, why]) =>
    why === undefined ? [] : [`could not compare, because ${report} is not a whole run: ${why}`],
  ),
  ...(both === undefined
    ? []
    : [`could not compare, because ${both}; run both with the same selection`]),
]

function nothingWorse(better: readonly unknown[], found: ScopedDifferences): string {
  const isWhole = found.onlyBefore.length + found.onlyAfter.length === 0
  const where = isWhole ? '' : ' among the scenarios that both have'
  return `Nothing got worse${where}${better.length === 0 ? '' : ` (${counted(better.length, 'scenario')} got better)`}.`
}

/**
 * Formats the differences. `none` is the sentence if there are none, or undefined if the reports
 * cannot be compared.
 */
const textOf = (
  reports: readonly [NamedReport, NamedReport],
  found: ScopedDifferences,
  none: string | undefined,
) =>
  [
    ...reports.map(
      ({ file, report }, index) =>
        `${'AB'[index]}  ${file}: ${report.startedAt}, ${targetInWords(report)}`,
    ),
    ...[otherVersions(reports[0].report, reports[1].report)].filter((each) => each !== undefined),
    ...section('Rules', found.rules, (each) => `${each.id}  ${fromTo(each, String)}`),
    ...section('Scenarios', found.scenarios, (each) => `${each.id}  ${fromTo(each, String)}`),
    ...section(
      'Observations',
      found.observations,
      (each) => `${each.id}\n    ${each.what}: ${fromTo(each, JSON.stringify)}`,
    ),
    ...section(
      'Failures with another cause',
      found.failures,
      (each) => `${each.id}\n    A: ${each.before}\n    B: ${each.after}`,
    ),
    ...section('Failures of scenarios that only B has', found.failedOnlyAfter, (id) => id),
    '',
    ...(areNone(found)
      ? [none].filter((sentence) => sentence !== undefined)
      : [
          `Changed: ${counted(found.rules.length, 'rule')}, ${counted(found.scenarios.length, 'scenario')} and ${counted(found.observations.length, 'observation')}.`,
        ]),
    ...worseLine(worsened(found)),
    ...onlyIn('A', found.onlyBefore),
    ...onlyIn('B', found.onlyAfter),
  ].join('\n')

const worseLine = ({ length }: readonly unknown[]) =>
  length === 0 ? [] : [`Worse: ${counted(length, 'scenario')} failed only in B.`]

const onlyIn = (report: 'A' | 'B', ids: readonly string[]) => {
  if (ids.length === 0) return []
  const rules = new Set(ids.map((id) => id.slice(0, id.indexOf('/'))))
  const were = ids.length === 1 ? 'it was' : 'they were'
  return [
    `Only ${report} has ${counted(ids.length, 'scenario')}, of ${counted(rules.size, 'rule')}, such as ${ids[0]}; ${were} not compared.`,
  ]
}

const fromTo = <T>({ before, after }: Change<T>, inWords: (value: T) => string) =>
  `${before === undefined ? 'absent' : inWords(before)} → ${after === undefined ? 'absent' : inWords(after)}`

const section = <T>(title: string, changes: readonly T[], line: (change: T) => string) =>
  changes.length === 0 ? [] : ['', title, ...changes.map((change) => `  ${line(change)}`)]
