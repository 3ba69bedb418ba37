// --plan: what a run would send. It is found out by performing the scenarios against an embedded
// mock, so that it is exact and touches no target.

import { mockProvider, run, type Dialect, type Scenario } from '../../conformance/index.js'
import { startMock } from '../../mocks/index.js'

/** Prints the requests of every scenario and resolves with the exit code. */
export async function printPlan(scenarios: readonly Scenario[], dialect: Dialect): Promise<number> {
  const mock = await startMock({ clock: 'virtual', dialect })
  const provider = await mockProvider(mock.queue.url)
  const report = await run({
    kv: mock.kv,
    queue: mock.queue,
    scenarios,
    dialect,
    keepExchanges: 'all',
    ...(provider && { provider }),
  })
  await mock.close()
  for (const { id, exchanges } of report.scenarios) {
    console.log(id)
    for (const { request } of exchanges) console.log(`  ${request.method} ${request.target}`)
  }
  return 0
}
