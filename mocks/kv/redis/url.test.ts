import { expect, test } from 'vitest'
import { parseRedisUrl } from './url.js'

const here = { host: 'h', port: 6379, secure: false, place: 'h', user: 'default', database: 0 }

test.each([
  ['redis://h', here],
  ['redis://h/', here],
  ['redis://h:1234/15', { ...here, port: 1234, place: 'h:1234', database: 15 }],
  ['rediss://h', { ...here, secure: true }],
  ['redis://[::1]:1', { ...here, host: '::1', port: 1, place: '[::1]:1' }],
  ['redis://:pw@h', { ...here, login: ['pw'] }],
  ['redis://u:p%40w%C3%A4@h', { ...here, user: 'u', login: ['u', 'p@w\xc3\xa4'] }],
  ['redis://u@h', { ...here, user: 'u', login: ['u', ''] }],
])('%s is parsed', (url, read) => {
  expect(parseRedisUrl(url)).toEqual(read)
})

test.each([
  [
    'localhost:6379',
    /got "localhost:6379", which does not begin with redis:\/\/; did you mean redis:\/\/localhost:6379\?$/,
  ],
  ['localhost', /got "localhost", which .*; did you mean redis:\/\/localhost\?$/],
  ['10.0.0.1', /got "10\.0\.0\.1", which .*; did you mean redis:\/\/10\.0\.0\.1\?$/],
  ['SECRET', /got a text that does not begin with redis:\/\/ or rediss:\/\/$/],
  ['http://h', /got a text that does not begin with redis:\/\/ or rediss:\/\/$/],
  ['', /got a text that does not begin with redis:\/\/ or rediss:\/\/$/],
  ['redis:///0', /got one without a host$/],
  ['redis://h:0', /got the port 0$/],
  ['redis://h/abc', /got the database "abc", which is no number$/],
  ['redis://h/1/2', /got the database "1\/2"/],
  ['redis://h/-1', /got the database "-1"/],
  ['redis://h?db=1', /got one with a query or a fragment$/],
  ['redis://u:SECRET%@h', /a % that is not written %25$/],
  ['redis://u:/SECRET@h', /one that cannot be read/],
  ['redis://u/SECRET@h', /one that cannot be read/],
  ['redis://u:#SECRET@h', /one that cannot be read/],
  ['redis://u:SECRET@h:port', /one that cannot be read/],
  ['u:SECRET@h', /got a text that does not begin with redis:\/\/ or rediss:\/\/$/],
])('%s is refused without its password', (url, message) => {
  expect(() => parseRedisUrl(url)).toThrow(RangeError)
  expect(() => parseRedisUrl(url)).toThrow(
    /^expected the URL of a Redis, redis:\/\/\[USER:PASSWORD@\]HOST/,
  )
  expect(() => parseRedisUrl(url)).toThrow(message)
  expect(() => parseRedisUrl(url)).toThrow(/^(?!.*SECRET)/)
})
