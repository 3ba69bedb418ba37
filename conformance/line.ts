// A scenario's own line to its target: what goes over it is recorded, and a scenario whose time is
// up stops waiting while what it sent may still be under way.

import { setMaxListeners } from 'node:events'
import type { Dialect } from '#generated/dialects.js'
import { aborted, deadlineAfter, reasonOf } from './deadline.js'
import type { Exchange } from './exchange.js'
import type { Wire } from './scenario.js'
import { noAnswer, type Target } from './target.js'

export interface Line {
  readonly wire: Wire
  /** What went over the wire, in the order of the answers. */
  readonly exchanges: readonly Exchange[]
  /** Resolves once no request is under way any more, or after so many milliseconds. */
  idle(atMostMs: number): Promise<void>
  /** Breaks off whatever is still under way. */
  hangUp(): void
}

/** Opens a line on which nobody waits for an answer longer than until `deadline` is aborted. */
export function lineTo(
  { target, token }: { readonly target: Target; readonly token: string },
  dialect: Dialect,
  deadline: AbortSignal,
): Line {
  const exchanges: Exchange[] = []
  const underWay = new Set<Promise<Exchange>>()
  const breakOff = new AbortController()
  // A scenario may have many requests under way; each listens to the one signal.
  setMaxListeners(0, breakOff.signal)

  return {
    exchanges,
    wire: {
      token,
      dialect,
      async send(method, path, headers, body) {
        const startedAt = performance.now()
        const request = { method, target: path, headers, body }
        const unanswered = aborted(deadline).then((): Exchange => ({
          request: {
            method,
            target: target.basePath + path,
            headers,
            body: Buffer.from(body ?? ''),
          },
          ...noAnswer(request, reasonOf(deadline)),
          durationMs: Math.round(performance.now() - startedAt),
        }))
        if (deadline.aborted) return unanswered

        const sent = target.send(request, breakOff.signal)
        underWay.add(sent)
        void sent.then(() => underWay.delete(sent))
        const exchange = await Promise.race([sent, unanswered])
        exchanges.push(exchange)
        return exchange
      },
    },
    async idle(atMostMs) {
      if (underWay.size === 0) return
      const patience = deadlineAfter(atMostMs)
      await Promise.race([Promise.all(underWay), aborted(patience.signal)])
      patience.clear()
    },
    hangUp: () => breakOff.abort(new Error('nobody waits for it any more')),
  }
}
