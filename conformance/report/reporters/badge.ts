// Writes the JSON of a shields.io endpoint badge.

import type { Report } from '../report.js'
import { problemsOf } from '../unjudged.js'
import { counted } from '../counted.js'
import { countOfRules } from './words.js'

export function badge(report: Report): string {
  const [message, color] = verdictOf(report)
  const isError = color === 'red' || problemsOf(report).length > 0
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color, isError }, null, 2)}\n`
}

function verdictOf(report: Report): readonly [message: string, color: string] {
  const { summary, interrupted, shards, gone, outages, stale, target } = report
  const conforming = countOfRules(report, 'conforming')
  const conform = counted(conforming, 'rule conforms', 'rules conform')
  const violated = countOfRules(report, 'violated')
  if (summary.harnessErrors > 0) return ['error', 'red']
  if (interrupted === true || shards !== undefined) return ['incomplete', 'lightgrey']
  if (summary.violated > 0) return [`${counted(violated, 'rule')} violated`, 'red']
  if (gone !== undefined) return ['target went down', 'lightgrey']
  if (outages !== undefined) return ['target failed', 'lightgrey']
  if (summary.blocked > 0) return [`${conform}, some blocked`, 'orange']
  if (conforming + summary.expectedViolations === 0) return ['nothing judged', 'lightgrey']
  if (stale !== undefined) return ['known failures out of date', 'orange']
  if (target.embedded === true) return [`${conform} (embedded mock)`, 'lightgrey']
  return summary.expectedViolations > 0
    ? [`${conform}, known failures`, 'yellow']
    : [conform, 'brightgreen']
}
