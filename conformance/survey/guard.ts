// Keeps the requests of a scenario from a target that lacks what they need, or that they could harm.

import { Deferred } from '../core/judgement.js'
import { answerTo } from '../wire/answer.js'
import type { Exchange } from '../wire/exchange.js'
import type { Wire } from '../wire/line.js'
import { readStream } from '../wire/stream.js'
import { noAnswer, type RequestSpec } from '../wire/target.js'
import type { Survey } from './survey.js'

interface GuardOptions {
  readonly survey: Survey
  /** True for a scenario that only observes: what the target lacks is an observation too. */
  readonly isOpen: boolean
  /** Keeps back requests that could harm the target. */
  readonly defers: boolean
}

export type Guard = ReturnType<typeof guardOf>

/**
 * Returns a wire that does not send requests which need what the target lacks: their exchange is
 * `lacking`, and a check of it leaves out its row or its scenario. If it `defers`, a request that could
 * harm the target throws `Deferred`.
 */
export function guardOf(wire: Wire, { survey, isOpen, defers }: GuardOptions) {
  let harm: string | undefined
  const leftOut = new Set<string>()
  /** Returns the name of what the target lacks for a request. */
  function check(request: RequestSpec): string | undefined {
    const lack = isOpen ? undefined : survey.lackFor(request)
    if (lack !== undefined) leftOut.add(lack.name)
    else if (defers) harm ??= survey.harmOf(request)
    if (harm !== undefined) throw new Deferred(harm)
    return lack?.name
  }
  const guarded: Wire = {
    ...wire,
    async send(method, target, headers, body) {
      const lacking = check({ method, target, headers, body })
      return lacking === undefined
        ? wire.send(method, target, headers, body)
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
    /** What a request could have harmed, if the scenario was stopped before it. */
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
    ...{ method: request.method, target: request.target, headers: request.headers ?? [] },
    body: Buffer.from(request.body ?? ''),
  },
  ...noAnswer(request, notSent),
  ...{ lacking, durationMs: 0 },
})
