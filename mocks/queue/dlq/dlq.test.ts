import { expect, test } from 'vitest'
import type { DeadLetter, DlqMessage } from './dead-letter.js'
import { dlqMessage, testQueue } from '../testing.js'

const letter = (
  message: Partial<DlqMessage>,
  more: Partial<DeadLetter> = {},
): Omit<DeadLetter, 'id' | 'sequence'> => ({
  failedAt: 1000,
  labels: [],
  message: dlqMessage({ messageId: 'msg', ...message }),
  runKey: '0-0',
  outcome: { kind: 'unanswered', reason: 'nobody is there' },
  unsettled: [],
  waiters: [],
  ...more,
})

test('an entry can be had by the id it got, until it is removed', async () => {
  const { queue } = testQueue()
  const { id } = await queue.dlq.add(letter({ workflowRunId: 'wfr_1' }))
  expect(id).toMatch(/^1000-\d+$/)
  expect(await queue.dlq.get(id)).toEqual({
    ...dlqMessage({ messageId: 'msg', workflowRunId: 'wfr_1' }),
    dlqId: id,
  })

  expect(await queue.dlq.remove(id)).toBe(true)
  expect(await queue.dlq.get(id)).toBeUndefined()
  expect(await queue.dlq.remove(id)).toBe(false)
})

test('pages follow one another, whatever is removed or added between them', async () => {
  const { queue } = testQueue()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await queue.dlq.add(letter({}))).id)

  const first = await queue.dlq.list({ count: '2' })
  expect(first.messages.map(({ dlqId }) => dlqId)).toEqual(ids.slice(0, 2))

  await queue.dlq.remove(ids[1]!)
  await queue.dlq.add(letter({}))
  const second = await queue.dlq.list({ count: '2', ...first })
  expect(second.messages.map(({ dlqId }) => dlqId)).toEqual(ids.slice(2, 4))

  const third = await queue.dlq.list({ count: '2', ...second })
  expect(third).toEqual({ messages: [expect.objectContaining({ dlqId: ids[4] })] })
})

test('a page has a hundred entries at most', async () => {
  const { queue } = testQueue()
  for (let n = 0; n < 101; n++) await queue.dlq.add(letter({}))
  for (const asked of [{}, { count: '1000' }]) {
    const { messages, cursor } = await queue.dlq.list(asked)
    expect([messages.length, typeof cursor]).toEqual([100, 'string'])
  }
})

test('a cursor that was never given out is refused', async () => {
  const { queue } = testQueue()
  await expect(queue.dlq.list({ cursor: 'x' })).rejects.toMatchObject({ status: 400 })
})

test('an empty cursor is none', async () => {
  const { queue } = testQueue()
  await queue.dlq.add(letter({}))
  expect((await queue.dlq.list({ cursor: '' })).messages).toHaveLength(1)
})

type Asked = Parameters<ReturnType<typeof testQueue>['queue']['dlq']['list']>[0]

test.each<[Asked, string[]]>([
  [{}, ['c', 'b', 'a']],
  [{ workflowRunId: 'wfr_1' }, ['a']],
  [{ workflowRunId: 'wfr' }, []],
  [{ workflowUrl: 'http://app.test/w' }, ['b']],
  [{ fromDate: '2000' }, ['c', 'b']],
  [{ toDate: '2000' }, ['b', 'a']],
  [{ fromDate: '2000', toDate: '2000' }, ['b']],
  [{ responseStatus: '500' }, ['c', 'a']],
  [{ callerIP: '127.0.0.1' }, ['c']],
  [{ failureCallbackState: 'CALLBACK_FAIL' }, ['b']],
  [{ label: 'urgent' }, ['c']],
  [{ responseStatus: '500', fromDate: '2000' }, ['c']],
])('a list narrowed to %j has %j', async (asked, expected) => {
  const { queue } = testQueue()
  await queue.dlq.add(letter({ messageId: 'a', workflowRunId: 'wfr_1', responseStatus: 500 }))
  const failureCallbackInfo = { state: 'CALLBACK_FAIL' }
  await queue.dlq.add(
    letter(
      { messageId: 'b', workflowUrl: 'http://app.test/w', failureCallbackInfo },
      { failedAt: 2000 },
    ),
  )
  await queue.dlq.add(
    letter(
      { messageId: 'c', responseStatus: 500, callerIP: '127.0.0.1' },
      { failedAt: 3000, labels: ['urgent', 'late'] },
    ),
  )

  const { messages } = await queue.dlq.list(asked)
  expect(messages.map(({ messageId }) => messageId)).toEqual(expected)
})

test('a date that is no number is refused', async () => {
  const { queue } = testQueue()
  await expect(queue.dlq.list({ fromDate: 'x' })).rejects.toMatchObject({ status: 400 })
})

test('the selected entries are removed, and their number is told', async () => {
  const { queue } = testQueue()
  for (const workflowRunId of ['wfr_a1', 'wfr_a2', 'wfr_b']) {
    await queue.dlq.add(letter({ workflowRunId }))
  }
  expect(await queue.dlq.removeAll({ workflowRunId: 'wfr_a' })).toEqual({ deleted: 2 })
  expect((await queue.dlq.list({})).messages).toMatchObject([{ workflowRunId: 'wfr_b' }])
})
