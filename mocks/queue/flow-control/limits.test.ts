import { expect, test } from 'vitest'
import { parseFlowLimits } from './limits.js'

test.each([
  ['parallelism=2', { parallelism: 2, rate: undefined, period: 1000 }],
  ['rate=3', { parallelism: undefined, rate: 3, period: 1000 }],
  ['rate=3,period=90', { parallelism: undefined, rate: 3, period: 90_000 }],
  ['period=1h , rate = 3 ,parallelism=1', { parallelism: 1, rate: 3, period: 3_600_000 }],
  ['parallelism=2, rate=3, period=1m', { parallelism: 2, rate: 3, period: 60_000 }],
])('parses %s', (text, limits) => {
  expect(parseFlowLimits(text)).toEqual(limits)
})

test.each([
  '',
  '2',
  'parallelism',
  'parallelism=',
  'parallelism=0',
  'parallelism=-1',
  'parallelism=1.5',
  'parallelism=two',
  'Parallelism=2',
  'parallelism=2,',
  'parallelism=2 rate=3',
  'parallelism=2, parallelism=3',
  'period=1m',
  'rate=3, period=0',
  'rate=3, period=1w',
  'rate=3, burst=2',
  'rate=3, constructor=2',
])('rejects %j', (text) => {
  expect(parseFlowLimits(text)).toBeUndefined()
})
