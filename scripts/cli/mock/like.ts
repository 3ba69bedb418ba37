// The options --like and --like-violations: the variants and faults of a report, and what they cannot do.

import { counted } from '../../../conformance/report/counted.js'
import { targetInWords } from '../../../conformance/report/reporters/words.js'
import type { NamedReport } from '../../../conformance/report/read-report.js'
import { printableLines } from '../../../conformance/core/printable.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { likenessOf, type Likeness, type Point } from '../../../mocks/faults/like.js'
import { readReportFile } from '../report-files.js'
import type { MockValues } from './options.js'

/** A report, and the part of its observations that the mock does. */
export interface Imitation extends NamedReport {
  readonly likeness: Likeness
  /** True if the mock has the faults of the report too. */
  readonly isWrong: boolean
}

/** Returns the options with the dialect, the variants and the faults of the report of `--like`. */
export function imitating(values: MockValues): {
  readonly values: MockValues
  readonly imitation: Imitation | undefined
} {
  const { like, 'like-violations': isWrong = false, dialect, fault = [], engine } = values
  if (like === undefined && isWrong)
    throw new UsageError('--like-violations is for the report of --like; add --like REPORT.json')
  if (like === undefined || engine === 'prism') return { values, imitation: undefined }
  const named = readReportFile(like)
  const likeness = likenessOf(named.report)
  const on = [...likeness.variants, ...(isWrong ? likeness.faults : [])].map(({ id }) => id)
  return {
    values: { ...values, dialect: dialect ?? likeness.dialect ?? 'svc', fault: [...on, ...fault] },
    imitation: { ...named, likeness, isWrong },
  }
}

/** Returns the imitation as a part of the JSON of a ready mock. */
export const imitationJson = ({ file, likeness, isWrong }: Imitation) => {
  const { same, imitated, missed, unknown, variants, faults, unbroken } = likeness
  return {
    report: file,
    same,
    variants: variants.map(({ id }) => id),
    imitated,
    missed,
    unknown,
    ...(isWrong && { faults: faults.map(({ id }) => id), unbroken }),
  }
}

/** Formats the imitation in lines of a ready mock. */
export function imitationLines({ file, report, likeness, isWrong }: Imitation): readonly string[] {
  const { same, imitated, missed, unknown, variants, faults, unbroken } = likeness
  const lines = [
    `like       ${file}: ${report.startedAt}, ${targetInWords(report)}`,
    `           ${counted(same, 'observation')} as in the report, ${imitated.length} by ${counted(variants.length, 'variant')}`,
    ...listed('imitated', imitated, ({ observed, mock }) => valueText(observed ?? mock)),
    ...listed('missed', missed, (point) =>
      'mock' in point
        ? `${valueText(point.observed)}, but the mock ${valueText(point.mock)}`
        : `${valueText(point.observed)}; that of the mock is not fixed`,
    ),
    ...(unknown.length === 0
      ? []
      : [
          `unknown    ${counted(unknown.length, 'observation')} of ${scenariosOf(unknown).join(', ')}`,
        ]),
    ...(isWrong
      ? [
          `violations ${counted(faults.length, 'fault')}${unbroken.length > 0 ? `; none breaks ${unbroken.join(', ')}` : ''}`,
        ]
      : []),
  ]
  return printableLines(lines.join('\n')).split('\n')
}

const listed = (title: string, points: readonly Point[], valueOf: (point: Point) => string) =>
  points.map(
    (point, index) =>
      `${(index === 0 ? title : '').padEnd(11)}${point.scenario} ${point.what}: ${valueOf(point)}`,
  )

const scenariosOf = (points: readonly Point[]) => [
  ...new Set(points.map(({ scenario }) => scenario)),
]

/** The longest text of a value. */
const LONGEST = 60

function valueText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
