import { expect, test, vi } from 'vitest'
import { queueHandler } from '../server.js'
import { request, testQueue } from '../testing.js'
import { start } from '../runs/testing.js'
import { warningsOf } from '../../testing.js'

async function batch({ queue }: ReturnType<typeof testQueue>, ...items: object[]) {
  const response = await queueHandler(queue)(
    request('POST', '/v2/batch', {}, JSON.stringify(items)),
  )
  return [response.status, JSON.parse(response.body as string) as unknown]
}

const message = { destination: 'http://app.test/a' }
const step = {
  destination: 'http://app.test/workflow',
  headers: { 'Svc-Workflow-Init': 'false', 'Svc-Workflow-RunId': 'wfr_1' },
  body: JSON.stringify({ stepId: 1, stepName: 'one', stepType: 'Run', out: '1', concurrent: 1 }),
}
const published = expect.objectContaining({ messageId: expect.any(String) as string }) as object

test('a step for an ended run is HTTP 400', async () => {
  const made = testQueue()
  await start(made.queue, 'wfr_1')
  expect(await batch(made, step)).toEqual([200, [published]])

  await made.queue.endings.end('wfr_1', { cancel: true, result: new Uint8Array() })
  expect(await batch(made, message, step)).toEqual([400, { error: 'the run "wfr_1" has ended' }])
})

test('each refused message and each header of another dialect causes one warning', async () => {
  const warnings = warningsOf('BatchWarning')
  const made = testQueue()
  const refused = { ...message, headers: { 'Svc-Retries': 'many' } }
  const foreign = { ...message, headers: { 'Upstash-Delay': '1d' } }
  for (let times = 0; times < 2; times++) await batch(made, refused, foreign)

  const last =
    'the mock ignores the header upstash-delay of a message in a batch: start the mock with the dialect upstash'
  await vi.waitFor(() => expect(warnings).toContain(last))
  expect(warnings.filter((each) => each === last || each.includes('many'))).toEqual([
    'the mock refused a message of a batch: Svc-Retries: expected a whole number, got "many"',
    last,
  ])
})
