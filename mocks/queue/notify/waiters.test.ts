import { expect, test } from 'vitest'
import { START, testQueue } from '../testing.js'
import { start, stepsOf, wait, WORKFLOW } from '../runs/testing.js'
import { waitOrder } from './waiters.js'

const DAY = 86_400_000

/** A queue with runs in progress, each delivered once. */
async function running(...ids: string[]) {
  const { queue, clock } = testQueue()
  for (const id of ids) await start(queue, id)
  await clock.advance(0)
  return { queue, clock, attempts: () => queue.journal.attempts().slice(ids.length) }
}

test('notifying an event that nobody waits for answers no element', async () => {
  const { queue } = testQueue()
  expect(await queue.waiters.notify('order-42-paid', Buffer.from('data'))).toEqual([])
})

test('every run that waits for the event goes on with its data, and no other', async () => {
  const { queue, clock, attempts } = await running('a', 'b', 'c')
  await wait(queue, 'a', 'paid')
  await wait(queue, 'b', 'shipped')
  await wait(queue, 'c', 'paid')

  const results = await queue.waiters.notify('paid', Buffer.from('in full'))
  const waiter = (id: string) => ({
    url: WORKFLOW,
    headers: {
      'Svc-Workflow-Runid': [id],
      'Svc-Workflow-Url': [WORKFLOW],
      'Svc-Workflow-Createdat': [String(START)],
      'Svc-Workflow-Init': ['false'],
    },
    deadline: (START + DAY) / 1000,
  })
  await clock.advance(0)
  expect(results).toEqual(
    ['a', 'c'].map((id, n) => ({
      waiter: waiter(id),
      messageId: attempts()[n]!.messageId,
      workflowRunId: id,
      workflowCreatedAt: START,
    })),
  )
  for (const attempt of attempts()) {
    const out = Buffer.from('in full').toString('base64')
    expect(stepsOf(attempt)[1]).toMatchObject({ stepName: 'wait', waitEventId: 'paid', out })
  }
  expect(attempts()).toHaveLength(2)
  expect(await queue.waiters.notify('paid', Buffer.from('again'))).toEqual([])
})

test('a notification can be for one run alone', async () => {
  const { queue } = await running('a', 'b')
  await wait(queue, 'a', 'paid')
  await wait(queue, 'b', 'paid')
  expect(await queue.waiters.notify('paid', Buffer.from(''), 'b')).toMatchObject([
    { workflowRunId: 'b' },
  ])
  expect(await queue.waiters.of('paid')).toMatchObject([{ workflowRunId: 'a' }])
})

test('a wait ends at its deadline without the event, and not before', async () => {
  const { queue, clock, attempts } = await running('a')
  await wait(queue, 'a', 'paid', '1d')
  await clock.advance(DAY - 1)
  expect(attempts()).toEqual([])

  await clock.advance(1)
  expect(attempts().map(({ startedAt }) => startedAt)).toEqual([START + DAY])
  const [, step] = stepsOf(attempts()[0]!)
  expect(step).toMatchObject({ stepName: 'wait', waitEventId: 'paid', waitTimeout: true })
  expect(step).not.toHaveProperty('out')
  expect(await queue.waiters.notify('paid', Buffer.from('late'))).toEqual([])
})

test('a wait is logged', async () => {
  const { queue } = await running('a')
  await wait(queue, 'a', 'paid')
  expect((await queue.logs.list({ state: 'WAITER_ADDED' })).events).toEqual([
    {
      ...{ time: START, state: 'WAITER_ADDED' },
      ...{ workflowRunId: 'a', workflowUrl: WORKFLOW, workflowCreatedAt: START },
    },
  ])
})

test('a run that has ended does not wait any more, and cannot begin to', async () => {
  const { queue } = await running('a')
  await wait(queue, 'a', 'paid')
  await queue.endings.end('a', { cancel: false, result: new Uint8Array() })
  expect(await queue.waiters.notify('paid', Buffer.from(''))).toEqual([])
  await expect(wait(queue, 'a', 'paid')).rejects.toMatchObject({ status: 400 })
})

const step = { stepId: 1, stepName: 'wait', stepType: 'Wait', concurrent: 1 }

test.each<[string, string | undefined, object, string]>([
  ['no run', undefined, { step }, 'the id of the run'],
  ['no step', 'a', {}, 'step: '],
  ['a timeout that is none', 'a', { step, timeout: 7 }, 'timeout: '],
])('to wait with %s is refused', (_, runId, asked, message) => {
  expect(() => waitOrder('paid', runId, asked as never)).toThrow(message)
})

test('a timeout is a duration, and a week without one', async () => {
  const { queue } = await running('a')
  await expect(wait(queue, 'a', 'paid', 'soon')).rejects.toThrow('timeout: ')
  const { deadline } = await queue.waiters.wait(waitOrder('paid', 'a', { step }))
  expect(deadline).toBe(START + 7 * DAY)
})
