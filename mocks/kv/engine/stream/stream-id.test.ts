import { expect, test } from 'vitest'
import {
  compareIds,
  GREATEST_ID,
  idAfter,
  idBefore,
  printId,
  readId,
  type StreamId,
  ZERO_ID,
} from './stream-id.js'

const MAX = 2n ** 64n - 1n

test.each([
  ['5', { ms: 5, seq: 'missing' }],
  ['5-7', { ms: 5, seq: 7 }],
  ['5-*', { ms: 5, seq: 'automatic' }],
  ['9007199254740991-9007199254740992', { ms: 9007199254740991, seq: 9007199254740992n }],
  ['18446744073709551615-0', { ms: MAX, seq: 0 }],
  ['007-+1', { ms: 7, seq: 1 }],
  [' 5-\t1', { ms: 5, seq: 1 }],
  ['5--01', { ms: 5, seq: MAX }],
  ['5-1\0anything', { ms: 5, seq: 1 }],
  ['', undefined],
  ['-', undefined],
  ['5-', undefined],
  ['-5', undefined],
  ['5--1', undefined],
  ['5-1-1', undefined],
  ['5-**', undefined],
  ['*', undefined],
  ['1 ', undefined],
  ['18446744073709551616', undefined],
  ['0'.repeat(128), undefined],
])('%j is read as %o', (text, id) => {
  expect(readId(text)).toEqual(id)
})

test.each<[StreamId, StreamId]>([
  [ZERO_ID, { ms: 0, seq: 1 }],
  [
    { ms: 5, seq: MAX },
    { ms: 6, seq: 0 },
  ],
  [
    { ms: Number.MAX_SAFE_INTEGER, seq: MAX },
    { ms: 2n ** 53n, seq: 0 },
  ],
  [
    { ms: 5, seq: Number.MAX_SAFE_INTEGER },
    { ms: 5, seq: 2n ** 53n },
  ],
  [{ ms: MAX, seq: MAX - 1n }, GREATEST_ID],
])('after %o comes %o, and before it the first', (id, next) => {
  expect(idAfter(id)).toEqual(next)
  expect(idBefore(next)).toEqual(id)
  expect(compareIds(id, next)).toBeLessThan(0)
  expect(compareIds(next, id)).toBeGreaterThan(0)
})

test('nothing comes after the greatest id, nor before the least', () => {
  expect(idAfter(GREATEST_ID)).toBeUndefined()
  expect(idBefore(ZERO_ID)).toBeUndefined()
})

test('an id is printed in full', () => {
  expect(printId(ZERO_ID)).toBe('0-0')
  expect(printId(GREATEST_ID)).toBe('18446744073709551615-18446744073709551615')
})
