import { expect, test } from 'vitest'
import type { Queue } from '../queue.js'
import { answered, publishTo, START, testQueue } from '../testing.js'
import { failingQueue, failure, sendStep, start, WORKFLOW } from './testing.js'

const runOf = async (queue: Queue, id: string) => (await queue.store.runs.latest(id))!

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

test('the steps of a run that has ended cannot be fetched', async () => {
  const { queue } = testQueue()
  await start(queue, 'wfr_1')
  await queue.endings.end('wfr_1', { cancel: false, result: new Uint8Array() })
  expect(await queue.steps.fetched('wfr_1')).toBeUndefined()
  expect(await queue.steps.fetched('wfr_2')).toBeUndefined()
})
