import { expect, test } from 'vitest'
import { canonicalName, headerLines, headerMap, isOfConnection, isOneOf } from './headers.js'

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
  expect(isOfConnection('Content-Type')).toBe(false)
})
