// How the selftests put a mock, correct or faulty, before the suite, and what they read in a report.

import { dialects, type DialectName } from '#generated/dialects.js'
import { ruleById, type RuleId } from '#generated/rules.js'
import type { AnyFault } from '../../mocks/faults/index.js'
import { kvHandler } from '../../mocks/kv/server.js'
import { queueHandler } from '../../mocks/queue/server.js'
import { startKv, startPrism, startQueue, type VirtualClock } from '../../mocks/index.js'
import {
  mockProvider,
  run,
  scenarios,
  type Provider,
  type Report,
  type RunOptions,
  type Scenario,
  type Verdict,
} from '../index.js'
import { startRoughProxy } from './rough-proxy.js'
import { unwired } from './unwired.js'
import { watched, watchingQueue, watchingRecord } from './watched.js'

interface JudgeOptions {
  readonly dialect?: DialectName
  /** Where the mock keeps its data; memory without it. */
  readonly redis?: string
  readonly fault?: AnyFault
  /** Whether requests reach the mock by its decisions alone, without HTTP. */
  readonly unwired?: boolean
  /** Puts the scenarios in another order: numbers from 0 to before 1. */
  readonly random?: () => number
  /** Whether the way to the mock is rough: what that is, `random` decides. */
  readonly rough?: boolean
  /** Another way to the mock, by its URL. */
  readonly way?: (url: string) => Promise<Way>
  /** Which scenarios are to judge, where these parts of the mock are changed; all without it. */
  readonly judges?: (scenario: Scenario, index: number, changed: ReadonlySet<string>) => boolean
  /** Hears of each part of the mock that is asked for. */
  readonly asked?: (part: string) => void
  /** Scenarios at a time. */
  readonly concurrency?: number
  /** Hears of each scenario as it ends. */
  readonly onResult?: RunOptions['onResult']
  /** Whether results of passed scenarios have their exchanges too. */
  readonly keepExchanges?: RunOptions['keepExchanges']
}

const inOrder = (
  { random, judges = () => true }: JudgeOptions,
  changed: ReadonlySet<string> = new Set(),
) => {
  const chosen = scenarios.filter((scenario, index) => judges(scenario, index, changed))
  if (random === undefined) return chosen
  const places = new Map(chosen.map(({ id }) => [id, random()]))
  return chosen.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!)
}

/** Where a mock is reached, and the end of the way to it. */
interface Way {
  readonly url: string
  readonly close: () => Promise<void>
}

const straight = async (url: string): Promise<Way> => ({ url, close: async () => {} })

const wayTo = async (
  url: string,
  { rough, random = Math.random, way = straight }: JudgeOptions,
): Promise<Way> => (rough ? startRoughProxy(url, random) : way(url))

/** As much as a command may have, in bytes: a limit that costs no time to exceed. */
const kvMaxRequestSize = 100_000

/**
 * What a scenario has where there is no wire. A quarter of it is how long one waits for an event that
 * a fault keeps from it, and there are faults that keep all of them back.
 */
const unwiredTimeoutMs = 4_000

/** What a scenario has to whom a queue delivers, on a machine that may be busy. */
const queueTimeoutMs = 20_000

/** The report on a mock of the KV interface. */
export async function judgeKv(options: JudgeOptions = {}) {
  const { dialect = 'svc', redis } = options
  const fault = options.fault?.interface === 'kv' ? options.fault : undefined
  const parts = watched(watchingRecord, kvHandler, fault, options.asked)
  const limits = { requestBytes: kvMaxRequestSize }
  const mock = await startKv({ dialect, redis, faults: parts.faults, limits })
  const way = await wayTo(mock.url, options)
  try {
    const readOnlyToken = async () => mock.readOnlyToken
    const { dailyRequests } = (await mockProvider(mock.url)) ?? {}
    const provider: Provider = {
      name: 'selftest',
      ...{ readOnlyToken, kvMaxRequestSize, clock: clockOf(mock, options) },
      dedicatedAccount: true,
      resetPassword: async (wanted) => mock.resetPassword(wanted),
      ...(dailyRequests && { dailyRequests }),
    }
    const common = commonTo(options, parts.changed, provider)
    if (!options.unwired) return await run({ ...common, kv: { ...mock, ...way } })
    const kv = { ...mock, target: unwired(parts.handler) }
    return await run({ ...common, kv, timeoutMs: unwiredTimeoutMs })
  } finally {
    await way.close()
    await mock.close()
  }
}

