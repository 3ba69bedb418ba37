import { expect, test } from 'vitest'
import { publishTo, testQueue } from '../testing.js'

const { queue } = testQueue()

const read = (
  headers: Readonly<Record<string, string>>,
  { destination = 'http://app.test/', body = new Uint8Array() } = {},
) => queue.reading.publication(publishTo(destination, headers, body))

test('what belongs to the connection, or to us, does not go along', () => {
  const { headers } = read({
    Host: 'queue.test',
    Connection: 'keep-alive, X-Hop',
    'X-Hop': '1',
    'Content-Length': '0',
    'Transfer-Encoding': 'chunked',
    'Svc-Retries': '1',
    'Svc-Header-Forward': 'true',
    'X-Kept': '1',
  }).instructions
  expect(headers).toEqual({ 'X-Kept': ['1'] })
})

test('what belongs to a connection is not forwarded even when it is named', () => {
  const { headers } = read({
    'Svc-Forward-Host': 'evil',
    'Svc-Forward-Connection': 'close',
    'Svc-Forward-Content-Length': '7',
    'Svc-Forward-X-Kept': '1',
  }).instructions
  expect(headers).toEqual({ 'X-Kept': ['1'] })
})

test('the initial headers are kept with the configuration and without the token', () => {
  expect(read({ 'Svc-Retries': '2', 'X-A': '1' }).instructions.sourceHeaders).toEqual({
    'Svc-Retries': ['2'],
    'X-A': ['1'],
  })
})

test('a publish without a destination is refused', () => {
  expect(() => read({}, { destination: '' })).toThrow(expect.objectContaining({ status: 400 }))
})
