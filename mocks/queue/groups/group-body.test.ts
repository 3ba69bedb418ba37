import { describe, expect, test } from 'vitest'
import { defaultHeadersIn, endpointsIn, selectorsIn } from './group-body.js'

const refusal = (told: string) =>
  expect.objectContaining({
    status: 400,
    message: expect.stringContaining(told) as string,
  }) as Error

test('endpoints are URLs, with names or without', () => {
  const endpoints = [{ url: 'http://a.test/?b=c', name: 'a' }, { url: 'https://b.test' }]
  expect(endpointsIn({ endpoints })).toEqual(endpoints)
  expect(endpointsIn({ endpoints: ['http://a.test'] })).toEqual([{ url: 'http://a.test' }])
  expect(endpointsIn({ endpoints: [] })).toEqual([])
})

test('endpoints are removed by URL, by name or by both', () => {
  const endpoints = [{ url: 'http://a.test' }, { name: 'b' }, { url: 'http://c.test', name: 'c' }]
  expect(selectorsIn({ endpoints })).toEqual(endpoints)
  expect(() => selectorsIn({ endpoints: [{}] })).toThrow(refusal('endpoints[0]: expected a "url"'))
})

describe('default headers', () => {
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
  ])('of %j are %j', (headers, expected) => {
    expect(defaultHeadersIn({ headers })).toEqual(expected)
  })

  test('may have the name of something else in JavaScript', () => {
    const headers = JSON.parse('{"__proto__": "kept"}') as unknown
    expect(Object.entries(defaultHeadersIn({ headers }))).toEqual([['__proto__', ['kept']]])
  })

  test.each([
    [undefined, 'headers: expected an object of headers, got nothing'],
    [[], 'headers: expected an object of headers, got []'],
    [{ 'X A': '1' }, 'headers: expected the name of a header, got "X A"'],
    [{ Host: 'a.test' }, 'headers["Host"]'],
    [{ 'X-A': null }, 'headers["X-A"]: expected a string or an array of strings, got null'],
    [
      { 'X-A': ['1', { b: 2 }] },
      'headers["X-A"]: expected a string or an array of strings, got {"b":2}',
    ],
    [{ 'X-A': 'a\r\nB: c' }, 'headers["X-A"]'],
  ])('of %j are refused by what is wrong', (headers, told) => {
    expect(() => defaultHeadersIn({ headers })).toThrow(refusal(told))
  })
})
