import { expect, test } from 'vitest'
import { START, testQueue } from '../testing.js'
import { start, wait } from '../runs/testing.js'
import { waitRequest } from './waiters.js'

const DAY = 86_400_000

/** Creates a queue with runs in progress. Each run has been delivered once. */
async function running(...ids: string[]) {
  const { queue, clock } = testQueue()
  for (const id of ids) await start(queue, id)
  await clock.advance(0)
  return { queue, clock, attempts: () => queue.journal.attempts().slice(ids.length) }
}

test('notify with a run id resumes that run alone', async () => {
  const { queue } = await running('a', 'b')
  await wait(queue, 'a', 'paid')
  await wait(queue, 'b', 'paid')
  expect(await queue.waiters.notify('paid', Buffer.from(''), 'b')).toMatchObject([
    { workflowRunId: 'b' },
  ])
  expect(await queue.waiters.of('paid')).toMatchObject([{ workflowRunId: 'a' }])
})

test('an ended run does not wait, and cannot start to', async () => {
  const { queue } = await running('a')
  await wait(queue, 'a', 'paid')
  await queue.endings.end('a', { cancel: false, result: new Uint8Array() })
  expect(await queue.waiters.notify('paid', Buffer.from(''))).toEqual([])
  await expect(wait(queue, 'a', 'paid')).rejects.toMatchObject({ status: 400 })
})

const step = { stepId: 1, stepName: 'wait', stepType: 'Wait', concurrent: 1 }

test.each<[string, string | undefined, object, string]>([
  ['no run', undefined, { step }, 'the id of the waiting run'],
  ['no step', 'a', {}, 'step: '],
  ['a timeout that is none', 'a', { step, timeout: 7 }, 'timeout: '],
])('refuses to wait with %s', (_, runId, asked, message) => {
  expect(() => waitRequest('paid', runId, asked as never)).toThrow(message)
})

test('the timeout is a duration, 7 days by default', async () => {
  const { queue } = await running('a')
  await expect(wait(queue, 'a', 'paid', 'soon')).rejects.toThrow('timeout: ')
  const { deadline } = await queue.waiters.wait(waitRequest('paid', 'a', { step }))
  expect(deadline).toBe(START + 7 * DAY)
})
