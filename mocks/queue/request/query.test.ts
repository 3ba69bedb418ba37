import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { decode, isOurs, queryPairs } from './query.js'

test('pairs are decoded, and kept as they were sent', () => {
  expect(queryPairs('a=1%202&b=x=y&c&%C3%A4+b=')).toEqual([
    { raw: 'a=1%202', key: 'a', value: '1 2' },
    { raw: 'b=x=y', key: 'b', value: 'x=y' },
    { raw: 'c', key: 'c', value: '' },
    { raw: '%C3%A4+b=', key: 'ä b', value: '' },
  ])
})

test('what is not percent-encoded UTF-8 stays as it is', () => {
  expect(decode('%zz')).toBe('%zz')
  expect(decode('100%')).toBe('100%')
  expect(decode('%ff')).toBe('%ff')
})

test.each([
  ['svc_token', true],
  ['svc-retries', true],
  ['Svc-Retries', false],
  ['token', false],
  ['svc', false],
])('%s is a key of ours: %s', (key, ours) => {
  expect(isOurs(key, dialects.svc)).toBe(ours)
})
