import { expect, test } from 'vitest'
import type { Queue } from '../queue.js'
import { answered, publishTo, START, testQueue } from '../testing.js'
import {
  failingQueue,
  failure,
  sendStep,
  start,
  stepNames,
  text,
  wait,
  WORKFLOW,
} from './testing.js'

const runOf = async (queue: Queue, id: string) => (await queue.store.runs.latest(id))!

const logOf = async (queue: Queue, workflowRunId: string) => {
  const { events } = await queue.logs.list({ workflowRunId })
  return events.toReversed().map(({ state, stepInfo }) => [stepInfo?.stepName, state])
}

test('a start makes a run, and its payload the first step of it', async () => {
  const { queue, clock } = testQueue()
  const { messageId } = await start(queue, 'wfr_1', { 'Svc-Label': 'a, b' })
  expect(await runOf(queue, 'wfr_1')).toMatchObject({
    url: WORKFLOW,
    state: 'RUN_STARTED',
    createdAt: START,
    labels: ['a', 'b'],
    steps: [{ messageId, callType: 'step', info: { stepName: 'init' } }],
  })

  await clock.advance(0)
  const [attempt] = queue.journal.attempts()
  const body = Buffer.from('the payload').toString('base64')
  expect(JSON.parse(text(attempt!.body))).toEqual([{ messageId, body, callType: 'step' }])
})

test('a start without an id gets one', async () => {
  const { queue } = testQueue()
  await queue.publish.send(
    queue.reading.publication(publishTo(WORKFLOW, { 'Svc-Workflow-Init': 'true' })),
  )
  const { runs } = await queue.runList.list({})
  expect(runs).toMatchObject([{ workflowRunId: expect.stringMatching(/^wfr_\w+$/) as string }])
})

test('of one id one run is in progress: another start is a duplicate, and is not sent', async () => {
  const { queue, clock } = testQueue()
  const { messageId } = await start(queue, 'wfr_1')
  expect(await start(queue, 'wfr_1')).toEqual({ messageId, url: WORKFLOW, deduplicated: true })
  await clock.advance(0)
  expect(queue.journal.attempts()).toHaveLength(1)

  await queue.endings.end('wfr_1', { cancel: false, result: new Uint8Array() })
  expect(await start(queue, 'wfr_1')).not.toHaveProperty('deduplicated')
  const { runs } = await queue.runList.list({ workflowRunId: 'wfr_1' })
  expect(runs.map(({ workflowRunCreatedAt }) => workflowRunCreatedAt)).toEqual([START + 1, START])
})

test('each delivery brings the steps up to its own, and no more', async () => {
  const { queue, clock } = testQueue()
  await start(queue, 'wfr_1')
  await clock.advance(0)
  for (const targetStep of [1, 2]) {
    await sendStep(queue, 'wfr_1', {
      stepId: 0,
      stepName: `p${targetStep}`,
      targetStep,
      concurrent: 2,
    })
  }
  await clock.advance(0)
  expect(queue.journal.attempts().map(stepNames)).toEqual([
    ['init'],
    ['init', 'p1'],
    ['init', 'p1', 'p2'],
  ])
})

test('what the start asks for holds for each later message, unless that asks for something else', async () => {
  const { queue, clock } = testQueue({ send: async () => answered(500) })
  await start(queue, 'wfr_1', {
    'Svc-Forward-X-User': 'u1',
    'Svc-Retries': '1',
    'Svc-Retry-Delay': '1000',
    'Svc-Delay': '1h',
  })
  await sendStep(queue, 'wfr_1', { stepId: 1, stepName: 'one' })
  await sendStep(
    queue,
    'wfr_1',
    { stepId: 2, stepName: 'two' },
    { 'Svc-Retries': '0', 'Svc-Delay': '10s' },
  )
  await clock.advance('30s')
  const attempts = queue.journal.attempts()
  expect(attempts.map(({ startedAt }) => startedAt - START)).toEqual([0, 1000])
  expect(attempts[0]!.headers).toMatchObject({ 'X-User': ['u1'], 'Svc-Workflow-Runid': ['wfr_1'] })
})

