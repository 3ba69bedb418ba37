// Tests that the queue mock on Redis passes every scenario: alone in virtual time in every dialect,
// and as two processes behind one address in real time.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../../mocks/kv/redis/server.js'
import { protocolProvider, run, scenarios } from '../index.js'
import { failuresIn, judgeQueue, rulesOfFlowControlAtPublish, rulesThat } from './judge.js'
import { startRoundRobin } from './round-robin.js'

/** Each test is a whole run, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

const cli = join(import.meta.dirname, '../../dist/scripts/cli.js')
const token = 'the-token'

/** The longest wait of a scenario in real time, in milliseconds. */
const LONGEST_WAIT = 10_000

describe.skipIf(withoutRedisServer())('the queue on a real server', () => {
  let server: RedisServer
  beforeAll(async () => void (server = await startRedisServer()))
  afterAll(() => server.close())

  test.each([
    ['svc', rulesOfFlowControlAtPublish],
    ['upstash', []],
  ] as const)('passes every scenario, in the dialect %s', async (dialect, notApplicable) => {
    const report = await judgeQueue({ dialect, redis: server.url })
    expect(failuresIn(report)).toBe('')
    expect(rulesThat(report, 'not-applicable')).toEqual(notApplicable)
  })

  /** Starts a mock process without control routes, and returns the URL of its queue. */
  async function startProcess(): Promise<string> {
    const options = '--json --no-controls --kv-port 0 --queue-port 0 --queue-name two-processes'
    const args = [...options.split(' '), '--queue-token', token, '--queue-store', server.url]
    const child = spawn(process.execPath, [cli, 'mock', ...args])
    processes.push(async () => {
      if (child.kill()) await once(child, 'exit')
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return (JSON.parse(line.toString()) as { queue: { url: string } }).queue.url
  }
  const processes: (() => Promise<void>)[] = []
  afterAll(() => Promise.all(processes.map((stop) => stop())))

  // A machine that stalls can delay a delivery in real time, so a failed run is repeated.
  const twice = { retry: 1 }
  test(
    'passes every scenario in real time, as two processes behind one address',
    twice,
    async () => {
      const front = await startRoundRobin([await startProcess(), await startProcess()])
      const queue = { url: front.url, token }
      try {
        const report = await run({
          scenarios: scenarios.filter(({ waits }) => waits <= LONGEST_WAIT),
          queue,
          provider: await protocolProvider(queue),
          timeoutMs: 60_000,
        })
        console.log(JSON.stringify(report.summary))
        expect(failuresIn(report)).toBe('')
        expect(report.summary.passed).toBeGreaterThan(300)
      } finally {
        await front.close()
      }
    },
  )
})
