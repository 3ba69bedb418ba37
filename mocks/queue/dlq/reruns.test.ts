import { expect, test } from 'vitest'
import { failingQueue, start } from '../runs/testing.js'

const asIs = { settings: [] }

test('an entry that is absent is not run again, nor under the id of a run in progress', async () => {
  const { queue, failed } = failingQueue()
  const [dlqId] = await failed(['wfr_1'])
  expect(await queue.reruns.one('restart', '1-1', asIs)).toBeUndefined()
  await start(queue, 'wfr_2', { 'Svc-Delay': '1h' })
  await expect(
    queue.reruns.one('restart', dlqId!, { ...asIs, runId: 'wfr_2' }),
  ).rejects.toMatchObject({
    status: 400,
  })
  expect(await queue.dlq.get(dlqId!)).toBeDefined()
})
