import { expect, test } from 'vitest'
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
  ['5/30 3 * * *', ['01-01T03:05', '01-01T03:35', '01-02T03:05']],
  ['30 4 * * mon-WED', ['01-05T04:30', '01-06T04:30', '01-07T04:30', '01-12T04:30']],
  ['0 0 * * 7', ['01-04T00:00', '01-11T00:00']],
  ['0 0 * * 5-7', ['01-02T00:00', '01-03T00:00', '01-04T00:00', '01-09T00:00']],
  ['0 0 13 * FRI', ['01-02T00:00', '01-09T00:00', '01-13T00:00', '01-16T00:00']],
  ['0 0 29 FEB *', ['02-29T00:00', '02-29T00:00']],
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
  ['* * * *', /five fields/],
  ['* * * * * *', /five fields/],
  ['60 * * * *', /minute: 60/],
  ['* 5-3 * * *', /'5-3'/],
  ['* * 0 * *', /day: /],
  ['* * * JAN-FEB-MAR *', /range/],
  ['* * * * 8', /dayOfWeek: 8/],
  ['*/0 * * * *', /stepping: 0/],
  ['1,,2 * * * *', /minute/],
  ['CRON_TZ=Nowhere * * * * *', /CRON_TZ: .*"Nowhere"/],
])('rejects "%s"', (expression, message) => {
  expect(() => parseCron(expression)).toThrow(CronError)
  expect(() => parseCron(expression)).toThrow(message)
})
