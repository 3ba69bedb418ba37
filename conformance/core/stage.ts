// Runs single scenarios, each with a separate name, deadline and record of exchanges.

import { randomBytes } from 'node:crypto'
import { dialects, type Dialect } from '#generated/dialects.js'
import type { Interface as InterfaceName } from '#generated/rules.js'
import { guarded } from '../provider/guarded.js'
import { noProvider, type Abilities, type Ability, type Provider } from '../provider/provider.js'
import { isFailure, recorded, type ScenarioResult, type Verdict } from '../report/report.js'
import { isShort } from '../report/redact.js'
import { testCommand, reproOf } from '../report/repro.js'
import { deadlineAfter, type Deadline } from '../wire/deadline.js'
import type { Exchange } from '../wire/exchange.js'
import { lineTo, type Line } from '../wire/line.js'
import { openTarget } from '../wire/target.js'
import { controlFindingOf } from './judgement.js'
import { blockedAt, endingOf, redactedEnding, type Ending } from './ending.js'
import type { TestedInterface, Interfaces, OpenInterface } from './interface.js'
import { obstacleInWords, obstacleTo } from './obstacle.js'
import type { StageOptions } from './options.js'
import { watchLateness } from '../wire/lateness.js'
import { usualDraw, type Draw } from './law.js'
import { lossesIn, type Losses } from './losses.js'
import { mayBeOfProxy, watchedTarget, type WatchedTarget } from './outage.js'
import type { Entered, Scenario, World } from './scenario.js'
import { secrets, type Secrets } from './secrets.js'
import { unlessSlow } from './slow-target.js'
import { evidenceBook, type EvidenceBook } from './shapes.js'
import { realTime, virtualTime, type Time } from './time.js'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** An interface of the target and the objects that its scenarios share. */
interface Side {
  readonly of: TestedInterface
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
  readonly evidence: EvidenceBook
  readonly secrets: Secrets
  readonly losses: Losses
  readonly draw: Draw
  /** What the scenarios of laws share. */
  readonly cases: Map<unknown, unknown>
}

/** The default of `silenceMs`, longer than a slow garbage collection or a failover usually takes. */
const longestSilenceMs = 30_000

/** Returns the `silenceMs` of a run. */
export const silenceOf = ({ silenceMs, timeoutMs = 10_000 }: Partial<StageOptions>): number =>
  silenceMs ?? Math.max(longestSilenceMs, timeoutMs)

/** The fraction of a scenario's timeout after which the wait for one event of a stream ends. */
const partForAnEvent = 1 / 4

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
    provide: Object.assign({}, provider, ...opened.map(({ abilities }) => abilities)) as Abilities,
    evidence: evidenceBook(),
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
  let performed = 0

  return {
    /**
     * Runs one scenario. Its timeout and the timeout of its cleanup limit the duration. Never
     * rejects.
     */
    async perform(scenario: Scenario): Promise<ScenarioResult> {
      const obstacle = obstacleTo(scenario, shared)
      if (obstacle !== undefined) {
        const reason = obstacleInWords(obstacle, shared)
        return resultOf(scenario, { verdict: 'not-applicable', findings: [], reason })
      }
      const side = sides.get(scenario.interface)
      if (side === undefined) throw new Error(`there is no ${scenario.interface} target`)
      const loss = shared.losses.reasonAgainst(scenario, side.url)
      if (loss !== undefined) return resultOf(scenario, blockedAt(loss, { findings: [] }))
      return performedAt(side, scenario, `svc-contract-${runId}-${++performed}`, shared)
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
      ...{ of, url, target, opened },
      get token() {
        return opened.token?.() ?? token
      },
    })
  }
  return sides
}

