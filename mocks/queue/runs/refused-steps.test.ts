import { expect, test } from 'vitest'
import { queueHandler } from '../server.js'
import { ask, request, testQueue } from '../testing.js'
import { start, WORKFLOW } from './testing.js'

const RUN = { 'Svc-Workflow-Init': 'false', 'Svc-Workflow-RunId': 'wfr_1' }
const step = { stepId: 1, stepName: 'pay', stepType: 'Run', concurrent: 1, out: '1' }
const bad = { 'Svc-Timeout': 'soon' }
const reason = 'Svc-Timeout: expected a number followed by s, m or h, got "soon"'
const error = `the step "pay" of the run "wfr_1" was refused: ${reason}`

async function setUp() {
  const { queue, clock } = testQueue()
  const { messageId } = await start(queue, 'wfr_1')
  await clock.advance(0)
  const post = async (target: string, headers: Record<string, string>, body: unknown) => {
    const sent = request('POST', target, headers, JSON.stringify(body))
    const response = await queueHandler(queue)(sent)
    return [response.status, JSON.parse(response.body as string) as unknown]
  }
  const item = (headers: object, body: object = step, destination = WORKFLOW) => ({
    ...{ destination, headers: { ...RUN, ...headers }, body: JSON.stringify(body) },
  })
  return {
    ...{ queue, clock, messageId, post, item },
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
