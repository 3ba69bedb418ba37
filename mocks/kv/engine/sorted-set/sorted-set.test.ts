import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Scored } from './ranking.js'
import { SortedSet, type Interval } from './sorted-set.js'

const all = (set: SortedSet) => set.slice({ start: 0, end: set.size })

const scoresFrom = (min: number, max: number): Interval => ({
  begun: (score) => score >= min,
  notOver: (score) => score <= max,
})

const namesFrom = (min: string, max: string): Interval => ({
  begun: (_, name) => name >= min,
  notOver: (_, name) => name <= max,
})

const padded = (count: number): Scored[] =>
  Array.from({ length: count }, (_, index) => [`filler${index}`, 1000 + index])

test('is a map and a sorted array, small and large', () => {
  const member = fc.constantFrom('', 'a', 'b', '\x7f', '\x80', '\xff', 'aa')
  const score = fc.integer({ min: -2, max: 2 })
  const step = fc.oneof(fc.tuple(member, score), member)
  const steps = fc.array(step, { maxLength: 60 })
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 200), score, score, (steps, fillers, min, max) => {
      const set = new SortedSet(padded(fillers))
      const model = new Map(padded(fillers))
      for (const step of steps) {
        if (typeof step === 'string') expect(set.delete(step)).toBe(model.delete(step))
        else {
          expect(set.set(...step)).toBe(!model.has(step[0]))
          model.set(...step)
        }
      }
      const array = [...model].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
      expect(all(set)).toEqual(array)
      for (const [rank, [member, score]] of array.entries()) {
        expect([set.rankOf(member), set.get(member)]).toEqual([rank, score])
      }
      const between = array.filter(([, score]) => score >= min && score <= max)
      expect(set.slice(set.ranksIn(scoresFrom(min, max)))).toEqual(between)
      expect(set.slice(set.ranksIn(scoresFrom(min, max), 'end'))).toEqual(between)
    }),
    { seed: 1, numRuns: 200 },
  )
})

test.each([10, 300])('an interval of names among %i members of one score', (count) => {
  const names = Array.from({ length: count }, (_, index) => `m${index}`).sort()
  const set = new SortedSet(names.map((name) => [name, 0]))
  const found = set.slice(set.ranksIn(namesFrom('m1', 'm5')))
  expect(found.map(([name]) => name)).toEqual(names.filter((n) => n >= 'm1' && n <= 'm5'))
  expect(set.ranksIn(namesFrom('x', 'y'))).toEqual({ start: 0, end: 0 })
  expect(set.ranksIn(namesFrom('m5', 'm1'))).toEqual({ start: 0, end: 0 })
})

test.each([
  [0, -1, 'abcd'],
  [-2, -1, 'cd'],
  [1, 2, 'bc'],
  [-100, 100, 'abcd'],
  [2, 1, ''],
  [4, 9, ''],
])('the ranks %i to %i have %j', (first, last, members) => {
  const set = new SortedSet([...'abcd'].map((member, score) => [member, score]))
  const found = set.slice(set.ranksBetween(first, last))
  expect(found.map(([member]) => member).join('')).toBe(members)
})

test('is large with 129 members or one of 65 bytes, and stays so', () => {
  const many = new SortedSet(padded(128))
  expect(many.encoding).toBe('listpack')
  many.set('one more', 1)
  expect(many.encoding).toBe('skiplist')
  many.delete('one more')
  expect(many.encoding).toBe('skiplist')
  expect(many.clone().encoding).toBe('skiplist')
  expect(new SortedSet([['x'.repeat(64), 1]]).encoding).toBe('listpack')
  expect(new SortedSet([['x'.repeat(65), 1]]).encoding).toBe('skiplist')
})

test('only a large one keeps a negative zero', () => {
  expect(new SortedSet([['m', -0]]).get('m')).toBe(0)
  expect(new SortedSet([...padded(200), ['m', -0]]).get('m')).toBe(-0)
})

test('a clone is its own', () => {
  const set = new SortedSet([['a', 1]])
  const clone = set.clone()
  clone.set('a', 2)
  clone.set('b', 0)
  expect(all(set)).toEqual([['a', 1]])
  expect(all(clone)).toEqual([
    ['b', 0],
    ['a', 2],
  ])
})

test('a small one is scanned at once and in order, a large one in steps', () => {
  const small = new SortedSet([
    ['b', 2],
    ['a', 1],
  ])
  expect(small.scan(7, 1)).toEqual({ cursor: 0, keys: ['a', 'b'] })
  expect(new SortedSet(padded(200)).scan(0, 10).keys).toHaveLength(10)
})
