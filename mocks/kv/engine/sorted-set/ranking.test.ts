import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ranking, type Scored } from './ranking.js'

/** The same as an array that is sorted whenever it changes. */
function sortedArray(members: Map<string, number>): Scored[] {
  return [...members].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x < y ? -1 : 1))
}

// So many that there are several chunks, and so few scores that names decide.
const score = fc.constantFrom(-Infinity, -1, 0, 0.5, 1, 2, Infinity)
const member = fc.nat(3000).map((number) => `m${number}`)

test('is a sorted array, however large', () => {
  const entries = fc.array(fc.tuple(member, score), {
    minLength: 1500,
    maxLength: 3000,
    size: 'max',
  })
  const doomed = fc.array(member, { maxLength: 3000, size: 'max' })
  fc.assert(
    fc.property(entries, doomed, fc.nat(3000), score, (entries, doomed, at, wanted) => {
      const ranking = new Ranking()
      const model = new Map<string, number>()
      const remove = (member: string) => {
        const before = model.get(member)
        if (before !== undefined) ranking.remove(before, member)
        model.delete(member)
      }
      for (const [member, score] of entries) {
        remove(member)
        ranking.add(score, member)
        model.set(member, score)
      }
      for (const member of doomed) remove(member)

      const array = sortedArray(model)
      expect(ranking.size).toBe(array.length)
      expect(ranking.slice(0, array.length)).toEqual(array)
      const start = at % array.length
      const end = Math.min(start + 10, array.length)
      expect(ranking.slice(start, end)).toEqual(array.slice(start, end))
      const [name, itsScore] = array[start]!
      expect(ranking.rankOf(itsScore, name)).toBe(start)
      const first = array.findIndex(([, score]) => score >= wanted)
      expect(ranking.first((score) => score >= wanted)).toBe(first < 0 ? array.length : first)
    }),
    { seed: 1, numRuns: 20 },
  )
})

test('empties from either end', () => {
  const ranking = new Ranking()
  for (let score = 0; score < 2000; score++) ranking.add(score, 'm')
  for (let score = 0; score < 1000; score++) {
    ranking.remove(score, 'm')
    ranking.remove(1999 - score, 'm')
  }
  expect(ranking.size).toBe(0)
  expect(ranking.first(() => true)).toBe(0)
  ranking.add(1, 'again')
  expect(ranking.slice(0, 1)).toEqual([['again', 1]])
})
