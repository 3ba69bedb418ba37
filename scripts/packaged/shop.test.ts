// Runs `mutate` on the shop of docs/shop with some faults of each interface.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { MutateReport } from '../cli/mutate/report.js'
import { root, temporaryFolder } from '../testing.js'
import { createProject, runIn } from './page-testing.js'

const project = temporaryFolder()
beforeAll(async () => {
  await createProject(project)
  cpSync(join(root, 'docs/shop'), project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n')
}, 60_000)

const FAULTS = [
  'delay-doubled',
  'retries-never',
  'publish-never-delivered',
  'notify-resumes-twice',
  'failure-callback-each-attempt',
  'pipeline-results-reversed',
  'transaction-results-reversed',
]

/** Runs the tests in files with these names once for each fault. */
async function mutate(...files: readonly string[]): Promise<MutateReport> {
  const only = FAULTS.map((id) => `--only ${id}`).join(' ')
  const command = `node node_modules/vitest/vitest.mjs run ${files.join(' ')}`
  const options = `--dialect upstash --report json=${files.join('-')}.json ${only}`
  const { code, output } = await runIn(
    project,
    project,
    `svc-contract mutate ${options} -- ${command}`,
  )
  expect(code, output).toBe(0)
  return JSON.parse(readFileSync(join(project, `${files.join('-')}.json`), 'utf8')) as MutateReport
}

const missedBy = ({ faults }: MutateReport) =>
  faults.filter(({ noticed }) => !noticed).map(({ id }) => id)

it('the first tests miss some faults, which more tests notice', async () => {
  const survived = 'notify-resumes-twice' // the deduplication of the mails hides it
  const missed = ['delay-doubled', 'failure-callback-each-attempt', survived]
  expect(missedBy(await mutate('shop.test.ts'))).toEqual(missed)
  expect(missedBy(await mutate('shop.test.ts', 'exact.test.ts'))).toEqual([survived])
}, 600_000)

it('tests that assert nothing score 0', async () => {
  const { score, unnoticed } = await mutate('nothing.test.ts')
  expect(score).toBe(0)
  expect(unnoticed).toBeGreaterThan(0)
}, 600_000)
