// Where the selection of a bulk request travels. The document leaves that open
// (`queue.bulk.selection-in-query-or-body`): it is found out once per run, and kept.

import { randomUUID } from 'node:crypto'
import type { Exchange } from '../exchange.js'

/**
 * Which failed runs a bulk request is for. Ids of entries may decide alone; all else that is given must
 * hold. Moments are Unix milliseconds.
 */
export interface Selection {
  readonly dlqIds?: readonly string[]
  readonly fromDate?: number
  readonly toDate?: number
  readonly workflowUrl?: string
  /** A whole id, or the beginning of one. */
  readonly workflowRunId?: string
  readonly workflowCreatedAt?: number
  /** Where the request before stopped. */
  readonly cursor?: string
}

/** What of a selection stands in the query and what in the body. */
export interface Placed {
  readonly query: Selection
  readonly body: Selection
}

/** Asks with the selection where the target takes it. */
export type Placing = (
  selection: Selection,
  ask: (placed: Placed) => Promise<Exchange>,
) => Promise<Exchange>

const places = {
  both: (selection: Selection): Placed => ({ query: selection, body: selection }),
  query: (selection: Selection): Placed => ({ query: selection, body: {} }),
  body: (selection: Selection): Placed => ({ query: {}, body: selection }),
}

const isAccepted = ({ status, failure }: Exchange) =>
  failure === undefined && status >= 200 && status < 300

/** The target may have refused it because of where it stood: not because of a token, a path or a pace. */
const isRefused = ({ status }: Exchange) => [400, 411, 413, 415, 422].includes(status)

/**
 * Both places at once, until the target refuses that; then each alone, and the one is kept that it
 * accepts. To begin with one alone is not safe: who finds no selection takes everybody's runs. So is
 * who refuses a selection for another reason, which a selection of nothing, in both places, tells.
 */
export function selectionPlaces(): Placing {
  let kept: keyof typeof places | undefined
  return async (selection, ask) => {
    if (kept !== undefined) return ask(places[kept](selection))
    const reply = await ask(places.both(selection))
    if (isAccepted(reply)) kept ??= 'both'
    if (!isRefused(reply) || Object.keys(selection).length === 0) return reply

    const nobodys = { workflowUrl: `https://nobody.invalid/${randomUUID()}` }
    if (isAccepted(await ask(places.both(nobodys)))) {
      kept ??= 'both'
      return reply
    }
    for (const place of ['query', 'body'] as const) {
      const alone = await ask(places[place](selection))
      if (!isAccepted(alone)) continue
      kept ??= place
      return alone
    }
    return reply
  }
}
