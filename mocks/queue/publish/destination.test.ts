import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { parseDestination } from './destination.js'

test.each([
  ['a plain URL', 'https://app.test/orders', 'https://app.test/orders'],
  ['no path', 'http://app.test', 'http://app.test'],
  ['slashes, dots and encodings', 'http://app.test//a/../%2e%2E/', 'http://app.test//a/../%2e%2E/'],
  ['its own query', 'http://app.test/?a=%20&a=+&b', 'http://app.test/?a=%20&a=+&b'],
  ['an empty query', 'http://app.test/?', 'http://app.test/?'],
  [
    'keys of ours among its own',
    'http://app.test/?a=1&svc-retries=2&b=2',
    'http://app.test/?a=1&b=2',
  ],
  ['keys of ours alone', 'http://app.test/?svc-delay=1s&svc_token=t', 'http://app.test/'],
  ['a key of ours, encoded', 'http://app.test/?%73vc_token=t', 'http://app.test/'],
  ['a wholly encoded URL', 'http%3A%2F%2Fapp.test%2Fa%3Fb=c', 'http://app.test/a?b=c'],
  [
    'an encoded URL and a query',
    'http%3A%2F%2Fapp.test%2F%3Fb=c?svc-retries=1&d',
    'http://app.test/?b=c&d',
  ],
])('%s', (_, rest, url) => {
  expect(parseDestination(rest, dialects.svc)).toEqual({ kind: 'url', url })
})

test.each([
  ['orders', 'orders'],
  ['api/llm', 'api/llm'],
  ['order%20listeners?svc_token=t', 'order listeners'],
  ['ftp://app.test/', 'ftp://app.test/'],
])('%s is a name', (rest, name) => {
  expect(parseDestination(rest, dialects.svc)).toEqual({ kind: 'name', name })
})

test('a dialect removes its own query keys only', () => {
  const rest = 'http://app.test/?svc-delay=1s&upstash-delay=1s&qstash_token=t'
  expect(parseDestination(rest, dialects.upstash)).toEqual({
    kind: 'url',
    url: 'http://app.test/?svc-delay=1s',
  })
})
