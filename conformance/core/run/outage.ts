// Finds out during a run that the target is down: it refuses connections, responds to nothing, or
// responds to everything with an error, as a proxy in front of it does.

import { setTimeout as pause } from 'node:timers/promises'
import { textOf, type Exchange } from '../../wire/exchange.js'
import type { RequestSpec, Target } from '../../wire/target.js'
import type { TestedInterface } from '../interface.js'
import type { Finding } from '../judgement.js'
import { probeOf } from '../preflight.js'

export interface Probed {
  readonly of: TestedInterface
  readonly target: WatchedTarget
  readonly token: string
}

/** A target that counts its responses. */
export interface WatchedTarget extends Target {
  readonly responses: number
  /** The responses in a row that could not be read, and the last failure, if they are too many. */
  readonly unreadable: { readonly count: number; readonly failure: string } | undefined
  /** The average time of the last responses, in milliseconds. */
  readonly usualMs: number
  /**
   * Returns true if the responses take much longer than earlier ones, as those of a server do that
   * handles one request at a time. Then starts to measure anew.
   */
  isStrained(): boolean
  /** The milliseconds since the first request after the last readable response, 0 without one. */
  readonly quietMs: number
}

/** The number of unreadable responses in a row after which a target cannot be judged. */
export const mostUnreadable = 24

/** The same if no other response arrived for `longMs` milliseconds, because each needs a long time. */
const [mostSlowlyUnreadable, longMs] = [8, 10_000]

/** The number of responses whose average time is the usual one. */
const mostLast = 30

/** The shortest usual time of responses that shows strain, in milliseconds. */
const leastStrainMs = 500

/** Returns the target. It counts the responses to all requests of the run. */
export function watchedTarget(target: Target): WatchedTarget {
  let responses = 0
  let unreadableInRow = 0
  let lastFailure = ''
  let quietSince: number | undefined
  const lastMs: number[] = []
  let leastMs = Infinity
  const usualMs = () => lastMs.reduce((sum, each) => sum + each, 0) / Math.max(1, lastMs.length)
  return {
    ...target,
    async send(request, signal) {
      quietSince ??= performance.now()
      const exchange = await target.send(request, signal)
      if (exchange.failure === undefined) {
        quietSince = undefined
        responses++
        unreadableInRow = 0
        lastMs.push(exchange.durationMs)
        if (lastMs.length > mostLast) lastMs.shift()
        if (lastMs.length === mostLast) leastMs = Math.min(leastMs, usualMs())
      } else if (exchange.unreadable === true) {
        unreadableInRow++
        lastFailure = exchange.failure
      }
      return exchange
    },
    get unreadable() {
      const isLong = quietSince !== undefined && performance.now() - quietSince >= longMs
      const most = isLong ? mostSlowlyUnreadable : mostUnreadable
      if (unreadableInRow < most) return undefined
      return { count: unreadableInRow, failure: lastFailure }
    },
    get responses() {
      return responses
    },
    get usualMs() {
      return usualMs()
    },
    isStrained() {
      const isSlower = usualMs() >= Math.max(leastStrainMs, 2 * leastMs)
      if (lastMs.length < mostLast || !isSlower) return false
      lastMs.length = 0
      return true
    },
    get quietMs() {
      return quietSince === undefined ? 0 : performance.now() - quietSince
    },
  }
}

/** The longest wait for the first probe in milliseconds. A refused connection ends much earlier. */
const longestProbeMs = 2_000

/**
 * Returns `refused` if a scenario failed because the target refused its connections or refuses a
 * connection now, `unanswered` if the target does not respond to the probe of the preflight, and
 * `away` if all probes get an error with a status from 500. A finding about a response that arrived
 * is certain, and needs no further request, unless its status is from 500.
 */
