import { expect, test } from 'vitest'
import type { Queue } from '../queue.js'
import { answered, publishTo, testQueue } from '../testing.js'
import { start, stepsOf, WORKFLOW } from './testing.js'

const CHILD = 'http://app.test/child'

/** Starts `child` from a step of `parent`. */
const invoke = (queue: Queue, body: object = {}) =>
  queue.publish.send(
    queue.reading.publication(
      publishTo(
        CHILD,
        {
          'Svc-Workflow-Init': 'true',
          'Svc-Workflow-Invoke': 'true',
          'Svc-Workflow-RunId': 'child',
          'Svc-Retries': '0',
        },
        JSON.stringify({
          body: 'for the child',
          workflowRunId: 'parent',
          step: { stepId: 1, stepName: 'invoke', stepType: 'Invoke', concurrent: 1 },
          ...body,
        }),
      ),
    ),
  )

async function invoked(childAnswers = 200) {
  const { queue, clock } = testQueue({
    send: async ({ url }) => answered(url === CHILD ? childAnswers : 200),
  })
  await start(queue, 'parent')
  await clock.advance(0)
  await invoke(queue)
  await clock.runUntilIdle()
  return { queue, clock, attempts: queue.journal.attempts() }
}

test.each([
  [false, { body: '"done"' }],
  [true, { isCanceled: true }],
])('its end (cancelled: %s) is the result of the step: %j', async (cancel, out) => {
  const { queue, clock } = await invoked()
  await queue.endings.end('child', { cancel, result: Buffer.from('"done"') })
  await clock.advance(0)
  const last = queue.journal.attempts().at(-1)!
  expect(last.url).toBe(WORKFLOW)
  expect(stepsOf(last)[1]).toEqual({
    ...{ stepId: 1, stepName: 'invoke', stepType: 'Invoke', concurrent: 1 },
    out: JSON.stringify(out),
  })
})

test('its failure is a result too', async () => {
  const { attempts } = await invoked(500)
  expect(stepsOf(attempts.at(-1)!)[1]).toMatchObject({ out: '{"isFailed":true}' })
})

test.each([
  [{ workflowRunId: 'nobody' }, 404],
  [{ workflowRunId: 7 }, 400],
  [{ step: 7 }, 400],
])('an invocation with %j is refused with %d', async (body, status) => {
  const { queue } = testQueue()
  await start(queue, 'parent')
  await expect(invoke(queue, body)).rejects.toMatchObject({ status })
})
