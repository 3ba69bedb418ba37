import { expect, test, vi } from 'vitest'
import { virtualClock } from '../../clock.js'
import { createScheduler } from './scheduler.js'

const START = 1_700_000_000_000

function setUp() {
  const clock = virtualClock(START)
  const bugs: unknown[] = []
  const scheduler = createScheduler(clock, { onBug: (bug) => bugs.push(bug) })
  const started: string[] = []
  const task = (name: string) => async () => {
    started.push(`${name} at ${clock.now() - START}`)
  }
  return { clock, scheduler, bugs, started, task }
}

test('clear cancels tasks, aborts running ones and waits for them', async () => {
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

test('an exception is a process warning by default', async () => {
  const warned = new Promise((resolve) => process.once('warning', resolve))
  const bug = new Error('a bug of a task')
  createScheduler(virtualClock(START)).start(() => Promise.reject(bug))
  expect(await warned).toBe(bug)
})

test('the last call of wake counts', async () => {
  const { clock, scheduler, started, task } = setUp()
  await scheduler.wake(async () => START + 1000, task('early'))
  await scheduler.wake(async () => START + 2000, task('late'))
  await clock.advance('1m')
  expect(started).toEqual(['late at 2000'])

  await scheduler.wake(async () => clock.now() + 1000, task('called off'))
  await scheduler.wake(async () => undefined, task('never'))
  await clock.runUntilIdle()
  expect(started).toEqual(['late at 2000'])
})

test('an outdated answer of wake sets no alarm', async () => {
  const { clock, scheduler, started, task } = setUp()
  let answer: ((moment: number | undefined) => void) | undefined
  const slow = scheduler.wake(
    () => new Promise<number | undefined>((resolve) => (answer = resolve)),
    task('outdated'),
  )
  await scheduler.wake(async () => START + 2000, task('right'))
  answer!(undefined)
  await slow

  await clock.runUntilIdle()
  expect(started).toEqual(['right at 2000'])
})

test('drains: ends the running tasks and wakes for no others', async () => {
  const { clock, scheduler } = setUp()
  const begun: string[] = []
  let end = () => {}
  scheduler.start(async () => {
    begun.push('running')
    await new Promise<void>((resolve) => (end = resolve))
    await scheduler.wake(
      async () => clock.now(),
      async () => void begun.push('next'),
    )
  })
  const drained = scheduler.drain(60_000)
  end()
  await drained
  await clock.advance('1d')
  expect(begun).toEqual(['running'])
})

test('drains no longer than the grace period', async () => {
  const { scheduler } = setUp()
  let isAborted = false
  scheduler.start(
    (cleared) =>
      new Promise<void>((resolve) =>
        cleared.addEventListener('abort', () => {
          isAborted = true
          resolve()
        }),
      ),
  )
  await scheduler.drain(1)
  expect(isAborted).toBe(false)
  await scheduler.clear()
  expect(isAborted).toBe(true)
})
