import { expect, test } from 'vitest'
import { deliverNow } from '../messages/deliver-now.js'
import { sendStep, start } from '../runs/testing.js'
import { answered, ask, request, START, testQueue } from '../testing.js'
import { selectionInBody, selectionInQuery } from './bulk-selection.js'
import { reasonOf } from './dlq-message.js'

const inQuery = (query: string) => selectionInQuery(request('POST', `/v2/x?${query}`))
const inBody = (body: string) => selectionInBody(request('POST', '/v2/x', {}, body))

test.each(['[]', '{', '{"dlqIds": "1-1"}', '{"dlqIds": [1]}', '{"fromDate": "1"}'])(
  'the body %s returns 400',
  (body) => {
    expect(() => inBody(body)).toThrow(expect.objectContaining({ status: 400 }))
  },
)

test('null in the body means absent', () => {
  expect(inBody('{"dlqIds": null, "fromDate": null, "label": "a", "count": 2}')).toEqual({
    label: 'a',
    count: '2',
  })
  expect(inBody('null')).toEqual({})
})

test('a date in the query must be a number', () => {
  expect(() => inQuery('fromDate=x')).toThrow('fromDate: ')
})

test.each([
  ['{"error":"Error","message":"no stock","stack":"Error: no stock\\n  at a"}', 'no stock'],
  ['{"error":"no stock"}', 'no stock'],
  ['{"error":{"message":"no stock"}}', 'no stock'],
  ['no stock\nat all', 'no stock'],
  ['{"cut', '{"cut'],
  ['', 'Internal Server Error'],
])('the reason in %j is %j', (body, reason) => {
  expect(reasonOf({ ...answered(500), body: Buffer.from(body) } as never)).toBe(reason)
})

test('the reason without a response is its error', () => {
  expect(reasonOf({ kind: 'unanswered', reason: 'ECONNREFUSED' })).toBe('ECONNREFUSED')
})

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

test('a resume does not repeat a sleep that was woken', async () => {
  let status = 200
  const { queue, clock } = testQueue({ send: async () => answered(status) })
  await start(queue, 'wfr_1', { 'Svc-Retries': '0' })
  await clock.advance(0)
  const nap = { stepId: 1, stepName: 'nap', stepType: 'SleepFor', sleepFor: '3d' }
  const { messageId } = await sendStep(queue, 'wfr_1', nap, { 'Svc-Delay': '3d' })
  status = 500
  await deliverNow(queue, messageId)
  await clock.advance(0)
  const [, page] = await ask(queue, 'GET', '/v2/workflows/events?groupBy=workflowRunId')
  expect(page).toMatchObject({
    runs: [
      { workflowState: 'RUN_FAILED', steps: [{}, { steps: [{ state: 'STEP_SUCCESS' }] }, {}] },
    ],
  })

  status = 200
  const [entry] = (await queue.dlq.list({})).messages
  await queue.reruns.one('resume', entry!.dlqId, { settings: [], runId: 'wfr_2' })
  await clock.advance(0)
  expect(queue.journal.attempts()).toHaveLength(3)
  const { runs } = await queue.runList.list({ workflowRunId: 'wfr_2' })
  expect(runs[0]!.steps.at(-1)).toMatchObject({
    steps: [{ stepName: 'nap', state: 'STEP_SUCCESS' }],
  })
  expect(clock.now()).toBe(START)
})

test('a failed run keeps its failed step and its error, and is linked with its rerun', async () => {
  const { queue, dlqId } = await withFailedRun()
  const failed = (await queue.store.runs.latest('wfr_1'))!
  await queue.reruns.one('restart', dlqId, { settings: [], runId: 'wfr_2' })
  const [, page] = await ask(queue, 'GET', '/v2/workflows/events?groupBy=workflowRunId')
  const { runs } = page as { runs: readonly { steps: readonly object[] }[] }
  expect(runs[1]!.steps.at(-1)).toMatchObject({
    type: 'next',
    steps: [{ state: 'STEP_FAILED', errors: [{ status: 500 }] }],
  })
  const { notes, createdAt } = (await queue.store.runs.latest('wfr_2'))!
  const of = { kind: 'rerunOf', how: 'restart', id: 'wfr_1', createdAt: failed.createdAt }
  expect(notes).toEqual([of])
  expect((await queue.store.runs.get(failed.key))!.notes).toMatchObject([
    { kind: 'failed', reason: 'Internal Server Error' },
    { kind: 'rerunAs', how: 'restart', id: 'wfr_2', createdAt },
  ])
})
