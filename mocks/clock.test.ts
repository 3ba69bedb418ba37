import { expect, onTestFinished, test, vi } from 'vitest'
import {
  NeverIdle,
  LAST_MOMENT,
  realClock,
  serverClock,
  virtualClock,
  type AlarmClock,
} from './clock.js'
import { useFakeTimers, useRealTimers } from './real-time-testing.js'
import { warningsOf } from './testing.js'

const START = 1_700_000_000_000

const nextTurn = () => new Promise(setImmediate)

test('real clock: after(n) is never early', () => {
  const clock = realClock()
  const begin = Date.now()
  // A part of the millisecond of `begin` has passed.
  expect(clock.after(1500)).toBeGreaterThanOrEqual(begin + 1501)
  expect(clock.after(0)).toBeLessThanOrEqual(Date.now())
})

test('server clock: follows the server, never behind it, and so do its alarms', async () => {
  const local = virtualClock(START)
  const server = serverClock(local)
  const { clock } = server
  const rang: number[] = []
  clock.alarm(() => rang.push(local.now())).set(START + 61_000)
  const learned = (time: number, sent: number) => {
    server.learn(START + time, START + sent, START)
    return clock.now() - START
  }
  // An answer that took 10 ms.
  expect(learned(60_000, -10)).toBe(60_010)
  expect(learned(60_000, -2)).toBe(60_002)
  expect(learned(60_000, -5)).toBe(60_002)

  await local.advance(997)
  expect(rang).toEqual([])
  await local.advance(1)
  expect(rang).toEqual([START + 998])
})

const times = [NaN, 0.5, 1e300, Infinity]

test.each([
  ...['soon', '5', '-1s', -1, LAST_MOMENT, `${'9'.repeat(400)}d`, ...times].map(
    (by) => ['advance', by] as const,
  ),
  ...[LAST_MOMENT + 1, ...times].map((to) => ['advanceTo', to] as const),
])('%s rejects %s, and time stands still', async (method, given) => {
  const clock = virtualClock(START)
  await expect(clock[method](given as number)).rejects.toThrow(RangeError)
  expect(clock.now()).toBe(START)
})

test('warns once of deliveries that go on and on at one moment, but not of many side by side', async () => {
  const warnings = warningsOf('PatienceWarning')
  const clock = virtualClock(START, { patience: 1 })
  const destination = 'http://a.test/again?token=1'
  const turns = async (left: number) => {
    while (left-- > 0) await nextTurn()
  }
  for (let turn = 0; turn < 1200; turn++) void clock.busy(turns(turn), { destination })
  await clock.advance(0)
  await nextTurn()
  expect(warnings).toEqual([])

  let left = 1200
  const work = async (): Promise<void> => {
    await nextTurn()
    if (--left > 0) void clock.busy(work(), { destination })
  }
  void clock.busy(work())
  await clock.advance(0)
  await nextTurn()

  const loop =
    / \d+ deliveries ended one after the other \(the last to http:\/\/a\.test\/again\): if a handler/
  expect(warnings).toEqual([expect.stringMatching(loop)])
})

test('rejects options that are no amounts', async () => {
  const clock = virtualClock(START)
  for (const wrong of [NaN, -5, '60s', null])
    await expect(clock.advance('1d', { patience: wrong as number })).rejects.toThrow(
      'patience: expected milliseconds, got',
    )
  await expect(clock.advance('1d', { hanging: -1 })).rejects.toThrow('hanging: expected a number')
  await expect(clock.advance('1d', 3 as unknown as object)).rejects.toThrow(
    'expected an object of options',
  )
  expect(clock.now()).toBe(START)
})

test.each([Infinity, 1e12])('waits for work with the patience %d', async (patience) => {
  useFakeTimers()
  onTestFinished(useRealTimers)
  const clock = virtualClock(START)
  let end = () => {}
  void clock.busy(new Promise<void>((resolve) => (end = resolve)))
  const advanced = clock.advance('1d', { patience })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(clock.now()).toBe(START)
  end()
  await advanced
  expect(clock.now()).toBeGreaterThan(START)
})

test('warns once of work that hangs, unless patience is given', async () => {
  useFakeTimers()
  onTestFinished(useRealTimers)
  const warnings = warningsOf('PatienceWarning')
  for (const [patience, expected] of [
    [5000, []],
    [undefined, [expect.stringContaining('the virtual clock has waited 3000 ms for work')]],
  ] as const) {
    const clock = virtualClock(START, { patience })
    void clock.busy(new Promise(() => {}))
    const advanced = clock.advance('1d')
    await vi.advanceTimersByTimeAsync(6000)
    await advanced
    void clock.busy(new Promise(() => {}))
    const again = clock.advance('1d')
    await vi.advanceTimersByTimeAsync(6000)
    await again
    expect(warnings).toEqual(expected)
  }
})

