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

test('there are more where more are selected', () => {
  const list = listOf(item(1, 1), item(2, 2), item(3, 3))
  const odd = ({ sequence }: { sequence: number }) => sequence % 2 === 1
  expect(list.page(odd, { limit: 1 })).toEqual({ items: [item(3, 3)], more: true })
  expect(list.page(odd, { limit: 2 })).toEqual({ items: [item(3, 3), item(1, 1)], more: false })
})
