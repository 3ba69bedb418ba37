import { expect, test } from 'vitest'
import { isMissing, isUndelivered, missing } from './missing.js'

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

test.each([
  [true, 'accepted', 'POST', 201],
  [false, 'refused', 'POST', 500],
  [false, 'only read', 'GET', 200],
])('that nothing came speaks of deliveries (%s) where the request was %s', (...given) => {
  const [undelivered, , method, status] = given
  const request = { method, target: '/v2/publish/http://sink', headers: [], body: '' }
  const response = { status, headers: [], body: '' }

  expect(
    isUndelivered({
      findings: [{ message: missing('delivery 1 to http://sink/inbox/1') }],
      exchanges: [{ request, response, durationMs: 1 }],
    }),
  ).toBe(undelivered)
})
