import { describe, expect, it } from 'vitest'
import type { Report, ScenarioResult } from '../report.js'
import { reportOf, resultOf } from './testing.js'
import { text } from './text.js'

const violated: ScenarioResult = {
  id: 'kv.pipeline.order/results-come-in-order',
  title: 'results come in order',
  interface: 'kv',
  rule: 'kv.authentication.missing-token',
  level: 'must',
  verdict: 'violated',
  durationMs: 3,
  findings: [{ message: 'expected status 401, got 200', expected: 401, actual: 200 }],
  exchanges: [
    {
      request: { method: 'POST', target: '/', headers: [], body: '["PING"]' },
      response: { status: 200, headers: [], body: '{"result":"PONG"}' },
      durationMs: 1,
    },
  ],
  repro: `curl -X POST "$SVC_KV_URL"'/'`,
}

const report: Report = {
  format: 1,
  tool: { name: 'svc-contract', version: '0.0.0' },
  contract: { kv: '', queue: '' },
  target: { kvUrl: 'http://kv.example', dialect: 'svc', provider: 'none', time: 'real' },
  startedAt: '2030-01-01T00:00:00.000Z',
  durationMs: 12,
  summary: {
    passed: 0,
    violated: 1,
    expectedViolations: 0,
    blocked: 0,
    notApplicable: 0,
    observed: 0,
    harnessErrors: 0,
  },
  scenarios: [violated],
  rules: [
    {
      id: 'kv.authentication.missing-token',
      level: 'must',
      quote: 'A missing or invalid token yields HTTP 401.',
      verdict: 'violated',
      scenarios: [violated.id],
    },
    {
      id: 'kv.authentication.bearer-header',
      level: 'must',
      quote: '…',
      verdict: 'not-judged',
      scenarios: [],
    },
  ],
}

function written(options: Parameters<typeof text>[1], results = [violated]): string {
  let out = ''
  const reporter = text((words) => (out += words), options)
  for (const result of results) reporter.result?.(result)
  reporter.end(report)
  return out
}
const plain = { colour: false, progress: false, total: 1 }

describe('the text report', () => {
  it('tells of a rule how many of its scenarios ended how, where they did not end alike', () => {
    const passed = resultOf('passed', 'one')
    const skipped = resultOf('not-applicable', 'two', { reason: 'it waits 60 s in real time' })
    const out = (scenarios: readonly ScenarioResult[]) => {
      let written = ''
      text((words) => (written += words), plain).end(reportOf(scenarios))
      return written
    }

    expect(out([passed, resultOf('passed', 'three'), skipped])).toContain(
      '  ○ kv.authentication.missing-token  2 passed, 1 not applicable  it waits 60 s in real time\n',
    )
    expect(out([passed, skipped])).toContain('1 otherwise (1 passed in what applies), ')
    expect(out([skipped])).toContain(
      '  ○ kv.authentication.missing-token  not-applicable  it waits 60 s in real time\n',
    )
    expect(out([passed, resultOf('violated', 'three')])).toContain('1 passed, 1 violated\n')
    expect(out([passed, resultOf('passed', 'three')])).toContain(
      '  ✓ kv.authentication.missing-token  (2 scenarios)\n',
    )
  })

  it('shows a violation with its rule, what was sent, what came back and how to see it again', () => {
    const out = written(plain)

    expect(out).toContain('✗ violated  results come in order')
    expect(out).toMatch(/rule {6}“.*missing or invalid token/)
    expect(out).toMatch(/kv contract, Authentication, line \d+/)
    expect(out).toContain('found     expected status 401, got 200')
    expect(out).toContain('sent      POST /\n            ["PING"]')
    expect(out).toContain('received  200\n            {"result":"PONG"}')
    expect(out).toContain(`try       curl -X POST "$SVC_KV_URL"'/'`)
  })

  it('has a verdict for every rule that was judged, below its heading', () => {
    expect(written(plain)).toContain(
      '\nkv: Authentication\n  ✗ kv.authentication.missing-token  violated\n',
    )
  })

  it('ends with what came of scenarios and rules, and of which target', () => {
    expect(written(plain)).toMatch(
      /Scenarios {2}0 passed, 1 violated\nRules {6}0 conforming, 1 otherwise, 1 not judged\nTarget {5}http:\/\/kv.example \(svc dialect, real time\), 12 ms\n$/,
    )
  })

  it('is quiet of a failure that was expected', () => {
    expect(written(plain, [{ ...violated, expected: true }])).not.toContain('results come in order')
  })

  it('writes no control characters unless it may', () => {
    const hasControl = (out: string) => /\p{Cc}/u.test(out.replaceAll('\n', ''))
    expect(hasControl(written(plain))).toBe(false)
    expect(hasControl(written({ ...plain, colour: true }))).toBe(true)
    expect(hasControl(written({ ...plain, progress: true }))).toBe(true)
  })
})
