// The correct mock passes every scenario, on every engine and in every dialect that it offers.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../../mocks/kv/redis-server.js'
import type { Report } from '../index.js'
import { judgeKv, judgeQueue, rulesOfFlowControlAtPublish, rulesThat, told } from './judge.js'

function expectSound(report: Report, notApplicable: readonly string[]) {
  expect(told(report, ['violated', 'blocked', 'harness-error'])).toBe('')
  expect(rulesThat(report, 'not-applicable')).toEqual(notApplicable)
  expect(report.summary.passed).toBeGreaterThan(0)
}

const dialects = ['svc', 'upstash'] as const

/** What some scenario cannot judge at the mock: it lacks the commands, or the operations. */
const notApplicable = {
  memory: [],
  // A Redis has no JSON.
  redis: ['kv.authentication.read-only-refuses-writes'],
  queue: {
    svc: rulesOfFlowControlAtPublish,
    upstash: [],
  },
}

/** Each test is a whole run, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000 })

describe.each(dialects)('in the dialect %s', (dialect) => {
  test('the KV mock in memory passes every scenario', async () => {
    expectSound(await judgeKv({ dialect }), notApplicable.memory)
  })

  test('the queue mock passes every scenario', async () => {
    expectSound(await judgeQueue({ dialect }), notApplicable.queue[dialect])
  })
})

describe.skipIf(withoutRedisServer())('on a real server', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedisServer()
  })
  afterAll(() => server.close())

  test.each(dialects)('the KV mock passes every scenario, in the dialect %s', async (dialect) => {
    expectSound(await judgeKv({ dialect, redis: server.url }), notApplicable.redis)
  })
})
