import { expect, test } from 'vitest'
import {
  canonicalName,
  headerLines,
  headerMap,
  isHeaderName,
  isHeaderValue,
  isOfConnection,
  isOneOf,
} from './headers.js'

test.each([
  ['content-type', 'Content-Type'],
  ['X-REQUEST-ID', 'X-Request-Id'],
  ['etag', 'Etag'],
  ['x--a', 'X--A'],
])('%s is spelled %s', (name, canonical) => {
  expect(canonicalName(name)).toBe(canonical)
})

test('a name that comes again adds a value, in any case', () => {
  const lines = headerLines(['Accept', 'a/b', 'X-Id', '1', 'accept', 'c/d'])
  expect(headerMap(lines)).toEqual({ Accept: ['a/b', 'c/d'], 'X-Id': ['1'] })
})

test('__proto__ is a name like any other', () => {
  expect(Object.entries(headerMap([['__proto__', '1']]))).toEqual([['__proto__', ['1']]])
})

test('header names know no case', () => {
  expect(isOneOf(['Host'], 'HOST')).toBe(true)
  expect(isOneOf(['Host'], 'Hosts')).toBe(false)
  expect(isOfConnection('transfer-encoding')).toBe(true)
  expect(isOfConnection('host')).toBe(true)
  expect(isOfConnection('Content-Type')).toBe(false)
})

test('a name and a value are what HTTP can carry', () => {
  for (const name of ['X-A', "!#$%&'*+-.^_`|~09azAZ"]) expect(isHeaderName(name)).toBe(true)
  for (const name of ['', 'a b', 'a:b', 'a/b', 'ä', 'a\n']) expect(isHeaderName(name)).toBe(false)
  for (const value of ['', 'a b\tc', 'gr\u00fc\u00df']) expect(isHeaderValue(value)).toBe(true)
  for (const value of ['a\r\nb', '\0', '\u20ac']) expect(isHeaderValue(value)).toBe(false)
})
