// Runs scenarios in parallel and returns the report.

import { dialects } from '#generated/dialects.js'
import { contract, type RuleId } from '#generated/rules.js'
import { expect, noExpectations, staleExpectations } from '../../report/expectations.js'
import { areShared, noProvider } from '../../provider/provider.js'
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
} from '../../report/report.js'
import type { Scenario } from '../scenario.js'
import type { Interfaces } from '../interface.js'
import type { StageOptions } from '../options.js'
import type { Shard } from '../select.js'
import { lackInWords } from '../judgement.js'
import { usualDraw } from '../cases.js'
import { openStage, type Stage } from './stage.js'
import type { Damage } from './surveying.js'
import { riskyRank } from '../../survey/survey.js'
import { isOfGoneTarget } from '../../report/gone.js'
import { isOfSecurity } from '../../report/security.js'

export interface RunOptions extends StageOptions {
  readonly scenarios: readonly Scenario[]
  /**
   * The number of scenarios that run in parallel. By default 16 of each interface, and 48 of the
   * queue if time is real, because most of them wait.
   */
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
  const { expectations = noExpectations, signal } = options
  const judged = Object.values(interfaces)
    .map(({ name }) => name)
    .filter((name) => options[name] !== undefined)
  const scenarios = options.scenarios.filter((each) => judged.includes(each.interface))
  const results = new Map<string, ScenarioResult>()
  const stage = await openStage(interfaces, options)
  const ofQueue = provider.clock === undefined ? 48 : 16
  let share = 1
  /** Returns how many of `most` scenarios run at once: half if the target cannot keep up. */
  const allowed = (most: number) => () => {
    if (stage.isStrained()) share /= 2
    return Math.max(1, Math.floor(most * share))
  }
  const inPools = async (shared: readonly Scenario[]) => {
    const { concurrency } = options
    if (concurrency !== undefined) return inParallel(shared, allowed(concurrency), judge)
    const [queue, kv] = partition(shared, (each) => each.interface === 'queue')
    await Promise.all([
      inParallel(kv, allowed(16), judge),
      inParallel(queue, allowed(ofQueue), judge),
    ])
  }

  let stopped = false
  const interrupted = () => signal?.aborted === true
  const isOver = () => stopped || interrupted()
  const keep = (plain: ScenarioResult) => {
    const result = expect(plain, expectations, startedAt)
    // An abort ends the requests that are under way, so only a passed scenario is sure.
    if (interrupted() && result.verdict !== 'passed') return
    results.set(result.id, result)
    options.onResult?.(result)
    if (options.bail === true && isFailure(result.verdict) && result.expected !== true)
      stopped = true
  }
  /** The scenarios that may harm the target, and those during which it went down, each with a rank. */
  const risky = new Map<Scenario, number>()
  const judge = async (scenario: Scenario) => {
    if (isOver()) return
    const { result, harm } = await stage.performSafely(scenario)
    if (result === undefined || isOfGoneTarget(result)) risky.set(scenario, harm?.rank ?? 0)
    if (result !== undefined && isOfGoneTarget(result)) lost.set(scenario.id, result)
    else if (result !== undefined) keep(result)
  }
  const lost = new Map<string, ScenarioResult>()
  const harmed: Harmed[] = []
  /** Runs the risky scenarios one by one, the riskiest last, while the target serves after each. */
  const judgeRisky = async () => {
    const ofRank = (rank: number) => scenarios.filter((each) => risky.get(each) === rank)
    let serves = lost.size === 0 || (!isOver() && (await stage.revive()))
    const keepDamage = async ({ problem, isBack }: Damage, scenario: string) => {
      serves = isBack || (await stage.revive())
      const isUnjudged = ({ id }: Scenario) => !results.has(id) && !lost.has(id)
      const notRun = serves ? 0 : [...risky.keys()].filter(isUnjudged).length
      harmed.push({ scenario, problem, back: serves, notRun })
    }
    for (let rank = 0; rank <= riskyRank; rank++) {
      const [first] = ofRank(rank)
      if (rank === riskyRank && first !== undefined && serves && !isOver() && !stage.isLimited) {
        const damage = await stage.surveyRisky()
        const shown = scenarios.find(({ rule }) => isShownByRisk(stage.surveys, rule))
        if (damage !== undefined) await keepDamage(damage, (shown ?? first).id)
      }
      for (const scenario of ofRank(rank)) {
        if (!serves || isOver()) continue
        const { result, harm, damage } = await stage.performAlone(scenario, rank)
        if (result !== undefined) keep(result)
        risky.set(scenario, harm?.rank ?? rank)
        if (damage !== undefined) await keepDamage(damage, scenario.id)
      }
    }
    for (const result of lost.values()) if (!results.has(result.id)) keep(result)
  }
  // Scenarios that advance the clock run alone, because the clock affects all scenarios.
  const turnsClock = ({ waits }: Scenario) => waits > 0 && provider.clock !== undefined
  const isShared = (scenario: Scenario) =>
    scenario.alone !== true && areShared(scenario.needs) && !turnsClock(scenario)
  const [after, others] = partition(scenarios, (scenario) => scenario.after === true)
  try {
    await stage.survey()
    // Rules that keep strangers out are judged before anything could end the run. Long waits are not
    // for them alone.
    const isFirst = ({ rule, waits }: Scenario) => isOfSecurity(rule) && waits === 0
    for (const part of partition(others, isFirst)) {
      const [shared, alone] = partition(part, isShared)
      await inPools(shared.toSorted((one, other) => other.waits - one.waits))
      await inParallel(alone, () => 1, judge)
    }
    await judgeRisky()
    await inParallel(after, () => 1, judge)
  } finally {
    await stage.close()
  }

