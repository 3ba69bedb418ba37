import { expect, test } from 'vitest'
import { DEVELOPMENT_TOKEN } from '../deliver/signature.js'
import { publishTo, testQueue, TOKEN } from '../testing.js'

test.each([
  ...['', 'Bearer', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN} x`],
  // The test of the existing client shows that the dialect `upstash` takes this token.
  `Bearer ${DEVELOPMENT_TOKEN}`,
])('Authorization "%s" returns 401', (Authorization) => {
  const request = publishTo('http://app.test/', { Authorization })
  const act = () => testQueue().queue.access.authenticate(request, { queryToken: true })
  expect(act).toThrow(expect.objectContaining({ status: 401 }))
})
