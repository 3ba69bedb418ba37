// Tests that the correct mock passes every scenario, with every engine and in every dialect.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../../mocks/kv/redis/server.js'
import type { Report } from '../index.js'
import { failuresIn, judgeKv, judgeQueue, rulesOfFlowControlAtPublish, rulesThat } from './judge.js'
import { everyNth } from './slice.js'

function expectSound(report: Report, notApplicable?: readonly string[]) {
  expect(failuresIn(report)).toBe('')
  if (notApplicable) expect(rulesThat(report, 'not-applicable')).toEqual(notApplicable)
  expect(report.summary.passed).toBeGreaterThan(0)
}

/** The dialects differ in names and a few defaults, so in the second, laws judge each value in turn. */
const dialects = [
  ['svc', { quick: false }],
  ['upstash', { quick: true }],
] as const

/** Rules with a scenario that needs commands or operations that the mock lacks. */
const notApplicable = {
  memory: [],
  redis: [],
  queue: { svc: rulesOfFlowControlAtPublish, upstash: [] },
}

/** Each test is a whole run, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

describe.each(dialects)('in the dialect %s', (dialect, draw) => {
  test('the KV mock in memory passes every scenario', async () => {
    // Only pairs of values have a case of every rule.
    const expected = draw.quick ? undefined : notApplicable.memory
    expectSound(await judgeKv({ dialect, draw }), expected)
  })

  test('the queue mock passes every scenario', async () => {
    expectSound(await judgeQueue({ dialect, draw }), notApplicable.queue[dialect])
  })
})

describe.skipIf(withoutRedisServer())('on a real server', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedisServer({ databases: 2 })
  })
  afterAll(() => server.close())

  test('the KV mock passes every scenario', async () => {
    expectSound(await judgeKv({ redis: server.url }), notApplicable.redis)
  })

  // The campaign `sound.redis` runs all scenarios.
  test('the queue mock passes every tenth scenario', async () => {
    const slice = new Set(everyNth(10))
    const report = await judgeQueue({ redis: server.url, judges: (each) => slice.has(each) })
    expect(failuresIn(report)).toBe('')
    expect(report.summary.passed).toBeGreaterThan(40)
  })
})
