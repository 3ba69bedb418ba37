// fuzz: runs generated commands on the embedded engine and on a real redis-server. If their replies
// differ, shrinks the commands and prints both replies.

import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { startComparison } from '../mocks/kv/differential/compare.js'
import { documented } from '../mocks/kv/differential/documented.js'
import { generated, generatedNodes, generatedStreams } from '../mocks/kv/differential/generated.js'
import type { Command } from '../mocks/kv/reply.js'

const usage = 'usage: npm run fuzz -- [--seed N] [--runs N]    (runs: scripts of each kind)'

const { values } = parseArgs({ options: { seed: { type: 'string' }, runs: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const runs = Number(values.runs ?? 5000)

if (!Number.isInteger(seed) || !Number.isInteger(runs) || runs < 1) {
  console.error(usage)
  process.exitCode = 2
} else {
  process.exitCode = await fuzz()
}

async function fuzz(): Promise<number> {
  const comparison = await startComparison()
  let commands = 0
  const compare = (script: readonly Command[]) => {
    commands += script.length
    return comparison.compare(script)
  }
  try {
    const [docs] = await comparison.ask([['COMMAND', 'DOCS']])
    for (const scripts of [generatedStreams, generatedNodes, generated, documented(docs!)]) {
      const run = await fc.check(fc.asyncProperty(scripts, compare), { seed, numRuns: runs })
      if (!run.failed) continue
      console.error(`seed ${seed}, run ${run.numRuns}, shrunk ${run.numShrinks} times:\n`)
      console.error(
        run.errorInstance instanceof Error ? run.errorInstance.message : run.errorInstance,
      )
      return 1
    }
    console.log(`no difference in ${commands} commands, seed ${seed}`)
    return 0
  } finally {
    await comparison.close()
  }
}
