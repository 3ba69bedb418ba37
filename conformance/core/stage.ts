// Runs single scenarios, each with a separate name, deadline and record of exchanges.

import { randomBytes } from 'node:crypto'
import { dialects, type Dialect } from '#generated/dialects.js'
import { ruleById, type Interface as InterfaceName, type RuleId } from '#generated/rules.js'
import { guarded } from '../provider/guarded.js'
import { noProvider, type Abilities, type Ability, type Provider } from '../provider/provider.js'
import { isFailure, recorder, type ScenarioResult, type Verdict } from '../report/report.js'
import { clippedIn } from '../report/clip.js'
import { isShort } from '../report/redact.js'
import { testCommand, reproOf } from '../report/repro.js'
import { deadlineAfter, type Deadline } from '../wire/deadline.js'
import { jsonOf, type Exchange } from '../wire/exchange.js'
import { lineTo, type Line } from '../wire/line.js'
import { openTarget } from '../wire/target.js'
import { controlFindingOf, lackInWords, type Finding } from './judgement.js'
import { blockedAt, endingOf, redactedEnding, type Ending } from './ending.js'
import type { TestedInterface, Interfaces, OpenInterface } from './interface.js'
import { obstacleInWords, obstacleTo } from './obstacle.js'
import type { StageOptions } from './options.js'
import { watchLateness } from '../wire/lateness.js'
import { usualDraw, type Draw } from './cases.js'
import { lossesIn, type Losses } from './losses.js'
import { mayBeOfProxy, watchedTarget, type WatchedTarget } from './outage.js'
import type { Entered, Scenario, World } from './scenario.js'
import { secrets, type Secrets } from './secrets.js'
import { unlessSlow } from './slow-target.js'
import { shapeOf } from '../wire/schema.js'
import { shapeBook, exceedsLimits, wrongShapeIn, type ShapeBook } from './shapes.js'
import { guardOf } from '../survey/guard.js'
import {
  completeSurvey,
  type Feature,
  type Harm,
  type Lack,
  type Survey,
} from '../survey/survey.js'
import { damageAt, healthOf, isServing, surveyed, type Damage, type Health } from './surveying.js'
import { realTime, virtualTime, type Time } from './time.js'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** An interface of the target and the objects that its scenarios share. */
interface Side {
  readonly of: TestedInterface
  /** The survey of the target. Until then, the target counts as complete. */
  survey: Survey
  /** Checks that the target serves as after the survey. */
  health: Health
  /** The rules that the survey alone has violated. */
  readonly violated: Set<RuleId>
  readonly url: string
  readonly target: WatchedTarget
  /** The currently valid token. */
  readonly token: string
  readonly opened: OpenInterface
}

interface Shared {
  readonly options: StageOptions
  readonly dialect: Dialect
  readonly provider: Provider
  readonly timeoutMs: number
  readonly maxWaitMs: number
  readonly patienceMs: number
  readonly sides: ReadonlyMap<InterfaceName, Side>
  readonly provide: Abilities
  readonly shapes: ShapeBook
  readonly secrets: Secrets
  readonly record: ReturnType<typeof recorder>
  readonly losses: Losses
  readonly draw: Draw
  /** The outcomes that the scenarios of a law share. */
  readonly cases: Map<unknown, unknown>
}

/** The default of `silenceMs`, longer than a slow garbage collection or a failover usually takes. */
const longestSilenceMs = 30_000

/** Returns the `silenceMs` of a run. */
export const silenceOf = ({ silenceMs, timeoutMs = 10_000 }: Partial<StageOptions>): number =>
  silenceMs ?? Math.max(longestSilenceMs, timeoutMs)

/** The fraction of a scenario's timeout after which a case of a law waits for an event in vain. */
const partForAnEventOfACase = 0.6

/** The fraction of a scenario's timeout after which the wait for one event of a stream ends. */
const partForAnEvent = 1 / 4

