// The parameters of the Stream commands, and what their replies share.

import { parseInt64 } from '../../engine/core/int64.js'
import type { Threshold, Trimming } from '../../engine/stream/stream.js'
import {
  GREATEST_ID,
  idAfter,
  idBefore,
  readId,
  type StreamId,
  type Uint64,
  type WrittenId,
  ZERO_ID,
  printId,
} from '../../engine/stream/stream-id.js'
import { ReplyError, type Bytes } from '../../reply.js'
import { parameter, word } from '../../command/parameters.js'
import { syntaxError, printed } from '../../command/refusals.js'
import type { Words } from '../../command/words.js'
import type { DatabaseView } from '../../engine/core/database.js'
import type { StreamEntry } from '../../engine/stream/stream-node.js'
import type { CommandResult } from '../../command/answer.js'

const invalidId = () => new ReplyError('ERR Invalid stream ID specified as stream command argument')

function written(word: Bytes): WrittenId {
  const id = readId(word)
  if (id === undefined) throw invalidId()
  return id
}

/** Parses an id. `missing` replaces an omitted sequence number. */
function parseId(word: Bytes, missing: Uint64 = 0): StreamId {
  const { ms, seq } = written(word)
  if (seq === 'automatic') throw invalidId()
  return { ms, seq: seq === 'missing' ? missing : seq }
}

const EDGES: ReadonlyMap<Bytes, StreamId> = new Map([
  ['-', ZERO_ID],
  ['+', GREATEST_ID],
])

export const id = word('id', (word) => parseId(word))

/** Returns true if the word is an id without `*`. */
export function isId(word: Bytes): boolean {
  const id = readId(word)
  return id !== undefined && id.seq !== 'automatic'
}

/** An id, or `$` for the current end of the stream. */
export const groupId = word('group-id', (word) => (word === '$' ? ('end' as const) : parseId(word)))

/** Like `groupId`, but also accepts `-` and `+`. XGROUP SETID uses this parameter. */
export const movedId = word('group-id', (word) => EDGES.get(word) ?? groupId.parse(word))

export const group = word('group', (word) => word)
export const consumer = word('consumer', (word) => word)

export function firstOf(word: Bytes): StreamId {
  const { id, exclusive } = bound(word, 0)
  const first = exclusive ? idAfter(id) : id
  if (first === undefined) throw new ReplyError('ERR invalid start ID for the interval')
  return first
}

export function lastOf(word: Bytes): StreamId {
  const { id, exclusive } = bound(word, GREATEST_ID.seq)
  const last = exclusive ? idBefore(id) : id
  if (last === undefined) throw new ReplyError('ERR invalid end ID for the interval')
  return last
}

function bound(word: Bytes, missing: Uint64): { id: StreamId; exclusive: boolean } {
  if (word.length > 1 && word.startsWith('(')) {
    return { id: parseId(word.slice(1), missing), exclusive: true }
  }
  return { id: EDGES.get(word) ?? parseId(word, missing), exclusive: false }
}

export const start = word('id-bound', firstOf)

/** The two bounds of an interval. `lesser` is the position of the lower bound, which is parsed first. */
export const interval = (lesser: 'first' | 'last') =>
  parameter('id-bound id-bound', (words) => {
    const bounds = [words.next(), words.next()] as const
    const [first, last] = lesser === 'first' ? bounds : ([bounds[1], bounds[0]] as const)
    return { first: firstOf(first), last: lastOf(last) }
  })

/** The word that stands for an unknown number of read entries. */
const UNKNOWN = -1n

/** The number of entries that a group has read, or undefined if unknown. */
export const entriesRead = word('signed', (word) => {
  const count = parseInt64(word)
  if (count < UNKNOWN) throw new ReplyError('ERR value for ENTRIESREAD must be positive or -1')
  return count === UNKNOWN ? undefined : count
})

/** A parameter without words, for a body that finds a wrong option of a subcommand. */
export const misuse = parameter('', (words) => () => words.wrongSubcommand())

const TRIMMING = 'MAXLEN [~|=|~] integer, MINID [~|=|~] id, LIMIT integer'

