// Runs one scenario with its deadline and its record of exchanges, collects the evidence for its verdict,
// and cleans up.

import { ruleById } from '#generated/rules.js'
import { isShort } from '../../report/redact.js'
import { guardOf } from '../../survey/guard.js'
import { aborted, deadlineAfter, reasonOf, type Deadline } from '../../wire/deadline.js'
import { jsonOf, type Exchange } from '../../wire/exchange.js'
import { measure, stalledBetween } from '../../wire/lateness.js'
import { lineTo, type Line } from '../../wire/line.js'
import { classify, isOfLanguage, isOfResponses, isOfTarget, type RunEvidence } from './classify.js'
import { Blocked, controlFindingOf, type Finding } from '../judgement.js'
import type { StageOptions } from '../options.js'
import { mayBeOfProxy } from './outage.js'
import type { Entered, Scenario, World } from '../scenario.js'
import { exceedsLimits, shapeIn, wrongShapeIn } from '../shapes.js'
import type { Shared, Side } from './shared.js'
import { damageAt } from './surveying.js'
import { realTime, stalledMs, virtualTime, type Time } from '../time.js'

/** The treatment of requests that could harm the target. */
export interface Care {
  /** The highest rank of the requests that may be sent, any by default. */
  readonly upTo?: number
  /** Checks afterwards that the target still serves. */
  readonly checks?: true
}

/** The fraction of a scenario's timeout after which a case of a law waits for an event in vain. */
const partForAnEventOfACase = 0.6

/** The fraction of a scenario's timeout after which the wait for one event of a stream ends. */
const partForAnEvent = 1 / 4

/**
 * The time that slow responses add to a scenario at most, as a multiple of its timeout. Scenarios of bulk
 * requests need more than 100 responses of a target that processes one run per request.
 */
const mostExtension = 5

/** Runs a scenario under a unique name. Its timeout and that of its cleanup limit the duration. */
export async function perform(
  side: Side,
  scenario: Scenario,
  { id, care }: { readonly id: string; readonly care: Care },
  shared: Shared,
) {
  const { timeoutMs, provider, options, losses } = shared
  const { level } = scenario
  const startedAt = performance.now()
  const startedOn = Date.now()
  const waits = provider.clock === undefined ? scenario.waits : 0
  const deadline = deadlineAfter(
    timeoutMs + waits,
    options.signal,
    waits === 0 ? undefined : `--timeout plus ${waits} ms, which the scenario waits`,
  )
  const { signal } = deadline
  let extendedMs = 0
  const extend = (responseMs: number) => {
    // Only the time without a response counts, so that a slow target has time for many requests.
    const more = Math.min(timeoutMs * mostExtension - extendedMs, responseMs)
    extendedMs += more
    if (more > 0) deadline.extend(more)
  }
  const turns = turnsWithin(deadline, options)
  const line = lineTo(side, shared.dialect, signal, timeoutMs * partForAnEvent, turns, extend)
  const [isOpen, upTo] = [level === 'open', care.upTo ?? Infinity]
  const guard = guardOf(line.wire, { survey: side.survey, isOpen, upTo })
  const observations: Record<string, unknown> = {}
  const base: World = {
    id,
    // JSON has no undefined: reports would lose the observation.
    note: (what, value) => void (observations[what] = value === undefined ? 'none' : value),
    shapes: shared.shapes.of,
    draw: shared.draw,
    wasBusy(since) {
      if (scenario.interface !== 'queue' || time.virtual) return false
      // The stall that has just ended is not noted yet.
      measure()
      return stalledBetween(since, Date.now()) >= stalledMs
    },
    shared: options.apart === true ? new Map() : shared.cases,
    defer: (earlier) => guard.defer(earlier),
    renew: () => deadline.renew(),
    forget: () => line.forget(),
    // A target may return a common word in place of a token, and reports need that word.
    secret: (variable, token) => void (isShort(token) || shared.secrets.keep(variable, token)),
  }
  const time = timeUntil(deadline, scenario, shared)
  const { world, leave } = side.opened.enter(base, guard.wire, scenario, time)
  const run = async () => scenario.run(Object.assign(world, { provide: shared.provide }))
  const thrown = await errorOf(run, signal)
  deadline.clear()
  throwIfExhausted(line.exchanges)

  const evidence: { -readonly [Fact in keyof RunEvidence]: RunEvidence[Fact] } = {
    level,
    ...(thrown && { thrown }),
    // The record of a stream would change when the stream is closed.
    exchanges: line.exchanges.map((each) => ({ ...each })),
    time: {
      limitMs: timeoutMs + waits + Math.round(extendedMs),
      respondingMs: line.respondingMs,
      usualMs: side.target.usualMs,
      longestWait: time.waits.longest,
    },
  }
  const { basePath } = side.target
  if (isOfLanguage(thrown?.error))
    evidence.wrongShape = wrongShapeIn(line.exchanges, scenario, basePath)
  const isInterrupted = options.signal?.aborted === true
  const attempted = { side, scenario, line, startedAt }
  const { harm } = guard
  const isAlone = harm !== undefined || care.checks === true
  const ending = classify(evidence)
  if (!isInterrupted && !isAlone && isOfTarget(ending))
    evidence.outage = await losses.outageAt(attempted, ending.findings)
  if (!isInterrupted && ending.verdict !== 'passed')
    evidence.limit = await losses.limitAt(attempted)

  line.closeStreams()
  losses.keepUnreadable(side, scenario, side.opened.sink)
  // A target that no longer responds would not respond to the requests of the cleanup either.
  const isLost = losses.isUseless(side.url)
  losses.keepCutOff(line.exchanges, scenario, isLost)
  if (isLost) {
    line.hangUp()
    losses.keepUnrestored(scenario)
  } else evidence.unrestored = await cleanUp(side, scenario, line, leave, shared)
  deadline.end('the scenario has ended')

  const { exchanges } = line
  const isServing = losses.reasonAgainst(scenario, side.url) === undefined
  const isChecked = harm === undefined && care.checks === true && exchanges.length > 0
  const damage =
    isChecked && isServing
      ? await damageAt(side.health, options.signal, () => harmsIn(exchanges, side))
      : undefined
  if (damage !== undefined)
    evidence.damage = { problem: damage.problem, last: exchanges.at(-1)?.request }
  // Only a target that serves can explain what it has answered.
  else if (harm === undefined && !isLost && !isInterrupted && isOfResponses(evidence))
    evidence.explanations = await explanationsOf(evidence, side, scenario, exchanges)

  const problems = scenario.after ? shared.shapes.of(scenario.rule).problems : []
  const recorded = {
    exchanges: scenario.after ? problems.map(({ exchange }) => exchange) : line.exchanges,
    receivers: problems.map((problem) => problem.scenario),
    basePath,
    durationMs: Math.round(performance.now() - startedAt),
    observations,
    leftOut: guard.leftOut,
  }
  return { evidence, recorded, harm, damage, wasBusy: base.wasBusy(startedOn) }
}