/** Returns, for example, `POST /subscribe`. */
const streamOf = (feature: Feature): string => `POST /${feature.split(' ')[1]}`

/** The longest wait for a target that somebody else restarts, in milliseconds. */
const revivalMs = 5_000

/**
 * The time that slow responses add to a scenario at most, as a multiple of its timeout. Scenarios of bulk
 * requests need more than 100 responses of a target that processes one run per request.
 */
const mostExtension = 5

/**
 * The longest time that the cleanup waits for unfinished requests of the scenario, in milliseconds.
 */
const graceMs = 2_000

/** Opens the targets. Rejects if a URL is invalid or if the address of the sink is in use. */
export async function openStage(interfaces: Interfaces, options: StageOptions) {
  const { dialect = dialects.svc, timeoutMs = 10_000 } = options
  const { maxWaitMs = timeoutMs } = options
  const { patienceMs = maxWaitMs } = options
  const provider = guarded(options.provider ?? noProvider)
  watchLateness()
  const runSecrets = secrets()
  const sides = await openSides(interfaces, options, provider, runSecrets)
  const opened = [...sides.values()].map((side) => side.opened)
  const { sink } = opened.find((each) => each.sink !== undefined) ?? {}
  const shared: Shared = {
    ...{ options, dialect, provider, timeoutMs, maxWaitMs, patienceMs, sides },
    secrets: runSecrets,
    record: recorder(
      options.keepExchanges === 'all' ? { request: Infinity, response: Infinity } : undefined,
    ),
    provide: Object.assign({}, provider, ...opened.map(({ abilities }) => abilities)) as Abilities,
    shapes: shapeBook(),
    draw: { ...usualDraw, ...options.draw },
    cases: new Map(),
    losses: lossesIn({
      silenceMs: silenceOf(options),
      timeoutMs,
      graceMs: Math.min(timeoutMs, graceMs),
      signal: options.signal,
      redactor: runSecrets.redactor,
    }),
  }
  const runId = randomBytes(4).toString('hex')
  let count = 0

  async function performed(scenario: Scenario, care: Care = {}): Promise<Performed> {
    const obstacle = obstacleTo(scenario, shared)
    if (obstacle !== undefined) {
      const reason = obstacleInWords(obstacle, shared)
      return { result: resultOf(scenario, { verdict: 'not-applicable', findings: [], reason }) }
    }
    const side = sides.get(scenario.interface)
    if (side === undefined) throw new Error(`there is no ${scenario.interface} target`)
    const lack = scenario.after ? undefined : side.survey.violationOf(scenario.rule)
    if (lack !== undefined) return { result: lackingResult(scenario, lack, side, shared) }
    await shared.losses.awaitResponse(side, scenario)
    const loss = shared.losses.reasonAgainst(scenario, side.url)
    if (loss !== undefined) return { result: resultOf(scenario, blockedAt(loss, { findings: [] })) }
    return performedAt(side, scenario, { id: `svc-contract-${runId}-${++count}`, care }, shared)
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
      return shared.losses.outages.some(({ kind }) => kind === 'limited' || kind === 'unreadable')
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
        if (options.revive === undefined && shared.losses.isSilent(side.url)) return false
        if (!isBack || !(await isServing(side.health, revivalMs, options.signal))) return false
        shared.losses.forget(side.url)
      }
      return true
    },
    get gone() {
      return shared.losses.gone
    },
    get outages() {
      return shared.losses.outages
    },
    get cutOff() {
      return shared.losses.cutOff
    },
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
      await shared.losses.restoreAgain(sides)
      await shared.losses.removeAgain()
      for (const side of sides.values())
        if (options.embedded !== true && !shared.losses.isUseless(side.url))
          await atEnd(side, shared)
      for (const { target } of sides.values()) target.close()
      await sink?.close()
    },
  }
}

