// Finds HTTP/1 messages (RFC 9112) in a stream of bytes. Delays only the bytes that may be changed or
// refused.

import type { HeaderLines } from '../wire/exchange.js'
import { LONGEST_NAME, mayNameControl } from './gate.js'

export interface Head {
  /** The request line or the status line. */
  readonly start: string
  readonly headers: HeaderLines
}

/** The length of a body: a number of bytes, chunked, or until the connection closes. */
export type BodyLength = number | 'chunked' | 'until-close'

export interface Listener {
  /**
   * Called for a complete head. Returns the length of the body, or `no-http` if no HTTP follows.
   */
  head(head: Head): BodyLength | 'no-http' | undefined
  /** Called for bytes of a body, without the framing of chunks. */
  body(bytes: Buffer): void
  end(): void
  /** Called when the bytes are not HTTP/1. The reader then stops. */
  readonly lost: (why: string) => void
  /** Decides about requests that may not be forwarded. Without it, all bytes are forwarded. */
  readonly guard?: Guard
}

export interface Guard {
  /** Returns true if the head of a request with this request line waits for `admit`. */
  readonly holds: (start: string) => boolean
  /** Returns true if the request is forwarded. `head` is undefined if it is not HTTP/1. */
  readonly admit: (head: Head | undefined) => boolean
}

/** The longest head in bytes. */
const longestHead = 256 * 1024

const LF = 0x0a

type BodyState = 'length' | 'chunk' | 'rest'

const isBody = (state: string): state is BodyState => /^(length|chunk|rest)$/.test(state)

/**
 * Reads messages one after the other. If `host` is given, replaces the value of each `Host` line.
 * Only a `Host` line is held back until the line is complete. With a guard, so is a request line, and
 * the head of a request that the guard holds. A refused request is dropped with all bytes after it.
 */
export function messageReader(listener: Listener, host?: string) {
  let state: 'head' | 'size' | 'chunk-end' | 'trailers' | BodyState | 'stopped' | 'refused' = 'head'
  const { guard } = listener
  const line = heldLine(host)
  /** The bytes of a head that the guard holds. */
  let held: Buffer[] | undefined
  /** The last bytes that were forwarded unread. */
  let unread = ''
  let lines: string[] = []
  let headSize = 0
  /** The remaining bytes of the body or chunk. */
  let left = 0

  function lose(why: string) {
    state = 'stopped'
    listener.lost(why)
    if (held !== undefined) refuse(undefined)
  }

  /** Asks the guard about a request. Drops everything from its head on if the guard refuses it. */
  function refuse(head: Head | undefined): boolean {
    const isRefused = guard?.admit(head) === false
    if (isRefused) state = 'refused'
    return isRefused
  }

  /** Forwards bytes that cannot be read, unless they may be a request that the guard would hold. */
  function passUnread(bytes: Buffer, out: Buffer[]) {
    if (guard === undefined) return void out.push(bytes)
    unread += bytes.toString('latin1')
    if (mayNameControl(unread)) refuse(undefined)
    else out.push(bytes)
    unread = unread.slice(-LONGEST_NAME)
  }

  function endMessage() {
    state = 'head'
    listener.end()
  }

  function endHead() {
    const [start = '', ...fields] = lines
    lines = []
    headSize = 0
    const headers = headersOf(fields)
    if (headers === undefined) return lose('invalid header line')
    if (held !== undefined && refuse({ start, headers })) return
    const length = listener.head({ start, headers })
    if (length === undefined) lose('not an HTTP/1 message, or one of unclear length')
    else if (length === 'no-http') state = 'stopped'
    else if (length === 'chunked') state = 'size'
    else if (length === 'until-close') state = 'rest'
    else if (length === 0) endMessage()
    else [state, left] = ['length', length]
  }

  function endLine(text: string) {
    if (state === 'head') {
      // Empty lines before a message are ignored.
      if (text === '') return lines.length > 0 ? endHead() : undefined
      lines.push(text)
      if (lines.length === 1 && guard?.holds(text)) held = []
    } else if (state === 'size') {
      const [, size] = /^([0-9a-f]{1,13})[ \t]*(;.*)?$/i.exec(text) ?? []
      if (size === undefined) return lose('invalid chunk size')
      left = parseInt(size, 16)
      state = left === 0 ? 'trailers' : 'chunk'
    } else if (state === 'chunk-end') {
      if (text === '') state = 'size'
      else lose('a chunk is longer than its size')
    } else if (text === '') endMessage()
  }

  /** Reads up to the end of a line and returns the position after the line. */
  function readLine(chunk: Buffer, start: number, out: Buffer[]): number {
    const end = chunk.indexOf(LF, start) + 1 || chunk.length
    const piece = chunk.toString('latin1', start, end)
    headSize += piece.length
    const isHead = state === 'head'
    const isStart = isHead && lines.length === 0
    const isField = isHead && !isStart
    const bytes = line.add(piece, { isField, waits: guard !== undefined && !isField })
    const text = line.whole()
    if (text !== undefined) {
      if (!isHead) headSize = 0
      endLine(text)
    }
    if (headSize > longestHead && state === 'head') lose('a head is too long')
    if (held !== undefined) held.push(...bytes)
    else if (state === 'stopped') for (const each of bytes) passUnread(each, out)
    else out.push(...bytes)
    if (held !== undefined && (lines.length === 0 || state !== 'head')) release(out)
    return end
  }

  /** Forwards the held bytes at the end of their head, or drops them. */
  function release(out: Buffer[]) {
    if (state !== 'refused') out.push(...held!)
    held = undefined
  }

  /** Reads bytes of a body and returns the position after these bytes. */
  function readBody(chunk: Buffer, start: number, out: Buffer[]): number {
    const end = state === 'rest' ? chunk.length : Math.min(chunk.length, start + left)
    const bytes = chunk.subarray(start, end)
    left -= bytes.length
    out.push(bytes)
    listener.body(bytes)
    if (state === 'length' && left === 0) endMessage()
    else if (state === 'chunk' && left === 0) state = 'chunk-end'
    return end
  }

  return {
    /** Reads bytes and returns the bytes to forward. Only `Host` lines are changed. */
    read: (chunk: Buffer): readonly Buffer[] => {
      const out: Buffer[] = []
      for (let at = 0; at < chunk.length;) {
        if (state === 'refused') break
        if (state === 'stopped') {
          passUnread(Buffer.concat([line.rest(), chunk.subarray(at)]), out)
          break
        }
        at = isBody(state) ? readBody(chunk, at, out) : readLine(chunk, at, out)
      }
      return out.filter(({ length }) => length > 0)
    },
    /** Ends the stream and returns the bytes that were held back. */
    end: (): readonly Buffer[] => {
      const out: Buffer[] = []
      if (state !== 'refused' && held === undefined) passUnread(line.rest(), out)
      if (state === 'rest') endMessage()
      if (state !== 'refused') state = 'stopped'
      return out.filter(({ length }) => length > 0)
    },
  }
}

