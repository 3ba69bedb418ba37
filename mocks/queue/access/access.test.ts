import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { DEVELOPMENT_TOKEN } from '../deliver/signature.js'
import { publishTo, testQueue, TOKEN } from '../testing.js'

const authenticate = (authorization: string, dialect = dialects.svc) => {
  const request = publishTo('http://app.test/', { Authorization: authorization })
  return () => testQueue({ dialect }).queue.access.authenticate(request, { queryToken: true })
}

const unauthorized = expect.objectContaining({ status: 401 }) as Error

test.each(['', 'Bearer', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN} x`])(
  'Authorization "%s" returns 401',
  (header) => expect(authenticate(header)).toThrow(unauthorized),
)

test('the development token is valid in the upstash dialect only', () => {
  const header = `Bearer ${DEVELOPMENT_TOKEN}`
  expect(authenticate(header, dialects.upstash)).not.toThrow()
  expect(authenticate(header)).toThrow(unauthorized)
})