async function openSides(
  interfaces: Interfaces,
  { sink, ...options }: StageOptions,
  provider: Provider,
  { keep }: Secrets,
): Promise<ReadonlyMap<InterfaceName, Side>> {
  const sides = new Map<InterfaceName, Side>()
  for (const of of Object.values(interfaces)) {
    const endpoint = options[of.name]
    if (endpoint === undefined) continue
    const { url, token } = endpoint
    const target = watchedTarget(endpoint.target ?? openTarget(url))
    keep(`SVC_${of.name.toUpperCase()}_TOKEN`, token)
    const opened = await of.open({ endpoint, provider, sink, secret: keep })
    sides.set(of.name, {
      ...{ of, url, target, opened, survey: completeSurvey(), violated: new Set<RuleId>() },
      health: async () => undefined,
      get token() {
        return opened.token?.() ?? token
      },
    })
  }
  return sides
}

/**
 * Returns the result of a scenario whose rule demands what the target lacks: the survey shows it. Only
 * the first scenario of the rule is violated.
 */
function lackingResult(
  scenario: Scenario,
  { name, exchange }: Lack,
  side: Side,
  shared: Shared,
): ScenarioResult {
  const message = lackInWords(name)
  if (side.violated.has(scenario.rule))
    return resultOf(scenario, { verdict: 'not-applicable', findings: [], reason: message })
  side.violated.add(scenario.rule)
  const { request, status, failure } = exchange
  const found = `${message}: ${request.method} ${request.target} ${failure ?? `returns status ${status}`}`
  const ending: Ending = { verdict: 'violated', findings: [{ message: found, request }] }
  return resultOf(scenario, redactedEnding(ending, shared.secrets.redactor(), [exchange]), {
    ...recordOf([scenario], 'violated', [exchange], side.target.basePath, shared),
  })
}

/** The treatment of requests that could harm the target. */
interface Care {
  /** The highest rank of the requests that may be sent, any by default. */
  readonly upTo?: number
  /** Checks afterwards that the target still serves. */
  readonly checks?: true
}

export interface Performed {
  /** Undefined if the scenario was stopped before a request that could harm the target. */
  readonly result: ScenarioResult | undefined
  /** The harm that the request could do. */
  readonly harm?: Harm
  /** Set if the target does not serve as before any more. */
  readonly damage?: Damage
}