test('the warning of work that hangs has the URLs that it waits for, without user and query', async () => {
  useFakeTimers()
  onTestFinished(useRealTimers)
  const warnings = warningsOf('PatienceWarning')
  const clock = virtualClock(START)
  const hang = (destination?: string) => void clock.busy(new Promise(() => {}), { destination })
  hang()
  hang('http://me:SECRET@a.test/b?token=SECRET')
  hang('http://a.test/b')
  for (const name of ['c', 'd', 'e', 'f']) hang(`http://${name}.test/`)
  const advanced = clock.advance('1d')
  await vi.advanceTimersByTimeAsync(6000)
  await advanced
  // The process emits a warning in the next tick.
  await vi.advanceTimersByTimeAsync(0)

  expect(warnings).toEqual([
    expect.stringContaining(
      'has waited 3000 ms for the response of http://a.test/b, http://c.test/, http://d.test/ and 2 more, and now goes on',
    ),
  ])
})

test('time does not pass work that cannot hang', async () => {
  useFakeTimers()
  onTestFinished(() => void useRealTimers())
  const clock = virtualClock(START, { patience: 1 })
  let end = () => {}
  const work = new Promise<void>((resolve) => (end = resolve))
  void clock.busy(work, { mayHang: false })

  const advanced = clock.advance('1d')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toBe(START)
  end()
  await advanced
  expect(clock.now()).toBe(START + 86_400_000)
})

test('waits for all work but the number known to hang', async () => {
  const clock = virtualClock(START, { patience: 2 ** 31 - 1 })
  void clock.busy(new Promise(() => {}))
  await clock.advance('1d', { hanging: 1 })

  let isDone = false
  void clock.busy(nextTurn().then(() => (isDone = true)))
  await clock.advance('1d', { hanging: 1 })
  expect(isDone).toBe(true)
  expect(clock.now()).toBe(START + 2 * 86_400_000)
})

test('runUntilIdle rejects after 500 alarms, and continues when called again', async () => {
  const clock = virtualClock(START)
  let rings = 0
  const alarm = clock.alarm(() => {
    rings++
    alarm.set(clock.now() + 60_000)
  })
  alarm.set(START + 60_000)

  await expect(clock.runUntilIdle()).rejects.toThrow(NeverIdle)
  expect([rings, clock.now()]).toEqual([500, START + 500 * 60_000])
  await expect(clock.runUntilIdle()).rejects.toThrow(/such as a schedule.*advance/)
  alarm.set(Infinity)
  await clock.runUntilIdle()
  expect(rings).toBe(1000)
})

const clocks: [string, () => AlarmClock][] = [
  ['real', realClock],
  ['virtual', () => virtualClock()],
]

test.each(clocks)('%s: an alarm in the past rings in the next turn', async (_, open) => {
  const clock = open()
  const ring = vi.fn()
  clock.alarm(ring).set(clock.now())
  await Promise.resolve()
  expect(ring).not.toHaveBeenCalled()

  await nextTurn()
  expect(ring).toHaveBeenCalledOnce()
})

test.each(clocks)('%s: an alarm that is turned off does not ring', async (_, open) => {
  const clock = open()
  const ring = vi.fn()
  const alarm = clock.alarm(ring)
  alarm.set(clock.now())
  alarm.set(Infinity)

  await nextTurn()
  expect(ring).not.toHaveBeenCalled()
})

test('a real alarm is never early', async () => {
  const clock = realClock()
  for (let round = 0; round < 20; round++) {
    const moment = clock.now() + 2
    await new Promise<void>((ring) => clock.alarm(ring).set(moment))
    expect(clock.now()).toBeGreaterThanOrEqual(moment)
  }
})

test('a real alarm in 60 days does not ring at once', () => {
  useFakeTimers()
  try {
    const ring = vi.fn()
    const days = 60 * 86_400_000
    realClock()
      .alarm(ring)
      .set(Date.now() + days)

    vi.advanceTimersByTime(days - 1)
    expect(ring).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ring).toHaveBeenCalledOnce()
  } finally {
    useRealTimers()
  }
})

test('a rejected duration names the units', async () => {
  await expect(virtualClock().advance('7 days')).rejects.toThrow(
    "expected whole milliseconds or a duration such as 7d or 1d10h (units ms, s, m, h, d), got '7 days'",
  )
})
