import { expect, test } from 'vitest'
import { ReplyError } from '../reply.js'
import { Door } from './door.js'

const BUSY = new ReplyError('BUSY')

function doorAt(clock: { now: number; used?: number }) {
  const door = new Door({
    now: () => clock.now,
    used: () => clock.used ?? clock.now,
    patienceMs: () => 100,
    refusal: () => BUSY,
  })
  const log: string[] = []
  const enter = (lane: 0 | 1 | 2, name: string) =>
    door.enter<unknown>(
      lane,
      () => log.push(name),
      () => log.push(`${name} is refused`),
    )
  return { door, log, enter }
}

test('commands wait for the holder, and quick ones begin first', () => {
  const { door, log, enter } = doorAt({ now: 0 })
  void enter(1, 'before')
  door.hold(0)
  void enter(2, 'long')
  void enter(1, 'first')
  void enter(1, 'second')
  void enter(0, 'quick')
  expect(log).toEqual(['before'])
  door.release()
  expect(log).toEqual(['before', 'quick', 'first', 'second', 'long'])
})

test('commands are not refused while the holder gets no processor time', () => {
  const clock = { now: 0, used: 0 }
  const { door, log, enter } = doorAt(clock)
  door.hold(0)
  void enter(0, 'early')
  Object.assign(clock, { now: 1_000, used: 99 })
  door.check()
  expect(log).toEqual([])
  clock.used = 100
  door.check()
  expect(log).toEqual(['early is refused'])
})

test('the longer a command ran, the longer the event loop serves other sockets', async () => {
  const { door, enter } = doorAt({ now: 0 })
  const turnsAfter = async (milliseconds: number) => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    door.rest(milliseconds)
    await enter(1, 'next')
    isOver = true
    return turns
  }
  expect(await turnsAfter(10)).toBeLessThan(12)
  // A turn accepts one new connection, and 511 may have queued.
  expect(await turnsAfter(1000)).toBeGreaterThanOrEqual(500)
})

test('a waiting command that holds the door keeps the others out', () => {
  const { door, log, enter } = doorAt({ now: 0 })
  door.hold(0)
  void door.enter(1, () => door.hold(0))
  void enter(1, 'last')
  door.release()
  expect(log).toEqual([])
  door.release()
  expect(log).toEqual(['last'])
})

test('at most 10,000 commands wait', () => {
  const { door, log, enter } = doorAt({ now: 0 })
  door.hold(0)
  for (let count = 0; count < 10_000; count++) void enter(1, 'waits')
  expect(log).toEqual([])
  void enter(1, 'one more')
  expect(log).toEqual(['one more is refused'])
})
