// Runs the suite on an implementation of the key-value interface that is not ours. It lacks most request
// forms, executes pipelines without a token, and ends its only Redis connection at QUIT.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  freePort,
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../../mocks/kv/redis-server.js'
import { scenarios, type Report } from '../index.js'

vi.setConfig({ testTimeout: 900_000 })

const dist = join(import.meta.dirname, '../../dist')
const token = 'the-token-of-the-peer'

describe.skipIf(withoutRedisServer())('a server that is not ours', () => {
  let redis: RedisServer
  const directory = mkdtempSync(join(tmpdir(), 'real-servers-'))
  beforeAll(async () => void (redis = await startRedisServer()))
  afterAll(async () => {
    rmSync(directory, { recursive: true })
    await redis.close()
  })

  /** Runs scenarios on a new process of the server, which the run starts again if it dies. */
  async function judged(...patterns: readonly string[]) {
    const port = await freePort()
    const file = join(directory, `${port}.json`)
    const host = join(import.meta.dirname, 'peer-host.mjs')
    const options = [
      ...['--kv-url', `http://127.0.0.1:${port}`, '--kv-token', token, '--dialect', 'upstash'],
      ...['--serve', `exec node ${host} ${port} ${token} ${redis.url}`, '--report', `json=${file}`],
    ]
    const command = [join(dist, 'scripts/cli.js'), 'test', ...patterns, ...options]
    const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' })
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    expect(report.unjudged).toBeUndefined()
    const rules = report.rules.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)
    return { report, rules, stdout }
  }

  test('a whole run finds what each group of rules finds on a new server', async () => {
    const whole = await judged()
    const { summary, gone, harmed = [] } = whole.report
    expect(summary.blocked).toBeLessThanOrEqual(25)
    expect(gone).toBeUndefined()
    expect(harmed.length).toBeGreaterThan(0)
    expect(harmed.filter(({ back }) => !back)).toEqual([])
    const lines = whole.stdout.split('\n')
    expect(lines.slice(0, 20).join('\n')).toContain('a pipeline: expected status 401, got 200')
    expect(lines.length).toBeLessThanOrEqual(150)

    const ofKv = scenarios.filter((each) => each.interface === 'kv')
    const groups = new Set(ofKv.map(({ rule }) => rule.split('.').slice(0, 2).join('.')))
    for (const group of groups) {
      const { rules } = await judged(`${group}.*`)
      expect(whole.rules, group).toEqual(expect.arrayContaining([...rules]))
    }
  })
})
