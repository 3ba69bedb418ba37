import { expect, test } from 'vitest'
import type { Exchange } from '../exchange.js'
import { outcomeOf } from './outcome.js'

const answer = (status: number, body: string): Exchange => ({
  request: { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) },
  status,
  headers: [],
  body: Buffer.from(body),
  durationMs: 1,
})

test.each([
  [200, '{"result":"value"}', '200 "value"'],
  [200, '{"result":null}', '200 null'],
  [400, '{"error":"ERR syntax error"}', '400 ERR'],
  [200, '[{"result":1},{"error":"WRONGTYPE Operation"},7]', '200 [1, WRONGTYPE, 7]'],
  [200, '[]', '200 []'],
  [200, '{}', '200 "{}"'],
  [200, '+OK\r\n', '200 "+OK\\r\\n"'],
  [204, '', '204 ""'],
])('%i %s is %s', (status, body, outcome) => {
  expect(outcomeOf(answer(status, body))).toBe(outcome)
})

test('an answer that never came is said to be none', () => {
  expect(outcomeOf({ ...answer(0, ''), failure: 'refused' })).toBe('no answer')
})
