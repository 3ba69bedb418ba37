import { expect, test } from 'vitest'
import { defaultHeadersIn, selectorsIn } from './group-body.js'

test('a selector of endpoints has a URL, a name or both', () => {
  const endpoints = [{ url: 'http://a.test' }, { name: 'b' }, { url: 'http://c.test', name: 'c' }]
  expect(selectorsIn({ endpoints })).toEqual(endpoints)
  expect(() => selectorsIn({ endpoints: [{}] })).toThrow(
    expect.objectContaining({
      status: 400,
      message: expect.stringContaining('endpoints[0]: expected a "url"') as string,
    }),
  )
})

test.each<[unknown, Record<string, string[]>]>([
  [{ 'svc-retries': '2' }, { 'Svc-Retries': ['2'] }],
  [{ 'Svc-Forward-X-A': ['a', 'b'] }, { 'Svc-Forward-X-A': ['a', 'b'] }],
  [
    { 'Svc-Retries': 2, 'Svc-Header-Forward': true },
    { 'Svc-Retries': ['2'], 'Svc-Header-Forward': ['true'] },
  ],
  [{ 'X-A': [] }, { 'X-A': [] }],
  [{ 'X-A': '' }, { 'X-A': [''] }],
  [{ 'X-A': 'one', 'x-a': 'two' }, { 'X-A': ['one', 'two'] }],
  [{}, {}],
])('parses the default headers %j as %j', (headers, expected) => {
  expect(defaultHeadersIn({ headers })).toEqual(expected)
})

test('__proto__ is a header name like any other', () => {
  const headers = JSON.parse('{"__proto__": "kept"}') as unknown
  expect(Object.entries(defaultHeadersIn({ headers }))).toEqual([['__proto__', ['kept']]])
})
