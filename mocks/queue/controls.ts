// What a test may ask of the queue beside the contract: what was delivered.

import type { ControlRoutes } from '../control.js'
import { Refusal } from '../http/refusal.js'
import type { Attempt, Journal } from './journal.js'

export const journalControls = (journal: Journal): ControlRoutes => ({
  /** The attempts to deliver; `after` is the sequence number of the last one seen. */
  'GET /journal'({ query }) {
    const after = query.get('after') ?? '0'
    if (!/^\d{1,15}$/.test(after)) {
      throw new Refusal(400, `after: expected a sequence number, got "${after}"`)
    }
    return { attempts: journal.attempts(Number(after)).map(shown) }
  },
})

/** An attempt as JSON: bytes are base64. */
const shown = ({ body, outcome, ...attempt }: Attempt) => ({
  ...attempt,
  body: base64(body),
  outcome: outcome.kind === 'answered' ? { ...outcome, body: base64(outcome.body) } : outcome,
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