/**
 * Collects the current line. Its bytes are forwarded at once unless the line may be a `Host` line.
 */
function heldLine(host: string | undefined) {
  let line = ''
  /** The number of characters of the line that have been forwarded. */
  let passed = 0
  const start = () => ([line, passed] = ['', 0])

  return {
    /**
     * Adds a piece of a line and returns the bytes to forward. `isField` is true for a header line,
     * `waits` for a line that is forwarded only when it is complete.
     */
    add(
      piece: string,
      { isField, waits }: { isField: boolean; waits: boolean },
    ): readonly Buffer[] {
      line += piece
      const mayBeHost =
        host !== undefined && isField && 'host:'.startsWith(line.slice(0, 5).toLowerCase())
      if ((mayBeHost || waits) && !line.endsWith('\n')) return []
      const from = passed
      passed = line.length
      const replaced = mayBeHost && line.length > 5 ? withHost(line, host) : line
      return [Buffer.from(replaced.slice(from), 'latin1')]
    },
    /**
     * Returns the text of a complete line and starts the next line. Returns undefined for an
     * incomplete line.
     */
    whole(): string | undefined {
      if (!line.endsWith('\n')) return undefined
      const text = line.replace(/\r?\n$/, '')
      start()
      return text
    },
    rest(): Buffer {
      const held = Buffer.from(line.slice(passed), 'latin1')
      start()
      return held
    },
  }
}

/**
 * Replaces the value of a `Host` line. A line with a CR in its middle is not changed, because some
 * servers end the line at the CR.
 */
function withHost(line: string, host: string): string {
  const [, name = ''] = /^([^:]*:[ \t]*)/.exec(line) ?? []
  const value = withoutEnd(line.replace(/\r?\n$/, ''), ' \t')
  if (value.includes('\r')) return line
  return name + host + line.slice(Math.max(name.length, value.length))
}

/**
 * Removes these characters from the end of a text. A regular expression would take quadratic time.
 */
function withoutEnd(text: string, letters: string): string {
  let end = text.length
  while (end > 0 && letters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Parses header lines, including folded lines. Returns undefined if a line is invalid. */
function headersOf(lines: readonly string[]): HeaderLines | undefined {
  const headers: [string, string][] = []
  for (const line of lines) {
    const [start = '', name] = /^([^\s:]+)[ \t]*:[ \t]*/.exec(line) ?? []
    const last = headers.at(-1)
    if (name !== undefined) headers.push([name, withoutEnd(line.slice(start.length), ' \t')])
    else if (/^[ \t]/.test(line) && last) last[1] += ` ${line.trim()}`
    else return undefined
  }
  return headers
}

/**
 * Returns the length of a request body. Returns undefined if the headers do not define one clear
 * length.
 */
export const requestBodyLength = (headers: HeaderLines) => bodyLength(headers, 0)

/**
 * Returns the length of a response body. Returns undefined if the headers do not define one clear
 * length.
 */
export function answerBodyLength(method: string, status: number, headers: HeaderLines) {
  const hasNone = method === 'HEAD' || status < 200 || status === 204 || status === 304
  return hasNone ? 0 : bodyLength(headers, 'until-close')
}

function bodyLength(headers: HeaderLines, otherwise: 0 | 'until-close'): BodyLength | undefined {
  const coding = valuesOf(headers, 'transfer-encoding').at(-1)
  if (coding !== undefined) {
    if (coding.toLowerCase() === 'chunked') return 'chunked'
    return otherwise === 0 ? undefined : otherwise
  }
  const [length, ...more] = valuesOf(headers, 'content-length')
  if (length === undefined) return otherwise
  const isClear = /^\d{1,15}$/.test(length) && more.every((each) => each === length)
  return isClear ? Number(length) : undefined
}

const valuesOf = (headers: HeaderLines, name: string): readonly string[] =>
  headers
    .filter(([each]) => each.toLowerCase() === name)
    .flatMap(([, value]) => value.split(','))
    .map((value) => value.trim())
