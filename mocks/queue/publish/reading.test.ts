import { expect, test } from 'vitest'
import { publishTo, testQueue } from '../testing.js'

test.each([
  [
    'other headers are forwarded',
    {
      Host: 'queue.test',
      Connection: 'keep-alive, X-Hop',
      'X-Hop': '1',
      'Content-Length': '0',
      'Transfer-Encoding': 'chunked',
      'Svc-Retries': '1',
      'Svc-Header-Forward': 'true',
      'X-Kept': '1',
    },
  ],
  [
    'they are named with the forward prefix',
    {
      'Svc-Forward-Host': 'evil',
      'Svc-Forward-Connection': 'close',
      'Svc-Forward-Content-Length': '7',
      'Svc-Forward-X-Kept': '1',
    },
  ],
])('drops headers of the connection where %s', (_, sent) => {
  const publication = testQueue().queue.reading.publication(publishTo('http://app.test/', sent))
  expect(publication.instructions.headers).toEqual({ 'X-Kept': ['1'] })
})
