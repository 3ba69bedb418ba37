import { expect, test } from 'vitest'
import { queueHandler } from '../server.js'
import { request, testQueue } from '../testing.js'
import { start, stepsOf, wait } from './testing.js'
import type { Queue } from '../queue.js'

async function ask(queue: Queue, method: string, target: string, body = '') {
  const headers = { 'Svc-Workflow-RunId': 'wfr_1' }
  const response = await queueHandler(queue)(request(method, target, headers, body))
  const text = response.body === undefined ? undefined : String(response.body as string)
  return [response.status, text === undefined ? undefined : (JSON.parse(text) as unknown)]
}

test('an event for a run is kept until the run waits', async () => {
  const { queue, clock } = testQueue()
  await start(queue, 'wfr_1')
  await clock.advance(0)
  expect(await ask(queue, 'POST', '/v2/notify/wfr_1/paid', 'early')).toEqual([200, []])
  expect(await ask(queue, 'POST', '/v2/notify/wfr_2/paid', 'early')).toEqual([200, []])

  await wait(queue, 'wfr_1', 'paid')
  await clock.advance(0)
  const out = Buffer.from('early').toString('base64')
  expect(stepsOf(queue.journal.attempts()[1]!)[1]).toMatchObject({ stepName: 'wait', out })
  expect(await queue.waiters.of('paid')).toEqual([])
})

test('a third party resumes a run by URL without a token', async () => {
  const { queue, clock } = testQueue()
  await start(queue, 'wfr_1')
  await clock.advance(0)
  await wait(queue, 'wfr_1', 'evt_1')
  const call = (target: string) =>
    queueHandler(queue)(request('PUT', target, { Authorization: '', 'X-A': '1', Host: 'h' }, 'hi'))
  const hook = '/v2/workflows/hooks/user/wfr_1/evt_1?a=b'
  expect(await call(hook)).toMatchObject({ status: 200 })
  expect(await call('/v2/workflows/hooks/user/wfr_2/evt_1')).toMatchObject({ status: 404 })
  await clock.advance(0)
  const [, step] = stepsOf(queue.journal.attempts()[1]!)
  expect(JSON.parse(Buffer.from(step!.out!, 'base64').toString())).toEqual({
    method: 'PUT',
    header: { Authorization: '', 'X-A': '1', Host: 'h' },
    body: Buffer.from('hi').toString('base64'),
    proto: 'http',
    host: 'h',
    url: hook,
  })
})
