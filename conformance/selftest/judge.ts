// How the selftests put a mock, correct or faulty, before the suite, and what they read in a report.

import { dialects, type DialectName } from '#generated/dialects.js'
import { ruleById, type RuleId } from '#generated/rules.js'
import type { Fault } from '../../mocks/faults/fault.js'
import type { AnyFault } from '../../mocks/faults/index.js'
import type { Handler } from '../../mocks/http/message.js'
import { kvHandler } from '../../mocks/kv/server.js'
import type { Kv } from '../../mocks/kv/kv.js'
import {
  startKv,
  startPrism,
  startQueue,
  type KvOptions,
  type QueueOptions,
  type VirtualClock,
} from '../../mocks/index.js'
import {
  mockProvider,
  run,
  scenarios,
  type Provider,
  type Report,
  type Scenario,
  type Verdict,
} from '../index.js'
import { startRoughProxy } from './rough-proxy.js'
import { unwired } from './unwired.js'

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
  /** Which scenarios are to judge; all without it. */
  readonly judges?: (scenario: Scenario, index: number) => boolean
}

const inOrder = ({ random, judges = () => true }: JudgeOptions) => {
  const chosen = scenarios.filter(judges)
  if (random === undefined) return chosen
  const places = new Map(chosen.map(({ id }) => [id, random()]))
  return chosen.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!)
}

/** Where a mock is reached, and the end of the way to it. */
const wayTo = async (url: string, { rough, random = Math.random }: JudgeOptions) =>
  rough ? startRoughProxy(url, random) : { url, close: async () => {} }

/** As much as a command may have, in bytes: a limit that costs no time to exceed. */
const kvMaxRequestSize = 100_000

/**
 * What a scenario has where there is no wire. A quarter of it is how long one waits for an event that
 * a fault keeps from it, and there are faults that keep all of them back.
 */
const unwiredTimeoutMs = 4_000

/** The report on a mock of the KV interface. */
export async function judgeKv(options: JudgeOptions = {}) {
  const { dialect = 'svc', redis, fault } = options
  let handler: Handler | undefined
  const seen: Fault<Kv> = {
    name: 'the parts are as the other fault left them, and seen',
    breaks: [],
    apply(kv) {
      handler = kvHandler(kv)
      return kv
    },
  }
  const faults: KvOptions['faults'] = [...(fault?.interface === 'kv' ? [fault] : []), seen]
  const limits = { requestBytes: kvMaxRequestSize }
  const mock = await startKv({ dialect, redis, faults, limits })
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
    const common = { scenarios: inOrder(options), dialect: dialects[dialect], provider }
    if (!options.unwired || !handler) return await run({ ...common, kv: { ...mock, ...way } })
    const kv = { ...mock, target: unwired(handler) }
    return await run({ ...common, kv, timeoutMs: unwiredTimeoutMs })
  } finally {
    await way.close()
    await mock.close()
  }
}

/** The report on a mock of the queue interface. */
export async function judgeQueue(options: JudgeOptions = {}) {
  const { dialect = 'svc', fault } = options
  const faults: QueueOptions['faults'] = fault?.interface === 'queue' ? [fault] : []
  const mock = await startQueue({ dialect, faults })
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
    const queue = { ...mock, ...way }
    return await run({ scenarios: inOrder(options), queue, dialect: dialects[dialect], provider })
  } finally {
    await way.close()
    await mock.close()
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
