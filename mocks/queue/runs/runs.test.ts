import { expect, test } from 'vitest'
import { ask, testQueue } from '../testing.js'
import { sendStep, start } from './testing.js'

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
