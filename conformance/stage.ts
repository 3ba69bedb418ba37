// Where scenarios are performed: what all scenarios of a run share (targets, sink, evidence), what
// each gets of its own (a name, a deadline, a record), and how its ending becomes a verdict.

import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { dialects, type Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import { aborted, deadlineAfter, reasonOf, type Deadline } from './deadline.js'
import { evidenceBook } from './evidence.js'
import type { Exchange } from './exchange.js'
import { guarded } from './guarded.js'
import { Blocked, NotApplicable, Violation, type Finding } from './judgement.js'
import { sized } from './kv/size.js'
import { kvWorld } from './kv/world.js'
import { lineTo } from './line.js'
import { obstacleInWords, obstacleTo } from './obstacle.js'
import type { Pace } from './pace.js'
import { probeOf } from './preflight.js'
import { noProvider, type Abilities, type Ability, type Provider } from './provider.js'
import { isMissing } from './queue/missing.js'
import { selectionPlaces } from './queue/selection.js'
import { queueWorld } from './queue/world.js'
import type { Redactor } from './redact.js'
import { isFailure, recorded, type ScenarioResult, type Verdict } from './report.js'
import { judgingAgain, reproOf, type CommandOptions } from './repro.js'
import type { Entered, Scenario, Wire, World } from './scenario.js'
import { startSink, type SinkOptions } from './sink.js'
import { openTarget, type Target } from './target.js'
import { tokenBook } from './tokens.js'
import { realTime, virtualTime, type Time } from './time.js'

/** Where an interface is, and the token that opens it. */
export interface Endpoint {
  readonly url: string
  readonly token: string
  /** How it is reached, where that is not over HTTP at its URL. */
  readonly target?: Target
}

export interface StageOptions {
  /** The interfaces to judge; one alone is fine. */
  readonly kv?: Endpoint
  readonly queue?: Endpoint
  /** The documents' own names unless told. */
  readonly dialect?: Dialect
  /** What can be arranged at the target; nothing unless told. */
  readonly provider?: Provider
  readonly sink?: SinkOptions
  /** Milliseconds that a scenario may take; 10,000 unless told. */
  readonly timeoutMs?: number
  /**
   * Milliseconds that a scenario may let pass, and a delivery be late, in real time; as long as a
   * scenario may take unless told.
   */
  readonly maxWaitMs?: number
  /** How fast the targets are asked; as fast as they answer unless told. */
  readonly pace?: Pace | undefined
  /** Whether passed scenarios keep their exchanges too. */
  readonly keepExchanges?: 'failed' | 'all'
  /**
   * With which options the command `svc-contract test` judges a scenario as this run does, tokens not
   * among them; by what is known of the run unless told.
   */
  readonly again?: CommandOptions
  /** Ends what is under way. */
  readonly signal?: AbortSignal
}

export interface Stage {
  /** Performs one scenario, within its time and what its cleanup takes. Never rejects. */
  perform(scenario: Scenario): Promise<ScenarioResult>
  /** The URLs at which nobody listened when a scenario asked there. */
  readonly gone: readonly string[]
  /** The URL of the sink, while nothing at all has arrived there; undefined without one. */
  readonly unreached: string | undefined
  close(): Promise<void>
}

/** How a scenario ended. */
interface Ending {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly reason?: string
}

/** An interface that is judged. */
interface Side {
  readonly url: string
  readonly target: Target
  readonly token: string
  enter(base: World, wire: Wire, signal: AbortSignal): Entered<World>
}

/** The part of its time that a scenario waits for one event of a stream. */
const partForAnEvent = 1 / 4

/** The longest that a scenario's cleanup waits for requests whose scenario does not any more. */
const graceMs = 2_000

/** Opens the targets and the sink. Rejects when a URL is none or the sink's address is taken. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { dialect = dialects.svc, timeoutMs = 10_000 } = options
  const provider = guarded(options.provider ?? noProvider)
  const { maxWaitMs = timeoutMs, pace } = options
  const { clock } = provider
  const circumstances = { provider, maxWaitMs }
  const sides: Partial<Record<Interface, Side>> = {}
  if (options.kv) {
    const { url, token, target = openTarget(url) } = options.kv
    sides.kv = {
      url,
      target,
      // A scenario may reset the password, which makes another token of it.
      get token() {
        return tokens.kvToken() ?? token
      },
      enter: (base, wire) => kvWorld(base, wire, provider.aclUser),
    }
  }
  const sink =
    options.queue && (await startSink({ ...options.sink, now: clock && (() => clock.now()) }))
  if (options.queue && sink) {
    const { url, token, target = openTarget(url) } = options.queue
    const placing = selectionPlaces()
    sides.queue = {
      url,
      target,
      token,
      enter: (base, wire, signal) =>
        queueWorld(base, wire, { sink, time: timeUntil(signal), provided: provider, placing }),
    }
  }
  const tokens = tokenBook(provider, {
    ...(options.kv && { SVC_KV_TOKEN: options.kv.token }),
    ...(options.queue && { SVC_QUEUE_TOKEN: options.queue.token }),
  })
  const provide: Abilities = { ...provider, ...tokens.abilities }
  const evidence = evidenceBook()
  const runId = randomBytes(4).toString('hex')
  const gone = new Set<string>()
  let performed = 0

  const timeUntil = (signal: AbortSignal): Time => {
    const patience = { signal, patienceMs: maxWaitMs }
    const hanging = () => sink?.hanging ?? 0
    return clock === undefined ? realTime(patience) : virtualTime(clock, { ...patience, hanging })
  }

  /** Turns at the pace of the run. That others are asked before is no time of a scenario's own. */
  const turnsWithin = ({ hold }: Deadline) =>
    pace &&
    (async (signal: AbortSignal) => {
      const goOn = hold()
      await pace.turn(signal)
      goOn()
    })

  /** Takes back what a scenario may have arranged for everybody, and says so where that fails. */
  async function restore(needs: readonly Ability[]): Promise<Ending | undefined> {
    if (!needs.includes('dailyRequests')) return undefined
    return provider.dailyRequests?.restore().then(
      () => undefined,
      (error: unknown) => ({ verdict: 'harness-error', findings: [{ message: String(error) }] }),
    )
  }

  return {
    async perform(scenario) {
      const obstacle = obstacleTo(scenario, circumstances)
      if (obstacle !== undefined) {
        const reason = obstacleInWords(obstacle, circumstances)
        return resultOf(scenario, { verdict: 'not-applicable', findings: [], reason })
      }
      const side = sides[scenario.interface]
      if (side === undefined) throw new Error(`there is no ${scenario.interface} target`)

      const startedAt = performance.now()
      const waits = clock === undefined ? scenario.waits : 0
      const deadline = deadlineAfter(timeoutMs + waits, options.signal)
      const patienceMs = timeoutMs * partForAnEvent
      const line = lineTo(side, dialect, deadline.signal, patienceMs, turnsWithin(deadline))
      const observations: Record<string, unknown> = {}
      const base: World = {
        id: `svc-contract-${runId}-${++performed}`,
        note: (what, value) => void (observations[what] = value),
        evidence: evidence.of,
        secret: tokens.keep,
      }
      const most = provider.kvMaxRequestSize
      const isHeldToIt = scenario.interface === 'kv' && scenario.level === 'must'
      const exceedsIt = scenario.needs.includes('kvMaxRequestSize')
      const wire =
        most !== undefined && isHeldToIt && !exceedsIt ? sized(line.wire, most) : line.wire
      const { world, leave } = side.enter(base, wire, deadline.signal)
      const ended = await endingOf(
        () => scenario.run(Object.assign(world, { provide })),
        scenario,
        deadline.signal,
      )
      deadline.clear()
      const inVain =
        isFailure(ended.verdict) &&
        !deadline.signal.aborted &&
        (await wasInVain(scenario.interface, side, ended, line.exchanges))
      if (inVain) gone.add(side.url)
      const ending = inVain && ended.verdict === 'violated' ? blockedAt(side.url, ended) : ended
      line.closeStreams()
      const restored = await restore(scenario.needs)

      // What the scenario created is removed, though its own time may be up. A request that it did
      // not wait for any more may still create something, so that the removal comes after it.
      await line.idle(Math.min(timeoutMs, graceMs))
      await tokens.restore()
      const cleanup = deadlineAfter(timeoutMs)
      await leave(lineTo(side, dialect, cleanup.signal, timeoutMs, turnsWithin(cleanup)).wire)
      cleanup.clear()
      line.hangUp()

      const { exchanges } = line
      const { basePath } = side.target
      const redact = tokens.redactor()
      const fine = ending.verdict === 'passed' || ending.verdict === 'observed'
      if (ending.verdict === 'passed') evidence.add(scenario.interface, exchanges, basePath)
      const kept =
        fine && options.keepExchanges !== 'all'
          ? []
          : exchanges.map((each) => recorded(each, redact))
      const repro = [
        ...(!fine && kept.length > 0 ? [reproOf(scenario.interface, kept, basePath)] : []),
        ...(isFailure(ending.verdict) ? [judgingAgain(scenario, options)] : []),
      ]
      return resultOf(scenario, redactedEnding(restored ?? ending, redact), {
        durationMs: Math.round(performance.now() - startedAt),
        exchanges: kept,
        ...(Object.keys(observations).length > 0 && { observations: redact.value(observations) }),
        ...(repro.length > 0 && { repro: repro.join('\n') }),
      })
    },
    get gone() {
      return [...gone]
    },
    get unreached() {
      return sink?.arrived === 0 ? sink.url : undefined
    },
    async close() {
      sides.kv?.target.close()
      sides.queue?.target.close()
      await sink?.close()
    },
  }
}