test('a sleep is a step whose message has a delay', async () => {
  const { queue, clock } = testQueue()
  await start(queue, 'wfr_1')
  await sendStep(queue, 'wfr_1', { stepId: 1, stepName: 'nap' }, { 'Svc-Delay': '1h' })
  await clock.advance('1d')
  expect(queue.journal.attempts().map(({ startedAt }) => startedAt - START)).toEqual([0, 3_600_000])
})

test.each([
  ['wfr_2', {}, 404],
  ['wfr_1', { stepName: 7 }, 400],
  ['wfr_1', { stepName: 'one', stepId: 'x' }, 400],
])('a step of %s that is %j is refused with %d', async (runId, step, status) => {
  const { queue } = testQueue()
  await start(queue, 'wfr_1')
  await expect(
    sendStep(queue, runId, { stepId: 1, stepName: 'one', ...step }),
  ).rejects.toMatchObject({
    status,
  })
})

test('a run that has ended gets no step, and its end stays as it is', async () => {
  const { queue } = testQueue()
  await start(queue, 'wfr_1')
  const result = Buffer.from('done')
  expect(await queue.endings.end('wfr_1', { cancel: false, result })).toBe(true)
  expect(await queue.endings.end('wfr_1', { cancel: true, result })).toBe(true)
  expect(await queue.endings.end('wfr_2', { cancel: true, result })).toBe(false)
  expect(await runOf(queue, 'wfr_1')).toMatchObject({ state: 'RUN_SUCCESS', result })
  await expect(sendStep(queue, 'wfr_1', { stepId: 1, stepName: 'one' })).rejects.toMatchObject({
    status: 400,
  })
})

test('a cancelled run is delivered nothing more, and waits for nothing', async () => {
  const { queue, clock } = testQueue()
  await start(queue, 'wfr_1')
  await clock.advance(0)
  await sendStep(queue, 'wfr_1', { stepId: 1, stepName: 'nap' }, { 'Svc-Delay': '1h' })
  await wait(queue, 'wfr_1', 'paid')
  await queue.endings.end('wfr_1', { cancel: true, result: new Uint8Array() })

  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(1)
  expect(await queue.waiters.of('paid')).toEqual([])
  expect((await logOf(queue, 'wfr_1')).slice(-3)).toEqual([
    ['nap', 'CANCEL_REQUESTED'],
    ['nap', 'CANCELLED'],
    [undefined, 'RUN_CANCELED'],
  ])
})

test('many runs can be cancelled at once: by id, by URL, all of them', async () => {
  const { queue } = testQueue()
  for (const id of ['a', 'b', 'c', 'd']) await start(queue, id)
  const cancel = (query: string) =>
    queue.endings.cancelAll(queue.endings.cancelSelection(publishTo(`?${query}`)))
  expect(await cancel('workflowRunIds=a&workflowRunIds=b,x')).toBe(2)
  expect(await cancel('workflowUrl=http://app.test&workflowUrlExactMatch=true')).toBe(0)
  expect(await cancel('workflowUrl=http://other.test')).toBe(0)
  expect(await cancel('workflowUrl=http://app.test')).toBe(2)
  expect(await cancel('count=100')).toBe(0)
})

test('a run whose message has failed for good has failed, once, and lies in the dead letter queue', async () => {
  const { queue, clock } = failingQueue()
  await start(queue, 'wfr_1', { 'Svc-Retries': '1' })
  await clock.runUntilIdle()
  expect(await logOf(queue, 'wfr_1')).toEqual([
    [undefined, 'RUN_STARTED'],
    ...['CREATED', 'ACTIVE', 'ERROR', 'RETRY', 'ACTIVE', 'ERROR', 'FAILED'].map((state) => [
      'init',
      state,
    ]),
    [undefined, 'RUN_FAILED'],
  ])
  expect((await queue.dlq.list({})).messages).toMatchObject([
    { workflowRunId: 'wfr_1', responseStatus: 500, responseBody: 'broken' },
  ])
})

