// The report as a person reads it: every failure with its evidence, a verdict for every rule, and
// one closing line.

import { ruleById } from '#generated/rules.js'
import type { RecordedExchange, Report, RuleResult, ScenarioResult } from '../report.js'
import type { Reporter } from './reporter.js'

export interface TextOptions {
  /** Whether to write colours. */
  readonly colour: boolean
  /** Whether to overwrite one line with the progress, as on a terminal. */
  readonly progress: boolean
  /** How many scenarios the run has. */
  readonly total: number
}

const marks = {
  conforming: '✓',
  passed: '✓',
  violated: '✗',
  blocked: '■',
  'not-applicable': '○',
  observed: '·',
  'harness-error': '!',
  'not-judged': ' ',
} as const

const colours = {
  conforming: 32,
  passed: 32,
  violated: 31,
  blocked: 33,
  'harness-error': 35,
} as const

/** Why a rule was not applicable, by its id. */
type Reasons = ReadonlyMap<string, string>

export function text(write: (text: string) => void, options: TextOptions): Reporter {
  const paint = (verdict: keyof typeof marks, words: string) =>
    options.colour && verdict in colours
      ? `\x1b[${colours[verdict as keyof typeof colours]}m${words}\x1b[0m`
      : words
  const bold = (words: string) => (options.colour ? `\x1b[1m${words}\x1b[0m` : words)
  const clearLine = options.progress ? '\r\x1b[2K' : ''
  let done = 0

  const failure = (result: ScenarioResult) => {
    const rule = ruleById[result.rule]
    return [
      `${paint(result.verdict, `${marks[result.verdict]} ${result.verdict}`)}  ${bold(result.title)}`,
      `  ${result.id}`,
      `  rule      “${rule.quote}”`,
      `            ${rule.interface} contract, ${rule.heading}, line ${rule.line}`,
      ...(result.reason === undefined ? [] : [`  reason    ${result.reason}`]),
      ...result.findings.flatMap(({ message }) => labelled('found', message)),
      ...result.exchanges
        .slice(-1)
        .flatMap((exchange) => [
          ...labelled('sent', sent(exchange)),
          ...labelled('received', received(exchange)),
        ]),
      ...(result.repro === undefined ? [] : labelled('try', result.repro)),
      '',
    ]
      .map((line) => `${line}\n`)
      .join('')
  }

  const ruleLine = ({ id, verdict, scenarios }: RuleResult, reasons: Reasons) => {
    const words = [
      `${paint(verdict, marks[verdict])} ${id}`,
      verdict === 'conforming' ? undefined : verdict,
      scenarios.length > 1 ? `(${scenarios.length} scenarios)` : undefined,
      verdict === 'not-applicable' ? reasons.get(id) : undefined,
    ]
    return `  ${words.filter((word) => word !== undefined).join('  ')}\n`
  }

  return {
    result(result) {
      done += 1
      const failed = ['violated', 'blocked', 'harness-error'].includes(result.verdict)
      if (failed && result.expected !== true) write(`${clearLine}${failure(result)}\n`)
      if (options.progress) write(`${clearLine}${done}/${options.total} ${result.id}`)
    },
    end(report) {
      write(clearLine)
      const reasons: Reasons = new Map(
        report.scenarios.flatMap(({ rule, verdict, reason }) =>
          verdict === 'not-applicable' && reason !== undefined ? [[rule, reason] as const] : [],
        ),
      )
      const judged = report.rules.filter(({ verdict }) => verdict !== 'not-judged')
      judged.forEach((result, index) => {
        const heading = headingOf(result)
        const before = judged[index - 1]
        if (before === undefined || headingOf(before) !== heading) write(`\n${bold(heading)}\n`)
        write(ruleLine(result, reasons))
      })
      write(summary(report, report.rules.length - judged.length))
    },
  }
}

function headingOf({ id }: RuleResult): string {
  const { interface: of, heading } = ruleById[id]
  return `${of}: ${heading}`
}

function summary({ summary, rules, durationMs, target }: Report, notJudged: number): string {
  const conforming = rules.filter(({ verdict }) => verdict === 'conforming').length
  const scenarios = (
    [
      ['passed', summary.passed],
      ['violated', summary.violated],
      ['failing as expected', summary.expectedViolations],
      ['blocked', summary.blocked],
      ['not applicable', summary.notApplicable],
      ['observed', summary.observed],
      ['harness errors', summary.harnessErrors],
    ] as const
  )
    .filter(([what, count]) => count > 0 || what === 'passed' || what === 'violated')
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
  const where = [target.kvUrl, target.queueUrl].filter((url) => url !== undefined).join(' and ')
  return (
    `\nScenarios  ${scenarios}\n` +
    `Rules      ${conforming} conforming, ${rules.length - notJudged - conforming} otherwise, ${notJudged} not judged\n` +
    `Target     ${where} (${target.dialect} dialect, ${target.time} time), ${durationMs} ms\n`
  )
}

/** `  label     first line`, further lines below the first. */
const labelled = (label: string, lines: string) =>
  lines.split('\n').map((line, index) => `  ${(index === 0 ? label : '').padEnd(10)}${line}`)

const sent = ({ request }: RecordedExchange) =>
  `${request.method} ${request.target}\n${bodyOf(request)}`.trimEnd()

const received = ({ response, failure, closed }: RecordedExchange) =>
  response === undefined
    ? (failure ?? 'nothing')
    : `${response.status}${closed === true ? ', a stream' : ''}\n${bodyOf(response)}`.trimEnd()

function bodyOf(message: { readonly body: string } | { readonly bodyBase64: string }): string {
  const body = 'body' in message ? message.body : `base64 ${message.bodyBase64}`
  return body.length > 500 ? `${body.slice(0, 500)}… (${body.length} characters)` : body
}
