import { expect, test, vi } from 'vitest'
import { virtualClock } from '../clock.js'
import { createScheduler } from './scheduler.js'

const START = 1_700_000_000_000

function setUp() {
  const clock = virtualClock(START)
  const scheduler = createScheduler(clock)
  const started: string[] = []
  const task = (name: string) => async () => {
    started.push(`${name} at ${clock.now() - START}`)
  }
  return { clock, scheduler, started, task }
}

test('tasks start at their moments, and among equals in the order of asking', async () => {
  const { clock, scheduler, started, task } = setUp()
  scheduler.at(START + 2000, task('c'))
  scheduler.at(START + 1000, task('a'))
  scheduler.at(START + 1000, task('b'))

  await clock.advance('1s')
  expect(started).toEqual(['a at 1000', 'b at 1000'])

  await clock.advance('1s')
  expect(started).toEqual(['a at 1000', 'b at 1000', 'c at 2000'])
})

test('a task that is due starts without any turn of the clock, after who asked has finished', async () => {
  const { scheduler, started, task } = setUp()
  scheduler.at(START, task('now'))
  scheduler.at(START - 1, task('long ago'))
  expect(started).toEqual([])

  await vi.waitFor(() => expect(started).toEqual(['long ago at 0', 'now at 0']))
})

test('a task that is called off neither starts nor keeps time from being idle', async () => {
  const { clock, scheduler, started, task } = setUp()
  const callOff = scheduler.at(START + 1000, task('called off'))
  scheduler.at(START + 10, task('kept'))
  callOff()

  await clock.runUntilIdle()
  expect(started).toEqual(['kept at 10'])
  expect(clock.now()).toBe(START + 10)
})

test('many tasks called off leave the others in order', async () => {
  const { clock, scheduler, started, task } = setUp()
  const callOffs = Array.from({ length: 100 }, (_, n) =>
    scheduler.at(START + 1000 - n, task(String(n))),
  )
  callOffs.filter((_, n) => n % 30 !== 0).forEach((callOff) => callOff())

  await clock.runUntilIdle()
  expect(started).toEqual(['90 at 910', '60 at 940', '30 at 970', '0 at 1000'])
})

test('clearing calls off what waits, aborts what runs, and waits for it', async () => {
  const { clock, scheduler, started, task } = setUp()
  const ended = vi.fn()
  scheduler.at(START, async (cleared) => {
    await new Promise((resolve) => cleared.addEventListener('abort', resolve))
    scheduler.at(START, task('a consequence'))
    ended()
  })
  scheduler.at(START + 1000, task('later'))
  await new Promise(setImmediate)
  expect(ended).not.toHaveBeenCalled()

  await scheduler.clear()
  expect(ended).toHaveBeenCalledOnce()

  await clock.advance('1d')
  expect(started).toEqual([])
})

test('a cleared scheduler goes on with what it is asked next', async () => {
  const { clock, scheduler, started, task } = setUp()
  await scheduler.clear()
  scheduler.at(START + 5, task('next'))

  await clock.advance(5)
  expect(started).toEqual(['next at 5'])
})
