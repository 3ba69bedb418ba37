// Opens the targets of a run, and runs single scenarios: performs one, classifies the evidence, records the
// result.

import { randomBytes } from 'node:crypto'
import type { Interface as InterfaceName } from '#generated/rules.js'
import type { ScenarioResult } from '../../report/report.js'
import type { Feature, Harm, Survey } from '../../survey/survey.js'
import { watchLateness } from '../../wire/lateness.js'
import { classify, type Hindrance } from './classify.js'
import type { Interfaces } from '../interface.js'
import { obstacleInWords, obstacleTo } from '../obstacle.js'
import type { StageOptions } from '../options.js'
import { perform, removed, type Care } from './perform.js'
import { resultOf, type Recorded } from './record.js'
import type { Scenario } from '../scenario.js'
import { openShared } from './shared.js'
import { damageAt, healthOf, isServing, surveyed, type Damage } from './surveying.js'

export type Stage = Awaited<ReturnType<typeof openStage>>

export interface Performed {
  /** Undefined if the scenario was stopped before a request that could harm the target. */
  readonly result: ScenarioResult | undefined
  /** The harm that the request could do. */
  readonly harm?: Harm
  /** Set if the target does not serve as before any more. */
  readonly damage?: Damage
}

/** Returns, for example, `POST /subscribe`. */
const streamOf = (feature: Feature): string => `POST /${feature.split(' ')[1]}`

/** Verdicts that a busy machine may cause. */
const failed: ReadonlySet<string> = new Set(['violated', 'blocked'])

/** The longest wait for a target that somebody else restarts, in milliseconds. */
const revivalMs = 5_000

