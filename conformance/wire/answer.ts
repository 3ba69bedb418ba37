// An answer as it comes: how far it has, and a promise of the next change. Whoever reads it keeps no
// pace of its own, so that nobody who stops waiting loses anything.

import type { HeaderLines, SentRequest } from './exchange.js'
import { gathered } from './gathered.js'

/** Why an answer is none, and whether that is since nobody listens where it was asked for. */
export interface Failed {
  readonly failure: string
  readonly refused?: boolean
}

/** An answer, as far as it has come. */
export interface Answer {
  readonly request: SentRequest
  /** There once it has begun. */
  readonly head: { readonly status: number; readonly headers: HeaderLines } | undefined
  /** What has come of its body. */
  readonly body: Buffer
  /** There once no more of it will come: it was whole, or we closed it, or it failed. */
  readonly end: 'whole' | 'closed' | Failed | undefined
  /** How long it has been coming, or was. */
  readonly durationMs: number
  /** Resolves with the next change of any of these; never, once it has ended. */
  changed(): Promise<void>
  /** Ends it where it is, which is no failure once it has begun. */
  close(): void
}

/** What the wire tells an answer. */
export interface Arrival {
  readonly begin: (head: NonNullable<Answer['head']>) => void
  readonly more: (chunk: Buffer) => void
  readonly end: (how: 'whole' | Failed) => void
}

/** An answer to a request that was just sent; `hangUp` is called when it is closed by its reader. */
export function answerTo(
  request: SentRequest,
  hangUp: () => void,
): { readonly answer: Answer; readonly arrival: Arrival } {
  const startedAt = performance.now()
  let head: Answer['head']
  const body = gathered()
  let end: Answer['end']
  let endedAt: number | undefined
  let next = promised()

  function change() {
    const { keep } = next
    next = promised()
    keep()
  }
  function finish(how: NonNullable<Answer['end']>) {
    if (end !== undefined) return
    end = how
    endedAt = performance.now()
    change()
  }

  const answer: Answer = {
    request,
    get body() {
      return body.bytes
    },
    get head() {
      return head
    },
    get end() {
      return end
    },
    get durationMs() {
      return Math.round(((endedAt ?? performance.now()) - startedAt) * 1000) / 1000
    },
    changed: () => next.promise,
    close() {
      finish(head === undefined ? { failure: 'it was not waited for any more' } : 'closed')
      hangUp()
    },
  }
  const arrival: Arrival = {
    begin(begun) {
      head = begun
      change()
    },
    more(chunk) {
      if (end !== undefined) return
      body.add(chunk)
      change()
    },
    end: finish,
  }
  return { answer, arrival }
}

/** A promise, and what keeps it. */
function promised() {
  let keep = () => {}
  const promise = new Promise<void>((resolve) => (keep = resolve))
  return { promise, keep }
}
