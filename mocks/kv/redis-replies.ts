// How the bytes that a Redis sends become replies, each of the type that RESP2 gives it.

import { type Bytes, NIL_ARRAY, type Reply, ReplyError, Status } from './reply.js'

/** Bytes that are no RESP2, of which the message is the first: nothing after them can be read. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply'
}

/** The longest bulk string that Redis knows, and the most replies in an array. */
const LONGEST = 512 * 2 ** 20
const MOST = 2 ** 31

/** An array that lacks some of its replies. */
interface Open {
  readonly replies: Reply[]
  missing: number
}

/** Takes replies out of what is put in, however it was cut into packets. */
export class ReplyReader {
  readonly #take: (reply: Reply) => void
  #text: Bytes = ''
  #at = 0
  /** The length that the text has once the bulk string that is being read is complete. */
  #needed = 0
  #open: Open[] = []

  /** `take` is given each reply, in order. */
  constructor(take: (reply: Reply) => void) {
    this.#take = take
  }

  /** Reads on. Throws `UnreadableReply`; nothing can be put in afterwards. */
  put(packet: Bytes): void {
    this.#text = this.#text.slice(this.#at) + packet
    this.#needed -= this.#at
    this.#at = 0
    // What is put together is not looked at before it can be complete: that would copy it each time.
    if (this.#text.length < this.#needed) return
    if (this.#text.length > packet.length && this.#needed <= 0 && !packet.includes('\n')) return
    for (let reply = this.#next(); reply !== undefined; reply = this.#next()) this.#put(reply)
  }

  /** Puts a reply where it belongs, with every array that it completes. */
  #put(reply: Reply): void {
    for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
      open.replies.push(reply)
      if (--open.missing > 0) return
      this.#open.pop()
      reply = open.replies
    }
    this.#take(reply)
  }

  /** The next reply that is no array with something in it; nothing when it is not complete. */
  #next(): Reply | undefined {
    while (this.#at < this.#text.length) {
      const type = this.#text[this.#at]!
      if (!TYPES.includes(type))
        throw new UnreadableReply(this.#text.slice(this.#at, this.#at + 16))
      const end = this.#text.indexOf('\r\n', this.#at)
      if (end < 0) return undefined
      const line = this.#text.slice(this.#at + 1, end)
      if (type === '$') return this.#bulk(lengthIn(line, LONGEST), end + 2)
      this.#at = end + 2
      if (type === '+') return new Status(line)
      if (type === '-') return new ReplyError(line)
      if (type === ':') return integerIn(line)
      const missing = lengthIn(line, MOST)
      if (missing < 0) return NIL_ARRAY
      if (missing === 0) return []
      this.#open.push({ replies: [], missing })
    }
    return undefined
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
