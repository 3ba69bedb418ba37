import { expect, test } from 'vitest'
import { waitRequest } from '../notify/waiters.js'
import { ask, START, testQueue } from '../testing.js'
import { runsList } from './run.js'
import { hasResult, stepInfo } from './step.js'
import { sendStep, start, stepsOf, wait, WORKFLOW } from './testing.js'

test.each([
  ['wfr_2', {}, 404],
  ['wfr_1', { stepName: 7 }, 400],
  ['wfr_1', { stepName: 'one', stepId: 'x' }, 400],
])('a step of %s with %j returns %d', async (runId, fields, status) => {
  const { queue } = testQueue()
  await start(queue, 'wfr_1')
  const step = { stepId: 1, stepName: 'one', ...fields }
  await expect(sendStep(queue, runId, step)).rejects.toMatchObject({ status })
})

test('cancels runs by id, by URL, or all', async () => {
  const { queue } = testQueue()
  for (const id of ['a', 'b', 'c', 'd']) await start(queue, id)
  for (const [query, cancelled] of [
    ['workflowRunIds=a&workflowRunIds=b,x', 2],
    ['workflowUrl=http://app.test&workflowUrlExactMatch=true', 0],
    ['workflowUrl=http://other.test', 0],
    ['workflowUrl=http://app.test', 2],
    ['count=100', 0],
  ] as const) {
    expect(await ask(queue, 'DELETE', `/v2/workflows/runs?${query}`)).toEqual([200, { cancelled }])
  }
})

test.each([
  ['LazyFetch,InitialBody', 0],
  ['InitialBody', 1_333_408],
])('steps over 1 MiB with the feature set %s: sends about %d bytes', async (features, sent) => {
  const body = 'x'.repeat(1_000_000)
  const { queue, clock } = testQueue()
  await start(queue, 'wfr_1', { 'Svc-Feature-Set': features }, body)
  await clock.advance(0)
  const [attempt] = queue.journal.attempts()
  const { body: kept, clippedFrom = kept.length } = attempt!
  expect(Math.abs(clippedFrom - sent)).toBeLessThan(100)
  const [payload] = (await queue.steps.fetched('wfr_1'))!
  expect(Buffer.from(payload!.body, 'base64').toString()).toBe(body)
})

const infoOf = (step: unknown) => stepInfo(Buffer.from(JSON.stringify(step)))

test.each([
  [[], 'the body'],
  [{ stepName: 'a', stepType: 'Run' }, 'stepId: '],
  [{ stepId: 1, stepType: 'Run' }, 'stepName: '],
  [{ stepId: 1, stepName: 'a' }, 'stepType: '],
  [{ stepId: 1, stepName: 'a', stepType: 'Run', concurrent: 'x' }, 'concurrent: '],
])('refuses the step %j', (step, message) => {
  expect(() => infoOf(step)).toThrow(message)
})

const plan = (targetStep: number) => ({ ...named, stepId: 0, targetStep, concurrent: 2 })
const result = (stepId: number) => ({ ...named, stepId })
const named = { stepName: 'a', stepType: 'Run', concurrent: 1 }

test.each([
  ['the payload', named, [named, result(1)], true],
  ['a result', result(1), [named, result(1), result(2)], true],
  ['a result', result(1), [named, result(1), plan(2), plan(3)], true],
  ['a plan', plan(2), [named, plan(2), plan(3), result(3)], false],
  ['a plan', plan(2), [named, plan(2), plan(3), result(2)], true],
])('%s is settled when a later step exists', (_, info, all, done) => {
  const message = { run: { runKey: '1', callType: 'step', info } } as const
  expect(hasResult(all, message)).toBe(done)
})

