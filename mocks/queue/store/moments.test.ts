import { expect, test } from 'vitest'
import { createMoments } from './moments.js'

test('moments lie ahead until they have passed, or are taken off', () => {
  const moments = createMoments()
  for (const moment of [30, 10, 20, 20, 40]) moments.add(moment)
  expect(moments.ahead(5)).toBe(5)
  expect(moments.ahead(20)).toBe(2)

  moments.remove(20)
  moments.remove(40)
  moments.add(15)
  expect(moments.ahead(20)).toBe(1)

  moments.add(40)
  expect(moments.ahead(30)).toBe(1)
  expect(moments.ahead(40)).toBe(0)
})

test('moments that nothing is left at are forgotten when they have become many', () => {
  const moments = createMoments()
  for (let n = 0; n < 10_000; n++) moments.add(n)
  for (let n = 0; n < 9990; n++) moments.remove(n)
  expect(moments.ahead(-1)).toBe(10)
  for (let n = 0; n < 20; n++) moments.add(n)
  expect([moments.ahead(9), moments.ahead(9995)]).toEqual([20, 4])
})

test('after all is forgotten none lies ahead, and any may come', () => {
  const moments = createMoments()
  moments.add(10)
  expect(moments.ahead(9)).toBe(1)
  moments.clear()
  expect(moments.ahead(0)).toBe(0)
  moments.add(5)
  expect(moments.ahead(0)).toBe(1)
})
