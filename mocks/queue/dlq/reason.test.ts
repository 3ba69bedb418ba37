import { expect, test } from 'vitest'
import { answered } from '../testing.js'
import { reasonOf } from './reason.js'

test.each([
  ['{"error":"Error","message":"no stock","stack":"Error: no stock\\n  at a"}', 'no stock'],
  ['{"error":"no stock"}', 'no stock'],
  ['{"error":{"message":"no stock"}}', 'no stock'],
  ['no stock\nat all', 'no stock'],
  ['{"cut', '{"cut'],
  ['', 'Internal Server Error'],
])('the reason in %j is %j', (body, reason) => {
  expect(reasonOf({ ...answered(500), body: Buffer.from(body) } as never)).toBe(reason)
})

test('the reason without a response is its error', () => {
  expect(reasonOf({ kind: 'unanswered', reason: 'ECONNREFUSED' })).toBe('ECONNREFUSED')
})
