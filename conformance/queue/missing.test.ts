import { expect, test } from 'vitest'
import { isMissing, missing } from './missing.js'

test.each(['delivery 12 to http://sink/inbox/1', 'a delivery of the run 7'])(
  'that %s did not come is recognised',
  (delivery) => {
    expect(isMissing({ message: missing(delivery) })).toBe(true)
  },
)

test.each([
  'expected an answer to GET /v2/dlq, got none: 5 ms had passed',
  'expected a "messageId", got none',
])('%s is about no delivery', (message) => {
  expect(isMissing({ message })).toBe(false)
})
