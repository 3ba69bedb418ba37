import { expect, test } from 'vitest'
import { likenessOf } from '../faults/like.js'
import { startMock } from './start.js'

const status = 'queue.deduplication.status/status'
const report = (value: unknown, dialect = 'svc') => ({
  target: { dialect },
  scenarios: [
    {
      id: status,
      rule: 'queue.deduplication.status',
      verdict: 'observed',
      observations: { status: value },
    },
    {
      id: 'queue.retries.at-most-one-plus-retries/any',
      rule: 'queue.retries.at-most-one-plus-retries',
      verdict: 'violated',
    },
  ],
})

test('a report chooses variants, names what none does, and what it does not know', () => {
  const point = { scenario: status, what: 'status' }

  const known = likenessOf(report(200))
  expect(known.variants.map(({ id }) => id)).toEqual(['duplicate-200'])
  expect(known.imitated).toEqual([{ ...point, observed: 200, mock: 200 }])
  expect(known).toMatchObject({ same: 1, missed: [], dialect: 'svc' })
  expect(known.unknown.length).toBeGreaterThan(300)

  const other = likenessOf(report(399, 'acme'))
  expect(other).toMatchObject({ variants: [], same: 0, imitated: [], dialect: undefined })
  expect(other.missed).toEqual([{ ...point, observed: 399, mock: 202 }])

  const sameClass = likenessOf(report(299))
  expect(sameClass.variants.map(({ id }) => id)).toEqual(['duplicate-299'])

  expect(likenessOf(report(202))).toMatchObject({ variants: [], same: 1, imitated: [], missed: [] })
})

test('a pair of variants that hide each other is chosen by what it does together', () => {
  const observed = (id: string, observations: Readonly<Record<string, unknown>>) => ({
    id,
    rule: id,
    verdict: 'observed',
    observations,
  })
  const scenarios = [
    observed('queue.bulk.selectors-combined/entry-id-and-run-id', {
      status: 200,
      'the entry of the id is rerun': true,
    }),
    observed('queue.bulk.nothing-selected/status', { status: 404 }),
  ]
  const { variants, missed } = likenessOf({ target: { dialect: 'svc' }, scenarios })

  expect(variants.map(({ id }) => id)).toEqual([
    'bulk-dlq-ids-disable-filters',
    'bulk-nothing-selected-404',
  ])
  expect(missed).toEqual([])
})

test('startMock({ like }) has the dialect and the variants of the report, and faults only if asked', async () => {
  const like = report(200, 'upstash')
  const publish = async (mock: Awaited<ReturnType<typeof startMock>>) =>
    mock.queue.fetch('/v2/publish/http://127.0.0.1:9/', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.queue.token}`,
        'upstash-deduplication-id': 'a',
        'upstash-delay': '1d',
      },
    })
  const statuses = async (options: Parameters<typeof startMock>[0]) => {
    await using mock = await startMock({ listen: false, ...options })
    return [(await publish(mock)).status, (await publish(mock)).status]
  }

  expect(await statuses({ like })).toEqual([200, 200])
  expect(await statuses({ dialect: 'upstash' })).toEqual([200, 202])
  const { faults, unbroken } = likenessOf(like)
  expect(faults.map(({ breaks }) => breaks)).toEqual([['queue.retries.at-most-one-plus-retries']])
  expect(unbroken).toEqual([])
  expect(await statuses({ like, likeViolations: true })).toEqual([200, 200])
})

test('a file that is no report is refused with its name', async () => {
  await expect(startMock({ like: 'package.json' })).rejects.toThrow(
    'like: cannot use package.json: it is no report of format 1',
  )
})