export const trimming = parameter(
  `{${TRIMMING}}`,
  (words) => {
    const draft = new TrimmingDraft()
    while (words.left > 0) if (!draft.takeOption(words)) throw syntaxError()
    return draft.finish(true)!
  },
  2,
)

export const addition = parameter(`{NOMKSTREAM, ${TRIMMING}} new-id (field value)...`, (words) => {
  const draft = new TrimmingDraft()
  let create = true
  /** Undefined for an id that is generated from the time. */
  let id: WrittenId | undefined
  while (words.left > 0) {
    if (draft.takeOption(words)) continue
    const word = words.next()
    if (word.toUpperCase() === 'NOMKSTREAM') create = false
    else {
      if (word !== '*') id = written(word)
      break
    }
  }
  const trimming = draft.finish(false)
  if (words.left === 0 || words.left % 2 === 1) throw words.wrongArity()
  const pairs = Array.from({ length: words.left }, () => words.next())
  return { create, trimming, id, pairs }
})

class TrimmingDraft {
  #threshold: Threshold | undefined
  #approximate = false
  #limit: number | undefined

  /** Consumes a trimming option. Returns false if the next word is not a trimming option. */
  takeOption(words: Words): boolean {
    if (words.left < 2) return false
    const name = words.peek()?.toUpperCase()
    if (name === 'MAXLEN' || name === 'MINID') {
      words.next()
      this.#takeThreshold(words, name)
    } else if (name === 'LIMIT') {
      words.next()
      this.#limit = notNegative('LIMIT', words.next())
    } else return false
    return true
  }

  #takeThreshold(words: Words, name: 'MAXLEN' | 'MINID'): void {
    if (this.#threshold !== undefined) {
      throw wrong('MAXLEN and MINID options at the same time are not compatible')
    }
    const sign = words.left > 1 ? words.peek() : undefined
    this.#approximate = sign === '~'
    if (sign === '~' || sign === '=') words.next()
    this.#threshold =
      name === 'MAXLEN'
        ? { strategy: 'maxlen', length: notNegative('MAXLEN', words.next()) }
        : { strategy: 'minid', id: parseId(words.next()) }
  }

  /** Returns the trimming, if options gave one. Throws if `must` is set and no option gave one. */
  finish(must: boolean): Trimming | undefined {
    const [threshold, limit, approximate] = [this.#threshold, this.#limit, this.#approximate]
    if (threshold === undefined && limit) {
      throw wrong('LIMIT cannot be used without specifying a trimming strategy')
    }
    if (threshold === undefined && must) {
      throw wrong('XTRIM must be called with a trimming strategy')
    }
    if (limit !== undefined && !approximate) {
      throw wrong('LIMIT cannot be used without the special ~ option')
    }
    if (threshold === undefined) return undefined
    return { threshold, approximate, limit }
  }
}

const wrong = (what: string) => new ReplyError(`ERR syntax error, ${what}`)

function notNegative(option: string, word: Bytes): number {
  const value = parseInt64(word)
  if (value < 0n) throw new ReplyError(`ERR The ${option} argument must be >= 0.`)
  return Number(value)
}

/** Returns the time in whole milliseconds since 1970, because ids contain whole milliseconds. */
export const now = ({ clock }: DatabaseView): number => Math.floor(clock.now())

export const shown = ({ id, pairs }: StreamEntry): CommandResult => [printId(id), pairs]

export function* first<T>(some: Iterable<T>, count = Infinity): Generator<T> {
  if (count <= 0) return
  let taken = 0
  for (const one of some) {
    yield one
    if (++taken >= count) return
  }
}

/** Returns the error for a missing stream or group. `where` is appended to the message. */
export const noGroup = (key: Bytes, group: Bytes, where = '') =>
  new ReplyError(
    `NOGROUP No such key '${printed(key)}' or consumer group '${printed(group)}'${where}`,
  )

export const noGroupInStream = (key: Bytes, group: Bytes) =>
  new ReplyError(
    `NOGROUP No such consumer group '${printed(group)}' for key name '${printed(key)}'`,
  )
