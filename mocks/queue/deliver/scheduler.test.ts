import { expect, onTestFinished, test, vi } from 'vitest'
import { virtualClock } from '../../clock.js'
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

test('calls of wake during a question share one more question', async () => {
  const { clock, scheduler, started, task } = setUp()
  const answers: ((moment: number | undefined) => void)[] = []
  const next = () => new Promise<number | undefined>((resolve) => void answers.push(resolve))
  const calls = [1, 2, 3].map(() => scheduler.wake(next, task('right')))
  answers[0]!(START + 1000)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!(START + 2000)
  await Promise.all(calls)

  await clock.runUntilIdle()
  expect(started).toEqual(['right at 2000'])
  expect(answers).toHaveLength(2)
})

test('a call of wake while its task runs or is due asks again after the task', async () => {
  const { clock, scheduler } = setUp()
  const moments = [START, START + 1000, undefined]
  const asked: number[] = []
  const next = async () => moments[asked.push(clock.now() - START) - 1]
  const ran: number[] = []
  const task = async () => {
    ran.push(clock.now() - START)
    await scheduler.wake(next, task)
  }
  await scheduler.wake(next, task)
  await scheduler.wake(next, task)
  expect(asked).toEqual([0])

  await clock.runUntilIdle()
  expect([asked, ran]).toEqual([
    [0, 0, 1000],
    [0, 1000],
  ])
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

test('starts in a test environment that has replaced AbortController', async () => {
  class OtherController {
    readonly signal = { aborted: false, addEventListener() {} }
    abort() {}
  }
  vi.stubGlobal('AbortController', OtherController)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { clock, scheduler, started, task } = setUp()
  scheduler.at(START, task('a task'))
  await clock.advance(0)

  expect(started).toEqual(['a task at 0'])
})
