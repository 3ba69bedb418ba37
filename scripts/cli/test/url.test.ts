import { expect, test } from 'vitest'
import { httpUrl } from './url.js'

test.each([
  'http://127.0.0.1:8079',
  'https://[::1]:8079/base/',
  'HTTP://example.com',
  'http://example.com/@base',
])('%s is taken as it is', (url) => {
  expect(httpUrl('kv-url', url)).toBe(url)
})

test.each([
  'http://user:SECRET@example.com',
  'http://SECRET@example.com',
  'http://user:SECRET@example.com:99999',
  'user:SECRET@example.com',
  String.raw`http:\\user:SECRET@example.com`,
  'http://example.com/?_token=SECRET',
  'http://example.com/#SECRET',
  'nowhere?SECRET',
])('%s is refused, and what is secret in it not repeated', (url) => {
  expect(() => httpUrl('kv-url', url)).toThrow(/^(?!.*SECRET)--kv-url takes a URL without user,/)
})

test.each([
  ['', ' that begins with http:// or https://'],
  ['nowhere', ' that begins with http:// or https://'],
  ['ftp://example.com', ' that begins with http:// or https://'],
  ['http://example.com:99999', ': its host or its port cannot be'],
  ['http://', ': its host or its port cannot be'],
  [' http://example.com', ': there is white space in it'],
  ['http://example.com\n', ': there is white space in it'],
])('%j is no URL', (url, why) => {
  expect(() => httpUrl('kv-url', url)).toThrow(`--kv-url ${JSON.stringify(url)} is no URL${why}`)
})
