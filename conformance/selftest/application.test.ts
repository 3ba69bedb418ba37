// Tests the workflow application of the suite: its runs are removed, and a target that lacks an endpoint
// blocks it.

import { startQueue } from '../../mocks/index.js'
import { must, Violation } from '../core/judgement.js'
import { openStage } from '../core/run/stage.js'
import { mockProvider } from '../index.js'
import { interfaces } from '../interfaces.js'
import type { Application } from '../queue/fixtures/application.js'
import { failedRuns, listedDuringCallback, waitingRun } from '../queue/fixtures/runs.js'
import type { HttpMessage } from '../wire/exchange.js'
import { exchangeOf, serve } from '../wire/testing.js'
import { scenario, type QueueWorld } from '../queue/fixtures/world.js'
import { queueSurveyor } from '../queue/survey.js'
import { surveyOf } from '../survey/survey.js'
import { expect, onTestFinished, test } from 'vitest'

/** Starts a queue mock and opens a stage for it. Both are closed after the test. */
async function staged(withProvider: boolean) {
  const queue = await startQueue()
  onTestFinished(() => queue.close())
  const provider = withProvider ? await mockProvider(queue.url) : undefined
  const stage = await openStage(interfaces, { queue, ...(provider && { provider }) })
  onTestFinished(() => stage.close())
  return { queue, stage }
}

test('runs of a failed scenario are removed too, past runs included', async () => {
  const { queue, stage } = await staged(true)
  const example = scenario('an example', {
    id: 'queue.states.run-failed/example',
    needs: ['runs', 'pastRuns'],
    async run(world) {
      await failedRuns(world, 2)
      await waitingRun(world)
      const runs = await world.pastRuns({ state: 'RUN_FAILED', completedAt: 2000, count: 3 })
      expect(new Set(runs.map(({ dlqId }) => dlqId)).size).toBe(3)
      await world.pastRuns({})
      throw new Violation([])
    },
  })
  expect((await stage.perform(example)).verdict).toBe('violated')
  const headers = { authorization: `Bearer ${queue.token}` }
  const left = async (target: string) => (await queue.fetch(target, { headers })).json()
  expect(await left('/v2/workflows/dlq')).toMatchObject({ messages: [] })
  expect(await left('/v2/workflows/logs?state=RUN_STARTED')).toMatchObject({ runs: [] })
})

test('without the ability runs, there is no application', async () => {
  const { stage } = await staged(false)
  const example = scenario('an example', {
    id: 'queue.states.run-failed/example',
    run: async ({ workflow }) => void workflow(),
  })
  const reason = 'the provider cannot arrange: runs'
  expect(await stage.perform(example)).toMatchObject({ verdict: 'not-applicable', reason })
})

/** Returns a scenario that starts a run without steps, and judges what it waits for. */
const startingARun = (
  waitsFor: (application: Application, runId: string) => Promise<HttpMessage>,
) =>
  scenario('an example', {
    id: 'queue.states.run-success/example',
    needs: ['runs'],
    async run(world) {
      const application = world.workflow([])
      const { runId } = await application.start()
      must(await waitsFor(application, runId))
    },
  })

test.each([
  ['lacks the endpoint that ends a run', [], 'blocked'],
  ['lacks this endpoint and the run list', [404, { error: 'unknown' }], 'blocked'],
  ['has lost the run', [200, { runs: [] }], 'violated'],
] as const)(
  'at a target that %s, the scenario is blocked or violated',
  async (_, [status, list], verdict) => {
    const { queue, stage } = await staged(true)
    const example = startingARun((application, runId) => application.ended(runId))
    queue
      .intercept({ path: /^.v2.workflows.runs./ })
      .reply(404, { error: 'unknown' })
      .persist()
    if (status !== undefined)
      queue
        .intercept({ path: /^.v2.workflows.logs/ })
        .reply(status, list)
        .persist()
    expect(await stage.perform(example)).toMatchObject({ verdict })
  },
)

test('the endpoint that ends a run is lacking too if the run list lags', async () => {
  const queue = await startQueue({ clock: 'real' })
  onTestFinished(() => queue.close())
  const stage = await openStage(interfaces, {
    queue,
    provider: { name: 'protocol', runs: true },
    maxWaitMs: 500,
  })
  onTestFinished(() => stage.close())
  queue
    .intercept({ path: /^.v2.workflows.runs./ })
    .reply(404, { error: 'unknown' })
    .persist()
  queue.intercept({ path: /^.v2.workflows.logs/ }).reply(200, { runs: [] })
  const example = startingARun((application, runId) => application.ended(runId))
  expect(await stage.perform(example)).toMatchObject({ verdict: 'blocked' })
})

test.each([
  ['waits for an entry', (world: QueueWorld) => failedRuns(world, 1)],
  ['reads a list while it answers a delivery', listedDuringCallback],
])('a scenario that %s is not applicable if the target lacks the DLQ list', async (_, act) => {
  const queue = await startQueue()
  onTestFinished(() => queue.close())
  const name = 'GET /v2/workflows/dlq'
  const lack = { feature: 'part dlq', name, rules: [], exchange: exchangeOf() } as const
  const stage = await openStage(interfaces, {
    queue,
    provider: (await mockProvider(queue.url))!,
    surveys: { queue: surveyOf({ lacks: [lack] }, queueSurveyor) },
  })
  onTestFinished(() => stage.close())
  await stage.survey()
  const example = scenario('an example', {
    id: 'queue.states.run-failed/example',
    needs: ['runs'],
    run: async (world) => void (await act(world)),
  })
  const reason = `the target lacks ${name}`
  expect(await stage.perform(example)).toMatchObject({ verdict: 'not-applicable', reason })
})

test('a target that delivers only messages without runs is given up after five waits', async () => {
  const url = await serve(async ({ url = '' }, response) => {
    const [, destination] = /^.v2.publish.(.*)/.exec(url) ?? []
    if (destination !== undefined) await fetch(destination, { method: 'POST' })
    response.setHeader('content-type', 'application/json').end('{"messageId":"m"}')
  })
  const stage = await openStage(interfaces, {
    queue: { url, token: 'queue-token' },
    provider: { name: 'protocol', runs: true },
    maxWaitMs: 50,
  })
  onTestFinished(() => stage.close())
  const example = startingARun((application, runId) => application.called(runId, 1))
  const messages: string[] = []
  for (let n = 0; n < 6; n++) messages.push((await stage.perform(example)).findings[0]!.message)

  expect(messages.slice(0, 5).every((each) => each.includes('with its id and steps'))).toBe(true)
  expect(messages[5]).toContain('pass --provider none')
})
