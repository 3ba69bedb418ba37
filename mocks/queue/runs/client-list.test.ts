import { expect, test } from 'vitest'
import type { AttemptOutcome } from '../message.js'
import { answered, ask, START, testQueue } from '../testing.js'
import { sendStep, start } from './testing.js'

const EVENTS = '/v2/workflows/events'

/** Creates a queue with the run `wfr_1`, whose application responds with `status`. */
async function withRun(status: number, headers: Record<string, string> = {}) {
  const app = { status, headers: {} as Extract<AttemptOutcome, { kind: 'answered' }>['headers'] }
  const { queue, clock } = testQueue({
    send: async () => ({ ...answered(app.status, app.headers), body: Buffer.from('the body') }),
  })
  const { messageId } = await start(queue, 'wfr_1', headers)
  return {
    ...{ queue, clock, messageId, app },
    run: async () => {
      const [, page] = await ask(queue, 'GET', `${EVENTS}?groupBy=workflowRunId`)
      return (page as { runs: object[] }).runs[0]
    },
    end: (cancel: boolean) => queue.endings.end('wfr_1', { cancel, result: Buffer.from('"done"') }),
  }
}

const next = (...steps: object[]) => ({
  steps: [expect.anything() as object, { type: 'next', steps }],
})

const error = { error: '500 Internal Server Error', status: 500, headers: {}, body: 'the body' }

test('the initial step has the headers and retries of the run', async () => {
  const { clock, run, messageId } = await withRun(200, {
    ...{ 'Content-Type': 'text/plain', 'Svc-Forward-App': 'a', 'Svc-Label': 'a,b' },
    ...{ 'Svc-Retries': '2', 'Svc-Retry-Delay': '1000' },
  })
  await clock.advance(0)
  const headers = { 'Content-Type': ['text/plain'], App: ['a'] }
  expect(await run()).toEqual({
    ...{ workflowRunId: 'wfr_1', workflowUrl: 'http://app.test/w', workflowState: 'RUN_STARTED' },
    ...{ workflowRunCreatedAt: START, label: 'a', labels: ['a', 'b'] },
    steps: [
      {
        type: 'sequential',
        steps: [
          {
            ...{
              stepName: 'init',
              stepType: 'Initial',
              callType: 'step',
              messageId,
              concurrent: 1,
            },
            ...{ out: 'the payload', state: 'STEP_SUCCESS', createdAt: START },
            ...{ headers, retries: 2, retryDelay: '1000' },
          },
        ],
      },
    ],
  })
})

test('a step in progress is next, with the errors of its attempts', async () => {
  const { clock, run, messageId, app } = await withRun(500, { 'Svc-Retry-Delay': '1000' })
  expect(await run()).toMatchObject(next({ messageId, state: 'STEP_PROGRESS', retries: 3 }))
  await clock.advance(0)
  app.headers = { 'Svc-Error-Step-Name': ['pay'] }
  await clock.advance(1000)
  expect(await run()).toMatchObject(
    next({
      ...{ messageId, stepName: 'pay', state: 'STEP_RETRY', retries: 3, retryDelay: '1000' },
      errors: [
        { ...error, time: START },
        { status: 500, time: START + 1000 },
      ],
    }),
  )
})

test('a failed run has its DLQ entry, its failed step and its failure function', async () => {
  const { queue, clock, run, messageId, app } = await withRun(500, {
    ...{ 'Svc-Retries': '0', 'Svc-Failure-Callback': 'http://app.test/failed' },
    ...{ 'Svc-Failure-Callback-Retries': '1', 'Svc-Failure-Callback-Retry-Delay': '1000' },
  })
  await clock.advance(0)
  const [, { messages }] = (await ask(queue, 'GET', '/v2/dlq?source=workflow')) as [
    number,
    { messages: { dlqId: string }[] },
  ]
  const { dlqId } = messages[0]!
  const failure = queue.journal.attempts()[1]!
  expect(failure.url).toBe('http://app.test/failed')
  const failureFunction = {
    ...{ messageId: failure.messageId, url: 'http://app.test/failed', dlqId },
    ...{ failStatus: 500, failHeaders: {}, failResponse: 'the body' },
  }
  expect(await run()).toMatchObject({
    ...next({ messageId, state: 'STEP_FAILED', retries: 0, errors: [error] }),
    ...{ workflowState: 'RUN_FAILED', dlqId },
    failureFunction: {
      ...{ ...failureFunction, state: 'CALLBACK_INPROGRESS', nextDeliveryTime: START + 1000 },
      errors: [error],
    },
  })
  app.status = 200
  await clock.advance(1000)
  expect(await run()).toMatchObject({
    failureFunction: {
      ...{ ...failureFunction, state: 'CALLBACK_SUCCESS' },
      ...{ responseStatus: 200, responseBody: 'the body', responseHeaders: {} },
    },
  })
  await queue.dlq.remove(dlqId)
  expect(await run()).not.toMatchObject({ dlqId: expect.anything() as unknown })
})

test('a cancelled run has its cancelled steps, and a successful run its result', async () => {
  const cancelled = await withRun(200)
  await cancelled.clock.advance(0)
  const { messageId } = await sendStep(cancelled.queue, 'wfr_1', { stepId: 1, stepName: 'one' })
  await cancelled.clock.advance(0)
  await cancelled.end(true)
  expect(await cancelled.run()).toMatchObject({
    workflowState: 'RUN_CANCELED',
    steps: [{}, {}, { type: 'next', steps: [{ messageId, state: 'STEP_CANCELED', retries: 3 }] }],
  })

  const { clock, end, run, queue } = await withRun(200)
  await clock.advance(0)
  await end(false)
  expect(await run()).toMatchObject({
    ...{ workflowState: 'RUN_SUCCESS', workflowRunResponse: '"done"' },
    steps: [{ type: 'sequential', steps: [{ stepName: 'init' }] }],
  })
  expect(await ask(queue, 'GET', `${EVENTS}?state=RUN_SUCCESS`)).toMatchObject([
    200,
    { events: [{ state: 'RUN_SUCCESS' }] },
  ])
})
