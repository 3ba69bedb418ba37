import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAgenda } from './agenda.js'
import { bytesOfLatin1, latin1Of, ownBytes, sharedLatin1, weightOf } from './bytes.js'
import { createListed } from './listed.js'
import { createTail } from './tail.js'

test('takes due entries in order, without those that were taken off', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.boolean())), (entries) => {
      const agenda = createAgenda<number>()
      const appointments = entries.map(([due], index) => agenda.add(due, index))
      entries.forEach(([, kept], index) => kept || appointments[index]!.takeOff())
      const left = entries
        .flatMap(([due, kept], index) => (kept ? [{ due, index }] : []))
        .sort((a, b) => a.due - b.due || a.index - b.index)
      expect(agenda.size).toBe(left.length)
      expect(agenda.take(-1)).toBeUndefined()
      expect(left.map(() => agenda.take(9)?.item)).toEqual(left.map(({ index }) => index))
      expect(agenda.head()).toBeUndefined()
    }),
  )
})

test('does not copy bytes with memory of their own', () => {
  const [all, part] = [Buffer.allocUnsafeSlow(10), Buffer.from('part')]
  expect(ownBytes(all)).toBe(all)
  expect(ownBytes(part)).not.toBe(part)
  expect(ownBytes(part)).toEqual(part)
})

test('all bytes survive as text, and become bytes with memory of their own', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  for (const bytes of [all, Buffer.alloc(0)]) {
    expect(bytesOfLatin1(latin1Of(bytes))).toEqual(bytes)
    expect(bytesOfLatin1(sharedLatin1(bytes)).buffer.byteLength).toBe(bytes.length)
    expect(latin1Of(bytes)).toBe(bytes.toString('latin1'))
  }
})

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

test('entries keep their numbers while older ones are dropped', () => {
  const tail = createTail<string>()
  for (let number = 1; number <= 5000; number++) {
    tail.add(`entry ${number}`, number)
    if (tail.size > 3) tail.dropFirst()
  }
  expect([tail.first, tail.last, tail.size, tail.bytes]).toEqual([4998, 5000, 3, 3 * 4999])
  const found = [4997, 4998, 5000, 5001].map((number) => tail.at(number))
  expect(found).toEqual([undefined, 'entry 4998', 'entry 5000', undefined])
})

test.each<[what: string, value: unknown, least: number, most: number]>([
  ['a text', 'x'.repeat(1000), 1000, 1100],
  ['bytes', new Uint8Array(1000), 1000, 1300],
  ['a part of bytes', new Uint8Array(1000).subarray(10, 20), 10, 310],
  ['a long name', { ['x'.repeat(1000)]: 1 }, 1000, 1100],
  ['headers', { 'X-A': ['x'.repeat(500), 'y'.repeat(500)] }, 1000, 1200],
  ['many small values', Array.from({ length: 1000 }, () => ({})), 30_000, 60_000],
])('%s', (_, value, least, most) => {
  expect(weightOf(value)).toBeGreaterThanOrEqual(least)
  expect(weightOf(value)).toBeLessThanOrEqual(most)
})
