import { expect, test } from 'vitest'
import type { Queue } from '../queue.js'
import { publishTo, testQueue } from '../testing.js'
import { failingQueue, failure, sendStep, start } from './testing.js'

const runOf = async (queue: Queue, id: string) => (await queue.store.runs.latest(id))!

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

test('a failure that says that no retry can help is the last', async () => {
  const { queue, clock } = failingQueue(failure(489, { 'Svc-Nonretryable-Error': ['true'] }))
  await start(queue, 'wfr_1')
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(1)
  expect(await runOf(queue, 'wfr_1')).toMatchObject({ state: 'RUN_FAILED' })
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
