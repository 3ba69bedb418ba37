import { expect, test } from 'vitest'
import { heldQueue, ask, publish, START } from '../testing.js'
import { sendStep, start, wait, WORKFLOW } from './testing.js'

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