  const { thorough = 0, seed = usualDraw.seed } = options.draw ?? {}
  const { sentAgain, unreached } = stage
  const { gone, outages, cutOff } = stage.losses
  const inOrder = scenarios.flatMap(({ id }) => results.get(id) ?? [])
  const lacks = lacksIn(stage.surveys, inOrder)
  const known = Object.values(interfaces).flatMap((each) => each.scenarios)
  const ids = [...new Set([...known, ...scenarios].map(({ id }) => id))]
  const stale = staleExpectations(inOrder, expectations, ids, startedAt)
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
    ...(lacks.length > 0 && { lacks }),
    ...(harmed.length > 0 && { harmed }),
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
      dialect: dialect.name,
      provider: noProvider.name,
      time: 'real',
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

/** True for a rule that only a risky request shows to be violated. */
const isShownByRisk = (surveys: Stage['surveys'], rule: RuleId): boolean =>
  [...surveys.values()].some(({ risky, violationOf }) => {
    const lack = violationOf(rule)
    return lack !== undefined && risky.includes(lack.feature)
  })

type Harmed = NonNullable<Report['harmed']>[number]

/** Returns what the targets lack, with the number of scenarios that ran without it or not at all. */
const lacksIn = (
  surveys: Stage['surveys'],
  results: readonly ScenarioResult[],
): NonNullable<Report['lacks']> =>
  [...surveys].flatMap(([name, { lacks }]) =>
    lacks.map((lack) => {
      const own = results.filter((each) => each.interface === name)
      const isLeftOut = ({ verdict, reason }: ScenarioResult) =>
        verdict === 'not-applicable' && reason === lackInWords(lack.name)
      return {
        interface: name,
        name: lack.name,
        rules: lack.rules,
        scenarios: own.filter(isLeftOut).length,
        parts: own.filter((each) => !isLeftOut(each) && each.leftOut?.includes(lack.name)).length,
      }
    }),
  )

const partition = <T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] => [
  items.filter(fits),
  items.filter((item) => !fits(item)),
]

/** Does the work of each item, of as many at once as `atOnce` says now. The number may only decrease. */
async function inParallel<T>(
  items: readonly T[],
  atOnce: () => number,
  work: (item: T) => Promise<void>,
) {
  const queue = items.values()
  const worker = async (_: unknown, number: number) => {
    for (const item of queue) {
      await work(item)
      if (number >= atOnce()) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce(), items.length) }, worker))
}
