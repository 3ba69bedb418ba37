// Formats the coverage of a proxy as text for the terminal.

import { printableLines } from '../core/printable.js'
import { marks, targetInWords } from '../report/reporters/words.js'
import type { Coverage, OperationCoverage, Report } from '../report/report.js'

export const proxyText = (report: Report): string =>
  printableLines(
    [
      ...(report.coverage ? [coverageText(report.coverage)] : []),
      `Target     ${targetInWords(report)}\n`,
    ].join(''),
  )

function coverageText(coverage: Coverage): string {
  const { operations, rules, undocumented, unjudged } = coverage
  const covered = operations.filter(({ answers }) => answers.length > 0).length
  const touched = rules.filter(({ exchanges }) => exchanges > 0)
  const undocumentedCount = undocumented.reduce((sum, { exchanges }) => sum + exchanges, 0)
  const width = Math.max(0, ...operations.map((each) => nameOf(each).length))
  return [
    'Operations',
    ...operations.map((each) => `  ${markOf(each)} ${nameOf(each).padEnd(width)}  ${seenOf(each)}`),
    ...section(
      'Rules covered',
      touched.map(({ id, exchanges }) => `${id} ×${exchanges}`),
    ),
    ...section(
      'Undocumented answers',
      undocumented.map(({ method, path, status, mediaType, exchanges }) =>
        [`${method} ${path} answered ${status}`, mediaType, `×${exchanges}`]
          .filter((part) => part !== '')
          .join(' '),
      ),
    ),
    ...section(
      'Not judged',
      unjudged.map(({ reason, exchanges }) => `${reason} ×${exchanges}`),
    ),
    '',
    `Exchanges  ${coverage.exchanges}: ${coverage.documented} documented, ${coverage.broken} of them broken, ${undocumentedCount} undocumented`,
    `Covered    ${covered} of ${operations.length} operations, ${touched.length} of ${rules.length} rules of answers`,
    '',
  ].join('\n')
}

const nameOf = ({ interface: of, method, path }: OperationCoverage) =>
  `${of.padEnd(5)} ${method.padEnd(6)} ${path}`

const markOf = ({ answers }: OperationCoverage) => {
  if (answers.length === 0) return marks['not-judged']
  return answers.some(({ broken }) => broken > 0) ? marks.violated : marks.passed
}

const seenOf = ({ answers, unseen }: OperationCoverage) => {
  if (answers.length === 0) return 'not seen'
  const seen = answers.map(
    ({ status, exchanges, broken }) =>
      `${status} ×${exchanges}${broken > 0 ? ` (${broken} broken)` : ''}`,
  )
  return [seen.join(', '), ...(unseen.length > 0 ? [`never ${unseen.join(', ')}`] : [])].join('; ')
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `    ${line}`)]
