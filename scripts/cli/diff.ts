// diff: compares two reports, for example of yesterday and today.

import {
  areNone,
  differences,
  improved,
  onlyWorse,
  scoped,
  worsened,
  type Change,
  type ScopedDifferences,
} from '../../conformance/report/diff.js'
import { targetInWords } from '../../conformance/report/reporters/words.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import type { NamedReport } from '../../conformance/report/read-report.js'
import { readReportFile } from './files.js'
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
    const all = differences(reports[0].report, reports[1].report)
    const isOnlyWorse = values['only-worse'] === true
    const found = isOnlyWorse ? onlyWorse(all) : all
    const none = isOnlyWorse
      ? nothingWorse(improved(all))
      : 'No verdict and no observation changed.'
    console.log(
      values.json === true ? JSON.stringify(found, null, 2) : textOf(reports, scoped(found), none),
    )
    // The exit codes are those of the `diff` command of the system.
    return areNone(found) ? 0 : 1
  },
}

const nothingWorse = ({ length }: readonly unknown[]) =>
  length === 0
    ? 'Nothing got worse.'
    : `Nothing got worse (${length} ${length === 1 ? 'scenario' : 'scenarios'} got better).`

/** Formats the differences. `none` is the sentence if there are none. */
const textOf = (
  reports: readonly [NamedReport, NamedReport],
  found: ScopedDifferences,
  none: string,
) =>
  [
    ...reports.map(
      ({ file, report }, index) =>
        `${'AB'[index]}  ${file}: ${report.startedAt}, ${targetInWords(report)}`,
    ),
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
    '',
    areNone(found)
      ? none
      : `${found.rules.length} rules, ${found.scenarios.length} scenarios and ${found.observations.length} observations changed.`,
    ...worseLine(worsened(found)),
    ...onlyIn('A', found.onlyBefore),
    ...onlyIn('B', found.onlyAfter),
  ].join('\n')

const worseLine = ({ length }: readonly unknown[]) =>
  length === 0
    ? []
    : [`Worse: ${length} ${length === 1 ? 'scenario' : 'scenarios'} failed only in B.`]

const onlyIn = (report: 'A' | 'B', ids: readonly string[]) => {
  if (ids.length === 0) return []
  const rules = new Set(ids.map((id) => id.slice(0, id.indexOf('/'))))
  return [
    `Only ${report} has ${ids.length} scenarios, of ${rules.size} rules, such as ${ids[0]}; they were not compared.`,
  ]
}

const fromTo = <T>({ before, after }: Change<T>, inWords: (value: T) => string) =>
  `${before === undefined ? 'absent' : inWords(before)} → ${after === undefined ? 'absent' : inWords(after)}`

const section = <T>(title: string, changes: readonly T[], line: (change: T) => string) =>
  changes.length === 0 ? [] : ['', title, ...changes.map((change) => `  ${line(change)}`)]
