// One thing that a run depends on, and whether it is as it has to be.

import { openTarget, type RequestSpec } from '../wire/target.js'
import { deadlineAfter } from '../wire/deadline.js'
import type { Exchange } from '../wire/exchange.js'

export interface Check {
  readonly about: 'kv' | 'queue' | 'sink' | 'provider'
  /** A problem keeps an interface from being judged; a warning says what may be judged wrong. */
  readonly outcome: 'fine' | 'warning' | 'problem'
  /** In words; of what is not fine they say what to do. No token is in them. */
  readonly message: string
}

/** The three outcomes of what is said about one part of the target. */
export const checksAbout = (about: Check['about']) => ({
  fine: (message: string): Check => ({ about, outcome: 'fine', message }),
  warning: (message: string): Check => ({ about, outcome: 'warning', message }),
  problem: (message: string): Check => ({ about, outcome: 'problem', message }),
})

/** How long a request may take, and what ends it sooner. */
export interface Patience {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Asks one URL. Never rejects: without an answer the exchange carries its `failure`. */
export async function asked(
  url: string,
  request: RequestSpec,
  { timeoutMs, signal }: Patience,
): Promise<Exchange> {
  const target = openTarget(url)
  const deadline = deadlineAfter(timeoutMs, signal)
  try {
    return await target.send(request, deadline.signal)
  } finally {
    deadline.clear()
    target.close()
  }
}
