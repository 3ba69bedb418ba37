import { expect, test } from 'vitest'
import type { BulkSelection } from './bulk-selection.js'
import { request, START, testQueue } from '../testing.js'
import {
  failingQueue,
  failure,
  sendStep,
  start,
  stepNames,
  stepsOf,
  wait,
  WORKFLOW,
} from '../runs/testing.js'

const asIs = { settings: [] }

/** A run of a wait and three parallel steps: one fails when the first is done and another sleeps. */
async function half() {
  let isBroken = true
  const { queue, clock } = testQueue({
    async send({ body }) {
      const isSecond = stepNames({ body }).at(-1) === 'second'
      return failure(isSecond && isBroken ? 500 : 200)
    },
  })
  await start(queue, 'wfr_1', { 'Svc-Retries': '1', 'Svc-Retry-Delay': '1000' }, 'the payload')
  await clock.advance(0)
  const plan = { stepId: 0, concurrent: 3 }
  await sendStep(queue, 'wfr_1', { ...plan, stepName: 'first', targetStep: 1 })
  await sendStep(queue, 'wfr_1', { ...plan, stepName: 'second', targetStep: 3 })
  await sendStep(queue, 'wfr_1', { stepId: 1, stepName: 'first', concurrent: 3, out: '1' })
  await wait(queue, 'wfr_1', 'paid')
  const nap = { stepId: 2, stepName: 'nap', concurrent: 3 }
  await sendStep(queue, 'wfr_1', nap, { 'Svc-Delay': '1h' })
  await clock.advance('10s')
  const [entry] = (await queue.dlq.list({})).messages
  isBroken = false
  return { queue, clock, dlqId: entry!.dlqId }
}

test('a restart begins anew: another id, the same payload and settings, no step of before', async () => {
  const { queue, clock, dlqId } = await half()
  const made = queue.journal.attempts().length
  const reference = await queue.reruns.one('restart', dlqId, asIs)
  expect(reference).toEqual({
    workflowRunId: expect.stringMatching(/^wfr_\w{32}$/) as string,
    workflowCreatedAt: START + 10_000,
  })
  await clock.advance(0)
  const attempts = queue.journal.attempts().slice(made)
  expect(attempts.map(stepNames)).toEqual([['init']])
  expect(attempts[0]!.headers['Svc-Workflow-Runid']).toEqual([reference!.workflowRunId])
  expect(await queue.dlq.get(dlqId)).toBeUndefined()
})

test('a resume goes on where the run failed: with what was done, and all that was not', async () => {
  const { queue, clock, dlqId } = await half()
  const made = queue.journal.attempts().length
  const { workflowRunId } = (await queue.reruns.one('resume', dlqId, asIs))!
  await clock.advance(0)
  const attempts = queue.journal.attempts().slice(made)
  expect(attempts.map(stepNames)).toEqual([['init', 'first', 'first', 'second']])
  expect(stepsOf(attempts[0]!)[2]).toMatchObject({ stepId: 1, out: '1' })

  // What was still to come comes: a sleep at its moment, and the event.
  expect(await queue.waiters.of('paid')).toMatchObject([{ workflowRunId }])
  await clock.advance('1h')
  const last = queue.journal.attempts().at(-1)!
  expect(stepNames(last).at(-1)).toBe('nap')
  expect(last.startedAt).toBe(START + 3_600_000)
})

test.each(['restart', 'resume'] as const)(
  'a %s takes what is overridden, and else what was asked for',
  async (how) => {
    const { queue, clock, failed } = failingQueue()
    const flow = { 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': 'parallelism=3' }
    const [dlqId] = await failed(['wfr_1', { ...flow, 'Svc-Label': 'nightly' }])
    const given = queue.reading.given(
      request('POST', '/', {
        'Svc-Retries': '2',
        'Svc-Flow-Control-Value': 'parallelism=5',
        'Svc-Workflow-RunId': 'wfr_2',
        'Svc-Delay': '1h',
      }),
    )
    const reference = await queue.reruns.one(how, dlqId!, queue.reruns.overrides(how, given))
    expect(reference).toMatchObject({ workflowRunId: 'wfr_2' })
    await clock.runUntilIdle()
    expect((await queue.dlq.list({ label: 'nightly' })).messages).toMatchObject([
      { workflowRunId: 'wfr_2', maxRetries: 2, flowControlKey: 'k', parallelism: 5 },
    ])
    expect(queue.journal.attempts()).toHaveLength(4)
  },
)

test('an entry that is absent is not run again, nor under the id of a run in progress', async () => {
  const { queue, failed } = failingQueue()
  const [dlqId] = await failed(['wfr_1'])
  expect(await queue.reruns.one('restart', '1-1', asIs)).toBeUndefined()
  await start(queue, 'wfr_2', { 'Svc-Delay': '1h' })
  await expect(
    queue.reruns.one('restart', dlqId!, { ...asIs, runId: 'wfr_2' }),
  ).rejects.toMatchObject({
    status: 400,
  })
  expect(await queue.dlq.get(dlqId!)).toBeDefined()
})

test('many are run again, fifty at a time, until there is no cursor', async () => {
  const { queue, failed } = failingQueue()
  await failed(...Array.from({ length: 60 }, (_, n): [string] => [`wfr_${n}`]))
  const overrides = queue.reruns.bulkOverrides('restart', [
    { spelled: 'Svc-Workflow-RunId', name: 'workflow-runid', value: 'mine' },
  ])
  const first = await queue.reruns.bulk('restart', {}, overrides)
  const second = await queue.reruns.bulk('restart', { cursor: first.cursor }, overrides)
  expect([first.workflowRuns.length, second.workflowRuns.length, second.cursor]).toEqual([
    ...[50, 10, undefined],
  ])
  const ids = [first, second].flatMap(({ workflowRuns }) => workflowRuns)
  expect(new Set(ids.map(({ workflowRunId }) => workflowRunId)).size).toBe(60)
  expect(await queue.reruns.bulk('resume', {}, asIs)).toEqual({ workflowRuns: [] })
})

test.each<[BulkSelection, string[]]>([
  [{}, ['b', 'a2', 'a1']],
  [{ workflowRunId: 'a' }, ['a2', 'a1']],
  [{ workflowRunId: 'b' }, ['b']],
  [{ workflowUrl: WORKFLOW }, ['b', 'a2', 'a1']],
  [{ workflowUrl: 'http://app.test/' }, []],
  [{ fromDate: START + 1000 }, ['b', 'a2']],
  [{ toDate: START + 1000 }, ['a2', 'a1']],
  [{ workflowCreatedAt: START + 1000 }, ['a2']],
  [{ label: 'x' }, ['b']],
  [{ dlqIds: [] }, []],
])('%j selects %j', async (selection, ids) => {
  const { queue, clock, failed } = failingQueue()
  await failed(['a1'])
  await clock.advance(1000)
  await failed(['a2'])
  await clock.advance(1000)
  await failed(['b', { 'Svc-Label': 'x' }])
  const filter = queue.reruns.filter(selection)
  const { items } = await queue.store.deadLetters.page(filter, { limit: 9 })
  expect(items.map(({ message }) => message.workflowRunId)).toEqual(ids)
})
