// A report for tests with every verdict, and with text that could break each output format.

import type { RuleId } from '#generated/rules.js'
import {
  ruleResults,
  rulesOf,
  summaryOf,
  type Report,
  type ScenarioResult,
  type Verdict,
} from '../report.js'

/**
 * Text that would end comments, CDATA, code blocks, elements and lines. It also has control
 * characters.
 */
export const hostile =
  '--> ]]> ``` </pre></script><script>document.title="hacked"</script>' +
  '\n::error::injected\r\n  ...\nnot ok 1 # TODO | %0A \\ "\'\0\x1b[31m\ud800'

export function resultOf(
  verdict: Verdict,
  title: string,
  rest: Partial<ScenarioResult> = {},
): ScenarioResult {
  const rule: RuleId = rest.rule ?? 'kv.authentication.missing-token'
  return {
    id: `${rule}/${title.replaceAll(' ', '-')}`,
    title,
    interface: 'kv',
    rule,
    level: 'must',
    verdict,
    durationMs: 1500,
    findings: [],
    exchanges: [],
    ...rest,
  }
}

const sentHeaders = [
  ['Host', 'kv'],
  ['Authorization', 'Bearer <SVC_KV_TOKEN>'],
  ['Content-Type', 'application/json'],
  ['Svc-Encoding', 'base64'],
] as const

/** Returns a violation in which `body` is the target's response. */
export const violation = (title: string, body: string): ScenarioResult =>
  resultOf('violated', title, {
    findings: [{ message: `expected status 401, got 200 with ${body}` }],
    exchanges: [
      {
        request: { method: 'POST', target: '/get/<key>', headers: sentHeaders, body: '[1]' },
        response: { status: 200, headers: [['X-Answer', 'a & b']], body },
        durationMs: 2,
      },
    ],
    repro: `curl -X POST "$SVC_KV_URL"'/get/<key>'\ncurl "$SVC_KV_URL"`,
  })

export function reportOf(scenarios: readonly ScenarioResult[], rest: Partial<Report> = {}): Report {
  return {
    format: 1,
    tool: { name: 'svc-contract', version: '1.2.3' },
    contract: { kv: 'a'.repeat(64), queue: 'b'.repeat(64) },
    target: { kvUrl: 'http://kv.example:8079', dialect: 'svc', provider: 'none', time: 'real' },
    startedAt: '2030-01-02T03:04:05.678Z',
    durationMs: 1234,
    summary: summaryOf(scenarios),
    scenarios,
    rules: ruleResults(rulesOf(['kv', 'queue']), scenarios),
    ...rest,
  }
}

export const everyVerdict: Report = reportOf([
  resultOf('passed', 'it passes', { rule: 'kv.methods.get' }),
  violation('it is violated', hostile),
  resultOf('violated', 'it fails as expected', { expected: true, reason: 'ticket #12' }),
  resultOf('blocked', 'it is blocked', {
    rule: 'kv.methods.head',
    reason: 'a precondition failed',
    findings: [{ message: 'expected "OK", got nothing' }],
  }),
  resultOf('not-applicable', 'it does not apply', {
    rule: 'kv.methods.post',
    reason: 'the provider (none) cannot arrange: clock # really',
  }),
  resultOf('observed', 'it is observed', {
    rule: 'kv.authentication.both-tokens',
    level: 'open',
    observations: { 'status <of> both': 401 },
  }),
  resultOf('harness-error', 'it is a bug', {
    rule: 'queue.publish.method',
    interface: 'queue',
    findings: [{ message: 'TypeError: not a function' }],
  }),
])

export interface WorkflowCommand {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

/** Parses workflow commands line by line, as GitHub's runner does. */
export function commandsIn(printed: string): readonly WorkflowCommand[] {
  return printed.split(/\r\n|\r|\n/).flatMap((line) => {
    const text = line.trimStart()
    const end = text.indexOf('::', 2)
    if (!text.startsWith('::') || end < 0) return []
    const [, name = '', rest = ''] = /^(\S*) ?(.*)$/.exec(text.slice(2, end)) ?? []
    const properties = rest
      .split(',')
      .map((pair) => /^\s*([^=]*)=(.+)$/.exec(pair) ?? [])
      .map(([, property = '', value = '']): [string, string] => [
        property,
        unescaped(value, ['%0D', '%0A', '%3A', '%2C', '%25']),
      ])
      .filter(([property]) => property !== '')
    const data = unescaped(text.slice(end + 2), ['%0D', '%0A', '%25'])
    return [{ name, properties: Object.fromEntries(properties), data }]
  })
}

const unescaped = (text: string, escapes: readonly string[]) =>
  escapes.reduce((rest, escape) => rest.replaceAll(escape, decodeURIComponent(escape)), text)
