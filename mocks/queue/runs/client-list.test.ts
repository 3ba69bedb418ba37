import { expect, test } from 'vitest'
import type { AttemptOutcome } from '../message.js'
import { answered, ask, heldQueue, publish, START, testQueue } from '../testing.js'
import { sendStep, start, wait, WORKFLOW } from './testing.js'

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

const API = 'http://api.test/pay'
const DAY = 86_400_000

/** Creates a queue with the run `wfr_1`, whose first delivery has ended. */
async function setUp() {
  const held = heldQueue()
  const { queue, clock } = held
  await start(queue, 'wfr_1')
  await held.underWay()
  held.answer()
  await clock.advance(0)
  return {
    ...held,
    /** Returns the steps of the run after the initial step, without the steps that are next. */
    steps: async () => {
      const [, page] = await ask(queue, 'GET', '/v2/workflows/events?groupBy=workflowRunId')
      const { runs } = page as { runs: { workflowRunId: string; steps: Group[] }[] }
      const { steps } = runs.find(({ workflowRunId }) => workflowRunId === 'wfr_1')!
      return steps.filter(({ type }) => type !== 'next').slice(1)
    },
  }
}

interface Group {
  readonly type: string
  readonly steps: readonly object[]
}

const alone = (step: object) => [{ type: 'sequential', steps: [step] }]

test('a sleeping step has its duration or its end', async () => {
  const { queue, clock, steps } = await setUp()
  const sleep = { stepId: 1, stepName: 'nap', stepType: 'SleepFor', sleepFor: '1h30m' }
  await sendStep(queue, 'wfr_1', sleep, { 'Svc-Delay': '90m' })
  const shown = { stepName: 'nap', stepType: 'SleepFor', sleepFor: 5400 }
  expect(await steps()).toMatchObject(alone({ ...shown, state: 'STEP_PROGRESS' }))
  await clock.advance('90m')
  expect(await steps()).toMatchObject(alone({ ...shown, state: 'STEP_SUCCESS' }))

  const sleepUntil = START / 1000 + 86_400
  await sendStep(queue, 'wfr_1', {
    stepId: 2,
    stepName: 'till',
    stepType: 'SleepUntil',
    sleepUntil,
  })
  expect((await steps())[1]).toMatchObject({ steps: [{ stepName: 'till', sleepUntil }] })
})

test('a waiting step has its event and its deadline', async () => {
  const { queue, clock, steps } = await setUp()
  await wait(queue, 'wfr_1', 'paid', '1d')
  const shown = {
    ...{ stepId: 1, stepName: 'wait', stepType: 'Wait', createdAt: START },
    ...{ waitEventId: 'paid', waitTimeoutDuration: '1d', waitTimeoutDeadline: START + DAY },
  }
  expect(await steps()).toMatchObject(
    alone({ ...shown, state: 'STEP_PROGRESS', waitTimeout: false }),
  )
  await queue.waiters.notify('paid', Buffer.from('in full'))
  expect(await steps()).toMatchObject(
    alone({ ...shown, state: 'STEP_SUCCESS', waitTimeout: false, out: 'aW4gZnVsbA==' }),
  )

  await queue.waiters.wait({
    ...{ runId: 'wfr_1', eventId: 'sent', timeout: '2d' },
    step: { stepId: 2, stepName: 'late', stepType: 'Wait', concurrent: 1 },
  })
  await clock.advance('2d')
  expect((await steps())[1]).toMatchObject({ steps: [{ waitEventId: 'sent', waitTimeout: true }] })
})

