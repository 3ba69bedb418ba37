import { expect, test } from 'vitest'
import { queueHandler } from '../server.js'
import { ask, request, testQueue } from '../testing.js'

type Test = ReturnType<typeof testQueue>

async function create({ queue }: Test, headers: Record<string, string>, to = 'http://app.test/a') {
  const { status, body } = await queueHandler(queue)(
    request('POST', `/v2/schedules/${to}`, headers, 'the body'),
  )
  return [status, JSON.parse(body as string) as unknown] as const
}

test.each([
  [{}, /Svc-Cron is missing/],
  [{ 'Svc-Cron': 'daily' }, /"daily": expected five fields/],
  [{ 'Svc-Cron': '0 0 31 2 *' }, /never comes/],
  [{ 'Svc-Cron': '* * * * *', 'Svc-Retries': 'x' }, /Svc-Retries: .*"x"/],
])('%j is refused', async (headers: Record<string, string>, message) => {
  const test = testQueue()
  const error = expect.stringMatching(message) as string
  expect(await create(test, headers)).toEqual([400, { error }])
  expect(await ask(test.queue, 'GET', '/v2/schedules')).toEqual([200, []])
})

test('an unknown schedule returns 404', async () => {
  const { queue } = testQueue()
  for (const method of ['GET', 'DELETE']) {
    expect(await ask(queue, method, '/v2/schedules/x')).toMatchObject([404, {}])
  }
})

test('a delivery of a schedule has the id of the schedule in a header', async () => {
  const test = testQueue()
  await create(test, { 'Svc-Cron': '* * * * *', 'Svc-Schedule-Id': 'daily' })
  await test.clock.advance('1m')
  const [attempt] = test.queue.journal.attempts()

  expect(attempt!.headers['Svc-Schedule-Id']).toEqual(['daily'])
})

test('a paused schedule can run now, and its next time stays', async () => {
  const test = testQueue()
  const headers = { 'Svc-Cron': '0 9 * * *', 'Svc-Schedule-Id': 'daily' }
  await create(test, headers)
  const { nextAt } = await test.queue.schedules.get('daily')
  await test.queue.schedules.pause('daily', true)
  await test.queue.schedules.runNow('daily')
  await test.clock.advance(0)
  expect(test.queue.journal.attempts()).toMatchObject([{ url: 'http://app.test/a' }])
  const { lastAt, nextAt: next } = await test.queue.schedules.get('daily')
  expect([lastAt, next]).toEqual([test.clock.now(), nextAt])
  await expect(test.queue.schedules.runNow('none')).rejects.toMatchObject({ status: 404 })
})
