// Runs scenarios in parallel and returns the report.

import { dialects } from '#generated/dialects.js'
import { contract } from '#generated/rules.js'
import { expect, noExpectations, staleExpectations } from '../report/expectations.js'
import { areShared, noProvider } from '../provider/provider.js'
import {
  isFailure,
  isMissingDelivery,
  ruleResults,
  rulesOf,
  summaryOf,
  urlsOf,
  type Expectations,
  type Report,
  type ScenarioResult,
} from '../report/report.js'
import type { Scenario } from './scenario.js'
import type { Interfaces } from './interface.js'
import type { StageOptions } from './options.js'
import type { Shard } from './select.js'
import { usualDraw } from './law.js'
import { openStage } from './stage.js'

export interface RunOptions extends StageOptions {
  readonly scenarios: readonly Scenario[]
  /** The number of scenarios that run in parallel, 16 by default. */
  readonly concurrency?: number
  /** Stops after the first unexpected failure. */
  readonly bail?: boolean
  readonly expectations?: Expectations
  /** Called at the end of each scenario. */
  readonly onResult?: (result: ScenarioResult) => void
  readonly tool?: Report['tool']
  /** The shard that contains `scenarios`, for the report. */
  readonly shard?: Shard | undefined
  /**
   * A description of all scenarios before they were divided into shards, from `selectionInWords`.
   */
  readonly selection?: string
}

/** Tests a target, as `run` of the library does. */
export async function run(interfaces: Interfaces, options: RunOptions): Promise<Report> {
  const startedAt = new Date()
  const begin = performance.now()
  const { dialect = dialects.svc, provider = noProvider } = options
  const { expectations = noExpectations, concurrency = 16, signal } = options
  const judged = Object.values(interfaces)
    .map(({ name }) => name)
    .filter((name) => options[name] !== undefined)
  const scenarios = options.scenarios.filter((each) => judged.includes(each.interface))
  const results = new Map<string, ScenarioResult>()
  const stage = await openStage(interfaces, options)

  let stopped = false
  const interrupted = () => signal?.aborted === true
  const judge = async (scenario: Scenario) => {
    if (stopped || interrupted()) return
    const result = expect(await stage.perform(scenario), expectations)
    // An abort ends the requests that are under way, so only a passed scenario is sure.
    if (interrupted() && result.verdict !== 'passed') return
    results.set(scenario.id, result)
    options.onResult?.(result)
    if (options.bail === true && isFailure(result.verdict) && result.expected !== true)
      stopped = true
  }
  // Scenarios that advance the clock run alone, because the clock affects all scenarios.
  const turnsClock = ({ waits }: Scenario) => waits > 0 && provider.clock !== undefined
  const [shared, alone] = partition(
    scenarios,
    (scenario) =>
      !scenario.after && !scenario.alone && areShared(scenario.needs) && !turnsClock(scenario),
  )
  const [before, after] = partition(alone, (scenario) => !scenario.after)
  try {
    await inParallel(shared, concurrency, judge)
    await inParallel(before, 1, judge)
    await inParallel(after, 1, judge)
  } finally {
    await stage.close()
  }

  const { thorough = 0, seed = usualDraw.seed } = options.draw ?? {}
  const { gone, outages, cutOff, sentAgain, unreached } = stage
  const inOrder = scenarios.flatMap(({ id }) => results.get(id) ?? [])
  const ids = Object.values(interfaces).flatMap((each) => each.scenarios.map(({ id }) => id))
  const stale = staleExpectations(inOrder, expectations, ids)
  return {
    format: 1,
    tool: options.tool ?? { name: 'svc-contract', version: 'library' },
    contract,
    target: {
      ...urlsOf(options),
      dialect: dialect.name,
      provider: provider.name,
      time: provider.clock === undefined ? 'real' : 'virtual',
      ...(options.embedded === true && { embedded: true as const }),
    },
    ...shardsOf(options),
    ...(expectations.failing.length + expectations.flaky.length > 0 && { expectations }),
    ...(stale.length > 0 && { stale }),
    ...(unreached !== undefined && inOrder.some(isUndelivered) && { undelivered: unreached }),
    ...(gone.length > 0 && { gone }),
    ...(outages.length > 0 && { outages }),
    ...(gone.length > 0 && cutOff.length > 0 && { cutOff }),
    ...(sentAgain.requests > 0 && { sentAgain }),
    ...(thorough > 0 && { draw: { thorough, seed } }),
    ...(interrupted()
      ? { interrupted: true as const }
      : stopped && inOrder.length < scenarios.length && { bailed: true as const }),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - begin),
    summary: summaryOf(inOrder),
    scenarios: inOrder,
    rules: ruleResults(rulesOf(judged), inOrder),
  }
}

/** Returns the report of a run that ended before its first scenario. */
export function unjudgedReport({
  reason,
  tool,
  dialect,
  ...endpoints
}: Pick<StageOptions, 'kv' | 'queue'> & {
  readonly reason: string
  readonly tool: Report['tool']
  readonly dialect: { readonly name: string }
}): Report {
  const judged = (['kv', 'queue'] as const).filter((each) => endpoints[each] !== undefined)
  return {
    format: 1,
    tool,
    contract,
    target: {
      ...urlsOf(endpoints),
      ...{ dialect: dialect.name, provider: noProvider.name, time: 'real' },
    },
    unjudged: reason,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    summary: summaryOf([]),
    scenarios: [],
    rules: ruleResults(rulesOf(judged), []),
  }
}

/** Returns true if the target accepted a message whose delivery did not arrive. */
const isUndelivered = ({ findings, exchanges }: ScenarioResult): boolean =>
  findings.some(isMissingDelivery) &&
  exchanges.some(({ request, response }) => request.method !== 'GET' && isFine(response?.status))

const isFine = (status = 0): boolean => status >= 200 && status < 300

const shardsOf = ({ shard, selection }: RunOptions): Pick<Report, 'shards'> =>
  shard === undefined || shard.of === 1
    ? {}
    : {
        shards: {
          of: shard.of,
          judged: [shard.index],
          ...(selection !== undefined && { selection }),
        },
      }

const partition = <T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] => [
  items.filter(fits),
  items.filter((item) => !fits(item)),
]

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