/** Opens the targets. Rejects if a URL is invalid or if the address of the sink is in use. */
export async function openStage(interfaces: Interfaces, options: StageOptions) {
  watchLateness()
  const shared = await openShared(interfaces, options)
  const { dialect, sides, losses, shapes } = shared
  const { sink } = [...sides.values()].map(({ opened }) => opened).find((each) => each.sink) ?? {}
  const runId = randomBytes(4).toString('hex')
  let count = 0

  /** Runs a scenario. Runs it once more if it fails on a busy machine; the cases of laws do so themselves. */
  async function performed(
    scenario: Scenario,
    care: Care = {},
    isRepetition = false,
  ): Promise<Performed> {
    const notRun = (hindrance: Hindrance, recorded?: Recorded): Performed => ({
      result: resultOf(scenario, classify(hindrance), shared, recorded),
    })
    const obstacle = obstacleTo(scenario, shared)
    if (obstacle !== undefined) return notRun({ obstacle: obstacleInWords(obstacle, shared) })
    const side = sides.get(scenario.interface)
    if (side === undefined) throw new Error(`there is no ${scenario.interface} target`)
    const { basePath } = side.target
    const lack = scenario.after ? undefined : side.survey.violationOf(scenario.rule)
    if (lack !== undefined) {
      const isFirst = !side.violated.has(scenario.rule)
      side.violated.add(scenario.rule)
      const recorded = isFirst ? { exchanges: [lack.exchange], basePath } : undefined
      return notRun({ lack, isFirst }, recorded)
    }
    await losses.awaitResponse(side, scenario)
    const loss = losses.reasonAgainst(scenario, side.url)
    if (loss !== undefined) return notRun({ loss })

    const id = `svc-contract-${runId}-${++count}`
    const run = await perform(side, scenario, { id, care }, shared)
    const { evidence, recorded, harm, damage, wasBusy } = run
    if (harm !== undefined) return { result: undefined, harm }
    const ending = classify(evidence)
    const mayRepeat = !isRepetition && !scenario.law && !scenario.after && damage === undefined
    if (mayRepeat && wasBusy && failed.has(ending.verdict) && options.signal?.aborted !== true)
      if (losses.reasonAgainst(scenario, side.url) === undefined)
        return performed(scenario, care, true)
    if (ending.verdict === 'passed') shapes.add(scenario, recorded.exchanges, basePath)
    const result = resultOf(scenario, ending, shared, recorded)
    return { result, ...(damage !== undefined && { damage }) }
  }

  return {
    /** Finds what the targets have and lack. Until then, they count as complete. */
    async survey(): Promise<void> {
      // The embedded mock lacks nothing, and no request harms it.
      if (options.embedded === true) return
      await Promise.all(
        Array.from(sides, async ([name, side]) => {
          side.survey = options.surveys?.[name] ?? (await surveyed(side, { ...options, dialect }))
          side.health = await healthOf(side, { ...options, dialect })
        }),
      )
    },
    /**
     * Finds what the survey could not, because its requests could harm the target. Returns the damage
     * that they have done.
     */
    async surveyRisky(): Promise<Damage | undefined> {
      let damage: Damage | undefined
      for (const side of sides.values()) {
        const { risky } = side.survey
        if (risky.length === 0) continue
        side.survey = await surveyed(side, { ...options, dialect }, side.survey)
        damage ??= await damageAt(side.health, options.signal, () => risky.map(streamOf))
      }
      return damage
    },
    /** True if a target refuses everything because a limit is reached, or sends nothing readable. */
    get isLimited(): boolean {
      return losses.outages.some(({ kind }) => kind === 'limited' || kind === 'unreadable')
    },
    /** Returns true if a target responds much more slowly than before. */
    isStrained: () => [...sides.values()].some(({ target }) => target.isStrained()),
    /** The survey of each target. */
    get surveys(): ReadonlyMap<InterfaceName, Survey> {
      return new Map([...sides].map(([name, { survey }]) => [name, survey]))
    },
    /**
     * Runs one scenario. Its timeout and the timeout of its cleanup limit the duration. Never
     * rejects.
     */
    perform: async (scenario: Scenario): Promise<ScenarioResult> =>
      (await performed(scenario)).result!,
    /** Runs a scenario, or stops it before a request that could harm the target. */
    performSafely: async (scenario: Scenario): Promise<Performed> =>
      performed(scenario, options.embedded === true ? {} : { upTo: 0 }),
    /**
     * Runs a scenario, or stops it before a request of a higher rank. Checks afterwards that the target
     * still serves.
     */
    performAlone: async (scenario: Scenario, upTo: number): Promise<Performed> =>
      performed(scenario, { upTo, checks: true }),
    /** Brings back targets that no longer serve, or waits for them. Resolves with true if all serve. */
    async revive(): Promise<boolean> {
      const isBack = (await options.revive?.()) ?? true
      for (const side of sides.values()) {
        // A target that was silent for so long does not come back by itself.
        if (options.revive === undefined && losses.isSilent(side.url)) return false
        if (!isBack || !(await isServing(side.health, revivalMs, options.signal))) return false
        losses.forget(side.url)
      }
      return true
    },
    /** The targets that went down, and the requests that were under way. */
    losses,
    /** The requests that were sent again, and all requests that were sent on a used connection. */
    get sentAgain() {
      const counts = [...sides.values()].flatMap(({ target }) => target.reuse ?? [])
      return {
        requests: counts.reduce((sum, { sentAgain }) => sum + sentAgain, 0),
        of: counts.reduce((sum, { reused }) => sum + reused, 0),
      }
    },
    /** The URL of the sink if the sink has received no request, and undefined otherwise. */
    get unreached() {
      return sink?.deliveryCount === 0 ? sink.url : undefined
    },
    async close() {
      await losses.restoreAgain(sides)
      await losses.removeAgain()
      for (const side of sides.values())
        if (options.embedded !== true && !losses.isUseless(side.url))
          await removed(side, shared, async (wire) => side.opened.leave?.(wire))
      for (const { target } of sides.values()) target.close()
      await sink?.close()
    },
  }
}