test('a failure that says that no retry can help is the last', async () => {
  const { queue, clock } = failingQueue(failure(489, { 'Svc-Nonretryable-Error': ['true'] }))
  await start(queue, 'wfr_1')
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(1)
  expect(await runOf(queue, 'wfr_1')).toMatchObject({ state: 'RUN_FAILED' })
})

test('what came of a call of a third party is brought to the workflow, and its failure is no failure of the run', async () => {
  const third = 'http://third.test/'
  const { queue, clock } = testQueue({
    send: async ({ url }) => answered(url === third ? 503 : 200),
  })
  await start(queue, 'wfr_1', {
    'Svc-Forward-X-User': 'u1',
    'Svc-Forward-Svc-Workflow-Sdk-Version': '1',
  })
  await clock.advance(0)
  const call = {
    'Svc-Workflow-Init': 'false',
    'Svc-Workflow-RunId': 'wfr_1',
    'Svc-Workflow-CallType': 'toCallback',
    'Svc-Retries': '0',
    'Svc-Callback': WORKFLOW,
    'Svc-Callback-Forward-Svc-Workflow-StepId': '1',
    'Svc-Callback-Forward-Svc-Workflow-StepName': 'call',
    'Svc-Callback-Forward-Svc-Workflow-StepType': 'Call',
    'Svc-Callback-Forward-Svc-Workflow-Concurrent': '1',
  }
  await queue.publish.send(queue.reading.publication(publishTo(third, call, 'hello')))
  await clock.runUntilIdle()

  const [begin, called, outcome] = queue.journal.attempts()
  expect(begin!.headers).toHaveProperty('Svc-Workflow-Sdk-Version')
  expect(called!.headers).not.toHaveProperty('X-User')
  expect(text(called!.body)).toBe('hello')
  expect(outcome).toMatchObject({
    url: WORKFLOW,
    headers: {
      'X-User': ['u1'],
      'Svc-Workflow-Runid': ['wfr_1'],
      'Svc-Workflow-Stepid': ['1'],
      'Svc-Workflow-Stepname': ['call'],
    },
  })
  expect(outcome!.headers).not.toHaveProperty('Svc-Workflow-Sdk-Version')
  expect(JSON.parse(text(outcome!.body))).toMatchObject({ status: 503, retried: 0, maxRetries: 0 })

  const run = await runOf(queue, 'wfr_1')
  expect(run.state).toBe('RUN_STARTED')
  expect(run.steps.map(({ callType, info }) => [callType, info.stepName])).toEqual([
    ['step', 'init'],
    ['toCallback', 'call'],
    ['fromCallback', 'call'],
  ])
})

test('a list of steps that is too long is left for the application to fetch, if it can', async () => {
  const body = 'x'.repeat(1_000_000)
  for (const [features, sent] of [
    ['LazyFetch,InitialBody', 0],
    ['InitialBody', 1_333_408],
  ] as const) {
    const { queue, clock } = testQueue()
    await start(queue, 'wfr_1', { 'Svc-Feature-Set': features }, body)
    await clock.advance(0)
    const [attempt] = queue.journal.attempts()
    const { body: kept, clippedFrom = kept.length } = attempt!
    expect(Math.abs(clippedFrom - sent)).toBeLessThan(100)
    const [payload] = (await queue.steps.fetched('wfr_1'))!
    expect(Buffer.from(payload!.body, 'base64').toString()).toBe(body)
  }
})

test('the steps of a run that has ended cannot be fetched', async () => {
  const { queue } = testQueue()
  await start(queue, 'wfr_1')
  await queue.endings.end('wfr_1', { cancel: false, result: new Uint8Array() })
  expect(await queue.steps.fetched('wfr_1')).toBeUndefined()
  expect(await queue.steps.fetched('wfr_2')).toBeUndefined()
})
