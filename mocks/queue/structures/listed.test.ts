import { expect, test } from 'vitest'
import { createListed } from './listed.js'

test('removes the oldest items one after the other, and stays sorted', () => {
  const item = (n: number) => ({ time: n, sequence: n })
  const list = createListed<ReturnType<typeof item>>((item) => item)
  for (let n = 0; n < 100; n++) list.put(item(n))
  for (let n = 0; n < 90; n++) {
    expect(list.oldest).toEqual(item(n))
    list.remove(list.oldest!)
    list.remove(item(n))
  }
  list.put(item(5))
  list.put(item(200))
  expect([list.size, list.oldest]).toEqual([12, item(5)])
  const { items } = list.page(() => true, { limit: 99 })
  expect(items.map(({ sequence }) => sequence)).toEqual([
    200, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 5,
  ])
  const rest = list.page(() => true, { before: item(92), limit: 9 }).items
  expect(rest).toEqual([item(91), item(90), item(5)])
})
