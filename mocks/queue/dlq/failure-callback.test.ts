import { expect, test } from 'vitest'
import { answered, START, testQueue } from '../testing.js'
import { failingQueue, failure, start, text, WORKFLOW } from '../runs/testing.js'

const FAILED = 'http://failed.test/'

const headers = {
  'Svc-Failure-Callback': FAILED,
  'Svc-Failure-Callback-Forward-X-A': '1',
  'Svc-Retries': '1',
  'Svc-Retry-Delay': '0',
}

test('the failure callback of a run tells what it began with, and how it failed', async () => {
  const { queue, clock } = failingQueue()
  await start(queue, 'wfr_1', headers)
  await clock.runUntilIdle()

  const calls = queue.journal.attempts().filter(({ url }) => url === FAILED)
  expect(calls).toMatchObject([
    {
      method: 'POST',
      headers: {
        'X-A': ['1'],
        'Svc-Workflow-Is-Failure': ['true'],
        'Svc-Workflow-Runid': ['wfr_1'],
        'Svc-Workflow-Url': [WORKFLOW],
      },
    },
  ])
  const { messages } = await queue.dlq.list({})
  expect(JSON.parse(text(calls[0]!.body))).toMatchObject({
    status: 500,
    body: Buffer.from('broken').toString('base64'),
    retried: 1,
    maxRetries: 1,
    url: WORKFLOW,
    sourceMessageId: messages[0]!.messageId,
    sourceBody: Buffer.from('the payload').toString('base64'),
    dlqId: messages[0]!.dlqId,
    workflowRunId: 'wfr_1',
    workflowCreatedAt: START,
  })
  expect(messages).toMatchObject([
    { failureCallback: FAILED, failureCallbackHeader: { 'X-A': ['1'] } },
  ])
})

test('what came of it is kept, and told anew when it is called again', async () => {
  const answers = [failure(500), failure(503), { ...answered(200), body: Buffer.from('noted') }]
  const { queue, clock } = testQueue({
    send: async ({ url }) => (url === FAILED && answers.shift()) || failure(500),
  })
  await start(queue, 'wfr_1', { ...headers, 'Svc-Failure-Callback-Retry-Delay': '1000' })
  await clock.advance('1s')
  const info = async () => (await queue.dlq.list({})).messages[0]!.failureCallbackInfo
  expect(await info()).toEqual({
    state: 'CALLBACK_FAIL',
    responseStatus: 503,
    responseBody: 'broken',
    responseHeaders: {},
  })

  const [entry] = (await queue.dlq.list({})).messages
  expect(await queue.failureCallback.retrigger(entry!.dlqId)).toEqual({
    workflowRunId: 'wfr_1',
    workflowCreatedAt: START,
  })
  expect(await info()).toEqual({ state: 'CALLBACK_INPROGRESS' })
  await clock.advance(0)
  expect(await info()).toMatchObject({ state: 'CALLBACK_SUCCESS', responseBody: 'noted' })
  const { messages } = await queue.dlq.list({ failureCallbackState: 'CALLBACK_SUCCESS' })
  expect(messages).toHaveLength(1)
})

test('there is nothing to call again where there is no entry, or no callback', async () => {
  const { queue, failed } = failingQueue()
  const [dlqId] = await failed(['wfr_1'])
  expect(await queue.failureCallback.retrigger('1-1')).toBeUndefined()
  await expect(queue.failureCallback.retrigger(dlqId!)).rejects.toMatchObject({ status: 400 })
  expect(await queue.dlq.get(dlqId!)).not.toHaveProperty('failureCallbackInfo')
})
