// Tests that the command which a report gives to reproduce a failure works. A shell runs the
// command. The command must exit with 0 on the correct mock, and with another code on the mock with
// the fault.

import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults, startMock, type AnyFault, type Mock } from '../../mocks/index.js'
import { mockProvider, run, scenarios, type ScenarioResult } from '../index.js'
import { unexpected } from '../report/reporters/failure.js'

/** The largest request in bytes. A low limit is fast to exceed. */
const kvMaxRequestSize = 100_000

/**
 * One fault for each kind of reproduction: one request, several requests, a Read Only token,
 * deliveries.
 */
const ids = [
  'pipeline-needs-no-token',
  'transaction-is-pipeline',
  'read-only-allows-append',
  'forward-headers-dropped',
]

const folder = mkdtempSync(join(tmpdir(), 'svc-contract-repro-'))
// This replaces the npx of a project that has this package installed.
const npx = join(folder, 'npx')
const cli = fileURLToPath(new URL('../../dist/scripts/cli.js', import.meta.url))
const limits = { requestBytes: kvMaxRequestSize }
let correct: Mock
beforeAll(async () => {
  writeFileSync(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${cli}' "$@"\n`)
  chmodSync(npx, 0o755)
  correct = await startMock({ limits })
})
afterAll(async () => {
  await correct.close()
  rmSync(folder, { recursive: true })
})

test.each(faults.filter(({ id }) => ids.includes(id)))(
  '$id',
  async (fault) => {
    const faulty = await startMock({ faults: [fault], limits })
    const [failure] = unexpected(await resultsOn(faulty, fault))
    const { repro = '' } = failure!
    const { interface: of } = fault
    const ofCorrect = repro.replaceAll(faulty[of].url, correct[of].url)

    expect(await codeOf(repro, faulty, fault)).not.toBe(0)
    expect(await codeOf(ofCorrect, correct, fault)).toBe(0)
    await faulty.close()
  },
  60_000,
)

function codeOf(script: string, mock: Mock, { interface: of }: AnyFault): Promise<number> {
  const { url, token } = mock[of]
  const name = `SVC_${of.toUpperCase()}`
  const env = {
    // These folders contain curl and the other programs of the scripts.
    PATH: `${folder}:/usr/local/bin:/usr/bin:/bin`,
    [`${name}_URL`]: url,
    [`${name}_TOKEN`]: token,
    ...(of === 'kv' && { SVC_KV_READONLY_TOKEN: mock.kv.readOnlyToken }),
  }
  // The script is in a file because it may be too long for an argument.
  const file = join(folder, 'repro.sh')
  writeFileSync(file, script)
  return new Promise((resolve) =>
    execFile('/bin/sh', [file], { env, maxBuffer: 1 << 26 }, (error) =>
      resolve(Number(error?.code ?? 0)),
    ),
  )
}

/** Returns the results of the scenarios of the rules that the fault breaks. */
async function resultsOn(
  mock: Mock,
  { interface: of, breaks }: AnyFault,
): Promise<readonly ScenarioResult[]> {
  const provider = (await mockProvider(mock[of].url))!
  const report = await run({
    scenarios: scenarios.filter(({ rule }) => breaks.includes(rule)),
    [of]: mock[of],
    draw: { quick: true },
    provider: {
      ...provider,
      ...(of === 'kv' && { readOnlyToken: async () => mock.kv.readOnlyToken }),
      kvMaxRequestSize,
      dedicatedAccount: true,
    },
  })
  return report.scenarios
}
