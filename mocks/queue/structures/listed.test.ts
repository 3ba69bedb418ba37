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
