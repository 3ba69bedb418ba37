import { expect, test } from 'vitest'
import type { Queue } from '../queue.js'
import { publish, testQueue } from '../testing.js'
import { start, stepsOf, WORKFLOW } from './testing.js'

const step = { stepId: 1, stepName: 'invoke', stepType: 'Invoke', concurrent: 1 }

/** Starts the run `child` from a step of the run `parent`. */
function invoke(queue: Queue, fields: object = {}) {
  const headers = {
    'Svc-Workflow-Init': 'true',
    'Svc-Workflow-Invoke': 'true',
    'Svc-Workflow-RunId': 'child',
  }
  const body = JSON.stringify({ body: 'for the child', workflowRunId: 'parent', step, ...fields })
  return publish(queue, headers, { to: 'http://app.test/child', body })
}

test.each([
  [false, { body: '"done"' }],
  [true, { isCanceled: true }],
])('the invoking step gets the result (run cancelled: %s): %j', async (cancel, out) => {
  const { queue, clock } = testQueue()
  await start(queue, 'parent')
  await clock.advance(0)
  await invoke(queue)
  await clock.runUntilIdle()
  await queue.endings.end('child', { cancel, result: Buffer.from('"done"') })
  await clock.advance(0)
  const last = queue.journal.attempts().at(-1)!
  expect(last.url).toBe(WORKFLOW)
  expect(stepsOf(last)[1]).toEqual({ ...step, out: JSON.stringify(out) })
})

test.each([
  [{ workflowRunId: 'nobody' }, 404],
  [{ workflowRunId: 7 }, 400],
  [{ step: 7 }, 400],
])('an invocation with %j returns %d', async (fields, status) => {
  const { queue } = testQueue()
  await start(queue, 'parent')
  await expect(invoke(queue, fields)).rejects.toMatchObject({ status })
})
