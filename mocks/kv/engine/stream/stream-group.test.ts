import { beforeEach, expect, test } from 'vitest'
import { type Consumer, Group } from './stream-group.js'
import { ZERO_ID } from './stream-id.js'

const id = (ms: number) => ({ ms, seq: 0 })

let group: Group
let one: Consumer
let other: Consumer
beforeEach(() => {
  group = new Group('g', ZERO_ID, undefined)
  one = group.seen('one', 1000)
  other = group.seen('other', 1000)
})

test('an entry is pending at one consumer, the last it was delivered to', () => {
  const pending = group.deliver(id(1), one, 1000)
  pending.deliveries = 7
  group.deliver(id(1), other, 2000)

  expect(one.pending.size).toBe(0)
  expect(other.pending.get(id(1))).toMatchObject({ deliveredAt: 2000, deliveries: 1 })
  expect(group.pending.size).toBe(1)
})

test('what is acknowledged is pending nowhere', () => {
  group.deliver(id(1), one, 1000)

  expect(group.acknowledge(id(1))).toBe(true)
  expect(group.acknowledge(id(1))).toBe(false)
  expect([one.pending.size, group.pending.size]).toEqual([0, 0])
})

test('a consumer goes with what it has not acknowledged', () => {
  group.deliver(id(1), one, 1000)
  group.deliver(id(2), other, 1000)
  group.removeConsumer(one)

  expect(group.pending.first).toEqual(id(2))
  expect(group.consumers).toEqual([other])
})

test('consumers come in the order of their bytes', () => {
  group.seen('\xff', 0)
  group.seen('Z', 0)
  expect(group.consumers.map(({ name }) => name)).toEqual(['Z', 'one', 'other', '\xff'])
})
