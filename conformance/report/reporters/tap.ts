// Writes the Test Anything Protocol, version 13, because some readers reject later versions.

import { printable, printableJson } from '../../core/printable.js'
import { isFailure, type Report, type ScenarioResult } from '../report.js'
import { problemsOf } from '../unjudged.js'
import { placeOf, reasonOf } from './failure.js'
import { ruleById } from '#generated/rules.js'
import {
  bailedInWords,
  caveats,
  scenarioCounts,
  staleInWords,
  targetInWords,
  withChanges,
} from './words.js'

export function tap(report: Report): string {
  const { scenarios } = withChanges(report)
  // A reader of TAP ignores comments, so entries that no longer fail are tests of their own.
  // So is the reason why there is no result: some readers take an empty plan for success.
  const problems = problemsOf(report).filter(
    ({ kind }) => kind === 'stale' || scenarios.length === 0,
  )
  const count = scenarios.length + problems.length
  const lines = [
    'TAP version 13',
    // A plan without tests needs a reason.
    count === 0 ? '1..0 # SKIP no scenario was judged' : `1..${count}`,
    ...scenarios.flatMap(testPoint),
    ...problems.map(
      ({ message }, index) => `not ok ${scenarios.length + index + 1} - ${escaped(message)}`,
    ),
    ...[
      scenarioCounts(report),
      targetInWords(report),
      ...caveats(report),
      ...staleInWords(report),
    ].map((line) => `# ${oneLine(line)}`),
    ...bailOut(report),
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Returns a `Bail out!` line if the target was not tested or if the run stopped early. Otherwise,
 * an incomplete run would look complete. The report of a proxy is never incomplete.
 */
function bailOut(report: Report): readonly string[] {
  const [problem] = problemsOf(report).filter(({ kind }) => kind !== 'stale')
  const why = problem?.message ?? (report.bailed === true ? bailedInWords : undefined)
  return why === undefined ? [] : [`Bail out!  ${oneLine(why)}`]
}

function testPoint(result: ScenarioResult, index: number): readonly string[] {
  const { id, verdict, reason = '', expected } = result
  const failed = isFailure(verdict)
  // The TODO directive marks a known failure, which does not fail the run.
  const directive =
    verdict === 'not-applicable'
      ? ` # SKIP ${reason}`
      : expected === true
        ? ` # TODO ${reason}`
        : ''
  return [
    `${failed ? 'not ok' : 'ok'} ${index + 1} - ${escaped(id)}${oneLine(directive)}`,
    ...(failed || verdict === 'observed' ? diagnosis(result) : []),
  ]
}

/** Returns the details of a result in YAML. Each value is JSON, which is valid YAML. */
function diagnosis(result: ScenarioResult): readonly string[] {
  const { verdict, rule, durationMs, findings, observations, repro } = result
  // A known failure has its reason in the directive.
  const reasons = result.expected === true ? [] : reasonOf(result)
  const messages = [...reasons, ...findings.map(({ message }) => message)]
  const entries = {
    verdict,
    rule,
    quote: ruleById[rule].quote,
    at: placeOf(rule),
    duration_ms: durationMs,
    ...(messages.length > 0 && { message: messages.join('\n') }),
    ...(observations && { observations }),
    ...(repro !== undefined && { repro }),
  }
  return [
    '  ---',
    ...Object.entries(entries).map(
      ([name, value]) => `  ${name}: ${printableJson(JSON.stringify(value))}`,
    ),
    '  ...',
  ]
}

const oneLine = (text: string) => printable(text.replace(/\s+/g, ' ').trimEnd())

/** Escapes characters that would begin a directive. */
const escaped = (text: string) => oneLine(text).replace(/[\\#]/g, '\\$&')
