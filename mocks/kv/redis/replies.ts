// Parses the bytes that a Redis sends into replies. The mock itself speaks RESP2 with a Redis.

import {
  type Bytes,
  NIL_ARRAY,
  type Reply,
  ReplyError,
  type Resp3Type,
  Status,
  Typed,
} from '../reply.js'

/**
 * Thrown for bytes that are not of the protocol. The message contains the first of them. Nothing after them can
 * be parsed.
 */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply'
}

/**
 * The length of the longest bulk string of Redis in bytes, and the largest number of replies in an
 * array.
 */
const LONGEST = 512 * 2 ** 20
const MOST = 2 ** 31

/** An array whose replies have not all arrived. */
interface Open {
  readonly replies: Reply[]
  readonly type: Resp3Type | undefined
  missing: number
}

/** Parses replies out of packets that may be cut anywhere. */
export class ReplyReader {
  readonly #take: (reply: Reply) => void
  #text: Bytes = ''
  #at = 0
  /** The length the text will have when the current bulk string is complete. */
  #needed = 0
  #open: Open[] = []
  readonly #types: string

  /** Creates a reader that calls `take` with each reply, in order. `protocol` is the version of RESP. */
  constructor(take: (reply: Reply) => void, protocol: 2 | 3 = 2) {
    this.#take = take
    this.#types = protocol === 2 ? TYPES : TYPES + TYPES_OF_3
  }

  /** Parses a packet. Throws `UnreadableReply`. The reader cannot be used after this error. */
  put(packet: Bytes): void {
    this.#text = this.#text.slice(this.#at) + packet
    this.#needed -= this.#at
    this.#at = 0
    // Waits until the text can be complete, because searching the joined text would copy it for each
    // packet.
    if (this.#text.length < this.#needed) return
    if (this.#text.length > packet.length && this.#needed <= 0 && !packet.includes('\n')) return
    for (let reply = this.#next(); reply !== undefined; reply = this.#next()) this.#put(reply)
  }

  /** Adds a reply to the innermost incomplete array, and closes every array that this completes. */
  #put(reply: Reply): void {
    for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
      open.replies.push(reply)
      if (--open.missing > 0) return
      this.#open.pop()
      reply = open.type ? new Typed(open.type, open.replies) : open.replies
    }
    this.#take(reply)
  }

  /** Returns the next reply that is not an array with elements, or undefined if it is incomplete. */
  #next(): Reply | undefined {
    while (this.#at < this.#text.length) {
      const type = this.#text[this.#at]!
      if (!this.#types.includes(type))
        throw new UnreadableReply(this.#text.slice(this.#at, this.#at + 16))
      const end = this.#text.indexOf('\r\n', this.#at)
      if (end < 0) return undefined
      const line = this.#text.slice(this.#at + 1, end)
      if (type === '$') return this.#bulk(lengthIn(line, LONGEST), end + 2)
      if (type === '=') return this.#verbatim(lengthIn(line, LONGEST), end + 2)
      this.#at = end + 2
      if (type === '+') return new Status(line)
      if (type === '-') return new ReplyError(line)
      if (type === ':') return integerIn(line)
      if (type === '_') return null
      if (type === '#') return new Typed('boolean', line === 't' ? 1 : 0)
      if (type === ',') return new Typed('double', line)
      if (type === '(') return new Typed('big-number', line)
      const length = lengthIn(line, MOST)
      if (length < 0) return NIL_ARRAY
      const aggregate = AGGREGATES[type]
      if (length === 0) return aggregate ? new Typed(aggregate, []) : []
      this.#open.push({ replies: [], type: aggregate, missing: type === '%' ? 2 * length : length })
    }
    return undefined
  }

  #verbatim(length: number, start: number): Typed | undefined {
    const bytes = this.#bulk(length, start)
    if (typeof bytes !== 'string') return undefined
    return new Typed('verbatim', bytes.slice(4), bytes.slice(0, 3))
  }

  #bulk(length: number, start: number): Bytes | null | undefined {
    const end = start + length
    if (length >= 0 && this.#text.length < end + 2) {
      this.#needed = end + 2
      return undefined
    }
    this.#at = length < 0 ? start : end + 2
    return length < 0 ? null : this.#text.slice(start, end)
  }
}

const TYPES = '+-:$*'
const TYPES_OF_3 = '_#,(=%~>'

const AGGREGATES: Readonly<Record<string, Resp3Type>> = { '%': 'map', '~': 'set', '>': 'push' }

const integerIn = (digits: Bytes): number | bigint => {
  if (!/^[+-]?\d{1,20}$/.test(digits)) throw new UnreadableReply(`:${digits.slice(0, 16)}`)
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : BigInt(digits)
}

function lengthIn(digits: Bytes, most: number): number {
  const length = /^(?:-1|\d{1,10})$/.test(digits) ? Number(digits) : NaN
  if (!(length <= most)) throw new UnreadableReply(digits.slice(0, 16))
  return length
}
