// Parses the commands that a client sends.

import { bufferOf } from '../../large-buffers.js'
import { type Bytes, type Command, splitWords } from '../reply.js'

/**
 * Thrown for bytes that are not a command. The connection ends, because nothing after these bytes can
 * be parsed.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/** The longest line in bytes. A line is an inline command or a length. */
const LONGEST_LINE = 64 * 1024
/** The limits of a client before the login: the number of words, and bytes per word. */
const STRANGER = { words: 10, word: 16_384 }
/** The estimated memory of a word in addition to its text, in bytes. */
const WORD_COST = 16

/** The largest buffer in bytes that is kept for the next command. */
const MOST_KEPT = 16 * 1024

const EMPTY = Buffer.alloc(0)

const [STAR, DOLLAR, CR, LF] = [0x2a, 0x24, 0x0d, 0x0a]

/**
 * Parses commands out of packets of any size. Copies the words, because a small word must not keep a
 * large packet in memory.
 */
export class RequestParser {
  /** True until the client has logged in. */
  stranger = true

  readonly #longest: number
  /** The received bytes. Those from `#at` to `#end` are unread. */
  #bytes = EMPTY
  #at = 0
  #end = 0
  /** The words of an incomplete command, the number of missing words, and the size so far in bytes. */
  #words: Bytes[] = []
  #missing = 0
  #size = 0
  /** The length of the next word in bytes. Undefined until the length has been read. */
  #length: number | undefined

  /** @param longest the largest size of a command in bytes */
  constructor(longest: number) {
    this.#longest = longest
  }

  get unread(): number {
    return this.#end - this.#at
  }

  /** The memory of an incomplete command in bytes. */
  get bytes(): number {
    return this.unread + this.#size - (this.#length ?? 0)
  }

  put(packet: Buffer): void {
    const { unread } = this
    if (this.#end + packet.length > this.#bytes.length) {
      // Doubles the size, because a client may send byte by byte and each growth copies the bytes.
      const bytes = bufferOf(Math.max(unread + packet.length, 2 * unread))
      this.#bytes.copy(bytes, 0, this.#at, this.#end)
      this.#bytes = bytes
      this.#at = 0
      this.#end = unread
    }
    packet.copy(this.#bytes, this.#end)
    this.#end += packet.length
  }

  /** Returns the next command, or undefined if the command is incomplete. Throws a `ProtocolError`. */
  next(): Command | undefined {
    while (this.unread >= (this.#length ?? -1) + 2) {
      if (this.#missing === 0) {
        const inline = this.#bytes[this.#at] !== STAR
        if (inline ? !this.#readInline() : !this.#readCount()) return undefined
      } else if (this.#length === undefined) {
        if (!this.#readLength()) return undefined
        continue
      } else {
        this.#words.push(this.#take(this.#length))
        this.#length = undefined
        this.#missing--
      }
      if (this.#missing === 0 && this.#words.length > 0) return this.#command()
    }
    return undefined
  }

  #command(): Command {
    const words = this.#words
    this.#words = []
    this.#size = 0
    return words as unknown as Command
  }

  #readInline(): boolean {
    const end = this.#find(LF)
    if (end < 0) {
      if (this.unread > LONGEST_LINE) throw new ProtocolError('too big inline request')
      return false
    }
    const line = this.#take(end - this.#at, 1)
    const words = splitWords(line.endsWith('\r') ? line.slice(0, -1) : line)
    if (words === undefined) throw new ProtocolError('unbalanced quotes in request')
    this.#words = words
    return true
  }

  #readCount(): boolean {
    const line = this.#takeLine('too big mbulk count string')
    if (line === undefined) return false
    const count = integerIn(line.slice(1))
    if (count === undefined || count >= 2 ** 31) throw new ProtocolError('invalid multibulk length')
    if (this.stranger && count > STRANGER.words) {
      throw new ProtocolError('unauthenticated multibulk length')
    }
    this.#missing = Math.max(count, 0)
    return true
  }

  #readLength(): boolean {
    const line = this.#takeLine('too big bulk count string')
    if (line === undefined) return false
    if (line.charCodeAt(0) !== DOLLAR) {
      throw new ProtocolError(`expected '$', got '${line[0] ?? '\r'}'`)
    }
    const length = integerIn(line.slice(1))
    if (length === undefined || length < 0) throw new ProtocolError('invalid bulk length')
    this.#size += length + WORD_COST
    if (this.#size > this.#longest) throw new ProtocolError('invalid bulk length')
    if (this.stranger && length > STRANGER.word) {
      throw new ProtocolError('unauthenticated bulk length')
    }
    this.#length = length
    return true
  }

  /** Returns the next line and skips the line break, of which only the first byte is checked. */
  #takeLine(tooBig: string): Bytes | undefined {
    const end = this.#find(CR)
    if (end < 0 && this.unread > LONGEST_LINE) throw new ProtocolError(tooBig)
    return end < 0 || end + 1 >= this.#end ? undefined : this.#take(end - this.#at)
  }

  #find(byte: number): number {
    const at = this.#bytes.indexOf(byte, this.#at)
    return at < this.#end ? at : -1
  }

  /** Returns the next `length` bytes and skips the `end` bytes after them. */
  #take(length: number, end = 2): Bytes {
    const bytes = this.#bytes.toString('latin1', this.#at, this.#at + length)
    this.#at += length + end
    if (this.unread > 0) return bytes
    this.#at = this.#end = 0
    if (this.#bytes.length > MOST_KEPT) this.#bytes = EMPTY
    return bytes
  }
}

/** Parses an integer. Accepts only its canonical spelling. */
function integerIn(digits: Bytes): number | undefined {
  const integer = /^(?:0|-?[1-9]\d{0,18})$/.test(digits) ? Number(digits) : NaN
  return Number.isSafeInteger(integer) ? integer : undefined
}
