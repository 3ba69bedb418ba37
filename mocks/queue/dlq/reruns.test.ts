import { expect, test } from 'vitest'
import { start } from '../runs/testing.js'
import { answered, testQueue } from '../testing.js'

/** Creates a queue with one failed run and returns the id of the DLQ entry. */
async function withFailedRun() {
  const { queue, clock } = testQueue({ send: async () => answered(500) })
  await start(queue, 'wfr_1', { 'Svc-Retries': '0' })
  await clock.runUntilIdle()
  const [entry] = (await queue.dlq.list({})).messages
  return { queue, dlqId: entry!.dlqId }
}

test('does not restart an unknown entry, nor under the id of a run in progress', async () => {
  const { queue, dlqId } = await withFailedRun()
  expect(await queue.reruns.one('restart', '1-1', { settings: [] })).toBeUndefined()
  await start(queue, 'wfr_2', { 'Svc-Delay': '1h' })
  await expect(
    queue.reruns.one('restart', dlqId, { settings: [], runId: 'wfr_2' }),
  ).rejects.toMatchObject({ status: 400 })
  expect(await queue.dlq.get(dlqId)).toBeDefined()
})

test('does not re-trigger an unknown entry, nor one without a failure callback', async () => {
  const { queue, dlqId } = await withFailedRun()
  expect(await queue.failureCallback.retrigger('1-1')).toBeUndefined()
  await expect(queue.failureCallback.retrigger(dlqId)).rejects.toMatchObject({ status: 400 })
  expect(await queue.dlq.get(dlqId)).not.toHaveProperty('failureCallbackInfo')
})
