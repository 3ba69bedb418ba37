// Judges a mock, correct or faulty, by the suite, and reads the report.

import { dialects, type DialectName } from '#generated/dialects.js'
import { ruleById, type Interface, type RuleId } from '#generated/rules.js'
import type { AnyFault } from '../../mocks/faults/index.js'
import type { Handler } from '../../mocks/http/message.js'
import { kvHandler } from '../../mocks/kv/server.js'
import { queueHandler } from '../../mocks/queue/server.js'
import { startKv, startPrism, startQueue, type VirtualClock } from '../../mocks/index.js'
import {
  mockProvider,
  run,
  scenarios,
  type Abilities,
  type Report,
  type RunOptions,
  type Scenario,
  type Verdict,
} from '../index.js'
import { unwired } from './unwired.js'
import { watched, watchingQueue, watchingRecord } from './watched.js'

interface JudgeOptions {
  readonly dialect?: DialectName
  /** The URL of a Redis for the data; the mock keeps them in memory if omitted. */
  readonly redis?: string
  readonly fault?: AnyFault
  /** True to call the mock's handler without HTTP. */
  readonly unwired?: boolean
  /** Shuffles the scenarios; numbers from 0 to before 1. */
  readonly random?: () => number
  /** Starts something in front of the mock, and returns its URL. */
  readonly way?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }>
  /** Milliseconds that an advance of the clock waits for pending work. */
  readonly patience?: number
  /** Selects the scenarios to run; `changed` are the parts of the mock that the fault replaces. */
  readonly judges?: (scenario: Scenario, changed: ReadonlySet<string>) => boolean
  /** Called with each part of the mock that is used. */
  readonly onUse?: (part: string) => void
  readonly concurrency?: RunOptions['concurrency']
  readonly onResult?: RunOptions['onResult']
  readonly keepExchanges?: RunOptions['keepExchanges']
}

const inOrder = (
  { random, judges = () => true }: JudgeOptions,
  changed: ReadonlySet<string>,
): readonly Scenario[] => {
  const chosen = scenarios.filter((scenario) => judges(scenario, changed))
  if (random === undefined) return chosen
  const places = new Map(chosen.map(({ id }) => [id, random()]))
  return chosen.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!)
}

/** Bytes of a command: a limit that is fast to exceed. */
const kvMaxRequestSize = 100_000

/**
 * Milliseconds for a scenario without HTTP. A KV scenario waits a quarter of it for an event that a fault
 * suppresses; queue scenarios still receive deliveries over HTTP, on a machine that may be busy.
 */
const unwiredTimeoutMs = { kv: 4_000, queue: 20_000 }

/** Judges a mock of the KV interface. */
export async function judgeKv(options: JudgeOptions = {}): Promise<Report> {
  const { dialect = 'svc', redis, fault, onUse } = options
  const own = fault?.interface === 'kv' ? fault : undefined
  const parts = watched(watchingRecord, kvHandler, own, onUse)
  const limits = { requestBytes: kvMaxRequestSize }
  const mock = await startKv({ dialect, redis, faults: parts.faults, limits })
  const { dailyRequests } = (await mockProvider(mock.url)) ?? {}
  return judge('kv', options, mock, parts, {
    kvMaxRequestSize,
    readOnlyToken: async () => mock.readOnlyToken,
    resetPassword: async (wanted) => mock.resetPassword(wanted),
    ...(dailyRequests && { dailyRequests }),
  })
}

/** Judges a mock of the queue interface. */
export async function judgeQueue(options: JudgeOptions = {}): Promise<Report> {
  const { dialect = 'svc', fault, onUse } = options
  const own = fault?.interface === 'queue' ? fault : undefined
  const parts = watched(watchingQueue, queueHandler, own, onUse)
  const mock = await startQueue({ dialect, faults: parts.faults })
  const { group, pastRuns } = (await mockProvider(mock.url)) ?? {}
  return judge('queue', options, mock, parts, {
    runs: true,
    ...(group && pastRuns && { group, pastRuns }),
  })
}

/** Judges a mock and closes it. */
async function judge(
  of: Interface,
  options: JudgeOptions,
  mock: { url: string; token: string; clock: VirtualClock; close(): Promise<void> },
  parts: { readonly changed: ReadonlySet<string>; readonly handler: Handler },
  abilities: Abilities,
): Promise<Report> {
  const { dialect = 'svc', patience = 500, concurrency, onResult, keepExchanges } = options
  const way = await options.way?.(mock.url)
  try {
    const clock = {
      now: async () => mock.clock.now(),
      advance: (milliseconds: number, known?: { readonly hanging: number }) =>
        mock.clock.advance(milliseconds, { patience, ...known }),
    }
    return await run({
      scenarios: inOrder(options, parts.changed),
      dialect: dialects[dialect],
      provider: { name: 'selftest', clock, dedicatedAccount: true, ...abilities },
      ...(concurrency !== undefined && { concurrency }),
      ...(onResult && { onResult }),
      ...(keepExchanges && { keepExchanges }),
      ...(options.unwired
        ? { [of]: { ...mock, target: unwired(parts.handler) }, timeoutMs: unwiredTimeoutMs[of] }
        : { [of]: { ...mock, ...way } }),
    })
  } finally {
    await way?.close()
    await mock.close()
  }
}

/** Judges both documents as Prism serves them. Nothing becomes due there, so its clock does nothing. */
export async function judgePrism(dialect: DialectName): Promise<Report> {
  const mock = await startPrism({ dialect })
  try {
    const { kv, queue } = mock
    const provider = {
      name: 'selftest',
      readOnlyToken: async () => kv.readOnlyToken,
      kvMaxRequestSize,
      clock: { now: async () => Date.now(), advance: async () => {} },
    }
    // Prism is slower than the other mocks.
    const timeoutMs = 30_000
    return await run({ scenarios, kv, queue, dialect: dialects[dialect], provider, timeoutMs })
  } finally {
    await mock.close()
  }
}

/** The rules with scenarios of this verdict, in the order of the contract. */
export const rulesThat = ({ rules, scenarios }: Report, verdict: Verdict): readonly RuleId[] =>
  rules
    .map(({ id }) => id)
    .filter((id) => scenarios.some((each) => each.rule === id && each.verdict === verdict))

/** The scenarios of these verdicts with their findings, of all rules or one, as text. */
export const outcomes = (
  { scenarios }: Report,
  verdicts: readonly Verdict[],
  rule?: RuleId,
): string =>
  scenarios
    .filter((each) => verdicts.includes(each.verdict) && (rule === undefined || each.rule === rule))
    .flatMap(({ id, verdict, findings }) => [
      `${verdict}: ${id}`,
      ...findings.map(({ message }) => `  ${message}`),
    ])
    .join('\n')

/** The failed scenarios as text. */
export const failuresIn = (report: Report): string =>
  outcomes(report, ['violated', 'blocked', 'harness-error'])

/** Every rule that a scenario of level `must` judges. */
export const judgedRules: ReadonlySet<RuleId> = new Set(
  scenarios.filter(({ rule }) => ruleById[rule].level === 'must').map(({ rule }) => rule),
)

/** Rules that only a dialect with flow control at publish is judged by: `upstash`. */
export const rulesOfFlowControlAtPublish: readonly RuleId[] = [
  'queue.flow-control.at-publish',
  'queue.flow-control.between-attempts',
]
