// Writes the Common Test Report Format (https://ctrf.io): a JSON format for results of any test runner.

import { ruleById } from '#generated/rules.js'
import { printableJson } from '../../core/printable.js'
import { isFailure, type Report, type ScenarioResult } from '../report.js'
import { problemsOf } from '../unjudged.js'
import { placeOf, reasonOf } from './failure.js'
import { withChanges } from './words.js'

/** Returns the report in the Common Test Report Format. A known failure is skipped, as it fails no run. */
export function ctrf(report: Report): string {
  const { scenarios, tool, startedAt, durationMs, target } = withChanges(report)
  const start = Date.parse(startedAt)
  // The format has no errors of a run, so each is a failed test.
  const problems = problemsOf(report).map(({ kind, message }) => ({
    name: `run: ${kind}`,
    status: 'failed',
    duration: 0,
    message,
  }))
  const tests = [...scenarios.map(testOf), ...problems]
  const count = (status: string) => tests.filter((each) => each.status === status).length
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: startedAt,
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool,
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: count('other'),
        start,
        stop: start + Math.round(durationMs),
      },
      tests,
      environment: { extra: target },
    },
  }
  return `${printableJson(JSON.stringify(document, null, 2))}\n`
}

const testOf = (result: ScenarioResult) => {
  const { id, verdict, rule, durationMs, findings, observations, repro } = result
  const { quote } = ruleById[rule]
  const messages = [...reasonOf(result), ...findings.map(({ message }) => message)]
  return {
    name: id,
    status: statusOf(result),
    duration: Math.round(durationMs),
    rawStatus: verdict,
    suite: rule.split('.'),
    ...(messages.length > 0 && { message: messages.join('\n') }),
    extra: {
      rule,
      quote,
      at: placeOf(rule),
      ...(observations && { observations }),
      ...(repro !== undefined && { repro }),
    },
  }
}

function statusOf({ verdict, expected }: ScenarioResult): string {
  if (expected === true || verdict === 'not-applicable') return 'skipped'
  if (isFailure(verdict)) return 'failed'
  return verdict === 'observed' ? 'other' : 'passed'
}
