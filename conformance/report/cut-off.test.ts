import { expect, test } from 'vitest'
import { cutOffInWords } from './cut-off.js'
import type { ScenarioResult } from './report.js'

const failed = (id: string, failure: string, body = '["PING"]') =>
  ({
    ...{ id, verdict: 'blocked' },
    exchanges: [
      {
        request: { method: 'POST', target: '/', headers: [], body },
        failure: `expected an answer to POST /, got none: ${failure}`,
        durationMs: 1,
      },
    ],
  }) as unknown as ScenarioResult

const inWords = (...scenarios: ScenarioResult[]) =>
  cutOffInWords({ gone: ['http://kv'], scenarios })

test('requests that were under way when the target went down are named', () => {
  const refused = failed('kv.a/b', 'connect ECONNREFUSED 127.0.0.1:1')

  expect(inWords(refused)).toEqual([])
  expect(inWords(refused, failed('kv.c/d', 'socket hang up', '["SETRANGE","k","9"]'))).toEqual([
    'Under way when it went down: POST / ["SETRANGE","k","9"] (kv.c/d)',
  ])
})

test('at most five requests are named, and long ones are cut', () => {
  const lines = inWords(
    ...Array.from({ length: 7 }, (_, index) =>
      failed(`kv.a/${index}`, 'read ECONNRESET', 'x'.repeat(500)),
    ),
  )

  expect(lines).toHaveLength(6)
  expect(lines[0]!.length).toBeLessThan(200)
  expect(lines.at(-1)).toBe('Under way when it went down: 2 more requests')
})

test('nothing is named while the target is up', () => {
  const scenarios = [failed('kv.a/b', 'socket hang up')]
  expect(cutOffInWords({ scenarios })).toEqual([])
})
