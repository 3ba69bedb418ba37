// Runs the suite against a mock, correct or with a fault, and reads the report.

import { dialects, type DialectName } from '#generated/dialects.js'
import { ruleById, type Interface, type RuleId } from '#generated/rules.js'
import type { AnyFault } from '../../mocks/faults/index.js'
import {
  watchingQueue,
  watchingRecord,
  type OnUse,
  type Watching,
} from '../../mocks/faults/watching.js'
import type { Handler } from '../../mocks/http/message.js'
import type { Kv } from '../../mocks/kv/kv.js'
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
import { verdictOn } from '../report/report.js'
import { advancePausing } from '../provider/mock.js'
import { unwired } from './unwired.js'
import type { Fault } from '../../mocks/faults/fault.js'

/**
 * Returns three faults for a mock that has not started yet: `fault`, and two that only observe,
 * one before and one after it. Read `changed` and `handler` only after the mock has started.
 */
function watched<Parts extends object>(
  { before, reporting }: Watching<Parts>,
  handlerOf: (parts: Parts) => Handler,
  fault: Fault<Parts> | undefined,
  onUse: OnUse | undefined,
) {
  let changedIn: (after: Parts) => ReadonlySet<string> = () => new Set()
  let changed: ReadonlySet<string> = new Set()
  let handler: Handler | undefined

  const first: Fault<Parts> = {
    id: 'before',
    name: 'observes the parts before the fault',
    breaks: [],
    apply(parts) {
      const observed = before(parts)
      changedIn = observed.changedIn
      return observed.parts
    },
  }
  const last: Fault<Parts> = {
    id: 'after',
    name: 'observes the parts after the fault',
    breaks: [],
    apply(parts) {
      changed = changedIn(parts)
      const observed = onUse === undefined ? parts : reporting(parts, onUse)
      handler = handlerOf(observed)
      return observed
    },
  }
  return {
    faults: [first, ...(fault ? [fault] : []), last],
    get changed() {
      return changed
    },
    get handler() {
      if (handler === undefined) throw new Error('expected the mock to have been started')
      return handler
    },
  }
}

interface JudgeOptions {
  readonly dialect?: DialectName
  /** The URL of a Redis server for the data. By default, the mock keeps the data in memory. */
  readonly redis?: string | undefined
  readonly fault?: AnyFault
  /** True to call the mock's handler without HTTP. */
  readonly unwired?: boolean
  /** Shuffles the scenarios. Returns numbers from 0 to less than 1. */
  readonly random?: () => number
  /** Starts a server in front of the mock, such as a proxy, and returns its URL. */
  readonly way?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }>
  /** The milliseconds that the clock waits for pending work when it is advanced. */
  readonly patience?: number
  /**
   * Selects the scenarios to run. `changed` contains the names of the functions that the fault
   * replaces.
   */
  readonly judges?: (scenario: Scenario, changed: ReadonlySet<string>) => boolean
  /** Called with the name of each function of the mock that is used. */
  readonly onUse?: (part: string) => void
  readonly concurrency?: RunOptions['concurrency']
  readonly onResult?: RunOptions['onResult']
  readonly keepExchanges?: RunOptions['keepExchanges']
  /** The draw of the cases of laws. */
  readonly draw?: RunOptions['draw']
  readonly bail?: boolean
  /** True to send no requests beside those of the scenarios, as for an embedded mock. */
  readonly embedded?: boolean
  /** The tokens of the key-value mock, instead of random ones. */
  readonly tokens?: { readonly token: string; readonly readOnlyToken: string }
  /** Wraps the handler of a mock without HTTP. */
  readonly beside?: (handler: Handler) => Handler
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

/** The largest request in bytes. A low limit is fast to exceed. */
export const kvMaxRequestSize = 100_000

/**
 * The timeout of a scenario without HTTP, in milliseconds. A key-value scenario waits a quarter of
 * it for an event that a fault suppresses. Queue scenarios have more time because they still
 * receive deliveries over HTTP, perhaps on a busy machine.
 */
const unwiredTimeoutMs = { kv: 4_000, queue: 20_000 }

/** The timeout of a scenario of the queue on Redis, in milliseconds. */
const redisTimeoutMs = 60_000

export async function judgeKv(options: JudgeOptions = {}): Promise<Report> {
  const { dialect = 'svc', redis, fault, onUse, beside = (handler: Handler) => handler } = options
  const own = fault?.interface === 'kv' ? fault : undefined
  const parts = watched(watchingRecord, (kv: Kv) => beside(kvHandler(kv)), own, onUse)
  const limits = { requestBytes: kvMaxRequestSize }
  const mock = await startKv({ dialect, redis, faults: parts.faults, limits, ...options.tokens })
  const { dailyRequests } = (await mockProvider(mock.url)) ?? {}
  return judge('kv', options, mock, parts, {
    kvMaxRequestSize,
    readOnlyToken: async () => mock.readOnlyToken,
    resetPassword: async (wanted) => mock.resetPassword(wanted),
    ...(dailyRequests && { dailyRequests }),
  })
}

