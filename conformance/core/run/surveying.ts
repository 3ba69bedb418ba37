// Surveys a target before a run, and checks after a risky scenario that it still serves.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Dialect } from '#generated/dialects.js'
import { completeSurvey, surveyOf, type Asking, type Survey } from '../../survey/survey.js'
import { deadlineAfter } from '../../wire/deadline.js'
import { textOf, type Exchange } from '../../wire/exchange.js'
import { readStream } from '../../wire/stream.js'
import type { Sink } from '../../sink/sink.js'
import type { RequestSpec } from '../../wire/target.js'
import type { TestedInterface } from '../interface.js'
import type { StageOptions } from '../options.js'
import type { WatchedTarget } from './outage.js'
import { probeOf } from '../preflight.js'

export interface Surveyed {
  readonly of: TestedInterface
  readonly target: WatchedTarget
  readonly token: string
  /** The sink for a message of the survey. */
  readonly opened?: { readonly sink?: Pick<Sink, 'inbox'> }
}

interface SurveyOptions extends Pick<StageOptions, 'pace' | 'signal' | 'timeoutMs'> {
  readonly dialect: Dialect
}

/** The longest wait for a response of a survey in milliseconds, because a target may never respond. */
const longestMs = 5_000

/** The wait for each response after others of the survey took `longestMs` together and did not arrive. */
const shortestMs = 1_000

/** The same while the target has responded to nothing for that time. */
const shortestIfQuietMs = 250

/** The part of that time in which a stream must begin. */
const partForAStream = 1 / 2

/** Surveys one interface. With the survey so far, finds what only risky requests show. */
export async function surveyed(
  side: Surveyed,
  options: SurveyOptions,
  soFar?: Survey,
): Promise<Survey> {
  const { surveyor } = side.of
  if (surveyor === undefined) return completeSurvey()
  const asking = askingOf(side, options)
  if (soFar === undefined) return surveyOf(await surveyor.find(asking), surveyor)
  if (soFar.risky.length === 0) return soFar
  const more = (await surveyor.findRisky?.(asking, soFar.risky)) ?? []
  return surveyOf({ risky: soFar.risky, lacks: [...soFar.lacks, ...more] }, surveyor)
}

function askingOf(
  { target, token, opened }: Surveyed,
  { dialect, pace, signal, timeoutMs = longestMs }: SurveyOptions,
): Asking {
  const mostMs = Math.min(timeoutMs, longestMs)
  let unansweredMs = 0
  /** Requests without a response share one long wait, so that a target which hangs is surveyed soon. */
  const limit = () => {
    const leastMs = target.quietMs < mostMs ? shortestMs : shortestIfQuietMs
    return Math.max(Math.min(mostMs, leastMs), mostMs - unansweredMs)
  }
  const withToken = (request: RequestSpec) => probeOf({ probe: request }, token)
  async function sendPlain(request: RequestSpec): Promise<Exchange> {
    await pace?.turn(signal ?? new AbortController().signal)
    const deadline = deadlineAfter(limit(), signal)
    const exchange = await target.send(request, deadline.signal)
    deadline.clear()
    if (exchange.failure !== undefined) unansweredMs += exchange.durationMs
    return exchange
  }
  return {
    token,
    dialect,
    id: `svc-contract-${randomUUID()}`,
    sendPlain,
    destination: opened?.sink?.inbox().url,
    send: async (request) => sendPlain(withToken(request)),
    async open(request) {
      const limitMs = limit() * partForAStream
      const deadline = deadlineAfter(limitMs, signal)
      const spec = withToken(request)
      const stream = readStream(spec, target.open(spec, new AbortController().signal), {
        deadline: deadline.signal,
        milliseconds: limitMs,
      })
      await stream.begun()
      deadline.clear()
      if (stream.failure !== undefined) unansweredMs += stream.durationMs
      return stream
    },
  }
}

/** The longest wait in milliseconds for a target that answers with errors to recover by itself. */
const recoveryMs = 1_500

const stepMs = 100

/** The damage that a scenario has done. */
export interface Damage {
  /** A description of the sent requests and of the response to a harmless request since then. */
  readonly problem: string
  /** True if the target serves again. */
  readonly isBack: boolean
}

/** Returns the first response that differs from that of a target that serves, or undefined. */
export type Health = () => Promise<Exchange | undefined>

/**
 * Returns a function that checks the health of a target: it writes and reads as it should, or, if it does
 * not even now, it answers the first request of a run as now.
 */
export async function healthOf(side: Surveyed, options: SurveyOptions): Promise<Health> {
  const probe = async (limitMs = longestMs) => {
    const deadline = deadlineAfter(limitMs, options.signal)
    const exchange = await side.target.send(probeOf(side.of, side.token), deadline.signal)
    deadline.clear()
    return exchange
  }
  const check: Health = async () => side.of.surveyor?.check?.(askingOf(side, options))
  // The survey has waited for a target that responds to nothing.
  const first = await probe(side.target.quietMs < longestMs ? longestMs : shortestMs)
  const isAsFirst = (exchange: Exchange) =>
    exchange.status === first.status && side.of.isAnswer(exchange) === side.of.isAnswer(first)
  const isChecked = first.failure === undefined && (await check()) === undefined
  return async () => {
    const exchange = await probe()
    if (exchange.failure !== undefined || !isAsFirst(exchange)) return exchange
    return isChecked ? check() : undefined
  }
}

/**
 * Checks the health of a target until it serves. Returns the damage if the target refused connections
 * meanwhile, or does not recover from errors within `forMs`. `sent` names what may have done it.
 */
export async function damageAt(
  health: Health,
  signal: AbortSignal | undefined,
  sent: () => readonly string[],
  forMs = recoveryMs,
): Promise<Damage | undefined> {
  let problem: string | undefined
  let wasDown = false
  for (let waited = 0; waited <= forMs && signal?.aborted !== true; waited += stepMs) {
    const startedAt = performance.now()
    const wrong = await health()
    if (wrong === undefined)
      return wasDown && problem !== undefined ? { problem, isBack: true } : undefined
    wasDown ||= wrong.refused === true
    const before = sent().join(', ').slice(0, longestList) || 'nothing unusual'
    problem ??= `sent: ${before}; afterwards ${shown(wrong)}`
    waited += performance.now() - startedAt
    await pause(stepMs)
  }
  return problem === undefined ? undefined : { problem, isBack: false }
}

/** The longest list of what was sent, and the longest response in a sentence, in characters. */
const longestList = 120
const longestReply = 60

const shown = ({ request, ...reply }: Exchange): string =>
  `${request.method} ${request.target} ${textOf({ headers: [], body: request.body })}: ` +
  (reply.failure ??
    `status ${reply.status} ${textOf({ headers: [], body: reply.body }).slice(0, longestReply)}`)

/** Waits until a target serves, for at most `forMs` milliseconds. */
export async function isServing(
  health: Health,
  forMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const damage = await damageAt(health, signal, () => [], forMs)
  return signal?.aborted !== true && damage?.isBack !== false
}
