// A run: which scenarios are judged, how many at a time, when it stops, and the report of it.

import { dialects } from '#generated/dialects.js'
import { contract } from '#generated/rules.js'
import { expect, noExpectations } from '../report/expectations.js'
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
import { openStage } from './stage.js'

export interface RunOptions extends StageOptions {
  readonly scenarios: readonly Scenario[]
  /** Scenarios at a time; 16 unless told. */
  readonly concurrency?: number
  /** Starts no further scenario after the first unexpected failure. */
  readonly bail?: boolean
  readonly expectations?: Expectations
  /** Hears of each scenario as it ends. */
  readonly onResult?: (result: ScenarioResult) => void
  readonly tool?: Report['tool']
  /** Which part of how many `scenarios` are, for the report to say. */
  readonly shard?: Shard | undefined
  /** Of what they are that part, as `selectionInWords` says it: only shards of one are merged. */
  readonly selection?: string
}

/** Judges a target and returns the report, as the library's `run` says. */
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
    // A failure of what the signal broke off says nothing of the target.
    if (interrupted() && isFailure(result.verdict)) return
    results.set(scenario.id, result)
    options.onResult?.(result)
    if (options.bail === true && isFailure(result.verdict) && result.expected !== true)
      stopped = true
  }
  // Who turns the clock turns it for everybody.
  const turnsClock = ({ waits }: Scenario) => waits > 0 && provider.clock !== undefined
  const [shared, alone] = partition(
    scenarios,
    (scenario) => !scenario.after && areShared(scenario.needs) && !turnsClock(scenario),
  )
  const [before, after] = partition(alone, (scenario) => !scenario.after)
  try {
    await inParallel(shared, concurrency, judge)
    await inParallel(before, 1, judge)
    await inParallel(after, 1, judge)
  } finally {
    await stage.close()
  }

  const { gone, unreached } = stage
  const inOrder = scenarios.flatMap(({ id }) => results.get(id) ?? [])
  return {
    format: 1,
    tool: options.tool ?? { name: 'svc-contract', version: 'library' },
    contract,
    target: {
      ...urlsOf(options),
      dialect: dialect.name,
      provider: provider.name,
      time: provider.clock === undefined ? 'real' : 'virtual',
    },
    ...shardsOf(options),
    ...(expectations.failing.length + expectations.flaky.length > 0 && { expectations }),
    ...(unreached !== undefined && inOrder.some(isUndelivered) && { undelivered: unreached }),
    ...(gone.length > 0 && { gone }),
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

/** True where the target accepted a message, and its delivery never arrived. */
const isUndelivered = ({ findings, exchanges }: ScenarioResult): boolean =>
  findings.some(isMissingDelivery) &&
  exchanges.some(({ request, response }) => request.method !== 'GET' && isFine(response?.status))

const isFine = (status = 0): boolean => status >= 200 && status < 300

/** One part alone is the whole. */
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

/** Those that fit, and those that do not, in their order. */
const partition = <T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] => [
  items.filter(fits),
  items.filter((item) => !fits(item)),
]

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