async function performedAt(
  side: Side,
  scenario: Scenario,
  id: string,
  shared: Shared,
): Promise<ScenarioResult> {
  const { dialect, evidence, timeoutMs, provide, provider, options, secrets, losses } = shared
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
  const line = lineTo(side, dialect, signal, timeoutMs * partForAnEvent, turns)
  const observations: Record<string, unknown> = {}
  const base: World = {
    id,
    // JSON has no undefined: reports would lose the observation.
    note: (what, value) => void (observations[what] = value === undefined ? 'none' : value),
    evidence: evidence.of,
    draw: shared.draw,
    shared: options.apart === true ? new Map() : shared.cases,
    renew: deadline.renew,
    forget: line.forget,
    // A target may return a common word in place of a token, and reports need that word.
    secret: (variable, token) => void (isShort(token) || secrets.keep(variable, token)),
  }
  const time = timeUntil(deadline, scenario, shared)
  const { world, leave } = side.opened.enter(base, line.wire, scenario, time)
  const plain = await endingOf(
    () => scenario.run(Object.assign(world, { provide })),
    scenario,
    signal,
  )
  deadline.clear()
  const isInterrupted = options.signal?.aborted === true
  const isOpen = scenario.level === 'open'
  const ended = unlessSlow(plain, line, { limitMs, isOpen })
  const found = isInterrupted
    ? ended
    : await losses.unlessGone(ended, { side, scenario, line, startedAt })
  const ending = isInterrupted ? found : await unlessLacking(found, side, scenario, line)
  line.closeStreams()
  const isLost = losses.isSilent(side.url)
  losses.keepCutOff(line.exchanges, scenario, isLost)
  if (isLost) line.hangUp()
  // A target that no longer responds would not respond to the requests of the cleanup either.
  const failure = isLost ? undefined : await cleanUp(side, scenario, line, leave, shared)
  if (isLost) losses.keepUnrestored(scenario)

  const { basePath } = side.target
  const problems = scenario.after ? evidence.of(scenario.rule).problems : []
  const exchanges = scenario.after ? problems.map(({ exchange }) => exchange) : line.exchanges
  const judged = [scenario, ...problems.map((problem) => problem.scenario)] as const
  const redact = secrets.redactor()
  if (ending.verdict === 'passed') evidence.add(scenario, exchanges, basePath)
  return resultOf(scenario, redactedEnding(failure ?? ending, redact, exchanges), {
    durationMs: Math.round(performance.now() - startedAt),
    ...(Object.keys(observations).length > 0 && { observations: redact.value(observations) }),
    ...recordOf(judged, ending.verdict, exchanges, basePath, shared),
  })
}

/**
 * Returns the ending, or `blocked` if the target lacks a command that the scenario used, or limits
 * requests.
 */
async function unlessLacking(
  ended: Ending,
  { opened }: Side,
  scenario: Scenario,
  { exchanges }: Line,
): Promise<Ending> {
  if (ended.verdict !== 'violated') return ended
  // The contract has no status 429.
  const limited = exchanges.filter(({ status }) => status === 429).map(({ request }) => request)
  if (ended.findings.some(({ request }) => request !== undefined && limited.includes(request)))
    return blockedAt('the target limits requests (HTTP 429); use --rps', ended)
  const command = await opened.lacking?.(scenario, exchanges)
  return command === undefined ? ended : blockedAt(`the target lacks ${command}`, ended)
}

function timeUntil(
  { signal, hold }: Deadline,
  { waits }: Scenario,
  { provider, patienceMs, sides, timeoutMs }: Shared,
): Time {
  const patience = { signal, patienceMs }
  // A scenario that does not advance the clock runs beside others, whose deliveries may hang too.
  const hanging = () =>
    waits === 0
      ? 0
      : [...sides.values()].reduce((sum, { opened }) => sum + (opened.sink?.hanging ?? 0), 0)
  return provider.clock === undefined
    ? realTime({ ...patience, hold, pausesMs: timeoutMs })
    : virtualTime(provider.clock, { ...patience, hanging })
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
  if (options.embedded !== true && !(await remove())) losses.keepUnremoved(side.url, remove)
  line.hangUp()
  return failure
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
  { options, secrets }: Shared,
): Pick<ScenarioResult, 'exchanges' | 'repro'> {
  const fine = verdict === 'passed' || verdict === 'observed'
  const redact = secrets.redactor()
  const kept =
    fine && options.keepExchanges !== 'all' ? [] : exchanges.map((each) => recorded(each, redact))
  // Without the provider, the same requests would get other responses.
  const isRepeatable = scenarios.every(
    ({ needs }) => !needs.some((each) => changing.includes(each)),
  )
  const repro = [
    ...(!fine && kept.length > 0 && isRepeatable
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
