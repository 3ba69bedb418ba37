import { describe, expect, test } from 'vitest'
import { exchangeOf } from '../wire/testing.js'
import type { Finding } from '../core/judgement.js'
import { redactorOf } from './redact.js'
import { recorded, recorder, ruleResults, rulesOf, summaryOf, type Verdict } from './report.js'
import { resultOf } from './reporters/testing.js'

const result = (verdict: Verdict, expected?: true) =>
  resultOf(verdict, verdict, { rule: 'kv.methods.get', ...(expected && { expected }) })

test.each<[string, Verdict[]]>([
  ['conforming', ['passed', 'passed']],
  ['not-judged', []],
  ['not-applicable', ['passed', 'not-applicable']],
  ['violated', ['passed', 'blocked', 'violated']],
  ['blocked', ['blocked', 'passed', 'not-applicable']],
  ['harness-error', ['violated', 'harness-error']],
  ['observed', ['observed']],
])('a rule is %s if its scenarios are %j', (verdict, verdicts) => {
  const results = verdicts.map((each) => result(each))
  const rules = ruleResults(rulesOf(['kv']), results)

  expect(rules.find(({ id }) => id === 'kv.methods.get')).toMatchObject({
    verdict,
    scenarios: results.map(({ id }) => id),
  })
  expect(rules.every(({ id }) => id.startsWith('kv.'))).toBe(true)
})

test('a finding with another rule violates this rule, and blocks the rule of its scenario', () => {
  const other = { message: 'no array', rule: 'kv.envelope.result-array' } as const
  const verdictsFor = (...findings: readonly Finding[]) => {
    const results = [resultOf('violated', 'one', { rule: 'kv.methods.get', findings })]
    const rules = ruleResults(rulesOf(['kv']), results)
    return ['kv.methods.get', 'kv.envelope.result-array', 'kv.methods.put'].map(
      (rule) => rules.find(({ id }) => id === rule)!.verdict,
    )
  }
  expect(verdictsFor(other)).toEqual(['blocked', 'violated', 'not-judged'])
  expect(verdictsFor(other, { message: 'own' })).toEqual(['violated', 'violated', 'not-judged'])
  expect(verdictsFor({ message: 'own' })).toEqual(['violated', 'not-judged', 'not-judged'])
})

test('a summary counts expected failures separately', () => {
  const failures = [result('violated', true), result('blocked', true)]
  const all = ['passed', 'violated', 'blocked', 'not-applicable', 'observed', 'harness-error']

  expect(summaryOf([...failures, ...all.map((each) => result(each as Verdict))])).toEqual({
    passed: 1,
    violated: 1,
    expectedViolations: 2,
    blocked: 1,
    notApplicable: 1,
    observed: 1,
    harnessErrors: 1,
  })
})

describe('a recorded exchange', () => {
  const exchange = exchangeOf({
    request: {
      method: 'POST',
      target: '/echo/secret-token',
      headers: [['Authorization', 'Bearer secret-token']],
      body: Buffer.of(0xff),
    },
    body: Buffer.from('{"result":"secret-token"}'),
  })
  const redact = redactorOf({ SVC_KV_TOKEN: 'secret-token' })

  test('has text, or base64 of other bytes, and no tokens', () => {
    expect(recorded(exchange, redact)).toEqual({
      request: {
        method: 'POST',
        target: '/echo/<SVC_KV_TOKEN>',
        headers: [['Authorization', 'Bearer <SVC_KV_TOKEN>']],
        bodyBase64: '/w==',
      },
      response: { status: 200, headers: [], body: '{"result":"<SVC_KV_TOKEN>"}' },
      durationMs: 1,
    })
  })

  test.each([0, 5, 11])('has the beginning of a large body, %i bytes before a token', (before) => {
    const body = Buffer.from(
      '€'.repeat(300) + '-'.repeat(100 - before) + 'secret-token'.repeat(10_000),
    )
    const { response } = recorded({ ...exchange, body }, redact, {
      request: 1_000,
      response: 1_000,
    })

    expect(response).toMatchObject({ cut: { bytes: body.length } })
    expect(response?.cut?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(response?.body?.length).toBeGreaterThan(200)
    expect(response?.body).not.toMatch(/secr|\ufffd/)
  })

  test('has shorter beginnings after large responses have used the room of the report', () => {
    const record = recorder({ request: 10_000, response: 10_000 })
    const large = { ...exchange, body: Buffer.alloc(50_000, 'x') }
    const lengths = [1, 2, 3].map(() => record(large, redact).response?.body?.length)

    expect(lengths).toEqual([50_000, 500, 500])
  })

  test('has a failure instead of an answer', () => {
    const failure = 'expected an answer to POST /echo/secret-token, got none'
    const { failure: redacted, response } = recorded({ ...exchange, failure }, redact)

    expect(redacted).toBe('expected an answer to POST /echo/<SVC_KV_TOKEN>, got none')
    expect(response).toBeUndefined()
  })
})
