// Tests that the command which a report gives to reproduce a failure works. A shell runs the
// command. The command must exit with 0 on the correct mock, and with another code on the mock with
// the fault.

import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock, type AnyFault, type Mock } from '../../mocks/index.js'
import { mockProvider, run, scenarios, type ScenarioResult } from '../index.js'
import { areShared } from '../provider/provider.js'
import { unexpected } from '../report/reporters/failure.js'

/** The largest request in bytes. A low limit is fast to exceed. */
const kvMaxRequestSize = 100_000

/** Tests the commands that repeat a failure, for at most `most` failures of each fault. */
export function testReproductions(faults: readonly AnyFault[], most = Infinity): void {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-repro-'))
  // This replaces the npx of a project that has this package installed.
  const npx = join(folder, 'npx')
  const cli = fileURLToPath(new URL('../../dist/scripts/cli.js', import.meta.url))
  let scripts = 0
  let correct: Mock
  beforeAll(async () => {
    writeFileSync(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${cli}' "$@"\n`)
    chmodSync(npx, 0o755)
    correct = await startMock({ limits: { requestBytes: kvMaxRequestSize } })
  })
  afterAll(async () => {
    await correct.close()
    rmSync(folder, { recursive: true })
  })

  test.each(faults)(
    '$id',
    async (fault) => {
      const faulty = await startMock({
        faults: [fault],
        limits: { requestBytes: kvMaxRequestSize },
      })
      const failures = unexpected(await resultsOn(faulty, fault)).slice(0, most)
      const wrong: string[] = []
      const judge = async ({ id, repro = '' }: ScenarioResult) => {
        const { interface: of } = fault
        const ofCorrect = repro.replaceAll(faulty[of].url, correct[of].url)
        const codes = [await codeOf(repro, faulty, fault), await codeOf(ofCorrect, correct, fault)]
        if (codes[0] === 0 || codes[1] !== 0) wrong.push(`${id} exits with ${codes.join(' and ')}`)
      }
      // Scripts that may run in parallel are divided among workers, because scripts mostly wait. A
      // changed clock or limit would affect all scripts, so other scripts run alone.
      const queue = failures.filter(isShared).values()
      const inTurn = async () => {
        for (const failure of queue) await judge(failure)
      }
      await Promise.all(Array.from({ length: 8 }, inTurn))
      for (const failure of failures.filter((each) => !isShared(each))) await judge(failure)
      await faulty.close()

      expect(failures.length).toBeGreaterThan(0)
      expect(wrong).toEqual([])
    },
    600_000,
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
    const file = join(folder, `${scripts++}.sh`)
    writeFileSync(file, script)
    return new Promise((resolve) =>
      execFile('/bin/sh', [file], { env, maxBuffer: 1 << 26 }, (error) =>
        resolve(Number(error?.code ?? 0)),
      ),
    )
  }
}

/** Returns true if a scenario may run in parallel with others. */
function isShared({ id }: ScenarioResult): boolean {
  const { needs, waits } = scenarios.find((each) => each.id === id)!
  return areShared(needs) && waits === 0
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
    provider: {
      ...provider,
      ...(of === 'kv' && { readOnlyToken: async () => mock.kv.readOnlyToken }),
      ...{ kvMaxRequestSize, dedicatedAccount: true },
    },
  })
  return report.scenarios
}
