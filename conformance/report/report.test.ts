import { describe, expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import { redactorOf } from './redact.js'
import { recorded, ruleResults, rulesOf, summaryOf, type Verdict } from './report.js'
import { resultOf } from './reporters/testing.js'

const result = (verdict: Verdict, expected?: true) =>
  resultOf(verdict, verdict, { rule: 'kv.methods.get', ...(expected && { expected }) })

describe('a rule', () => {
  const verdictOf = (...verdicts: Verdict[]) =>
    ruleResults(
      rulesOf(['kv']),
      verdicts.map((verdict) => result(verdict)),
    ).find(({ id }) => id === 'kv.methods.get')?.verdict

  test('is conforming when all of its scenarios passed and at least one ran', () => {
    expect(verdictOf('passed', 'passed')).toBe('conforming')
    expect(verdictOf()).toBe('not-judged')
    expect(verdictOf('passed', 'not-applicable')).toBe('not-applicable')
  })

  test('is otherwise the worst that any of them met', () => {
    expect(verdictOf('passed', 'blocked', 'violated')).toBe('violated')
    expect(verdictOf('blocked', 'passed', 'not-applicable')).toBe('blocked')
    expect(verdictOf('violated', 'harness-error')).toBe('harness-error')
    expect(verdictOf('observed')).toBe('observed')
  })

  test('names its scenarios, and rules of an interface that is not judged are left out', () => {
    const rules = ruleResults(rulesOf(['kv']), [result('passed')])

    expect(rules.find(({ id }) => id === 'kv.methods.get')?.scenarios).toEqual([
      'kv.methods.get/passed',
    ])
    expect(rules.every(({ id }) => id.startsWith('kv.'))).toBe(true)
  })
})

test('a summary counts failures that a list expects apart from the others', () => {
  expect(
    summaryOf([
      result('passed'),
      result('violated'),
      result('violated', true),
      result('blocked', true),
      result('blocked'),
      result('not-applicable'),
      result('observed'),
      result('harness-error'),
    ]),
  ).toEqual({
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
  const exchange: Exchange = {
    request: {
      method: 'POST',
      target: '/echo/secret-token',
      headers: [['Authorization', 'Bearer secret-token']],
      body: Buffer.of(0xff),
    },
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from('{"result":"secret-token"}'),
    durationMs: 1,
  }
  const record = (each: Exchange) => recorded(each, redactorOf({ SVC_KV_TOKEN: 'secret-token' }))

  test('is text where the bytes are, base64 where they are not, and without tokens', () => {
    expect(record(exchange)).toEqual({
      request: {
        method: 'POST',
        target: '/echo/<SVC_KV_TOKEN>',
        headers: [['Authorization', 'Bearer <SVC_KV_TOKEN>']],
        bodyBase64: '/w==',
      },
      response: {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: '{"result":"<SVC_KV_TOKEN>"}',
      },
      durationMs: 1,
    })
  })

  test('without an answer says why instead', () => {
    const { failure, response } = record({
      ...exchange,
      failure: 'expected an answer to POST /echo/secret-token, got none',
    })

    expect(failure).toBe('expected an answer to POST /echo/<SVC_KV_TOKEN>, got none')
    expect(response).toBeUndefined()
  })
})