export async function judgeQueue(options: JudgeOptions = {}): Promise<Report> {
  const { dialect = 'svc', redis, fault, onUse } = options
  const own = fault?.interface === 'queue' ? fault : undefined
  const parts = watched(watchingQueue, queueHandler, own, onUse)
  const store = redis === undefined ? 'memory' : { redis, name: dialect }
  const mock = await startQueue({ dialect, store, faults: parts.faults })
  const { group, pastRuns } = (await mockProvider(mock.url)) ?? {}
  return judge('queue', options, mock, parts, {
    runs: true,
    ...(group && pastRuns && { group, pastRuns }),
  })
}

/** Runs the suite against a mock and closes the mock. */
async function judge(
  of: Interface,
  options: JudgeOptions,
  mock: { url: string; token: string; clock: VirtualClock; close(): Promise<void> },
  parts: { readonly changed: ReadonlySet<string>; readonly handler: Handler },
  abilities: Abilities,
): Promise<Report> {
  const { dialect = 'svc', patience = 500, redis, concurrency, onResult, keepExchanges } = options
  const way = await options.way?.(mock.url)
  try {
    const clock = {
      now: async () => mock.clock.now(),
      advance: (milliseconds: number, hangs = { hanging: 0 }) =>
        advancePausing(
          (step, options) => mock.clock.advance(step, options),
          ...([milliseconds, hangs, patience] as const),
        ),
    }
    return await run({
      scenarios: inOrder(options, parts.changed),
      dialect: dialects[dialect],
      provider: { name: 'selftest', clock, dedicatedAccount: true, ...abilities },
      ...(concurrency !== undefined && { concurrency }),
      ...(redis !== undefined && { timeoutMs: redisTimeoutMs }),
      ...(onResult && { onResult }),
      ...(keepExchanges && { keepExchanges }),
      ...(options.draw && { draw: options.draw }),
      ...(options.bail && { bail: true }),
      ...(options.embedded && { embedded: true }),
      ...(options.unwired && { timeoutMs: unwiredTimeoutMs[of] }),
      [of]: {
        ...mock,
        ...way,
        ...(options.unwired && { target: unwired(parts.handler) }),
      },
    })
  } finally {
    await way?.close()
    await mock.close()
  }
}

/**
 * Runs the suite against both OpenAPI documents, served by Prism. The clock does nothing, because
 * no event becomes due in Prism.
 */
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
    // Prism is slower than the other mocks, so the timeout is longer.
    const timeoutMs = 30_000
    const draw = { quick: true }
    return await run({
      scenarios,
      kv,
      queue,
      dialect: dialects[dialect],
      provider,
      timeoutMs,
      draw,
    })
  } finally {
    await mock.close()
  }
}

/** Returns the rules that have a scenario with this verdict, in the order of the contract. */
export const rulesThat = ({ rules, scenarios }: Report, verdict: Verdict): readonly RuleId[] =>
  rules
    .map(({ id }) => id)
    .filter((id) => scenarios.some((each) => verdictOn(id, each) === verdict))

/**
 * Returns the scenarios with these verdicts and their findings as text, for one rule or for all.
 */
export const outcomes = (
  { scenarios }: Report,
  verdicts: readonly Verdict[],
  rule?: RuleId,
): string =>
  scenarios
    .filter((each) => {
      const verdict = rule === undefined ? each.verdict : verdictOn(rule, each)
      return verdict !== undefined && verdicts.includes(verdict)
    })
    .flatMap(({ id, verdict, findings }) => [
      `${verdict}: ${id}`,
      ...findings.map(({ message }) => `  ${message}`),
    ])
    .join('\n')

export const failuresIn = (report: Report): string =>
  outcomes(report, ['violated', 'blocked', 'harness-error'])

/** Returns true if only laws judge the rule. */
export const isOfLaws = (rule: RuleId): boolean =>
  scenarios.every((each) => each.rule !== rule || each.law !== undefined)

const laws = new Set(scenarios.filter(({ law }) => law !== undefined).map(({ id }) => id))

/** Returns true for the id of a scenario of a law. */
export const isOfLaw = (id: string): boolean => laws.has(id)

/**
 * Returns true if only laws find the rule violated. A law names the rule of the values with which a case
 * fails, which may be more than one rule.
 */
export const isOnlyOfLaws = ({ scenarios }: Report, rule: RuleId): boolean =>
  scenarios.every((each) => isOfLaw(each.id) || verdictOn(rule, each) !== 'violated')

export const judgedRules: ReadonlySet<RuleId> = new Set(
  scenarios.filter(({ rule }) => ruleById[rule].level === 'must').map(({ rule }) => rule),
)

/** Rules whose scenarios run only in a dialect with flow control at publish, which is `upstash`. */
export const rulesOfFlowControlAtPublish: readonly RuleId[] = [
  'queue.flow-control.at-publish',
  'queue.flow-control.between-attempts',
]
