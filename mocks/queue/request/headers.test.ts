import { expect, test } from 'vitest'
import { canonicalName, headerMap, isHeaderName, isHeaderValue } from './headers.js'

test.each([
  ['content-type', 'Content-Type'],
  ['X-REQUEST-ID', 'X-Request-Id'],
  ['etag', 'Etag'],
  ['x--a', 'X--A'],
])('the canonical form of %s is %s', (name, canonical) => {
  expect(canonicalName(name)).toBe(canonical)
})

test('accepts the header names and values that HTTP allows, and no others', () => {
  for (const name of ['X-A', "!#$%&'*+-.^_`|~09azAZ"]) expect(isHeaderName(name)).toBe(true)
  for (const name of ['', 'a b', 'a:b', 'a/b', 'ä', 'a\n']) expect(isHeaderName(name)).toBe(false)
  for (const value of ['', 'a b\tc', 'gr\u00fc\u00df']) expect(isHeaderValue(value)).toBe(true)
  for (const value of ['a\r\nb', '\0', '\u20ac']) expect(isHeaderValue(value)).toBe(false)
})

test('a repeated name adds a value to its own map only', () => {
  const [one, two] = [headerMap([['a', '1']]), headerMap(['1', '2'].map((value) => ['A', value]))]
  expect([one, two]).toEqual([{ A: ['1'] }, { A: ['1', '2'] }])
})
