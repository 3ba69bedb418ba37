// --plan: lists the requests of a run. The scenarios run against an embedded mock to find the
// requests. A real run sends fewer requests if the target is not a mock, and more if a provider
// module has more abilities.

import { mockProvider, run, type Report, type Scenario } from '../../conformance/index.js'
import { embeddedMock } from './test/embedded-mock.js'
import { declaredAbilities } from './test/provider.js'
import type { TestSettings } from './test/settings.js'

/** Runs the scenarios against a separate mock and returns the report. */
export async function planOfRun(
  settings: TestSettings,
  scenarios: readonly Scenario[],
  signal: AbortSignal,
): Promise<Report> {
  const { values, named, dialect, timeoutMs } = settings
  const hasReadOnlyToken = named === undefined || named.readOnlyToken !== undefined
  const mock = await embeddedMock(dialect)
  try {
    const { kv, queue } = mock
    const provider = {
      ...{ name: 'mock', ...(await mockProvider(queue.url, { timeoutMs, signal })) },
      ...declaredAbilities(values, hasReadOnlyToken ? mock.readOnlyToken : undefined),
    }
    return await run({ ...settings, scenarios, signal, kv, queue, keepExchanges: 'all', provider })
  } finally {
    await mock.close()
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
