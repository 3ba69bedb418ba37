// Tests of drift, which compares a service with an earlier report.

import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../../mocks/index.js'
import { verb } from './drift.js'
import { file, ofQueue, refuses, reportOf, svcContract } from './testing.js'

const patterns = ['queue.errors.other-status-codes', 'queue.pagination.count-above-maximum']
const mock = await startMock({ faults: ['unknown-path-400'] })
const changed = await startMock({ faults: ['unknown-path-400', 'unknown-method-404'] })
afterAll(() => Promise.all([mock.close(), changed.close()]))

describe('drift', () => {
  it('names exactly the points that have changed since the report', async () => {
    const report = await reportOf('report.json', ...patterns, ...ofQueue(mock))

    const same = await svcContract('drift', report, ...ofQueue(mock))
    expect(same).toMatchObject({ code: 0, stderr: '' })
    expect(same.stdout).toContain('No verdict and no observation changed.')

    const now = file('now.json')
    const other = await svcContract('drift', report, ...ofQueue(changed), '--report', `json=${now}`)
    expect(other.code).toBe(1)
    expect(other.stdout).toContain(`Observations
  queue.errors.other-status-codes/paths-methods-and-settings
    another method: 405 → 404

Changed: 0 rules, 0 scenarios and 1 observation.`)
    expect((await svcContract('diff', report, now)).code).toBe(1)
  }, 60_000)

  it('prints only JSON with --json, also about a service that could not be tested', async () => {
    const report = await reportOf('json.json', ...patterns, ...ofQueue(mock))
    const json = async (...target: readonly string[]) => {
      const { code, stdout } = await svcContract('drift', report, '--json', ...target)
      return { code, ...(JSON.parse(stdout) as object) }
    }

    const nothing = { rules: [], scenarios: [], failures: [], onlyBefore: [], onlyAfter: [] }
    const [id, what] = [
      'queue.errors.other-status-codes/paths-methods-and-settings',
      'another method',
    ]
    expect(await json(...ofQueue(mock))).toMatchObject({ code: 0, ...nothing, observations: [] })
    expect(await json(...ofQueue(changed))).toMatchObject({
      code: 1,
      ...nothing,
      observations: [{ id, what, before: 405, after: 404 }],
    })
    const down = await json('--queue-url', 'http://127.0.0.1:1', '--queue-token', 'a-token')
    expect(down).toMatchObject({
      code: 3,
      incomplete: { after: expect.stringContaining('http://127.0.0.1:1') as string },
    })
  }, 60_000)

  refuses('drift', verb.run, [
    ['', /^drift takes the JSON report of an earlier run/],
    ['none.json', /cannot read the report none\.json/],
  ])
})