async function performedAt(
  side: Side,
  scenario: Scenario,
  { id, care }: { readonly id: string; readonly care: Care },
  shared: Shared,
): Promise<Performed> {
  const { dialect, shapes, timeoutMs, provide, provider, options, secrets, losses } = shared
  const startedAt = performance.now()
  const waits = provider.clock === undefined ? scenario.waits : 0
  const limitMs = timeoutMs + waits
  const deadline = deadlineAfter(
    limitMs,
    options.signal,
    waits === 0 ? undefined : `--timeout plus ${waits} ms, which the scenario waits`,
  )
  const { signal } = deadline
  const turns = turnsWithin(deadline, options)
  let most = timeoutMs * mostExtension
  const line = lineTo(side, dialect, signal, timeoutMs * partForAnEvent, turns, (responseMs) => {
    // Only the time without a response counts, so that a slow target has time for many requests.
    const more = Math.min(most, responseMs)
    most -= more
    if (more > 0) deadline.extend(more)
  })
  const observations: Record<string, unknown> = {}
  const base: World = {
    id,
    // JSON has no undefined: reports would lose the observation.
    note: (what, value) => void (observations[what] = value === undefined ? 'none' : value),
    shapes: shapes.of,
    draw: shared.draw,
    shared: options.apart === true ? new Map() : shared.cases,
    defer: (earlier) => guard.defer(earlier),
    renew: () => deadline.renew(),
    forget: () => line.forget(),
    // A target may return a common word in place of a token, and reports need that word.
    secret: (variable, token) => void (isShort(token) || secrets.keep(variable, token)),
  }
  const time = timeUntil(deadline, scenario, shared)
  const isOpen = scenario.level === 'open'
  const { survey } = side
  const guard = guardOf(line.wire, { survey, isOpen, upTo: care.upTo ?? Infinity })
  const { world, leave } = side.opened.enter(base, guard.wire, scenario, time)
  const plain = await endingOf(
    () => scenario.run(Object.assign(world, { provide })),
    scenario,
    signal,
    () => wrongShapeIn(line.exchanges, scenario, side.target.basePath),
  )
  deadline.clear()
  const isInterrupted = options.signal?.aborted === true
  const extendedMs = Math.round(timeoutMs * mostExtension - most)
  const ended = unlessSlow(plain, line, {
    ...{ limitMs: limitMs + extendedMs, isOpen, longestWait: time.waits.longest },
    usualMs: side.target.usualMs,
  })
  const isSure = isInterrupted || guard.harm !== undefined || care.checks === true
  const attempted = { side, scenario, line, startedAt }
  const found = isSure ? ended : await losses.unlessGone(ended, attempted)
  const limited = isInterrupted
    ? found
    : await losses.unlessLimited(unlessSlowedDown(found, line), attempted)
  line.closeStreams()
  losses.keepUnreadable(side, scenario, side.opened.sink)
  const isLost = losses.isUseless(side.url)
  losses.keepCutOff(line.exchanges, scenario, isLost)
  if (isLost) line.hangUp()
  // A target that no longer responds would not respond to the requests of the cleanup either.
  const failure = isLost ? undefined : await cleanUp(side, scenario, line, leave, shared)
  if (isLost) losses.keepUnrestored(scenario)
  deadline.end('the scenario has ended')
  if (guard.harm !== undefined) return { result: undefined, harm: guard.harm }
  const isLimited = losses.reasonAgainst(scenario, side.url) !== undefined
  const damage =
    !isLimited && care.checks === true && line.exchanges.length > 0
      ? await damageAt(side.health, options.signal, () => harmsIn(line.exchanges, side))
      : undefined
  // Only a target that serves can explain what it has answered.
  const isPlain = limited === plain && !isLost && !isInterrupted
  const ending =
    damage !== undefined
      ? harmful(limited, damage, scenario, line.exchanges)
      : isPlain
        ? await explained(plain, side, scenario, line)
        : limited

  const { basePath } = side.target
  const problems = scenario.after ? shapes.of(scenario.rule).problems : []
  const exchanges = scenario.after ? problems.map(({ exchange }) => exchange) : line.exchanges
  const judged = [scenario, ...problems.map((problem) => problem.scenario)] as const
  const redact = secrets.redactor()
  if (ending.verdict === 'passed') shapes.add(scenario, exchanges, basePath)
  const result = resultOf(scenario, redactedEnding(failure ?? ending, redact, exchanges), {
    durationMs: Math.round(performance.now() - startedAt),
    ...(Object.keys(observations).length > 0 && {
      observations: redact.value(clippedIn(observations)),
    }),
    ...(guard.leftOut.length > 0 && { leftOut: guard.leftOut }),
    ...recordOf(judged, ending.verdict, exchanges, basePath, shared),
  })
  return { result, ...(damage !== undefined && { damage }) }
}

/** Names the parts of requests that could have harmed the target. */
function harmsIn(exchanges: readonly Exchange[], { survey, target }: Side): readonly string[] {
  const harms = exchanges.map(({ request }) =>
    survey.harmOf({ ...request, target: request.target.slice(target.basePath.length) }),
  )
  return [...new Set(harms.flatMap((each) => each?.what ?? []))]
}

/** Returns the ending of a scenario after which the target no longer serves. */
function harmful(
  { findings, ...ended }: Ending,
  { problem }: Damage,
  { level }: Scenario,
  exchanges: readonly Exchange[],
): Ending {
  const last = exchanges.at(-1)?.request
  const message = `the target no longer serves after this scenario (${problem})`
  const finding = { message, ...(last && { request: last }) }
  return level === 'open'
    ? { ...ended, findings }
    : { verdict: 'violated', findings: [finding, ...findings] }
}