/**
 * Whether a scenario failed at a target that is not there: nobody listened, or nothing came and nobody
 * listens now. Whoever closes connections and still listens is there.
 */
async function wasInVain(
  of: Interface,
  { target, token }: Side,
  { findings }: Ending,
  exchanges: readonly Exchange[],
): Promise<boolean> {
  if (exchanges.some(({ refused }) => refused === true)) return true
  const nothingCame = exchanges.some(({ failure }) => failure !== undefined)
  if (!nothingCame && !findings.some(isMissing)) return false
  const patience = deadlineAfter(graceMs)
  const { refused } = await target.send(probeOf(of, token), patience.signal)
  patience.clear()
  return refused === true
}

/** The ending of a scenario that is no evidence against its rule. */
const blockedAt = (url: string, { findings }: Ending): Ending => ({
  verdict: 'blocked',
  findings,
  reason: `nobody listens at ${url}`,
})

/**
 * Runs a scenario and names how it ended, at the latest when its time is up. An open point cannot
 * be violated: that is a bug of ours.
 */
async function endingOf(
  perform: () => Promise<void>,
  { level }: Scenario,
  deadline: AbortSignal,
): Promise<Ending> {
  // The wire gives up at the same moment and says more; it is heard first.
  const tooLate = aborted(deadline)
    .then(() => setImmediate())
    .then(() => {
      throw new Blocked([{ message: `it did not end: ${reasonOf(deadline)}` }])
    })
  try {
    await Promise.race([perform(), tooLate])
    return { verdict: level === 'open' ? 'observed' : 'passed', findings: [] }
  } catch (error) {
    if (error instanceof NotApplicable)
      return { verdict: 'not-applicable', findings: [], reason: error.message }
    if (error instanceof Blocked)
      return {
        // Nor can an open point be what a run fails for.
        verdict: level === 'open' ? 'not-applicable' : 'blocked',
        findings: error.findings,
        reason: 'what it builds on did not work',
      }
    if (error instanceof Violation && level === 'must')
      return { verdict: 'violated', findings: error.findings }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { verdict: 'harness-error', findings: [{ message }] }
  }
}

function redactedEnding({ findings, ...ending }: Ending, redact: Redactor): Ending {
  return {
    ...ending,
    findings: findings.map(({ message, ...values }) => ({
      message: redact.text(message),
      ...('expected' in values && { expected: redact.value(values.expected) }),
      ...('actual' in values && { actual: redact.value(values.actual) }),
    })),
  }
}

function resultOf(
  { id, title, interface: of, rule, level }: Scenario,
  ending: Ending,
  rest: Partial<ScenarioResult> = {},
): ScenarioResult {
  return { id, title, interface: of, rule, level, ...ending, durationMs: 0, exchanges: [], ...rest }
}
