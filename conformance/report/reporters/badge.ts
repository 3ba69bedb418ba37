// Writes the JSON of a shields.io endpoint badge.

import type { Report } from '../report.js'
import { countOfRules } from './words.js'

export function badge(report: Report): string {
  const [message, color] = verdictOf(report)
  const isError = color === 'red'
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color, isError }, null, 2)}\n`
}

/** Returns the text and the colour of the badge for the worst verdict. */
function verdictOf(report: Report): readonly [message: string, color: string] {
  const { summary, interrupted, shards } = report
  const conforming = countOfRules(report, 'conforming')
  const conform = conforming === 1 ? '1 rule conforms' : `${conforming} rules conform`
  const violated = countOfRules(report, 'violated')
  if (summary.harnessErrors > 0) return ['error', 'red']
  if (interrupted === true || shards !== undefined) return ['incomplete', 'lightgrey']
  if (summary.violated > 0)
    return [`${violated} ${violated === 1 ? 'rule' : 'rules'} violated`, 'red']
  if (summary.blocked > 0) return [`${conform}, some blocked`, 'orange']
  if (conforming === 0) return ['nothing judged', 'lightgrey']
  return summary.expectedViolations > 0
    ? [`${conform}, known failures`, 'yellow']
    : [conform, 'brightgreen']
}
