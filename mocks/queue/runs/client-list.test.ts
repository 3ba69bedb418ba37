import { expect, test } from 'vitest'
import type { AttemptOutcome } from '../message.js'
import { answered, ask, heldQueue, publish, START, testQueue } from '../testing.js'
import { sendStep, start, WORKFLOW } from './testing.js'

const EVENTS = '/v2/workflows/events'

/** Creates a queue with the run `wfr_1`, whose application responds with `status`. */
async function withRun(status: number, headers: Record<string, string> = {}) {
  const app = { status, headers: {} as Extract<AttemptOutcome, { kind: 'answered' }>['headers'] }
  const { queue, clock } = testQueue({
    send: async () => ({ ...answered(app.status, app.headers), body: Buffer.from('the body') }),
  })
  const { messageId } = await start(queue, 'wfr_1', headers)
  return {
    queue,
    clock,
    messageId,
    app,
    run: async () => {
      const [, page] = await ask(queue, 'GET', `${EVENTS}?groupBy=workflowRunId`)
      return (page as { runs: object[] }).runs[0]
    },
    end: (cancel: boolean) => queue.endings.end('wfr_1', { cancel, result: Buffer.from('"done"') }),
  }
}

test('the initial step has the headers and retries of the run', async () => {
  const { clock, run, messageId } = await withRun(200, {
    'Content-Type': 'text/plain',
    'Svc-Forward-App': 'a',
    'Svc-Label': 'a,b',
    'Svc-Retries': '2',
    'Svc-Retry-Delay': '1000',
  })
  await clock.advance(0)
  const headers = { 'Content-Type': ['text/plain'], App: ['a'] }
  expect(await run()).toEqual({
    workflowRunId: 'wfr_1',
    workflowUrl: 'http://app.test/w',
    workflowState: 'RUN_STARTED',
    workflowRunCreatedAt: START,
    label: 'a',
    labels: ['a', 'b'],
    steps: [
      {
        type: 'sequential',
        steps: [
          {
            stepName: 'init',
            stepType: 'Initial',
            callType: 'step',
            messageId,
            concurrent: 1,
            out: 'the payload',
            state: 'STEP_SUCCESS',
            createdAt: START,
            headers,
            retries: 2,
            retryDelay: '1000',
          },
        ],
      },
    ],
  })
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
    workflowState: 'RUN_SUCCESS',
    workflowRunResponse: '"done"',
    steps: [{ type: 'sequential', steps: [{ stepName: 'init' }] }],
  })
  expect(await ask(queue, 'GET', `${EVENTS}?state=RUN_SUCCESS`)).toMatchObject([
    200,
    { events: [{ state: 'RUN_SUCCESS' }] },
  ])
})

const API = 'http://api.test/pay'

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

test('a calling step has its request, then its response', async () => {
  const held = await setUp()
  const { queue, clock, underWay, steps } = held
  const of = 'Svc-Callback-Forward-Svc-Workflow-'
  const { messageId } = await publish(
    queue,
    {
      'Svc-Workflow-Init': 'false',
      'Svc-Workflow-RunId': 'wfr_1',
      'Svc-Method': 'PUT',
      'Svc-Workflow-CallType': 'toCallback',
      'Svc-Callback': WORKFLOW,
      [`${of}StepId`]: '1',
      [`${of}StepName`]: 'pay',
      [`${of}StepType`]: 'Call',
      'Svc-Forward-X-Order': '42',
    },
    { to: API, body: '{"cents":1}' },
  )
  const sent = {
    stepId: 1,
    stepName: 'pay',
    stepType: 'Call',
    callUrl: API,
    callMethod: 'PUT',
    callHeaders: { 'X-Order': ['42'] },
    callBody: '{"cents":1}',
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
      'Svc-Workflow-Init': 'true',
      'Svc-Workflow-Invoke': 'true',
      'Svc-Workflow-RunId': 'wfr_2',
      'Svc-Forward-App': 'a',
    },
    {
      to: invoked,
      body: JSON.stringify({
        workflowRunId: 'wfr_1',
        body: 'the payload',
        step: { stepId: 1, stepName: 'call it', stepType: 'Invoke', concurrent: 1 },
      }),
    },
  )
  const shown = {
    stepId: 1,
    stepName: 'call it',
    stepType: 'Invoke',
    invokedWorkflowRunId: 'wfr_2',
    invokedWorkflowUrl: invoked,
    invokedWorkflowCreatedAt: START,
    invokedWorkflowRunBody: 'the payload',
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
