// Where scenarios are performed: what all scenarios of a run share (targets, sink, evidence), what
// each gets of its own (a name, a deadline, a record), and how its ending becomes a verdict.

import { randomBytes } from 'node:crypto'
import type { Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import type { Exchange } from './exchange.js'
import { aborted, deadlineAfter } from './deadline.js'
import { evidenceBook } from './evidence.js'
import { Blocked, NotApplicable, Violation, type Finding } from './judgement.js'
import { kvWorld } from './kv/world.js'
import type { Provider } from './provider.js'
import { queueWorld } from './queue/world.js'
import { redactorOf, type Redactor } from './redact.js'
import { recorded, type ScenarioResult, type Verdict } from './report.js'
import { reproOf } from './repro.js'
import type { Entered, Scenario, Send, Wire, World } from './scenario.js'
import { startSink, type SinkOptions } from './sink.js'
import { openTarget } from './target.js'

/** Where an interface is, and the token that opens it. */
export interface Endpoint {
  readonly url: string
  readonly token: string
}

export interface StageOptions {
  /** The interfaces to judge; one alone is fine. */
  readonly kv?: Endpoint
  readonly queue?: Endpoint
  readonly dialect: Dialect
  readonly provider: Provider
  readonly sink?: SinkOptions
  /** Milliseconds that a scenario may take. */
  readonly timeoutMs: number
  /** Milliseconds to wait for one delivery in real time; as long as the scenario may take unless told. */
  readonly maxWaitMs?: number
  /** Whether passed scenarios keep their exchanges too. */
  readonly keepExchanges?: 'failed' | 'all'
  /** Further texts that no report may carry, beside the tokens of the endpoints. */
  readonly secrets?: readonly string[]
  /** Ends what is under way. */
  readonly signal?: AbortSignal
}

export interface Stage {
  /** Performs one scenario. Never rejects. */
  perform(scenario: Scenario): Promise<ScenarioResult>
  close(): Promise<void>
}

/** How a scenario ended. */
interface Ending {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly reason?: string
}

/** Opens the targets and the sink. Rejects when a URL is none or the sink's address is taken. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { dialect, provider, timeoutMs } = options
  const targets = {
    kv: options.kv && openTarget(options.kv.url),
    queue: options.queue && openTarget(options.queue.url),
  }
  const sink = options.queue && (await startSink(options.sink))
  const redact = redactorOf([
    ...[options.kv, options.queue].flatMap((each) => each?.token ?? []),
    ...(options.secrets ?? []),
  ])
  const evidence = evidenceBook()
  const runId = randomBytes(4).toString('hex')
  let performed = 0

  function wireTo(of: Interface, signal: AbortSignal, exchanges: Exchange[]): Wire {
    const [endpoint, target] = [options[of], targets[of]]
    if (endpoint === undefined || target === undefined) throw new Error(`there is no ${of} target`)
    const send: Send = async (method, path, headers, body) => {
      const exchange = await target.send({ method, target: path, headers, body }, signal)
      exchanges.push(exchange)
      return exchange
    }
    return { send, token: endpoint.token, dialect }
  }

  function enter(of: Interface, base: World, wire: Wire, signal: AbortSignal): Entered<World> {
    if (of === 'kv' || sink === undefined) return kvWorld(base, wire)
    // In virtual time, all that is due now has happened once the clock says so; in real time, one
    // waits until the scenario's time is up.
    const settled = () =>
      provider.clock === undefined
        ? aborted(deadlineAfter(options.maxWaitMs ?? timeoutMs, signal).signal)
        : Promise.race([provider.clock.advance(0), aborted(signal)])
    return queueWorld(base, wire, { sink, settled })
  }

  return {
    async perform(scenario) {
      const missing = scenario.needs.filter((ability) => provider[ability] === undefined)
      if (missing.length > 0)
        return resultOf(scenario, {
          verdict: 'not-applicable',
          findings: [],
          reason: `the provider (${provider.name}) cannot arrange: ${missing.join(', ')}`,
        })

      const startedAt = performance.now()
      const deadline = deadlineAfter(timeoutMs, options.signal)
      const exchanges: Exchange[] = []
      const observations: Record<string, unknown> = {}
      const base: World = {
        id: `svc-contract-${runId}-${++performed}`,
        note: (what, value) => void (observations[what] = value),
        evidence: evidence.of,
      }
      const wire = wireTo(scenario.interface, deadline.signal, exchanges)
      const { world, leave } = enter(scenario.interface, base, wire, deadline.signal)
      const ending = await endingOf(
        () => scenario.run(Object.assign(world, { provide: provider })),
        scenario,
        options.signal,
      )
      deadline.clear()
      // The scenario's own time may be up; what it created is removed all the same.
      const cleanup = deadlineAfter(timeoutMs)
      await leave(wireTo(scenario.interface, cleanup.signal, []))
      cleanup.clear()

      const basePath = targets[scenario.interface]?.basePath ?? ''
      if (ending.verdict === 'passed') evidence.add(scenario.interface, exchanges, basePath)
      const fine = ending.verdict === 'passed' || ending.verdict === 'observed'
      const kept =
        fine && options.keepExchanges !== 'all'
          ? []
          : exchanges.map((each) => recorded(each, redact))
      return resultOf(scenario, redactedEnding(ending, redact), {
        durationMs: Math.round(performance.now() - startedAt),
        exchanges: kept,
        ...(Object.keys(observations).length > 0 && { observations: redact.value(observations) }),
        ...(!fine &&
          kept.length > 0 && {
            repro: reproOf(scenario.interface, kept, basePath),
          }),
      })
    },
    async close() {
      targets.kv?.close()
      targets.queue?.close()
      await sink?.close()
    },
  }
}

/** Runs a scenario and names how it ended. An open point cannot be violated: that is a bug of ours. */
async function endingOf(
  perform: () => Promise<void>,
  { level }: Scenario,
  ended?: AbortSignal,
): Promise<Ending> {
  try {
    await perform()
    return { verdict: level === 'open' ? 'observed' : 'passed', findings: [] }
  } catch (error) {
    if (ended?.aborted === true)
      return { verdict: 'not-applicable', findings: [], reason: 'the run was ended before it' }
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
