import { expect, test } from 'vitest'
import type { DeadLetter, DeadLetterFilter, DlqMessage } from '../dead-letter.js'
import { createMemoryStore } from '../store/memory.js'
import { createDlq } from './dlq.js'

const letter = (
  message: Partial<DlqMessage>,
  more: Partial<DeadLetter> = {},
): Omit<DeadLetter, 'id' | 'sequence'> => ({
  failedAt: 1000,
  labels: [],
  message: { messageId: 'msg', ...message },
  ...more,
})

const everything = { count: 100 }

test('an entry can be had by the id it got, until it is removed', async () => {
  const dlq = createDlq(createMemoryStore())
  const id = await dlq.add(letter({ workflowRunId: 'wfr_1' }))
  expect(id).toMatch(/^1000-\d+$/)
  expect(await dlq.get(id)).toEqual({ messageId: 'msg', dlqId: id, workflowRunId: 'wfr_1' })

  expect(await dlq.remove(id)).toBe(true)
  expect(await dlq.get(id)).toBeUndefined()
  expect(await dlq.remove(id)).toBe(false)
})

test('pages follow one another, whatever is removed or added between them', async () => {
  const dlq = createDlq(createMemoryStore())
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await dlq.add(letter({})))

  const first = await dlq.list({}, { count: 2 })
  expect(first.messages.map(({ dlqId }) => dlqId)).toEqual(ids.slice(0, 2))

  await dlq.remove(ids[1]!)
  await dlq.add(letter({}))
  const second = await dlq.list({}, { count: 2, cursor: first.cursor })
  expect(second.messages.map(({ dlqId }) => dlqId)).toEqual(ids.slice(2, 4))

  const third = await dlq.list({}, { count: 2, cursor: second.cursor })
  expect(third).toEqual({ messages: [expect.objectContaining({ dlqId: ids[4] })] })
})

test('a cursor that was never given out is refused', async () => {
  const dlq = createDlq(createMemoryStore())
  await expect(dlq.list({}, { count: 1, cursor: 'x' })).rejects.toMatchObject({ status: 400 })
})

test.each<[DeadLetterFilter, string[]]>([
  [{}, ['c', 'b', 'a']],
  [{ workflowRunId: 'wfr_1' }, ['a']],
  [{ workflowRunId: 'wfr' }, []],
  [{ workflowUrl: 'http://app.test/w' }, ['b']],
  [{ fromDate: 2000 }, ['c', 'b']],
  [{ toDate: 2000 }, ['b', 'a']],
  [{ fromDate: 2000, toDate: 2000 }, ['b']],
  [{ responseStatus: 500 }, ['c', 'a']],
  [{ callerIP: '127.0.0.1' }, ['c']],
  [{ failureCallbackState: 'CALLBACK_FAIL' }, ['b']],
  [{ label: 'urgent' }, ['c']],
  [{ responseStatus: 500, fromDate: 2000 }, ['c']],
])('a list narrowed to %j has %j', async (filter, expected) => {
  const dlq = createDlq(createMemoryStore())
  await dlq.add(letter({ messageId: 'a', workflowRunId: 'wfr_1', responseStatus: 500 }))
  await dlq.add(
    letter(
      {
        messageId: 'b',
        workflowUrl: 'http://app.test/w',
        failureCallbackInfo: { state: 'CALLBACK_FAIL' },
      },
      { failedAt: 2000 },
    ),
  )
  await dlq.add(
    letter(
      { messageId: 'c', responseStatus: 500, callerIP: '127.0.0.1' },
      { failedAt: 3000, labels: ['urgent', 'late'] },
    ),
  )

  const { messages } = await dlq.list(filter, everything)
  expect(messages.map(({ messageId }) => messageId)).toEqual(expected)
})
