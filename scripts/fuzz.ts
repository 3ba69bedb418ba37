// fuzz: runs generated commands on the embedded engine and on a real redis-server, in RESP2 or RESP3. If
// their replies differ, shrinks the commands and prints both replies.

import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { startComparison } from '../mocks/kv/differential/compare.js'
import { generated, generatedNodes, generatedStreams } from '../mocks/kv/differential/generated.js'
import type { Command } from '../mocks/kv/reply.js'

const usage =
  'usage: npm run fuzz -- [--seed N] [--runs N] [--resp 2|3]    (runs: scripts of each kind)'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, runs: { type: 'string' }, resp: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const runs = Number(values.runs ?? 5000)

const resp = values.resp ?? '2'

if (!Number.isInteger(seed) || !Number.isInteger(runs) || runs < 1 || !/^[23]$/.test(resp)) {
  console.error(usage)
  process.exitCode = 2
} else {
  process.exitCode = await fuzz()
}

async function fuzz(): Promise<number> {
  const comparison = await startComparison(resp === '3' ? 3 : 2)
  let commands = 0
  const compare = (script: readonly Command[]) => {
    commands += script.length
    return comparison.compare(script)
  }
  try {
    for (const scripts of [generatedStreams, generatedNodes, generated]) {
      const run = await fc.check(fc.asyncProperty(scripts, compare), { seed, numRuns: runs })
      if (!run.failed) continue
      console.error(`seed ${seed}, run ${run.numRuns}, shrunk ${run.numShrinks} times:\n`)
      console.error(
        run.errorInstance instanceof Error ? run.errorInstance.message : run.errorInstance,
      )
      return 1
    }
    console.log(`no difference in ${commands} commands, seed ${seed}, RESP${resp}`)
    return 0
  } finally {
    await comparison.close()
  }
}