test('an invoking step is told that the run was cancelled; a bad invocation is refused', async () => {
  const { queue, clock } = testQueue()
  await start(queue, 'parent')
  await clock.advance(0)
  const step = { stepId: 1, stepName: 'invoke', stepType: 'Invoke', concurrent: 1 }
  const invoke = (fields: object = {}) =>
    start(
      queue,
      'child',
      { 'Svc-Workflow-Invoke': 'true' },
      JSON.stringify({ body: 'for the child', workflowRunId: 'parent', step, ...fields }),
    )
  for (const [fields, status] of [
    [{ workflowRunId: 'nobody' }, 404],
    [{ workflowRunId: 7 }, 400],
    [{ step: 7 }, 400],
  ] as const)
    await expect(invoke(fields)).rejects.toMatchObject({ status })

  await invoke()
  await clock.runUntilIdle()
  await queue.endings.end('child', { cancel: true, result: Buffer.from('"done"') })
  await clock.advance(0)
  const last = queue.journal.attempts().at(-1)!
  expect(stepsOf(last)[1]).toEqual({ ...step, out: JSON.stringify({ isCanceled: true }) })
})

test('an event for a run is kept until the run waits', async () => {
  const { queue, clock } = testQueue()
  await start(queue, 'wfr_1')
  await clock.advance(0)
  for (const id of ['wfr_1', 'wfr_2'])
    expect(await ask(queue, 'POST', `/v2/notify/${id}/paid`, 'early')).toEqual([200, []])

  await wait(queue, 'wfr_1', 'paid')
  await clock.advance(0)
  const out = Buffer.from('"early"').toString('base64')
  expect(stepsOf(queue.journal.attempts()[1]!)[1]).toMatchObject({ stepName: 'wait', out })
  expect(await queue.waiters.of('paid')).toEqual([])
})

test('notify with a run id resumes that run alone', async () => {
  const { queue } = testQueue()
  for (const id of ['a', 'b']) await start(queue, id)
  await wait(queue, 'a', 'paid')
  await wait(queue, 'b', 'paid')
  expect(await queue.waiters.notify('paid', Buffer.from(''), 'b')).toMatchObject([
    { workflowRunId: 'b' },
  ])
  expect(await queue.waiters.of('paid')).toMatchObject([{ workflowRunId: 'a' }])
})

const waiting = { stepId: 1, stepName: 'wait', stepType: 'Wait', concurrent: 1 }

test.each<[string, string | undefined, object, string]>([
  ['no run', undefined, { step: waiting }, 'the id of the waiting run'],
  ['no step', 'a', {}, 'step: '],
  ['a timeout that is none', 'a', { step: waiting, timeout: 7 }, 'timeout: '],
])('refuses to wait with %s', (_, runId, asked, message) => {
  expect(() => waitRequest('paid', runId, asked as never)).toThrow(message)
})

test('the timeout is a duration, 7 days by default', async () => {
  const { queue } = testQueue()
  await start(queue, 'a')
  await expect(wait(queue, 'a', 'paid', 'soon')).rejects.toThrow('timeout: ')
  const { deadline } = await queue.waiters.wait(waitRequest('paid', 'a', { step: waiting }))
  expect(deadline).toBe(START + 7 * 86_400_000)
})

const { queue } = testQueue()

test.each(['x', '1-', '1-1-1', '1.5-1'])('the unknown cursor %s returns 400', (cursor) => {
  expect(() => queue.lists.place(runsList, cursor)).toThrow(
    expect.objectContaining({ status: 400 }),
  )
})

test.each([{ state: 'run_failed' }, { fromDate: 'x' }, { count: '0' }, { cursor: 'x' }])(
  'the run list refuses %j',
  async (asked) => {
    await expect(queue.runList.list(asked)).rejects.toMatchObject({ status: 400 })
  },
)

const RUN = { 'Svc-Workflow-Init': 'false', 'Svc-Workflow-RunId': 'wfr_1' }
const step = { stepId: 1, stepName: 'pay', stepType: 'Run', concurrent: 1, out: '1' }
const bad = { 'Svc-Timeout': 'soon' }
const reason = 'Svc-Timeout: expected a number followed by s, m or h, got "soon"'
const error = `the step "pay" of the run "wfr_1" was refused: ${reason}`

