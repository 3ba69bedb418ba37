// What a test may ask of the queue beside the contract: what was delivered, and URL groups.

import { setImmediate } from 'node:timers/promises'
import { InPieces, type ControlRoutes } from '../../control.js'
import { viewOf } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { endpointsIn } from '../groups/group-body.js'
import { shownGroup, type Endpoint, type ShownGroup } from '../groups/group.js'
import { LONGEST_WAIT, type Attempt, type Journal, type Read } from '../journal/journal.js'
import type { Queue } from '../queue.js'

export const journalControls = (journal: Journal): ControlRoutes => ({
  /**
   * The attempts to deliver, and the requests; `after` is the sequence number of the last attempt
   * seen, `requestsAfter` that of the last request. With `wait`, so many real milliseconds at most,
   * it answers as soon as there is anything new: an attempt where `requestsAfter` is not given, a
   * request where only that is, with both either.
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

/** Characters of a piece of JSON, at least: some milliseconds of work. */
const PIECE = 262_144

/**
 * The JSON of an object of lists. Others are let in between two pieces: a journal of many megabytes
 * takes long to write.
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
    await setImmediate()
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

/** `queue` is the server as it is now: a fault may be turned on. */
export const groupControls = (queue: () => Queue): ControlRoutes => ({
  'GET /queue/groups': async () => ({ groups: (await queue().groups.all()).map(shownGroup) }),

  /** `{"name": …, "endpoints": [url or {"url", "name"}]}`; without endpoints the group is removed. */
  async 'POST /queue/groups'({ input: { name, endpoints } }) {
    if (typeof name !== 'string') {
      throw new Refusal(400, `expected "name" to be a text, got ${JSON.stringify(name)}`)
    }
    return (await setGroup(queue(), name, endpoints as GivenEndpoints)) ?? {}
  },
})

/** Endpoints by their URLs, with names where they are to have some. */
export type GivenEndpoints = readonly (string | Endpoint)[]

/** Sees that the group has these endpoints and no others; refuses what can be no endpoint. */
export async function setGroup(
  queue: Queue,
  name: string,
  endpoints: GivenEndpoints,
): Promise<ShownGroup | undefined> {
  const group = await queue.groups.set(name, endpointsIn({ endpoints }))
  return group && shownGroup(group)
}

/** An attempt as JSON: bytes are base64. */
const shown = ({ body, outcome, ...attempt }: Attempt) => ({
  ...attempt,
  body: base64(body),
  outcome: outcome.kind === 'answered' ? { ...outcome, body: base64(outcome.body) } : outcome,
})

const base64 = (bytes: Uint8Array) => viewOf(bytes).toString('base64')
