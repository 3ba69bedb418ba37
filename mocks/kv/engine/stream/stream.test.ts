import { expect, test } from 'vitest'
import { Stream } from './stream.js'
import { GREATEST_ID, ZERO_ID } from './stream-id.js'

const id = (ms: number) => ({ ms, seq: 0 })

/** A stream of entries 1-0, 2-0 and so on. */
function numbered(count: number, value = 'v'): Stream {
  const stream = new Stream()
  for (let ms = 1; ms <= count; ms++) stream.append(id(ms), ['f', value])
  return stream
}

const ids = (stream: Stream) => Array.from(stream.range(ZERO_ID, GREATEST_ID), ({ id }) => id.ms)

test('a range goes across nodes, in either direction', () => {
  const stream = numbered(250)
  const forth = Array.from(stream.range(id(95), id(205)), ({ id }) => id.ms)
  const back = Array.from(stream.reversed(id(95), id(205)), ({ id }) => id.ms)

  expect(forth).toEqual(Array.from({ length: 111 }, (_, index) => 95 + index))
  expect(back).toEqual(forth.reverse())
  expect([...stream.range(id(251), GREATEST_ID)]).toEqual([])
  expect([...stream.reversed(ZERO_ID, { ms: 0, seq: 5 })]).toEqual([])
  expect([...stream.range(id(5), id(4))]).toEqual([])
})

test('an entry is found and deleted wherever it is, once', () => {
  const stream = numbered(250)
  for (const ms of [1, 100, 101, 250]) {
    expect(stream.get(id(ms))?.id).toEqual(id(ms))
    expect(stream.delete(id(ms))).toBe(true)
    expect(stream.delete(id(ms))).toBe(false)
    expect(stream.has(id(ms))).toBe(false)
  }
  expect(stream.size).toBe(246)
  expect(stream.first?.id).toEqual(id(2))
  expect(stream.last?.id).toEqual(id(249))
  expect(stream.lastId).toEqual(id(250))
  expect(stream.maxDeletedId).toEqual(id(250))
})

test('trimming removes exactly what is too much, or whole nodes of it', () => {
  const maxlen = (length: number) => ({ strategy: 'maxlen', length }) as const
  const exact = numbered(250)
  expect(exact.trim({ threshold: maxlen(120), approximate: false, limit: 0 })).toBe(130)
  expect(exact.first?.id).toEqual(id(131))
  expect(ids(exact)).toHaveLength(120)

  const about = numbered(250)
  expect(about.trim({ threshold: maxlen(120), approximate: true, limit: 0 })).toBe(100)
  expect(about.trim({ threshold: maxlen(0), approximate: true, limit: 99 })).toBe(0)
  expect(about.trim({ threshold: maxlen(0), approximate: true, limit: 100 })).toBe(100)
  expect(ids(about)).toHaveLength(50)
})

test('a node is full at a hundred entries or at its bytes', () => {
  expect(numbered(100).nodeCounts.keys).toBe(1)
  expect(numbered(101).nodeCounts.keys).toBe(2)
  expect(numbered(4, 'x'.repeat(1000)).nodeCounts.keys).toBe(1)
  expect(numbered(5, 'x'.repeat(1000)).nodeCounts.keys).toBe(2)
})

test('nothing is known of a lag across a deleted entry', () => {
  const stream = numbered(5)
  const group = stream.createGroup('g', ZERO_ID, undefined)!
  expect(stream.lag(group)).toBe(5n)

  stream.advance(group, id(1))
  stream.advance(group, id(2))
  expect(stream.lag(group)).toBe(3n)

  stream.delete(id(4))
  expect(stream.lag(group)).toBeUndefined()

  stream.advance(group, id(3))
  stream.advance(group, id(5))
  expect(stream.lag(group)).toBe(0n)
})

test('a copy has entries, groups and pending entries of its own', () => {
  const stream = numbered(150)
  const group = stream.createGroup('g', id(3), 3n)!
  group.deliver(id(1), group.seen('c', 1000), 2000)
  const copy = stream.clone()
  stream.delete(id(150))
  stream.append(id(200), ['f', 'v'])
  group.acknowledge(id(1))

  expect(ids(copy)).toHaveLength(150)
  expect(copy.lastId).toEqual(id(150))
  const pending = copy.group('g')?.pending.get(id(1))
  expect(pending).toMatchObject({ deliveredAt: 2000, deliveries: 1 })
  expect(copy.group('g')?.acknowledge(id(1))).toBe(true)
  expect(copy.group('g')?.consumer('c')?.pending.size).toBe(0)
})
