import { expect, test } from 'vitest'
import { publishTo, testQueue } from '../testing.js'

const others = { Host: 'queue.test', 'Svc-Retries': '1', 'Svc-Header-Forward': 'true' }
const hop = { Connection: 'keep-alive, X-Hop', 'X-Hop': '1', 'Transfer-Encoding': 'chunked' }
const named = { 'Svc-Forward-Host': 'evil', 'Svc-Forward-Connection': 'close' }

test.each([
  ['other headers are forwarded', { ...others, ...hop, 'Content-Length': '0', 'X-Kept': '1' }],
  ['they are named', { ...named, 'Svc-Forward-Content-Length': '7', 'Svc-Forward-X-Kept': '1' }],
])('drops headers of the connection where %s', (_, sent: Record<string, string>) => {
  const publication = testQueue().queue.reading.publication(publishTo('http://app.test/', sent))
  expect(publication.instructions.headers).toEqual({ 'X-Kept': ['1'] })
})
