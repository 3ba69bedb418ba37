import { expect, test } from 'vitest'
import { createListed } from './listed.js'

const item = (time: number, sequence: number, name = '') => ({ time, sequence, name })

function listOf(...items: ReturnType<typeof item>[]) {
  const list = createListed<ReturnType<typeof item>>((item) => item)
  for (const each of items) list.put(each)
  return list
}

const all = { limit: 99 }
const anything = () => true

test('items stand in their places, whatever order they came in', () => {
  const list = listOf(item(2, 3), item(1, 9), item(2, 1), item(3, 2))
  expect(list.page(anything, all).items).toEqual([item(3, 2), item(2, 3), item(2, 1), item(1, 9)])
})

test('an item makes way for another one in its place', () => {
  const list = listOf(item(1, 1, 'old'), item(2, 2), item(1, 1, 'new'))
  expect(list.page(anything, all).items).toEqual([item(2, 2), item(1, 1, 'new')])
})

test('a page begins behind a place, whether or not an item stands there', () => {
  const list = listOf(item(1, 1), item(2, 2), item(3, 3))
  list.remove(item(2, 2))
  list.remove(item(2, 2))
  const before = { time: 2, sequence: 2 }
  expect(list.page(anything, { before, limit: 9 })).toEqual({ items: [item(1, 1)], more: false })
})

test('the oldest of many can be removed, one after the other', () => {
  const list = listOf(...Array.from({ length: 100 }, (_, n) => item(n, n)))
  for (let n = 0; n < 90; n++) {
    expect(list.oldest).toEqual(item(n, n))
    list.remove(list.oldest!)
    list.remove(item(n, n))
  }
  list.put(item(5, 5))
  list.put(item(200, 200))
  expect([list.size, list.oldest]).toEqual([12, item(5, 5)])
  const places = list.page(anything, all).items.map(({ sequence }) => sequence)
  expect(places).toEqual([200, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 5])
  expect(list.page(anything, { before: { time: 92, sequence: 92 }, limit: 9 }).items).toEqual([
    item(91, 91),
    item(90, 90),
    item(5, 5),
  ])
})

test('there are more where more are selected', () => {
  const list = listOf(item(1, 1), item(2, 2), item(3, 3))
  const odd = ({ sequence }: { sequence: number }) => sequence % 2 === 1
  expect(list.page(odd, { limit: 1 })).toEqual({ items: [item(3, 3)], more: true })
  expect(list.page(odd, { limit: 2 })).toEqual({ items: [item(3, 3), item(1, 1)], more: false })
})