async function setUp() {
  const { queue, clock } = testQueue()
  const { messageId } = await start(queue, 'wfr_1')
  await clock.advance(0)
  const post = (target: string, headers: Record<string, string>, body: unknown) =>
    ask(queue, 'POST', target, body, headers)
  const item = (headers: object, body: object = step) => ({
    destination: WORKFLOW,
    headers: { ...RUN, ...headers },
    body: JSON.stringify(body),
  })
  return {
    queue,
    clock,
    messageId,
    post,
    item,
    batch: (...items: object[]) => post('/v2/batch', {}, items),
    runs: async (list: string) => {
      const [, page] = await ask(queue, 'GET', list)
      return (page as { runs: { steps: { type: string }[] }[] }).runs
    },
  }
}

test('a batch with a refused step is refused as a whole, and the run lists the step', async () => {
  const { queue, clock, messageId, batch, item, runs } = await setUp()
  const parallel = item({}, { ...step, stepId: 0, targetStep: 1, concurrent: 2 })
  expect(await batch(parallel, item(bad), { destination: WORKFLOW })).toEqual([422, { error }])
  await clock.advance(0)
  expect(queue.journal.attempts()).toHaveLength(1)

  const refused = { stepName: 'pay', status: 422, error: reason, time: clock.now() }
  const shown = { workflowState: 'RUN_STARTED', refusedSteps: [refused] }
  expect(await runs('/v2/workflows/logs')).toMatchObject([shown])
  const errors = [{ error: `the step "pay" was refused: ${reason}`, status: 422 }]
  expect(await runs('/v2/workflows/events?groupBy=workflowRunId')).toMatchObject([
    {
      ...shown,
      steps: [{}, { type: 'next', steps: [{ messageId, state: 'STEP_FAILED', errors }] }],
    },
  ])
})

test('a refused publish of a step, a call, a wait and an invocation is listed', async () => {
  const { runs, post } = await setUp()
  const publish = `/v2/publish/${WORKFLOW}`
  expect(await post(publish, { ...RUN, ...bad }, step)).toEqual([422, { error }])

  const name = { 'Svc-Callback-Forward-Svc-Workflow-StepName': 'call' }
  const call = { ...RUN, ...name, 'Svc-Workflow-CallType': 'toCallback', 'Svc-Retries': '-1' }
  expect(await post(publish, call, {})).toMatchObject([422, {}])

  const waiting = { timeout: 'soon', step: { ...step, stepName: 'wait' } }
  expect(await post('/v2/wait/paid', RUN, waiting)).toMatchObject([422, {}])

  const start = { 'Svc-Workflow-Init': 'true', 'Svc-Workflow-Invoke': 'true', ...bad }
  const invocation = { workflowRunId: 'wfr_1', step: { ...step, stepName: 'invoke' } }
  expect(await post(publish, start, invocation)).toMatchObject([422, {}])

  const [run] = await runs('/v2/workflows/logs')
  const names = ['pay', 'call', 'wait', 'invoke'].map((stepName) => ({ stepName }))
  expect(run).toMatchObject({ refusedSteps: names })
})

test('a refused step of an ended or an unknown run is not listed', async () => {
  const { queue, batch, item, runs } = await setUp()
  const unknown = { destination: WORKFLOW, headers: { ...RUN, 'Svc-Workflow-RunId': 'x', ...bad } }
  expect(await batch(unknown)).toEqual([200, [{ error: reason }]])
  await queue.endings.end('wfr_1', { cancel: false, result: new Uint8Array() })
  expect(await batch(item(bad))).toEqual([200, [{ error: reason }]])
  expect(await batch(item({}))).toEqual([400, { error: 'the run "wfr_1" has ended' }])
  expect((await runs('/v2/workflows/logs'))[0]).not.toHaveProperty('refusedSteps')
})
