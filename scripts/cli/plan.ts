// --plan: what a run would send. It is found out by performing the scenarios against an embedded
// mock, so that it touches no target. A run may send less where the target is no mock, and more
// where a provider module arranges more than the mock does: neither is asked.

import {
  mockProvider,
  run,
  type Abilities,
  type Dialect,
  type Report,
  type Scenario,
} from '../../conformance/index.js'
import { embeddedMock } from './test/embedded-mock.js'
import { declaredAbilities } from './test/provider.js'
import type { Settings } from './test/settings.js'

interface PlanOptions {
  readonly scenarios: readonly Scenario[]
  readonly dialect: Dialect
  /** What is to be there beside the mock's own provider, by the token of the mock that may only read. */
  readonly abilities: (readOnlyToken: string) => Abilities
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** What a run with these settings would do with these of its scenarios. */
export function planOfRun(
  settings: Settings,
  scenarios: readonly Scenario[],
  signal: AbortSignal,
): Promise<Report> {
  const { values, named } = settings
  const readable = named === undefined || named.readOnlyToken !== undefined
  const abilities = (token: string) => declaredAbilities(values, readable ? token : undefined)
  return planOf({ ...settings, scenarios, signal, abilities })
}

/** Performs the scenarios against a mock of their own and returns the report of it. */
async function planOf({ abilities, ...options }: PlanOptions): Promise<Report> {
  const mock = await embeddedMock(options.dialect)
  try {
    const provider = await mockProvider(mock.queue.url, options)
    return await run({
      ...options,
      kv: mock.kv,
      queue: mock.queue,
      keepExchanges: 'all',
      provider: { name: 'mock', ...provider, ...abilities(mock.readOnlyToken) },
    })
  } finally {
    await mock.close()
  }
}

/** The requests of every scenario and how long it waits, or why it would make none. */
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