test('a calling step has its request, then its response', async () => {
  const held = await setUp()
  const { queue, clock, underWay, steps } = held
  const of = 'Svc-Callback-Forward-Svc-Workflow-'
  const { messageId } = await publish(
    queue,
    {
      ...{ 'Svc-Workflow-Init': 'false', 'Svc-Workflow-RunId': 'wfr_1', 'Svc-Method': 'PUT' },
      ...{ 'Svc-Workflow-CallType': 'toCallback', 'Svc-Callback': WORKFLOW },
      ...{ [`${of}StepId`]: '1', [`${of}StepName`]: 'pay', [`${of}StepType`]: 'Call' },
      'Svc-Forward-X-Order': '42',
    },
    { to: API, body: '{"cents":1}' },
  )
  const sent = {
    ...{ stepId: 1, stepName: 'pay', stepType: 'Call', callUrl: API, callMethod: 'PUT' },
    ...{ callHeaders: { 'X-Order': ['42'] }, callBody: '{"cents":1}' },
  }
  const calling = { ...sent, callType: 'toCallback', messageId, state: 'STEP_PROGRESS' }
  expect(await steps()).toMatchObject(alone(calling))
  await underWay()
  held.answer(201)
  await clock.advance(0)
  const received = { callResponseStatus: 201, callResponseHeaders: {}, callResponseBody: '' }
  const called = { ...sent, ...received, callType: 'fromCallback', state: 'STEP_PROGRESS' }
  expect(await steps()).toMatchObject(alone(called))
  await sendStep(queue, 'wfr_1', { stepId: 1, stepName: 'pay', stepType: 'Call', out: '{}' })
  expect(await steps()).toMatchObject(
    alone({ ...sent, ...received, callType: 'step', state: 'STEP_SUCCESS', out: '{}' }),
  )
})

test('an invoking step has the run that it invoked', async () => {
  const { queue, steps } = await setUp()
  const invoked = 'http://app.test/invoked'
  await publish(
    queue,
    {
      ...{ 'Svc-Workflow-Init': 'true', 'Svc-Workflow-Invoke': 'true' },
      ...{ 'Svc-Workflow-RunId': 'wfr_2', 'Svc-Forward-App': 'a' },
    },
    {
      to: invoked,
      body: JSON.stringify({
        ...{ workflowRunId: 'wfr_1', body: 'the payload' },
        step: { stepId: 1, stepName: 'call it', stepType: 'Invoke', concurrent: 1 },
      }),
    },
  )
  const shown = {
    ...{ stepId: 1, stepName: 'call it', stepType: 'Invoke' },
    ...{ invokedWorkflowRunId: 'wfr_2', invokedWorkflowUrl: invoked },
    ...{ invokedWorkflowCreatedAt: START, invokedWorkflowRunBody: 'the payload' },
    invokedWorkflowRunHeaders: { App: ['a'] },
  }
  expect(await steps()).toMatchObject(alone({ ...shown, state: 'STEP_PROGRESS' }))
  await queue.endings.end('wfr_2', { cancel: false, result: Buffer.from('2') })
  expect(await steps()).toMatchObject(
    alone({ ...shown, state: 'STEP_SUCCESS', out: '{"body":"2"}' }),
  )
})

test('parallel steps are one group, with those that have no result yet', async () => {
  const { queue, clock, steps } = await setUp()
  const plan = { stepId: 0, concurrent: 2 }
  const nap = { stepName: 'nap', stepType: 'SleepFor', sleepFor: 3600 }
  await sendStep(queue, 'wfr_1', { ...plan, stepName: 'a', targetStep: 1 })
  await sendStep(queue, 'wfr_1', { ...plan, ...nap, targetStep: 2 }, { 'Svc-Delay': '1h' })
  await sendStep(queue, 'wfr_1', { stepId: 1, stepName: 'a', concurrent: 2, out: '1' })
  const done = { stepId: 1, stepName: 'a', state: 'STEP_SUCCESS', out: '1' }
  const asleep = { stepId: 2, stepName: 'nap', state: 'STEP_PROGRESS', sleepFor: 3600 }
  expect(await steps()).toMatchObject([{ type: 'parallel', steps: [done, asleep] }])
  await clock.advance('1h')
  await sendStep(queue, 'wfr_1', { ...nap, stepId: 2, concurrent: 2 })
  const awake = { ...asleep, state: 'STEP_SUCCESS' }
  expect(await steps()).toMatchObject([{ type: 'parallel', steps: [done, awake] }])
})
