import { expect, test } from 'vitest'
import { secrets } from './secrets.js'

test('the forms of a token of 4 MB are those of its beginning', () => {
  const { keep, redactor } = secrets()
  keep('SVC_KV_TOKEN', 'x'.repeat(4_000_000))
  expect(redactor().text(`Bearer ${'x'.repeat(4_096)}`)).toBe('Bearer <SVC_KV_TOKEN>')
})
