// The report of `mutate`: its data, and its forms for people and programs.

import { counted } from '../../../conformance/report/counted.js'
import { markup } from '../../../conformance/report/reporters/html/markup.js'
import { printableJson } from '../../../conformance/core/printable.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { placeOf } from './meanings.js'

/** A fault that was tested. */
export interface FaultResult {
  readonly id: string
  readonly name: string
  readonly interface: 'kv' | 'queue'
  /** The rules that the fault breaks. */
  readonly rules: readonly string[]
  /** The harm to an application, which completes "No test fails if …". */
  readonly meaning: string
  readonly noticed: boolean
  /** The milliseconds of the run. */
  readonly ms: number
  /** True if the result is from the report of `--changed`. */
  readonly earlier?: true
}

export interface MutateReport {
  readonly format: typeof FORMAT
  readonly tool: { readonly name: string; readonly version: string }
  readonly command: string
  readonly seed: number
  /** The percentage of the tested faults that a test noticed, or null if none was tested. */
  readonly score: number | null
  readonly noticed: number
  readonly unnoticed: number
  /** The number of faults that the command uses and that were not tested, because of `--max` or Ctrl-C. */
  readonly untested: number
  /** The number of faults that cannot show, because the command uses nothing that they change. */
  readonly leftOut: number
  /** The number of faults with which every request, response and delivery was as without. */
  readonly unseen: number
  readonly interrupted: boolean
  readonly ms: number
  readonly faults: readonly FaultResult[]
}

export const FORMAT = 'svc-contract-mutate/1'

/** Returns the score in percent, rounded down: 100 means that every fault was noticed. */
export function scoreOf(faults: readonly FaultResult[]): number | null {
  const noticed = faults.filter((each) => each.noticed).length
  return faults.length === 0 ? null : Math.floor((100 * noticed) / faults.length)
}

/** Parses a JSON report. Throws a `UsageError` for any other text. */
export function parseReport(text: string, file: string): MutateReport {
  try {
    const report = JSON.parse(text) as Partial<MutateReport> | null
    if (report?.format === FORMAT && Array.isArray(report.faults)) return report as MutateReport
  } catch {
    // The message below says enough.
  }
  throw new UsageError(`${file} is no JSON report of mutate; write one with --report json=${file}`)
}

/** The faults of one meaning, and those of them that no test noticed. */
interface Group {
  readonly meaning: string
  readonly all: number
  readonly missed: readonly FaultResult[]
}

const groupsOf = ({ faults }: MutateReport): readonly Group[] =>
  [...new Set(faults.map(({ meaning }) => meaning))]
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((meaning) => {
      const own = faults.filter((each) => each.meaning === meaning)
      const missed = own.filter(({ noticed }) => !noticed)
      return { meaning, all: own.length, missed }
    })
    .filter(({ missed }) => missed.length > 0)

const titleOf = ({ meaning, all, missed }: Group) =>
  `No test fails if ${meaning} (${missed.length} of ${counted(all, 'fault')})`

const scoreInWords = ({ score, noticed, unnoticed, interrupted }: MutateReport): string => {
  const of = counted(noticed + unnoticed, 'fault')
  const words =
    score === null
      ? 'No fault that was tested can show'
      : `Score ${score} %: ${noticed} of ${of} noticed`
  return interrupted ? `${words}, interrupted` : words
}

const countsInWords = ({ untested, leftOut, unseen, ms }: MutateReport): string =>
  [
    ...(untested === 0 ? [] : [`${untested} not tested`]),
    `left out: ${leftOut} that change nothing that the command uses, ${unseen} that changed no request, response or delivery`,
    `${(ms / 1000).toFixed(0)} s`,
  ].join('; ')

/** Returns the command that shows a fault. */
const toSee = ({ command }: MutateReport, id: string) =>
  `svc-contract mutate --only ${id} -- ${command}`

const seeInWords = (report: MutateReport): readonly string[] => {
  const [first] = report.faults.filter(({ noticed }) => !noticed)
  return first === undefined
    ? []
    : [
        `Test one again: ${toSee(report, first.id)}`,
        `Try it yourself: svc-contract mock --fault ${first.id}`,
      ]
}

const text = (report: MutateReport): string =>
  [
    ...groupsOf(report).flatMap((group) => [
      titleOf(group),
      ...group.missed.flatMap(({ id, name, rules }) => [
        `  ✗ ${name}`,
        `      ${rules.slice(0, 2).join(', ')}${rules.length > 2 ? ` and ${rules.length - 2} more` : ''}  --fault ${id}`,
      ]),
      '',
    ]),
    scoreInWords(report),
    countsInWords(report),
    ...seeInWords(report),
    '',
  ].join('\n')

/** Escapes text for Markdown. */
const inMarkdown = (words: string) => words.replace(/[\\`*_[\]<>|#]/g, '\\$&')

const markdown = (report: MutateReport): string =>
  [
    `## ${inMarkdown(scoreInWords(report))}\n\n`,
    `${countsInWords(report)}.\n\n`,
    ...groupsOf(report).flatMap((group) => [
      `### ${inMarkdown(titleOf(group))}\n\n| Fault | Rules | See it |\n| --- | --- | --- |\n`,
      ...group.missed.map(
        ({ id, name, rules }) =>
          `| ${inMarkdown(name)} | ${inMarkdown(rules.join(', '))} | \`--fault ${id}\` |\n`,
      ),
      '\n',
    ]),
  ].join('')

const html = (report: MutateReport): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${scoreInWords(report)}</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #8884;padding:.3rem;text-align:left;vertical-align:top}:root{color-scheme:light dark}</style>
</head>
<body>
<h1>${scoreInWords(report)}</h1>
<p>${countsInWords(report)}. Command: <code>${report.command}</code></p>
${groupsOf(report).map(
  (group) => markup`<h2>${titleOf(group)}</h2>
<table>
<tr><th scope="col">Fault</th><th scope="col">Rules</th><th scope="col">See it</th></tr>
${group.missed.map(
  ({ id, name, rules }) =>
    markup`<tr><td>${name}</td><td>${rules.join(', ')}</td><td><code>--fault ${id}</code></td></tr>
`,
)}</table>
`,
)}<footer>${report.tool.name} ${report.tool.version}</footer>
</body>
</html>
`.markup

const json = (report: MutateReport): string =>
  `${printableJson(JSON.stringify(report, undefined, 2))}\n`

/** The forms of a report. */
export const forms = { text, json, html, markdown } as const
