import { expect, test } from 'vitest'
import { Dictionary } from './slots.js'

function numbered(count: number): Dictionary<number> {
  const dictionary = new Dictionary<number>()
  for (let index = 0; index < count; index++) dictionary.set(`k${index}`, index)
  return dictionary
}

function scanAll(dictionary: Dictionary<number>, between: () => void): string[] {
  const seen: string[] = []
  let cursor = 0
  do {
    const step = dictionary.scan(cursor, 10)
    seen.push(...step.keys)
    cursor = step.cursor
    between()
  } while (cursor !== 0)
  return seen
}

test('a scan returns exactly once each key that stays, whatever is added and removed', () => {
  const dictionary = numbered(1000)
  let turn = 0
  const seen = scanAll(dictionary, () => {
    // Deletes most odd keys, so that the array of the order is created again.
    for (let index = 1; index < 1000; index += 2) {
      if (index % 7 === turn % 7) dictionary.delete(`k${index}`)
    }
    if (turn < 50) dictionary.set(`new${turn}`, 0)
    turn++
  })

  expect(new Set(seen).size).toBe(seen.length)
  const stayed = Array.from({ length: 500 }, (_, index) => `k${2 * index}`)
  expect(seen.filter((key) => stayed.includes(key))).toEqual(stayed)
})

test('any present key may be drawn or sampled, and no deleted one', () => {
  const dictionary = numbered(100)
  dictionary.draw(Math.random)
  for (let index = 0; index < 40; index++) dictionary.delete(`k${index}`)

  const drawn = new Set(Array.from({ length: 3000 }, () => dictionary.draw(Math.random)))

  expect([...drawn].sort()).toEqual([...dictionary.keys()].sort())
  expect(dictionary.draw(() => 0)).toBe('k40')
  const sample = [...dictionary.sample(59, Math.random)]
  expect(new Set(sample).size).toBe(59)
  expect(sample.filter((key) => !dictionary.has(key))).toEqual([])
})

test('a sample contains each key at most once, unless its count is negative', () => {
  const dictionary = numbered(100)
  expect(new Set(dictionary.sample(60, Math.random)).size).toBe(60)
  expect([...dictionary.sample(200, Math.random)]).toEqual([...dictionary.keys()])
  expect([...dictionary.sample(-200, Math.random)]).toHaveLength(200)
})

test('a sample is fair', () => {
  const dictionary = numbered(10)
  const counts = new Map<string, number>()
  for (let turn = 0; turn < 10_000; turn++) {
    for (const key of dictionary.sample(3, Math.random)) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  // Expects 3000 draws of each key. A deviation of 250 is more than five standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 3000)).toBeLessThan(250)
})
