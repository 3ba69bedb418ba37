// Writes JUnit XML in the schema of Ant, with one test suite for each rule, and the totals on the
// root element, which most readers expect there.

import { ruleById } from '#generated/rules.js'
import { unseen } from '../../core/printable.js'
import { isFailure, type Report, type RuleResult, type ScenarioResult } from '../report.js'
import { problemsOf, type Problem } from '../unjudged.js'
import { withChanges } from './words.js'
import { evidenceLines, placeOf, reasonOf } from './failure.js'

export function junit(given: Report): string {
  const report = withChanges(given)
  const results = new Map(report.scenarios.map((result) => [result.id, result]))
  const suites = report.rules
    .filter(({ scenarios }) => scenarios.length > 0)
    .map((rule, index) => {
      const own = rule.scenarios.flatMap((id) => results.get(id) ?? [])
      return { own, text: suite(report, rule, own, index) }
    })
  const problems = problemsOf(report)
  const counts = totalsOf(suites.flatMap(({ own }) => own))
  const totals = attributesText({
    name: `${report.tool.name} ${report.tool.version}`,
    ...counts,
    tests: String(Number(counts.tests) + problems.length),
    errors: String(Number(counts.errors) + problems.length),
  })
  const texts = [...suites.map(({ text }) => text), problemSuite(report, problems, suites.length)]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${totals}>\n${texts.join('')}</testsuites>\n`
}

/** The names of the test cases of the run itself, which fail by these problems. */
const problemNames: Readonly<Record<Problem['kind'], string>> = {
  unjudged: 'the target is judged',
  gone: 'the target stays up',
  stale: 'the list of known failures is up to date',
}

function problemSuite(
  { startedAt, tool }: Report,
  problems: readonly Problem[],
  index: number,
): string {
  if (problems.length === 0) return ''
  const attributes = {
    name: 'run',
    package: tool.name,
    id: String(index),
    timestamp: startedAt.slice(0, 19),
    hostname: 'localhost',
    ...totalsOf([]),
    tests: String(problems.length),
    errors: String(problems.length),
  }
  return [
    `  <testsuite${attributesText(attributes)}>`,
    '    <properties/>',
    ...problems.map(
      ({ kind, message }, number) =>
        `    <testcase${attributesText({ name: `${problemNames[kind]} (${number + 1})`, classname: 'run', time: seconds(0) })}>\n      <error${attributesText({ type: 'run', message })}/>\n    </testcase>`,
    ),
    '    <system-out/>',
    '    <system-err/>',
    '  </testsuite>\n',
  ].join('\n')
}

/** Returns the counts of a suite or of all suites, and the sum of the durations in seconds. */
function totalsOf(results: readonly ScenarioResult[]) {
  const count = (kind: ReturnType<typeof kindOf>) =>
    String(results.filter((result) => kindOf(result) === kind).length)
  return {
    tests: String(results.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  }
}

function suite(
  { startedAt, target }: Report,
  { id, level, verdict, quote }: RuleResult,
  results: readonly ScenarioResult[],
  index: number,
): string {
  const { interface: of } = ruleById[id]
  const attributes = {
    name: id,
    package: id.split('.').slice(0, -1).join('.'),
    id: String(index),
    // The time is in UTC. The schema does not allow a time zone.
    timestamp: startedAt.slice(0, 19),
    hostname: hostOf(of === 'kv' ? target.kvUrl : target.queueUrl),
    ...totalsOf(results),
  }
  const properties = { rule: id, level, verdict, quote, place: placeOf(id) }
  const observed = results.flatMap(({ title, observations }) =>
    observations === undefined ? [] : `${title}: ${JSON.stringify(observations)}\n`,
  )
  return [
    `  <testsuite${attributesText(attributes)}>`,
    '    <properties>',
    ...Object.entries(properties).map(
      ([name, value]) => `      <property${attributesText({ name, value })}/>`,
    ),
    '    </properties>',
    ...results.map(testcase),
    `    <system-out>${escaped(observed.join(''))}</system-out>`,
    '    <system-err/>',
    '  </testsuite>\n',
  ].join('\n')
}

function testcase(result: ScenarioResult): string {
  const { rule, title, durationMs, verdict, reason, findings } = result
  const kind = kindOf(result)
  const open = `    <testcase${attributesText({ name: title, classname: rule, time: seconds(durationMs) })}`
  if (kind === undefined) return `${open}/>`
  const found = [...reasonOf(result), ...findings.map(({ message }) => message)]
  const why = kind === 'skipped' || found.length === 0 ? [reason ?? verdict] : found
  const message = attributesText({ type: verdict, message: why.join('; ') })
  return kind === 'skipped'
    ? `${open}>\n      <skipped${message}/>\n    </testcase>`
    : `${open}>\n      <${kind}${message}>${escaped(evidenceLines(result).join('\n'))}</${kind}>\n    </testcase>`
}

/**
 * Returns the element for a result, or none if the scenario passed. An expected failure is a
 * skipped test.
 */
function kindOf({
  verdict,
  expected,
}: ScenarioResult): 'failure' | 'error' | 'skipped' | undefined {
  if (verdict === 'not-applicable' || expected === true) return 'skipped'
  if (!isFailure(verdict)) return undefined
  return verdict === 'harness-error' ? 'error' : 'failure'
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

const hostOf = (url = '') => (URL.canParse(url) ? new URL(url).hostname : '') || 'localhost'

const attributesText = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value).replace(/[\t\n\r]/g, numbered)}"`)
    .join('')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const numbered = (character: string) => `&#${character.codePointAt(0)};`

/** Characters that XML cannot contain, including unpaired surrogates, and those that nobody sees. */
const unwritable = new RegExp(
  `[^\\t\\n\\r\\u{20}-\\u{D7FF}\\u{E000}-\\u{FFFD}\\u{10000}-\\u{10FFFF}]|(?![\\t\\n\\r])${unseen.source}`,
  'gu',
)

/** Escapes text for XML. Such characters become text, for example `\u{1b}`. */
const escaped = (text: string) =>
  text
    .replace(unwritable, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
    .replace(/[&<>"]/g, (character) => entities[character]!)
    // CR is escaped because XML parsers replace it with LF.
    .replaceAll('\r', '&#13;')
