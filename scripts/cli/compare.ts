// compare: shows the reports of several implementations side by side, as a page, as JSON or as text.

import {
  comparedSections,
  comparisonOf,
  isDifferent,
  jsonOf,
  totalsOf,
  type Comparison,
} from '../../conformance/report/compare.js'
import { cut } from '../../conformance/report/clip.js'
import { counted } from '../../conformance/report/counted.js'
import { caveatsOf, comparePage, textOf } from '../../conformance/report/reporters/compare.js'
import { marks, targetInWords } from '../../conformance/report/reporters/words.js'
import { printableJson, printableLines } from '../../conformance/core/printable.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { complain } from './complain.js'
import { readReportFile } from './report-files.js'
import { exit } from './test/exit.js'
import { deleteOldReports, mustBeWritable, writeOutput } from './test/reports.js'
import { read, type Verb } from './verb.js'
import { name, version } from './version.js'

const options = {
  html: { value: 'FILE', about: 'write a page with filters, findings and exchanges' },
  json: { value: 'FILE', about: 'write verdicts, failures and observations as JSON' },
} as const

const mostReports = 20

/** The longest observation in the terminal, in characters. */
const longestObservation = 100

export const verb: Verb = {
  summary: 'shows the JSON reports of several implementations side by side',
  positionals: 'A.json B.json…',
  options,
  notes: [
    'The name of each file, without .json, is the name of its implementation.',
    'Exit codes: 0 also if the reports differ, 2 wrong usage.',
  ],
  examples: [
    ['what differs, in the terminal', 'compare mine.json yours.json'],
    ['a page to share', 'compare mine.json yours.json --html compare.html'],
  ],
  async run(args) {
    const { values, positionals: files } = read(args, options)
    if (files.length < 2 || files.length > mostReports)
      throw new UsageError(
        `compare takes 2 to ${mostReports} JSON reports, not ${files.length}; write them with test --report json=FILE`,
      )
    const outputs = (['html', 'json'] as const).flatMap((kind) => {
      const file = values[kind]
      return file === undefined ? [] : [{ kind, file }]
    })
    const reports = files.map((file) => readReportFile(file))
    deleteOldReports(
      { report: outputs.map(({ kind, file }) => `${kind}=${file}`) },
      files.map((file) => ({ option: 'compare', file })),
    )
    for (const { file } of outputs) mustBeWritable(file)
    const comparison = comparisonOf(reports)
    const texts = {
      html: () => comparePage(comparison, { name, version }),
      json: () => `${printableJson(JSON.stringify(jsonOf(comparison), null, 2))}\n`,
    }
    const unwritten = outputs.flatMap(({ kind, file }) =>
      writeOutput({ file }, texts[kind](), `Comparison written to ${file}.`),
    )
    if (values.html === undefined) console.log(printableLines(tableOf(comparison)))
    unwritten.forEach(complain)
    return unwritten.length > 0 ? exit.usage : exit.fine
  },
}

/** Formats the rules and the observations in which implementations differ. */
function tableOf(comparison: Comparison): string {
  const { implementations, rules, observations } = comparison
  const different = rules.filter(({ differs }) => differs)
  const points = observations.filter(isDifferent)
  const width = Math.max(0, ...different.map(({ id }) => id.length)) + 2
  const totals = totalsOf(comparison)
  return [
    ...implementations.map(({ letter, name, report }, index) => {
      const { conforming, judged } = totals[index]!
      return `${letter}  ${name}: ${conforming} of ${judged} judged rules conform, ${targetInWords(report)}`
    }),
    ...caveatsOf(comparison),
    ...(different.length === 0
      ? []
      : ['', `${''.padEnd(width + 2)}${implementations.map(({ letter }) => letter).join(' ')}`]),
    ...comparedSections({ rules: different }).flatMap((section) => [
      `${section.interface}: ${section.heading}`,
      ...section.rules.map(({ id, cells }) =>
        `  ${id.padEnd(width)}${cells.map(({ verdict }) => marks[verdict]).join(' ')}`.trimEnd(),
      ),
    ]),
    ...(points.length === 0 ? [] : ['', 'Observations']),
    ...points.flatMap(({ scenario, what, values }) => [
      `  ${scenario}`,
      ...values.map(({ value, of }) => {
        const letters = of.map((index) => implementations[index]!.letter).join(' ')
        return `    ${letters}  ${what}: ${cut(textOf(value), longestObservation)}`
      }),
    ]),
    '',
    `Different: ${different.length} of ${counted(rules.length, 'rule')} and ${points.length} of ${counted(observations.length, 'observation')}.`,
    ...(different.length === 0 ? [] : [legend]),
  ].join('\n')
}

const legend = `${marks.conforming} conforming, ${marks.violated} violated, ${marks.blocked} blocked, ${marks['not-applicable']} not applicable, ${marks.observed} observed; empty: not judged.`
