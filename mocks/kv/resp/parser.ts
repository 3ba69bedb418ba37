// How the bytes that a client sends become commands, and what is said of bytes that are none.

import { bufferOf } from '../../large-buffers.js'
import type { Bytes, Command } from '../reply.js'

/** Bytes that are no request: the connection ends with this error, as nothing after it can be read. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/** The longest line, a command typed by hand or the head of what follows. */
const LONGEST_LINE = 64 * 1024
/** What somebody may send who has not logged in. */
const STRANGER = { words: 10, word: 16_384 }
/** What a word costs beside its bytes. */
const WORD_COST = 16

const [STAR, DOLLAR, CR, LF] = [0x2a, 0x24, 0x0d, 0x0a]

/**
 * Takes commands out of what is put in, however it was cut into packets. A word is copied out of
 * its packet, so that a small value that is kept does not keep a large packet.
 */
export class RequestParser {
  /** Until the client has logged in, little is taken from it. */
  stranger = true

  readonly #longest: number
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  readonly #packets = new Packets()
  #unread = 0
  /** The words of the command that is being read, and how many it lacks. */
  #words: Bytes[] = []
  #missing = 0
  #size = 0
  /** The length of the word that is being read; absent: its head comes next. */
  #length: number | undefined

  /** `longest` is the most bytes that a command may have. */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** How many bytes wait to be taken. */
  get unread(): number {
    return this.#unread
  }

  /** Bytes of all that has been put in and makes no command yet. */
  get bytes(): number {
    return this.#unread + this.#size - (this.#length ?? 0)
  }

  put(packet: Buffer): void {
    this.#packets.put(packet)
    this.#unread += packet.length
  }

  /** The next command; nothing when it is not complete. Throws a `ProtocolError`. */
  next(): Command | undefined {
    while (this.#unread >= (this.#length ?? -1) + 2) {
      this.#join()
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

  /** Makes one of all packets, only when it is known that they are needed. */
  #join(): void {
    const packets = this.#packets.take()
    if (packets.length === 0) return
    this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at), ...packets])
    this.#at = 0
  }

  #readInline(): boolean {
    const end = this.#bytes.indexOf(LF, this.#at)
    if (end < 0) {
      if (this.#unread > LONGEST_LINE) throw new ProtocolError('too big inline request')
      return false
    }
    const line = this.#take(end - this.#at, 1)
    const words = wordsOf(line.endsWith('\r') ? line.slice(0, -1) : line)
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

  /** A line and its end, of which only the first byte is looked at. */
  #takeLine(tooBig: string): Bytes | undefined {
    const end = this.#bytes.indexOf(CR, this.#at)
    if (end < 0 && this.#unread > LONGEST_LINE) throw new ProtocolError(tooBig)
    return end < 0 || end + 1 >= this.#bytes.length ? undefined : this.#take(end - this.#at)
  }

  /** Takes so many bytes, and passes over those that follow them. */
  #take(length: number, over = 2): Bytes {
    const bytes = this.#bytes.toString('latin1', this.#at, this.#at + length)
    this.#at += length + over
    this.#unread -= length + over
    return bytes
  }
}

/** A packet below this size is copied beside others, in a buffer of that many bytes. */
const SMALL = 1024
const GATHERED = 16_384

/** Packets that wait: a client that sends byte by byte makes no buffer of each byte. */
class Packets {
  #packets: Buffer[] = []
  /** Room for small packets: what is in it from `begin` to `end` is no packet yet. */
  #room: Buffer = Buffer.alloc(0)
  #begin = 0
  #end = 0

  put(packet: Buffer): void {
    if (packet.length >= SMALL || (this.#packets.length === 0 && this.#begin === this.#end)) {
      this.#gather()
      this.#packets.push(packet)
      return
    }
    if (packet.length > this.#room.length - this.#end) {
      this.#gather()
      this.#room = bufferOf(GATHERED)
      this.#begin = this.#end = 0
    }
    this.#room.set(packet, this.#end)
    this.#end += packet.length
  }

  /** All of them, which are gone then. */
  take(): readonly Buffer[] {
    this.#gather()
    const packets = this.#packets
    if (packets.length > 0) this.#packets = []
    return packets
  }

  #gather(): void {
    if (this.#begin < this.#end) this.#packets.push(this.#room.subarray(this.#begin, this.#end))
    this.#begin = this.#end
  }
}

/** An integer without any other way of writing it. */
function integerIn(digits: Bytes): number | undefined {
  const integer = /^(?:0|-?[1-9]\d{0,18})$/.test(digits) ? Number(digits) : NaN
  return Number.isSafeInteger(integer) ? integer : undefined
}

const ESCAPES: Readonly<Record<string, Bytes>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  a: '\x07',
}

const SPACE = /[ \t-\r]/

/** Either kind of quotes around a part of a word, or a part without any. */
const PART =
  /"((?:\\x[0-9a-f]{2}|\\[^]|[^"\\])*)"(?=[ \t-\r]|$)|'((?:\\'|[^'])*)'(?=[ \t-\r]|$)|[^"' \t\n\r]+/iy

/** The words of a line as one types it; nothing when its quotes are unbalanced. */
function wordsOf(line: Bytes): Bytes[] | undefined {
  const words: Bytes[] = []
  for (let at = 0; ;) {
    while (at < line.length && SPACE.test(line[at]!)) at++
    if (at >= line.length) return words
    let word = ''
    while (at < line.length && !SPACE.test(line[at]!)) {
      PART.lastIndex = at
      const part = PART.exec(line)
      if (part === null) return undefined
      const [all, double, single] = part
      word +=
        double?.replace(/\\(?:x([0-9a-f]{2})|([^]))/gi, unescaped) ??
        single?.replaceAll("\\'", "'") ??
        all
      at = PART.lastIndex
    }
    words.push(word)
  }
}

const unescaped = (_: string, hex: string | undefined, letter = ''): Bytes =>
  hex === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16))
