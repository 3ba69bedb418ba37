// Control routes of the queue. They read the journal and change URL groups.

import { InPieces, type ControlRoutes } from '../../control.js'
import { viewOf } from '../../large-buffers.js'
import { Refusal } from '../../http/refusal.js'
import { endpointsIn } from '../groups/group-body.js'
import type { GroupEndpoint, UrlGroup } from '../groups/group.js'
import { LONGEST_WAIT, type Attempt, type Journal, type Read } from '../journal/journal.js'
import type { Queue } from '../queue.js'

export const journalControls = (journal: Journal): ControlRoutes => ({
  /**
   * Returns attempts after number `after`, and requests after number `requestsAfter`. With `wait`
   * the route waits up to `wait` milliseconds of real time for a new record: an attempt, a request
   * if only `requestsAfter` is given, or either if both are given.
   */
  async 'GET /journal'({ query }) {
    const after = sequenceIn(query, 'after')
    const requestsAfter = sequenceIn(query, 'requestsAfter')
    const read: Read = {
      attempts: query.has('after') || !query.has('requestsAfter') ? after : undefined,
      requests: query.has('requestsAfter') ? requestsAfter : undefined,
    }
    await journal.until(read, waitIn(query))
    return new InPieces(
      piecesOf({
        attempts: shownOf(journal.eachAttempt(after)),
        requests: journal.eachRequest(requestsAfter),
      }),
    )
  },
})

/** The minimum number of characters in a piece of JSON. Writing a piece takes a few milliseconds. */
const PIECE = 262_144

/**
 * Returns the JSON of an object of lists, in pieces. Other work runs between two pieces, because a
 * journal may have many megabytes.
 */
async function* piecesOf(
  lists: Readonly<Record<string, Iterable<unknown>>>,
): AsyncIterable<string> {
  let piece = ''
  for (const text of textsOf(lists)) {
    piece += text
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
    await new Promise(setImmediate)
  }
  yield piece
}

function* textsOf(lists: Readonly<Record<string, Iterable<unknown>>>): Iterable<string> {
  let before = '{'
  for (const [name, items] of Object.entries(lists)) {
    yield `${before}${JSON.stringify(name)}:[`
    let comma = ''
    for (const item of items) {
      yield comma + JSON.stringify(item)
      comma = ','
    }
    before = '],'
  }
  yield ']}'
}

function* shownOf(attempts: Iterable<Attempt>): Iterable<object> {
  for (const attempt of attempts) yield shown(attempt)
}

function sequenceIn(query: URLSearchParams, name: string): number {
  const value = query.get(name) ?? '0'
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw new Refusal(400, `${name}: expected a sequence number, got "${value}"`)
}

function waitIn(query: URLSearchParams): number {
  const value = query.get('wait') ?? '0'
  if (/^\d{1,15}$/.test(value) && Number(value) <= LONGEST_WAIT) return Number(value)
  throw new Refusal(400, `wait: expected milliseconds up to ${LONGEST_WAIT}, got "${value}"`)
}

/**
 * Returns the routes of URL groups. `queue` returns the queue with the faults that are active now.
 */
export const groupControls = (queue: () => Queue): ControlRoutes => ({
  'GET /queue/groups': async () => ({ groups: await queue().groups.all() }),

  /**
   * Sets a group: `{"name": …, "endpoints": [url or {"url", "name"}]}`. An empty list deletes the
   * group.
   */
  async 'POST /queue/groups'({ input: { name, endpoints } }) {
    if (typeof name !== 'string') {
      throw new Refusal(400, `expected "name" to be a text, got ${JSON.stringify(name)}`)
    }
    return (await setGroup(queue(), name, endpoints as GivenEndpoints)) ?? {}
  },
})

/** The endpoints of a group, as URLs or as objects with a name. */
export type GivenEndpoints = readonly (string | GroupEndpoint)[]

/** Sets the endpoints of a group. An empty list deletes the group. */
export const setGroup = async (
  queue: Queue,
  name: string,
  endpoints: GivenEndpoints,
): Promise<UrlGroup | undefined> =>
  queue.unit((queue) => queue.groups.set(name, endpointsIn({ endpoints })))

const shown = ({ body, outcome, ...attempt }: Attempt) => ({
  ...attempt,
  body: base64(body),
  outcome: outcome.kind === 'answered' ? { ...outcome, body: base64(outcome.body) } : outcome,
})

const base64 = (bytes: Uint8Array) => viewOf(bytes).toString('base64')