/** Runs a scenario until its deadline. Returns the error that ended it, or undefined. */
async function errorOf(run: () => Promise<void>, deadline: AbortSignal) {
  // The wire times out at the same moment with a more specific message. Its message takes
  // precedence, so the scenario's own timeout comes later.
  const tooLate = aborted(deadline)
    .then(() => new Promise(setImmediate))
    .then(() => {
      const message = `the scenario did not end: ${reasonOf(deadline)}`
      throw new Blocked([{ message, overdue: true }])
    })
  try {
    await Promise.race([run(), tooLate])
    return undefined
  } catch (error) {
    return { error }
  }
}

/** Throws if this process may not open more files, because then nothing can be said of the target. */
function throwIfExhausted(exchanges: readonly Exchange[]): void {
  for (const { failure = '' } of exchanges) {
    const code = /\b(EMFILE|ENFILE)\b/.exec(failure)?.[0]
    if (code !== undefined) throw Object.assign(new Error(failure), { code })
  }
}

/** Names the parts of requests that could have harmed the target. */
function harmsIn(exchanges: readonly Exchange[], { survey, target }: Side): readonly string[] {
  const harms = exchanges.map(({ request }) =>
    survey.harmOf({ ...request, target: request.target.slice(target.basePath.length) }),
  )
  return [...new Set(harms.flatMap((each) => each?.what ?? []))]
}

/**
 * Returns for each finding the violation that its response shows, whichever scenario received it: its shape
 * is not the documented one, or the interface explains it. A violation seen in a body that is no JSON
 * belongs to the rule of its shape.
 */
async function explanationsOf(
  evidence: RunEvidence,
  { opened, target }: Side,
  scenario: Scenario,
  exchanges: readonly Exchange[],
): Promise<readonly (Finding | undefined)[]> {
  const { verdict, findings } = classify(evidence)
  const isSetup = verdict === 'blocked'
  async function explain({ request }: Finding): Promise<Finding | undefined> {
    const exchange = exchanges.find((each) => each.request === request && !each.failure)
    if (request === undefined || exchange === undefined) return undefined
    const shape = shapeIn(exchange, scenario, target.basePath)
    const [problem] = shape?.problems ?? []
    const isOfShape = isSetup ? !exceedsLimits(scenario) : jsonOf(exchange) === undefined
    if (shape && problem && isOfShape && ruleById[shape.rule].level === 'must')
      return { message: problem, rule: shape.rule, request }
    return opened.explain?.(exchange, isSetup)
  }
  return Promise.all(findings.map(explain))
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
 * First waits for unfinished requests, because they may still create something. Returns the error if an
 * ability cannot be restored.
 */
async function cleanUp(
  side: Side,
  scenario: Scenario,
  line: Line,
  leave: Entered<World>['leave'],
  shared: Shared,
): Promise<RunEvidence['unrestored']> {
  const { graceMs, options, losses } = shared
  await line.idle(graceMs)
  line.hangUp()
  await line.idle(graceMs)
  losses.keepUnreadable(side, scenario, side.opened.sink)
  const unrestored = await Promise.resolve(side.opened.restore?.(scenario.needs)).then(
    () => undefined,
    (error: unknown) => {
      const control = controlFindingOf(error)
      if (control !== undefined) {
        losses.keepUnrestored(scenario)
        losses.keepControlOutage(scenario, control.message)
      }
      return { error }
    },
  )
  const remove = async () => removed(side, shared, leave)
  // The data of an embedded mock end with it.
  const isRemovable = options.embedded !== true && !losses.isUseless(side.url)
  if (isRemovable && !(await remove())) losses.keepUnremoved(side.url, remove)
  return unrestored
}

/** Deletes on a line of its own what scenarios created. Returns true if nothing seems to be left. */
export async function removed(
  side: Side,
  { dialect, timeoutMs, options }: Shared,
  leave: Entered<World>['leave'],
): Promise<boolean> {
  const deadline = deadlineAfter(timeoutMs)
  const turns = turnsWithin(deadline, options)
  const line = lineTo(side, dialect, deadline.signal, timeoutMs, turns)
  await leave(line.wire)
  deadline.clear()
  return !line.exchanges.some((each) => each.failure !== undefined || mayBeOfProxy(each))
}