/** The report on a mock of the queue interface. */
export async function judgeQueue(options: JudgeOptions = {}) {
  const { dialect = 'svc' } = options
  const fault = options.fault?.interface === 'queue' ? options.fault : undefined
  const parts = watched(watchingQueue, queueHandler, fault, options.asked)
  const mock = await startQueue({ dialect, faults: parts.faults })
  const way = await wayTo(mock.url, options)
  try {
    const { group, pastRuns } = (await mockProvider(mock.url)) ?? {}
    const provider: Provider = {
      name: 'selftest',
      clock: clockOf(mock, options),
      runs: true,
      dedicatedAccount: true,
      ...(group && pastRuns && { group, pastRuns }),
    }
    const common = commonTo(options, parts.changed, provider)
    if (!options.unwired) return await run({ ...common, queue: { ...mock, ...way } })
    // Deliveries come over HTTP even so, and a machine that does much else is slow.
    const queue = { ...mock, target: unwired(parts.handler) }
    return await run({ ...common, queue, timeoutMs: queueTimeoutMs })
  } finally {
    await way.close()
    await mock.close()
  }
}

/** What both interfaces are judged with. */
const commonTo = (options: JudgeOptions, changed: ReadonlySet<string>, provider: Provider) => {
  const { dialect = 'svc', concurrency, onResult, keepExchanges } = options
  return {
    scenarios: inOrder(options, changed),
    dialect: dialects[dialect],
    provider,
    ...(concurrency !== undefined && { concurrency }),
    ...(onResult && { onResult }),
    ...(keepExchanges && { keepExchanges }),
  }
}

/** The report on both documents as Prism serves them. Nothing is ever due there: its time may be turned. */
export async function judgePrism(dialect: DialectName = 'svc') {
  const mock = await startPrism({ dialect })
  try {
    const { kv, queue } = mock
    const provider = {
      name: 'selftest',
      readOnlyToken: async () => kv.readOnlyToken,
      kvMaxRequestSize,
      clock: { now: async () => Date.now(), advance: async () => {} },
    }
    // Slow beside the other mocks, and on a busy machine slower still.
    const timeoutMs = 30_000
    return await run({ scenarios, kv, queue, dialect: dialects[dialect], provider, timeoutMs })
  } finally {
    await mock.close()
  }
}

/** On a rough way everything takes longer, and nothing that takes long hangs. */
const clockOf = ({ clock }: { readonly clock: VirtualClock }, { rough }: JudgeOptions) => ({
  now: async () => clock.now(),
  advance: (milliseconds: number, known?: { readonly hanging: number }) =>
    clock.advance(milliseconds, { patience: rough ? 3000 : 500, ...known }),
})

/** The rules that a report has scenarios of this verdict for, in the order of the contract. */
export const rulesThat = ({ rules, scenarios }: Report, verdict: Verdict): readonly RuleId[] =>
  rules
    .map(({ id }) => id)
    .filter((id) => scenarios.some((each) => each.rule === id && each.verdict === verdict))

/** What a report says of its scenarios of these verdicts, all or those of one rule, for a message. */
export const told = ({ scenarios }: Report, verdicts: readonly Verdict[], rule?: RuleId): string =>
  scenarios
    .filter((each) => verdicts.includes(each.verdict) && (rule === undefined || each.rule === rule))
    .flatMap(({ id, verdict, findings }) => [
      `${verdict}: ${id}`,
      ...findings.map(({ message }) => `  ${message}`),
    ])
    .join('\n')

/** Every rule that a scenario of level `must` judges. */
export const judgedRules: ReadonlySet<RuleId> = new Set(
  scenarios.filter(({ rule }) => ruleById[rule].level === 'must').map(({ rule }) => rule),
)

/** The rules that are judged only in a dialect that sets flow control at a publish: `upstash`. */
export const rulesOfFlowControlAtPublish: readonly RuleId[] = [
  'queue.flow-control.at-publish',
  'queue.flow-control.between-attempts',
]