/** Returns the ending, or `blocked` if the target limits requests. The contract has no status 429. */
function unlessSlowedDown(ended: Ending, { exchanges }: Line): Ending {
  if (ended.verdict !== 'violated') return ended
  // This process is the reason, and not the target.
  const exhausted = exchanges.find(({ failure = '' }) => /\b(EMFILE|ENFILE)\b/.test(failure))
  if (exhausted !== undefined)
    return blockedAt('this process may not open more files; raise the limit with ulimit -n', ended)
  // The contract has no status 429.
  const limited = exchanges.filter(({ status }) => status === 429).map(({ request }) => request)
  return ended.findings.some(({ request }) => request !== undefined && limited.includes(request))
    ? blockedAt('the target limits requests (HTTP 429); use --rps', ended)
    : ended
}

/**
 * Returns the ending with the rules that single responses violate, whichever scenario received them. A
 * response that blocked the scenario makes it `violated` if its shape is not the documented one, or if
 * the interface explains it. A violation seen in a body that is no JSON belongs to the rule of its shape.
 */
async function explained(
  ended: Ending,
  { of, opened, target }: Side,
  scenario: Scenario,
  { exchanges }: Line,
): Promise<Ending> {
  const isBlocked = ended.verdict === 'blocked'
  if (!isBlocked && ended.verdict !== 'violated') return ended
  async function explain(finding: Finding): Promise<Finding | undefined> {
    const { request } = finding
    const exchange = exchanges.find((each) => each.request === request && !each.failure)
    if (request === undefined || exchange === undefined) return undefined
    const own = { ...request, target: request.target.slice(target.basePath.length) }
    const shape = shapeOf({ interface: of.name, request: own, response: exchange })
    const [problem] = shape?.problems ?? []
    const isOfShape = isBlocked ? !exceedsLimits(scenario) : jsonOf(exchange) === undefined
    if (shape && problem && isOfShape && ruleById[shape.rule].level === 'must')
      return { message: problem, rule: shape.rule, request }
    return opened.explain?.(exchange, isBlocked)
  }
  const explanations = await Promise.all(ended.findings.map(explain))
  const [first] = explanations.filter((each) => each !== undefined)
  if (first === undefined) return ended
  if (isBlocked) return { verdict: 'violated', findings: [first] }
  // A finding without a request stands for more findings like the others.
  const isWhole = explanations.every((each, at) => each ?? !ended.findings[at]!.request)
  const findings = ended.findings.map(
    (each, at) => explanations[at] ?? { ...each, ...(isWhole && { rule: first.rule }) },
  )
  return { ...ended, findings }
}

function timeUntil(
  { signal, hold }: Deadline,
  { waits, law }: Scenario,
  { provider, sides, timeoutMs, ...shared }: Shared,
): Time {
  const { patienceMs } = shared
  // A scenario that does not advance the clock runs beside others, whose deliveries may hang too.
  const hanging = () =>
    waits === 0
      ? 0
      : [...sides.values()].reduce((sum, { opened }) => sum + (opened.sink?.hanging ?? 0), 0)
  if (provider.clock !== undefined)
    return virtualTime(provider.clock, { signal, patienceMs, hanging })
  // A case of a law that waits in vain ends before the time of the scenarios that wait for the case.
  const most = law === undefined ? Infinity : timeoutMs * partForAnEventOfACase
  return realTime({ signal, patienceMs: Math.min(patienceMs, most), hold, pausesMs: timeoutMs })
}

/**
 * Returns a function that waits until the pace of the run allows the next request. This wait does
 * not count towards the deadline.
 */
const turnsWithin = ({ hold }: Deadline, { pace }: StageOptions) =>
  pace &&
  (async (signal: AbortSignal) => {
    const goOn = hold()
    await pace.turn(signal)
    goOn()
  })

