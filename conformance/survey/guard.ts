// Keeps the requests of a scenario from a target that lacks what they need, or that they could harm.

import { Deferred } from '../core/judgement.js'
import { answerTo } from '../wire/answer.js'
import type { Exchange } from '../wire/exchange.js'
import type { Wire } from '../wire/line.js'
import { readStream } from '../wire/stream.js'
import { noAnswer, type RequestSpec } from '../wire/target.js'
import type { Harm, Survey } from './survey.js'

interface GuardOptions {
  readonly survey: Survey
  /** True for a scenario that only observes: what the target lacks is an observation too. */
  readonly isOpen: boolean
  /** The highest rank of the requests that may be sent now. Those that could harm nothing have rank 0. */
  readonly upTo: number
}

export type Guard = ReturnType<typeof guardOf>

/**
 * Returns a wire that does not send requests which need what the target lacks: their exchange is
 * `lacking`, and a check of it leaves out its row or its scenario. A request of a higher rank than `upTo`
 * throws `Deferred`.
 */
export function guardOf(wire: Wire, { survey, isOpen, upTo }: GuardOptions) {
  let harm: Harm | undefined
  const leftOut = new Set<string>()
  function defer(request: Deferred): void {
    if (request.rank <= upTo) return
    harm ??= { what: request.message, rank: request.rank }
    throw request
  }
  /** Returns the name of what the target lacks for a request. */
  function check(request: RequestSpec): string | undefined {
    const found = survey.lackFor(request)
    // To observe what the target lacks is no harm, unless only a risky request shows it.
    const isObserved =
      found !== undefined && isOpen && !found.isMeans && !survey.risky.includes(found.feature)
    const lack = isObserved ? undefined : found
    if (lack !== undefined) leftOut.add(lack.name)
    else if (upTo < Infinity) {
      const own = survey.harmOf(request)
      if (own !== undefined) defer(new Deferred(own.what, own.rank))
    }
    return lack?.name
  }
  const guarded: Wire = {
    ...wire,
    async send(method, target, headers, body, connection) {
      const lacking = check({ method, target, headers, body })
      return lacking === undefined
        ? wire.send(method, target, headers, body, connection)
        : unsent({ method, target, headers, body }, lacking)
    },
    async open(method, target, headers, body) {
      const request = { method, target, headers, body }
      const lacking = check(request)
      if (lacking === undefined) return wire.open(method, target, headers, body)
      const { answer, arrival } = answerTo(unsent(request, lacking).request, () => {})
      arrival.end({ failure: notSent })
      const patience = { deadline: new AbortController().signal, milliseconds: 0 }
      return Object.assign(readStream(request, answer, patience), { lacking })
    },
  }
  return {
    wire: guarded,
    defer,
    /** The harm of the first request that was not sent, if there is one. */
    get harm() {
      return harm
    },
    /** The names of what the target lacks for requests that were not sent. */
    get leftOut(): readonly string[] {
      return [...leftOut]
    },
  }
}

const notSent = 'it was not sent'

const unsent = (request: RequestSpec, lacking: string): Exchange => ({
  request: {
    method: request.method,
    target: request.target,
    headers: request.headers ?? [],
    body: Buffer.from(request.body ?? ''),
  },
  ...noAnswer(request, notSent),
  lacking,
  durationMs: 0,
})
