// Tests of mock --like: the variants of a report, and what the mock prints about them.

import { expect, it } from 'vitest'
import { reportOf, resultOf } from '../../../conformance/report/reporters/testing.js'
import { expectRefused, file } from '../testing.js'
import { imitating } from './like.js'
import { readyLines, startReady } from './testing.js'

const observed = (scenario: string, observations: Record<string, unknown>) => ({
  ...resultOf('observed', scenario, { observations }),
  id: scenario,
})

const report = file(
  'like.json',
  JSON.stringify(
    reportOf([
      observed('queue.deduplication.status/status', { status: 200 }),
      observed('queue.errors.other-status-codes/paths-methods-and-settings', {
        'an unknown path': 518,
      }),
      resultOf('violated', 'any', { rule: 'queue.retries.at-most-one-plus-retries' }),
    ]),
  ),
)

it('prints what it imitates, what it misses and what the report does not know', async () => {
  const lines = await readyLines('--like', report, '--like-violations')

  expect(lines).toMatch(/^ +duplicate-200: .*\(variant\)$/m)
  expect(lines).toContain(`like       ${report}: 2030-01-02T03:04:05.678Z, http://kv.example:8079`)
  expect(lines).toContain('1 observation as in the report, 1 by 1 variant\n')
  expect(lines).toContain('imitated   queue.deduplication.status/status status: 200\n')
  expect(lines).toContain(
    'missed     queue.errors.other-status-codes/paths-methods-and-settings an unknown path: 518, but the mock 404\n',
  )
  expect(lines).toMatch(/^unknown {4}\d+ observations of kv\./m)
  expect(lines).toMatch(/^violations 1 fault$/m)
})

it('has the same lists in JSON, and faults only with --like-violations', async () => {
  const { child, like } = await startReady('--like', report)
  child.kill()

  expect(like).toMatchObject({ report, same: 1, variants: ['duplicate-200'], missed: [{}] })
  expect(like).not.toHaveProperty('faults')
})

it('refuses --like-violations without a report', () =>
  expectRefused(async () => imitating({ 'like-violations': true }), /add --like REPORT\.json/))
