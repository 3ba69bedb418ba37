import { expect, test } from 'vitest'
import { reportOf, resultOf } from '../../../conformance/report/reporters/testing.js'
import { optionHints } from './hints.js'

const undeclared = { maxRequestSize: undefined }

/** Returns a report of scenarios that are all blocked by one response. */
function blockedBy(count: number, sent: string, [status, body]: readonly [number, string]) {
  const exchange = {
    request: {
      method: 'POST',
      target: '/',
      body: sent,
      headers: [['Authorization', 'Bearer <SVC_KV_TOKEN>'] as const],
    },
    response: { status, headers: [], body },
    durationMs: 1,
  }
  const finding = { message: 'expected an executed command', exchange: 0 }
  return reportOf(
    Array.from({ length: count }, (_, index) =>
      resultOf('blocked', `scenario ${index}`, { findings: [finding], exchanges: [exchange] }),
    ),
  )
}

const large = `["SET","key","${'x'.repeat(2000)}"]`
const tooLarge = [400, '{"error":"ERR max request size exceeded"}'] as const

test('a large request that is refused suggests --kv-max-request-size, unless it is given', () => {
  expect(optionHints(blockedBy(2, large, tooLarge), undeclared)).toEqual([
    '2 scenarios are blocked because the target refuses a large request, the smallest with 2016 bytes (status 400, {"error":"ERR max request size exceeded"}): declare its limit with --kv-max-request-size N',
  ])
  expect(optionHints(blockedBy(1, large, [413, '']), undeclared)[0]).toMatch(/^1 scenario is /)
  expect(optionHints(blockedBy(2, large, tooLarge), { maxRequestSize: 9 })).toEqual([])
})

test('other failures have no hint', () => {
  const other = [400, '{"error":"ERR syntax error"}'] as const
  expect(optionHints(blockedBy(9, large, other), undeclared)).toEqual([])
  const daily = [400, '{"error":"ERR max daily request limit exceeded"}'] as const
  expect(optionHints(blockedBy(9, large, daily), undeclared)).toEqual([])
  expect(optionHints(blockedBy(9, '["SET"]', tooLarge), undeclared)).toEqual([])
})