/**
 * Undoes the changes of a scenario and deletes everything that it created, even after its timeout.
 * First waits for unfinished requests, because they may still create something. An ability that
 * cannot be restored is a harness error, unless a control route of the target failed.
 */
async function cleanUp(
  side: Side,
  scenario: Scenario,
  line: Line,
  leave: Entered<World>['leave'],
  shared: Shared,
): Promise<Ending | undefined> {
  const { dialect, timeoutMs, options, losses } = shared
  await line.idle(Math.min(timeoutMs, graceMs))
  line.hangUp()
  await line.idle(Math.min(timeoutMs, graceMs))
  losses.keepUnreadable(side, scenario, side.opened.sink)
  const failure = await Promise.resolve(side.opened.restore?.(scenario.needs)).then(
    () => undefined,
    (error: unknown): Ending => {
      const control = controlFindingOf(error)
      if (control === undefined)
        return { verdict: 'harness-error', findings: [{ message: String(error) }] }
      losses.keepUnrestored(scenario)
      losses.keepControlOutage(scenario, control.message)
      return { verdict: 'blocked', findings: [control], reason: control.message }
    },
  )
  const remove = async (): Promise<boolean> => {
    const cleanup = deadlineAfter(timeoutMs)
    const turns = turnsWithin(cleanup, options)
    const cleaning = lineTo(side, dialect, cleanup.signal, timeoutMs, turns)
    await leave(cleaning.wire)
    cleanup.clear()
    return !cleaning.exchanges.some((each) => each.failure !== undefined || mayBeOfProxy(each))
  }
  // The data of an embedded mock end with it.
  const isRemovable = options.embedded !== true && !losses.isUseless(side.url)
  if (isRemovable && !(await remove())) losses.keepUnremoved(side.url, remove)
  return failure
}

/** Deletes what the scenarios of a side shared. */
async function atEnd(side: Side, { dialect, timeoutMs, options }: Shared): Promise<void> {
  const deadline = deadlineAfter(timeoutMs)
  const turns = turnsWithin(deadline, options)
  await side.opened.leave?.(lineTo(side, dialect, deadline.signal, timeoutMs, turns).wire)
  deadline.clear()
}

/** The abilities by which a provider changes the target, which no request of the scenario does. */
const changing: readonly Ability[] = [
  'aclUser',
  'resetPassword',
  'group',
  'pastRuns',
  'dailyRequests',
]

/**
 * Returns the exchanges that the result contains, and the commands that repeat them. `scenarios` are the
 * judged scenario, and those that received the responses it judges.
 */
function recordOf(
  scenarios: readonly [Scenario, ...Scenario[]],
  verdict: Verdict,
  exchanges: readonly Exchange[],
  basePath: string,
  { options, secrets, record }: Shared,
): Pick<ScenarioResult, 'exchanges' | 'repro'> {
  const fine = verdict === 'passed' || verdict === 'observed'
  const redact = secrets.redactor()
  const kept =
    fine && options.keepExchanges !== 'all' ? [] : exchanges.map((each) => record(each, redact))
  // Without the provider, the same requests would get other responses.
  const isRepeatable = scenarios.every(
    ({ needs }) => !needs.some((each) => changing.includes(each)),
  )
  const isWhole = kept.every(({ request }) => request.cut === undefined)
  const repro = [
    ...(!fine && kept.length > 0 && isRepeatable && isWhole
      ? [reproOf(scenarios[0].interface, kept, basePath)]
      : []),
    ...(isFailure(verdict) ? [testCommand(scenarios, options)] : []),
  ]
  return { exchanges: kept, ...(repro.length > 0 && { repro: repro.join('\n') }) }
}

function resultOf(
  { id, title, interface: of, rule, level }: Scenario,
  ending: Ending,
  rest: Partial<ScenarioResult> = {},
): ScenarioResult {
  return { id, title, interface: of, rule, level, ...ending, durationMs: 0, exchanges: [], ...rest }
}
