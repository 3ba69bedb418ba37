import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { publishTo, testQueue, TOKEN } from '../testing.js'

const DEVELOPMENT = 'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='

const publishing = { queryToken: true }
const elsewhere = { queryToken: false }

const asks = (
  authorization: string,
  { query = '', where = publishing, dialect = dialects.svc } = {},
) => {
  const { queue } = testQueue({ dialect })
  const request = publishTo(`http://app.test/?${query}`, { Authorization: authorization })
  return () => queue.access.authenticate(request, where)
}

const refused = expect.objectContaining({ status: 401 }) as Error

test.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `Bearer  ${TOKEN}`])(
  '"%s" is enough',
  (header) => {
    expect(asks(header, { where: elsewhere })).not.toThrow()
  },
)

test.each(['', 'Bearer', 'Bearer other', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN} x`])(
  '"%s" is not enough',
  (header) => {
    expect(asks(header)).toThrow(refused)
  },
)

test('the development token of existing clients is good in their dialect only', () => {
  expect(asks(`Bearer ${DEVELOPMENT}`, { dialect: dialects.upstash })).not.toThrow()
  expect(asks(`Bearer ${DEVELOPMENT}`)).toThrow(refused)
})
