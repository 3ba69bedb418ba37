import { expect, test } from 'vitest'
import { publishTo, START, testQueue } from '../testing.js'
import { sendStep, start, WORKFLOW } from '../runs/testing.js'

const end = { cancel: false, result: Buffer.from('done') }

/** Three runs, a second apart: one that has ended, one with a label, one of another id. */
async function withRuns() {
  const { queue, clock } = testQueue()
  await start(queue, 'a')
  await clock.advance(1000)
  await queue.endings.end('a', end)
  await start(queue, 'a', { 'Svc-Label': 'nightly' })
  await clock.advance(1000)
  await start(queue, 'b', { 'Svc-Workflow-Url': 'http://app.test/v' })
  return { queue, clock }
}

type AskedRuns = Parameters<ReturnType<typeof testQueue>['queue']['runList']['list']>[0]

test.each<[AskedRuns, number[]]>([
  [{}, [2000, 1000, 0]],
  [{ workflowRunId: 'a' }, [1000, 0]],
  [{ workflowRunId: 'a', workflowCreatedAt: `${START + 1000}` }, [1000]],
  [{ workflowUrl: 'http://app.test/v' }, [2000]],
  [{ state: 'RUN_SUCCESS' }, [0]],
  [{ fromDate: `${START + 1000}` }, [2000, 1000]],
  [{ toDate: `${START + 1000}` }, [1000, 0]],
  [{ label: 'nightly' }, [1000]],
  [{ label: 'night' }, []],
  [{ count: '1' }, [2000]],
])('runs narrowed to %j are those of %j', async (asked, created) => {
  const { queue } = await withRuns()
  const { runs } = await queue.runList.list(asked)
  expect(runs.map(({ workflowRunCreatedAt }) => workflowRunCreatedAt - START)).toEqual(created)
})

test.each([{ state: 'run_failed' }, { fromDate: 'x' }, { count: '0' }, { cursor: 'x' }])(
  'runs cannot be narrowed to %j',
  async (asked) => {
    const { queue } = testQueue()
    await expect(queue.runList.list(asked)).rejects.toMatchObject({ status: 400 })
  },
)

test('a page has ten runs, and the next one begins where it ended', async () => {
  const { queue } = testQueue()
  for (let n = 0; n < 12; n++) await start(queue, `wfr_${n}`)
  const first = await queue.runList.list({ count: '11' })
  const second = await queue.runList.list(first)
  expect([first.runs.length, second.runs.length, second.cursor]).toEqual([10, 2, undefined])
  const ids = [first, second].flatMap(({ runs }) => runs.map(({ workflowRunId }) => workflowRunId))
  expect(ids).toEqual(Array.from({ length: 12 }, (_, n) => `wfr_${11 - n}`))
})

test('a run in progress has no moment of completion', async () => {
  const { queue } = testQueue()
  await start(queue, 'a')
  const { runs } = await queue.runList.list({})
  expect(runs).toEqual([
    {
      workflowRunId: 'a',
      workflowUrl: WORKFLOW,
      workflowState: 'RUN_STARTED',
      workflowRunCreatedAt: START,
      steps: [expect.objectContaining({ type: 'sequential' })],
    },
  ])
})

test('steps stand in groups: one after the other, or side by side; plans in none', async () => {
  const { queue, clock } = testQueue()
  await start(queue, 'a')
  const plan = { stepId: 0, concurrent: 2 }
  await sendStep(queue, 'a', { ...plan, stepName: 'left', targetStep: 1 })
  await sendStep(queue, 'a', { ...plan, stepName: 'right', targetStep: 2 })
  await sendStep(queue, 'a', { stepId: 2, stepName: 'right', concurrent: 2, out: '2' })
  await sendStep(queue, 'a', { stepId: 1, stepName: 'left', concurrent: 2, out: '1' })
  const sleep = { stepId: 3, stepName: 'nap', stepType: 'SleepFor' }
  const { messageId } = await sendStep(queue, 'a', sleep, { 'Svc-Delay': '1s' })
  const groups = async () => (await queue.runList.list({})).runs[0]!.steps
  const nap = {
    stepId: 3,
    stepName: 'nap',
    stepType: 'SleepFor',
    callType: 'step',
    messageId,
    concurrent: 1,
    state: 'STEP_PROGRESS',
    createdAt: START,
  }
  const [init, sideBySide, last, ...others] = await groups()
  expect(others).toEqual([])
  expect(init!.steps).toMatchObject([
    { stepName: 'init', stepType: 'Initial', out: 'the payload', state: 'STEP_SUCCESS' },
  ])
  expect(init!.steps[0]).not.toHaveProperty('stepId')
  expect(sideBySide).toMatchObject({
    type: 'parallel',
    steps: [
      { stepId: 1, stepName: 'left', out: '1', concurrent: 2 },
      { stepId: 2, stepName: 'right', out: '2', concurrent: 2 },
    ],
  })
  expect(last).toEqual({ type: 'sequential', steps: [nap] })

  await clock.advance(1000)
  expect((await groups()).at(-1)!.steps).toEqual([{ ...nap, state: 'STEP_SUCCESS' }])
})

test('what happens to a message is logged with its step, what happens to a run without', async () => {
  const { queue, clock } = testQueue()
  const { messageId } = await start(queue, 'a', { 'Svc-Delay': '1s' })
  await clock.advance(1000)
  const ofRun = { workflowRunId: 'a', workflowUrl: WORKFLOW, workflowCreatedAt: START }
  const ofMessage = {
    ...ofRun,
    nextDeliveryTime: START + 1000,
    stepInfo: {
      stepName: 'init',
      stepType: 'Initial',
      callType: 'step',
      messageId,
      concurrent: 1,
      createdAt: START,
    },
  }
  expect((await queue.logs.list({})).events).toEqual([
    { ...ofMessage, state: 'DELIVERED', time: START + 1000 },
    { ...ofMessage, state: 'ACTIVE', time: START + 1000 },
    { ...ofMessage, state: 'CREATED', time: START },
    { ...ofRun, state: 'RUN_STARTED', time: START },
  ])
})

type AskedEvents = Parameters<ReturnType<typeof testQueue>['queue']['logs']['list']>[0]

test.each<[AskedEvents, number]>([
  [{ workflowRunId: 'b' }, 2],
  [{ workflowUrl: 'http://app.test/v' }, 2],
  [{ workflowCreatedAt: `${START + 1000}` }, 4],
  [{ state: 'RUN_STARTED' }, 3],
  [{ state: 'CREATED', workflowRunId: 'a' }, 2],
  [{ messageId: 'msg_0' }, 0],
  [{ fromDate: `${START + 2000}` }, 2],
  [{ toDate: `${START}` }, 4],
  [{ count: '3' }, 3],
])('of the events narrowed to %j there are %d', async (asked, number) => {
  const { queue } = await withRuns()
  expect((await queue.logs.list(asked)).events).toHaveLength(number)
})

test('a page has a thousand events', async () => {
  const { queue } = testQueue()
  for (let n = 0; n < 501; n++) await start(queue, `wfr_${n}`)
  const first = await queue.logs.list({ count: '2000' })
  const second = await queue.logs.list(first)
  expect([first.events.length, second.events.length, second.cursor]).toEqual([
    ...[1000, 2, undefined],
  ])
})

test('messages that are part of no run are not logged', async () => {
  const { queue, clock } = testQueue()
  await queue.publish.send(queue.reading.publication(publishTo('http://app.test/')))
  await clock.runUntilIdle()
  expect(await queue.logs.list({})).toEqual({ events: [] })
})