export async function outageIn(
  probed: Probed,
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
  timeoutMs: number,
): Promise<'refused' | 'unanswered' | 'away' | undefined> {
  if (exchanges.some(({ refused }) => refused === true)) return 'refused'
  const mayBeDown = exchanges.some((each) => each.failure !== undefined || each.status >= 500)
  const isOfNoAnswer = findings.some(({ request }) => request === undefined)
  if (!mayBeDown && !isOfNoAnswer) return undefined
  const controller = new AbortController()
  const patience = Math.min(timeoutMs, longestProbeMs)
  const tooLate = pause(patience, 'unanswered' as const, { ref: false })
  const outcomes = (requests: readonly RequestSpec[]) =>
    requests.map((each) => Promise.race([outcomeOf(probed, each, controller.signal), tooLate]))
  const [first, ...others] = probesOf(probed)
  let outcome = await outcomes([first])[0]!
  // The route of the first probe alone may be broken.
  if (outcome === 'away' && (await Promise.all(outcomes(others))).some((each) => each !== 'away'))
    outcome = 'answered'
  controller.abort()
  return outcome === 'answered' ? undefined : outcome
}

/** Returns true for an error that proxies return if the service behind them is down. */
const isOfProxy = (status: number): boolean => status >= 502 && status <= 504

/** Returns true if a proxy may have answered in place of the target, or ended the connection. */
export const mayBeOfProxy = ({ status, cutOffAt }: Exchange): boolean =>
  cutOffAt !== undefined || isOfProxy(status)

/** True for an error about a limit of requests, such as `ERR max daily request limit exceeded`. */
const isOfLimit = (exchange: Exchange): boolean =>
  exchange.status >= 400 &&
  /\b(daily|monthly|quota|requests?)\b[^"]*\blimit|\blimit\b[^"]*\b(exceeded|reached)/i.test(
    textOf(exchange),
  )

/**
 * Returns the error of the target if a limit of requests is reached: a response of the scenario is about
 * a limit, and so is that to a harmless request now.
 */
export async function limitAt(
  { target, of, token }: Probed,
  exchanges: readonly Exchange[],
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!exchanges.some(isOfLimit)) return undefined
  const reply = await target.send(probeOf(of, token), signal)
  return isOfLimit(reply) ? textOf(reply).slice(0, longestError) : undefined
}

/** The longest error in a sentence, in characters. */
const longestError = 80

/** Returns the requests that every token with full access may send. */
function probesOf({ of, token }: Probed): readonly [RequestSpec, ...RequestSpec[]] {
  const others = of.otherProbes.map(({ withoutToken, ...probe }) =>
    withoutToken === true ? probe : probeOf({ probe }, token),
  )
  return [probeOf(of, token), ...others]
}

/** Sends a request on a connection of its own, because the others may all wait. */
async function outcomeOf({ target }: Probed, request: RequestSpec, signal: AbortSignal) {
  const answer = target.open(request, signal)
  while (answer.head === undefined && answer.end === undefined) await answer.changed()
  const { head, end } = answer
  answer.close()
  if (head !== undefined) return head.status >= 500 ? ('away' as const) : ('answered' as const)
  return typeof end === 'object' && end.refused === true ? ('refused' as const) : ('away' as const)
}

/** The time between two checks in milliseconds. */
const stepMs = 250

/** The milliseconds without a response after which a target may be down. */
export const suspectMs = 5_000

/**
 * Returns true if the target has responded to nothing for `silenceMs` milliseconds, and responds to none
 * of its probes. Each probe uses another route, so a single hanging route does not count. The time is
 * counted in steps, because a process that stood still receives responses only after its timers.
 */
export async function isSilent(
  probed: Probed,
  silenceMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const { target } = probed
  const { responses } = target
  const controller = new AbortController()
  let isHeard = false
  for (const probe of probesOf(probed))
    void outcomeOf(probed, probe, controller.signal).then(() => (isHeard = true))
  const isOver = () => isHeard || target.responses > responses || signal?.aborted === true
  const leftMs = Math.min(silenceMs, Math.max(suspectMs, silenceMs - target.quietMs))
  const step = Math.min(stepMs, leftMs)
  for (let waited = 0; waited < leftMs && !isOver(); waited += step) await pause(step)
  const silent = !isOver()
  controller.abort()
  return silent
}
