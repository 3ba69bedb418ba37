import { expect, test } from 'vitest'
import { queueHandler } from '../server.js'
import { ask, request, START, testQueue } from '../testing.js'

const DAY = 86_400_000
/** The milliseconds from START (22:13:20 UTC) to the next midnight. */
const MIDNIGHT = DAY - (START % DAY)

type Test = ReturnType<typeof testQueue>

async function create({ queue }: Test, headers: Record<string, string>, to = 'http://app.test/a') {
  const { status, body } = await queueHandler(queue)(
    request('POST', `/v2/schedules/${to}`, headers, 'the body'),
  )
  return [status, JSON.parse(body as string) as unknown] as const
}

const times = ({ queue }: Test) =>
  queue.journal.attempts().map(({ startedAt }) => startedAt - START)

test('a schedule publishes at its times', async () => {
  const test = testQueue()
  const headers = { 'Svc-Cron': '0 0 * * *', 'Svc-Schedule-Id': 'daily', 'Svc-Method': 'PUT' }
  expect(await create(test, headers, 'http://app.test/a?b=c')).toEqual([
    200,
    { scheduleId: 'daily' },
  ])
  await test.clock.advance('3d')
  expect(times(test)).toEqual([MIDNIGHT, MIDNIGHT + DAY, MIDNIGHT + 2 * DAY])
  const attempts = test.queue.journal.attempts()
  expect(attempts[0]).toMatchObject({ url: 'http://app.test/a?b=c', method: 'PUT' })
  expect(Buffer.from(attempts[1]!.body).toString()).toBe('the body')
  expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(3)

  const [, events] = await ask(test.queue, 'GET', '/v2/events?scheduleId=daily&state=DELIVERED')
  expect(events).toMatchObject({ events: [{}, {}, {}] })
})

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
