// A run: which scenarios are judged, how many at a time, when it stops, and the report of it.

import { dialects, type Dialect } from '#generated/dialects.js'
import { contract } from '#generated/rules.js'
import { expect, noExpectations, type Expectations } from './expectations.js'
import { noProvider, type Provider } from './provider.js'
import { ruleResults, summaryOf, type Report, type ScenarioResult } from './report.js'
import type { Scenario } from './scenario.js'
import { openStage, type StageOptions } from './stage.js'

export interface RunOptions extends Omit<StageOptions, 'dialect' | 'provider' | 'timeoutMs'> {
  readonly scenarios: readonly Scenario[]
  /** The documents' own names unless told. */
  readonly dialect?: Dialect
  /** What can be arranged at the target; nothing unless told. */
  readonly provider?: Provider
  /** Milliseconds that a scenario may take; 10,000 unless told. */
  readonly timeoutMs?: number
  /** Scenarios at a time; 16 unless told. */
  readonly concurrency?: number
  /** Starts no further scenario after the first unexpected failure. */
  readonly bail?: boolean
  readonly expectations?: Expectations
  /** Hears of each scenario as it ends. */
  readonly onResult?: (result: ScenarioResult) => void
  readonly tool?: Report['tool']
}

/**
 * Judges a target and returns the report (`format: 1`). Scenarios of an interface that was not
 * given are left out. Rejects only for mistakes of the caller, such as a URL that is none.
 */
export async function run(options: RunOptions): Promise<Report> {
  const startedAt = new Date()
  const begin = performance.now()
  const { dialect = dialects.svc, provider = noProvider, timeoutMs = 10_000 } = options
  const { expectations = noExpectations, concurrency = 16 } = options
  const judged = (['kv', 'queue'] as const).filter((each) => options[each] !== undefined)
  const scenarios = options.scenarios.filter((each) => judged.includes(each.interface))
  const results = new Map<string, ScenarioResult>()
  const stage = await openStage({ ...options, dialect, provider, timeoutMs })

  let stopped = false
  const judge = async (scenario: Scenario) => {
    if (stopped || options.signal?.aborted === true) return
    const result = expect(await stage.perform(scenario), expectations)
    results.set(scenario.id, result)
    options.onResult?.(result)
    if (options.bail === true && failed(result)) stopped = true
  }
  try {
    const first = scenarios.filter(({ after }) => after !== true)
    await inParallel(first, concurrency, judge)
    await inParallel(
      scenarios.filter(({ after }) => after === true),
      1,
      judge,
    )
  } finally {
    await stage.close()
  }

  const inOrder = scenarios.flatMap(({ id }) => results.get(id) ?? [])
  return {
    format: 1,
    tool: options.tool ?? { name: 'svc-contract', version: 'library' },
    contract,
    target: {
      ...(options.kv && { kvUrl: options.kv.url }),
      ...(options.queue && { queueUrl: options.queue.url }),
      dialect: dialect.name,
      provider: provider.name,
      time: provider.clock === undefined ? 'real' : 'virtual',
    },
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - begin),
    summary: summaryOf(inOrder),
    scenarios: inOrder,
    rules: ruleResults(judged, inOrder),
  }
}

const failed = ({ verdict, expected }: ScenarioResult) =>
  expected !== true && ['violated', 'blocked', 'harness-error'].includes(verdict)

/** Works through the items in order, so many at a time. */
async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
) {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
