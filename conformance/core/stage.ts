// Where scenarios are performed: what all scenarios of a run share (targets, sink, evidence), and what
// each gets of its own (a name, a deadline, a record).

import { randomBytes } from 'node:crypto'
import { dialects, type Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import { deadlineAfter, type Deadline } from '../wire/deadline.js'
import { blockedAt, endingOf, redactedEnding, wasInVain, type Ending } from './ending.js'
import { evidenceBook } from './evidence.js'
import type { Exchange } from '../wire/exchange.js'
import { guarded } from '../provider/guarded.js'
import { sized } from '../kv/fixtures/size.js'
import { kvWorld } from '../kv/fixtures/world.js'
import { lineTo, type Line } from '../wire/line.js'
import { obstacleInWords, obstacleTo } from './obstacle.js'
import type { Pace } from '../wire/pace.js'
import { noProvider, type Abilities, type Ability, type Provider } from '../provider/provider.js'
import { selectionPlaces } from '../queue/fixtures/selection.js'
import { queueWorld } from '../queue/fixtures/world.js'
import { isFailure, recorded, type ScenarioResult, type Verdict } from '../report/report.js'
import { judgingAgain, reproOf, type CommandOptions } from '../report/repro.js'
import type { Entered, Scenario, Wire, World } from './scenario.js'
import { startSink, type SinkOptions } from '../sink/sink.js'
import { openTarget, type Target } from '../wire/target.js'
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

/** An interface that is judged. */
interface Side {
  readonly url: string
  readonly target: Target
  readonly token: string
  enter(base: World, wire: Wire, signal: AbortSignal): Entered<World>
}

/** Whether a URL can lead to nobody but this machine. */
const isOnLoopback = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

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
    const isLocal = [url, sink.url].every(isOnLoopback)
    const surroundings = { sink, isLocal, provided: provider, placing }
    sides.queue = {
      url,
      target,
      token,
      enter: (base, wire, signal) =>
        queueWorld(base, wire, { ...surroundings, time: timeUntil(signal) }),
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

  /** A rule that says nothing of sizes is judged by requests that the target takes by their size. */
  function wireFor({ interface: of, level, needs }: Scenario, wire: Wire): Wire {
    const most = provider.kvMaxRequestSize
    const isHeldToIt = of === 'kv' && level === 'must' && !needs.includes('kvMaxRequestSize')
    return most !== undefined && isHeldToIt ? sized(wire, most) : wire
  }

  /** The ending of a scenario; where its target is not there, as one that is no word about it. */
  async function unlessGone(
    ended: Ending,
    { interface: of }: Scenario,
    side: Side,
    exchanges: readonly Exchange[],
  ): Promise<Ending> {
    if (!isFailure(ended.verdict) || !(await wasInVain(of, side, ended, exchanges))) return ended
    gone.add(side.url)
    return ended.verdict === 'violated' ? blockedAt(side.url, ended) : ended
  }

  /**
   * Removes what a scenario created, though its own time may be up. A request that it did not wait for
   * any more may still create something, so that the removal comes after it.
   */
  async function cleanUp(side: Side, line: Line, leave: Entered<World>['leave']): Promise<void> {
    await line.idle(Math.min(timeoutMs, graceMs))
    await tokens.restore()
    const cleanup = deadlineAfter(timeoutMs)
    await leave(lineTo(side, dialect, cleanup.signal, timeoutMs, turnsWithin(cleanup)).wire)
    cleanup.clear()
    line.hangUp()
  }

  /** What a result keeps of the exchanges of its scenario, and how both are had again. */
  function recordOf(
    scenario: Scenario,
    verdict: Verdict,
    exchanges: readonly Exchange[],
    basePath: string,
  ): Pick<ScenarioResult, 'exchanges' | 'repro'> {
    const fine = verdict === 'passed' || verdict === 'observed'
    const redact = tokens.redactor()
    const kept =
      fine && options.keepExchanges !== 'all' ? [] : exchanges.map((each) => recorded(each, redact))
    const repro = [
      ...(!fine && kept.length > 0 ? [reproOf(scenario.interface, kept, basePath)] : []),
      ...(isFailure(verdict) ? [judgingAgain(scenario, options)] : []),
    ]
    return { exchanges: kept, ...(repro.length > 0 && { repro: repro.join('\n') }) }
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
      const { world, leave } = side.enter(base, wireFor(scenario, line.wire), deadline.signal)
      const ended = await endingOf(
        () => scenario.run(Object.assign(world, { provide })),
        scenario,
        deadline.signal,
      )
      deadline.clear()
      const ending = deadline.signal.aborted
        ? ended
        : await unlessGone(ended, scenario, side, line.exchanges)
      line.closeStreams()
      const restored = await restore(scenario.needs)
      await cleanUp(side, line, leave)

      const { exchanges } = line
      const { basePath } = side.target
      const redact = tokens.redactor()
      if (ending.verdict === 'passed') evidence.add(scenario.interface, exchanges, basePath)
      return resultOf(scenario, redactedEnding(restored ?? ending, redact), {
        durationMs: Math.round(performance.now() - startedAt),
        ...(Object.keys(observations).length > 0 && { observations: redact.value(observations) }),
        ...recordOf(scenario, ending.verdict, exchanges, basePath),
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

function resultOf(
  { id, title, interface: of, rule, level }: Scenario,
  ending: Ending,
  rest: Partial<ScenarioResult> = {},
): ScenarioResult {
  return { id, title, interface: of, rule, level, ...ending, durationMs: 0, exchanges: [], ...rest }
}
