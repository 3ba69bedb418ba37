// Finds out during a run that the target is down: it refuses connections, or responds to nothing.

import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../wire/exchange.js'
import type { RequestSpec, Target } from '../wire/target.js'
import type { Ending } from './ending.js'
import type { TestedInterface } from './interface.js'
import { probeOf } from './preflight.js'

export interface Probed {
  readonly of: TestedInterface
  readonly target: WatchedTarget
  readonly token: string
}

/** A target that counts its responses. */
export interface WatchedTarget extends Target {
  readonly responses: number
}

/** Returns the target. It counts the responses to all requests of the run. */
export function watchedTarget(target: Target): WatchedTarget {
  let responses = 0
  return {
    ...target,
    async send(request, signal) {
      const exchange = await target.send(request, signal)
      if (exchange.failure === undefined) responses++
      return exchange
    },
    get responses() {
      return responses
    },
  }
}

/** The longest wait for the first probe in milliseconds. A refused connection ends much earlier. */
const longestProbeMs = 2_000

/**
 * Returns `refused` if a scenario failed because the target refused its connections or refuses a
 * connection now, and `unanswered` if the target does not respond to the probe of the preflight. A
 * finding about a response that arrived is certain, and needs no further request.
 */
export async function outageIn(
  probed: Probed,
  { findings }: Ending,
  exchanges: readonly Exchange[],
  timeoutMs: number,
): Promise<'refused' | 'unanswered' | undefined> {
  if (exchanges.some(({ refused }) => refused === true)) return 'refused'
  const hasNoAnswer = exchanges.some(({ failure }) => failure !== undefined)
  const isOfNoAnswer = findings.some(({ request }) => request === undefined)
  if (!hasNoAnswer && !isOfNoAnswer) return undefined
  const controller = new AbortController()
  const probe = outcomeOf(probed, probeOf(probed.of, probed.token), controller.signal)
  const patience = Math.min(timeoutMs, longestProbeMs)
  const outcome = await Promise.race([
    probe,
    pause(patience, 'unanswered' as const, { ref: false }),
  ])
  controller.abort()
  return outcome === 'answered' ? undefined : outcome
}

/**
 * Sends a request on a connection of its own, because the others may all wait. A connection that the
 * target ends counts as answered.
 */
async function outcomeOf({ target }: Probed, request: RequestSpec, signal: AbortSignal) {
  const answer = target.open(request, signal)
  while (answer.head === undefined && answer.end === undefined) await answer.changed()
  const isRefused = typeof answer.end === 'object' && answer.end.refused === true
  answer.close()
  return isRefused ? ('refused' as const) : ('answered' as const)
}

/** The time between two checks in milliseconds. */
const stepMs = 250

/**
 * Returns true if the target responds to none of its probes and to no other request for `silenceMs`
 * milliseconds. Each probe uses another route, so a single hanging route does not count. The time is
 * counted in steps, because a process that stood still receives responses only after its timers.
 */
export async function isSilent(
  probed: Probed,
  silenceMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const { of, target, token } = probed
  const { responses } = target
  const controller = new AbortController()
  let isHeard = false
  const probes = [
    probeOf(of, token),
    ...of.otherProbes.map(({ withoutToken, ...probe }) =>
      withoutToken === true ? probe : probeOf({ probe }, token),
    ),
  ]
  for (const probe of probes)
    void outcomeOf(probed, probe, controller.signal).then(() => (isHeard = true))
  const isOver = () => isHeard || target.responses > responses || signal?.aborted === true
  const step = Math.min(stepMs, silenceMs)
  for (let waited = 0; waited < silenceMs && !isOver(); waited += step) await pause(step)
  const silent = !isOver()
  controller.abort()
  return silent
}
