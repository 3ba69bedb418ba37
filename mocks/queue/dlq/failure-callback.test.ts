import { expect, test } from 'vitest'
import { failingQueue } from '../runs/testing.js'

test('there is nothing to call again where there is no entry, or no callback', async () => {
  const { queue, failed } = failingQueue()
  const [dlqId] = await failed(['wfr_1'])
  expect(await queue.failureCallback.retrigger('1-1')).toBeUndefined()
  await expect(queue.failureCallback.retrigger(dlqId!)).rejects.toMatchObject({ status: 400 })
  expect(await queue.dlq.get(dlqId!)).not.toHaveProperty('failureCallbackInfo')
})
