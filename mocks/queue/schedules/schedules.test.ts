import { expect, test } from 'vitest'
import { ask, testQueue } from '../testing.js'
import { CronError, parseCron } from './cron.js'

/** Returns the first `count` times after `from`. The default is the beginning of 2026, a Thursday. */
function nexts(expression: string, count: number, from = '2026-01-01T00:00:00Z'): string[] {
  const cron = parseCron(expression)
  const found: string[] = []
  let moment = Date.parse(from)
  while (found.length < count) {
    moment = cron.next(moment)!
    found.push(new Date(moment).toISOString().slice(5, 16))
  }
  return found
}

test.each([
  ['* * * * *', ['01-01T00:01', '01-01T00:02']],
  ['0 0 * * 5-7', ['01-02T00:00', '01-03T00:00', '01-04T00:00', '01-09T00:00']],
  ['0 0 13 * FRI', ['01-02T00:00', '01-09T00:00', '01-13T00:00', '01-16T00:00']],
  ['CRON_TZ=Asia/Kolkata 0 0 * * *', ['01-01T18:30', '01-02T18:30']],
])('%s', (expression, moments) => {
  expect(nexts(expression, moments.length)).toEqual(moments)
})

test('a skipped time of daylight saving fires after it, a repeated one once', () => {
  const zone = 'CRON_TZ=Europe/Berlin'
  expect(nexts(`${zone} 30 2 * * *`, 3, '2026-03-28T00:00:00Z')).toEqual([
    '03-28T01:30',
    '03-29T01:00',
    '03-30T00:30',
  ])
  expect(nexts(`${zone} 30 2 * * *`, 2, '2026-10-24T12:00:00Z')).toEqual([
    '10-25T00:30',
    '10-26T01:30',
  ])
  expect(nexts(`${zone} */30 * * * *`, 4, '2026-10-24T23:59:00Z')).toEqual([
    '10-25T00:00',
    '10-25T00:30',
    '10-25T01:00',
    '10-25T01:30',
  ])
})

test('31 February never fires', () => {
  expect(parseCron('0 0 31 2 *').next(0)).toBeUndefined()
})

test.each([
  ['', /five fields/],
  ['* * * * * *', /five fields/],
  ['60 * * * *', /minute: 60/],
  ['* * * * 8', /dayOfWeek: 8/],
  ['CRON_TZ=Nowhere * * * * *', /CRON_TZ: .*"Nowhere"/],
])('rejects "%s"', (expression, message) => {
  expect(() => parseCron(expression)).toThrow(CronError)
  expect(() => parseCron(expression)).toThrow(message)
})

type Test = ReturnType<typeof testQueue>

const create = ({ queue }: Test, headers: Record<string, string>) =>
  ask(queue, 'POST', '/v2/schedules/http://app.test/a', 'the body', headers)

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
