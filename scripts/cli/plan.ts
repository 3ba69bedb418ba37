// --plan: lists the requests of a run. The scenarios run against an embedded mock to find the
// requests.

import { mockProvider, run, type Report, type Scenario } from '../../conformance/index.js'
import type { Ability } from '../../conformance/provider/provider.js'
import { openTarget, type Target } from '../../conformance/wire/target.js'
import { embeddedMock } from './test/embedded-mock.js'
import { declaredAbilities } from './test/provider.js'
import type { TestSettings } from './test/settings.js'

/** A run against a mock, and the number of its requests, including those that delete its data. */
export interface Plan {
  readonly report: Report
  readonly requests: number
}

/**
 * Runs the scenarios against a separate mock. The provider has only the abilities in `has`, because
 * a scenario sends other requests if an ability is missing. By default it has those of the mock.
 */
export async function planOfRun(
  settings: TestSettings,
  scenarios: readonly Scenario[],
  signal: AbortSignal,
  has?: readonly Ability[],
): Promise<Plan> {
  const { values, named, dialect, timeoutMs } = settings
  const hasReadOnlyToken = named === undefined || named.readOnlyToken !== undefined
  const mock = await embeddedMock(dialect)
  try {
    let requests = 0
    const counted = (endpoint: typeof mock.kv) => ({
      ...endpoint,
      target: countedTarget(endpoint.url, () => (requests += 1)),
    })
    const [kv, queue] = [counted(mock.kv), counted(mock.queue)]
    const all = await mockProvider(queue.url, { timeoutMs, signal })
    // Without its clock, the mock would wait in real time.
    const isThere = ([name]: [string, unknown]) =>
      has === undefined || name === 'clock' || has.includes(name as Ability)
    const provider = {
      ...Object.fromEntries(Object.entries(all ?? {}).filter(isThere)),
      ...declaredAbilities(values, hasReadOnlyToken ? mock.readOnlyToken : undefined),
      name: 'mock',
    }
    const keepExchanges = 'all'
    const report = await run({ ...settings, scenarios, signal, kv, queue, keepExchanges, provider })
    return { report, requests }
  } finally {
    await mock.close()
  }
}

function countedTarget(url: string, count: () => void): Target {
  const target = openTarget(url)
  return {
    ...target,
    send: (...request) => (count(), target.send(...request)),
    open: (...request) => (count(), target.open(...request)),
  }
}

/**
 * Lists the requests and the waiting time of every scenario, or the reason why a scenario sends no
 * requests.
 */
export const planText = (planned: readonly Scenario[], { scenarios }: Report): string => {
  const waits = new Map(planned.map((scenario) => [scenario.id, scenario.waits]))
  return scenarios
    .flatMap(({ id, verdict, reason, exchanges }) => [
      id,
      ...(waits.get(id) ? [`  (waits up to ${waits.get(id)! / 1000} s)`] : []),
      ...exchanges.map(({ request }) => `  ${request.method} ${request.target}`),
      ...(verdict === 'not-applicable' && reason !== undefined ? [`  (${reason})`] : []),
    ])
    .map((line) => `${line}\n`)
    .join('')
}
