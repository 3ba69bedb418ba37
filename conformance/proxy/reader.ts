// Where HTTP/1 messages begin and end in the bytes of a connection (RFC 9112), read beside the bytes
// on their way: whatever it cannot read has already gone on, as it came.

import type { HeaderLines } from '../wire/exchange.js'

export interface Head {
  /** The request line or the status line. */
  readonly start: string
  readonly headers: HeaderLines
}

/** How long the body after a head is: so many bytes, in chunks, or as long as the connection. */
export type BodyLength = number | 'chunked' | 'until-close'

/** Who reads along. */
export interface Listener {
  /** A head is complete; answers how long its body is, which may be unclear, or that no HTTP follows. */
  head(head: Head): BodyLength | 'no-http' | undefined
  /** Some bytes of a body, without what frames them. */
  body(bytes: Buffer): void
  /** A message is complete. */
  end(): void
  /** What comes is no HTTP/1: nothing more of it is read. */
  readonly lost: (why: string) => void
}

export interface Reader {
  /** Reads on, and returns the same bytes for whom they are on their way to, but for `Host` lines. */
  readonly read: (chunk: Buffer) => readonly Buffer[]
  /** The bytes have ended; returns what was held back of them. */
  readonly end: () => readonly Buffer[]
}

/** A longer line or head is not read. */
const longestHead = 256 * 1024

const LF = 0x0a

/**
 * Reads messages one after the other. With `host` the value of every `Host` line becomes that: such a
 * line is held back until it is whole, and nothing else is.
 */
export function messageReader(listener: Listener, host?: string): Reader {
  let state: 'head' | 'length' | 'chunk' | 'size' | 'chunk-end' | 'trailers' | 'rest' | 'deaf' =
    'head'
  const line = heldLine(host)
  /** The lines of the head being read. */
  let lines: string[] = []
  let headSize = 0
  /** Bytes that are still to come of the body, or of the chunk. */
  let left = 0

  function lose(why: string) {
    state = 'deaf'
    listener.lost(why)
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
    if (headers === undefined) return lose('a header line is none')
    const length = listener.head({ start, headers })
    if (length === undefined) lose('it is no HTTP/1 message, or does not say how long it is')
    else if (length === 'no-http') state = 'deaf'
    else if (length === 'chunked') state = 'size'
    else if (length === 'until-close') state = 'rest'
    else if (length === 0) endMessage()
    else [state, left] = ['length', length]
  }

  function endLine(text: string) {
    if (state === 'head') {
      // An empty line before a message is passed over.
      if (text !== '') lines.push(text)
      else if (lines.length > 0) endHead()
    } else if (state === 'size') {
      const [, size] = /^([0-9a-f]{1,13})[ \t]*(;.*)?$/i.exec(text) ?? []
      if (size === undefined) return lose('the size of a chunk is none')
      left = parseInt(size, 16)
      state = left === 0 ? 'trailers' : 'chunk'
    } else if (state === 'chunk-end') {
      if (text === '') state = 'size'
      else lose('a chunk is longer than its size')
    } else if (text === '') endMessage()
  }

  /** Reads bytes that belong to lines up to the end of one, and returns where it stopped. */
  function readLine(chunk: Buffer, start: number, out: Buffer[]): number {
    const end = chunk.indexOf(LF, start) + 1 || chunk.length
    const piece = chunk.toString('latin1', start, end)
    headSize += piece.length
    out.push(...line.add(piece, state === 'head' && lines.length > 0))
    const text = line.whole()
    if (text !== undefined) {
      if (state !== 'head') headSize = 0
      endLine(text)
    }
    if (headSize > longestHead && state !== 'deaf') lose('a head is too long')
    return end
  }

  /** Reads bytes of a body, as many as there are of it, and returns where it stopped. */
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
    read(chunk) {
      const out: Buffer[] = []
      for (let at = 0; at < chunk.length;) {
        if (state === 'deaf') {
          out.push(line.rest(), chunk.subarray(at))
          break
        }
        const isBody = state === 'length' || state === 'chunk' || state === 'rest'
        at = isBody ? readBody(chunk, at, out) : readLine(chunk, at, out)
      }
      return out.filter(({ length }) => length > 0)
    },
    end() {
      const held = line.rest()
      if (state === 'rest') endMessage()
      state = 'deaf'
      return held.length > 0 ? [held] : []
    },
  }
}

/** The line being read, of which all goes on as it comes but a `Host` line that becomes another. */
function heldLine(host: string | undefined) {
  let line = ''
  /** How much of it has gone on. */
  let passed = 0
  const start = () => ([line, passed] = ['', 0])

  return {
    /** Takes a piece of it, and returns what may go on by now; `isField`: it is a header line. */
    add(piece: string, isField: boolean): readonly Buffer[] {
      line += piece
      const mayBeHost =
        host !== undefined && isField && 'host:'.startsWith(line.slice(0, 5).toLowerCase())
      if (mayBeHost && !line.endsWith('\n')) return []
      const from = passed
      passed = line.length
      const replaced = mayBeHost && line.length > 5 ? withHost(line, host) : line
      return [Buffer.from(replaced.slice(from), 'latin1')]
    },
    /** Its text, and then another one begins; undefined before its end. */
    whole(): string | undefined {
      if (!line.endsWith('\n')) return undefined
      const text = line.replace(/\r?\n$/, '')
      start()
      return text
    },
    /** What was held back of it. */
    rest(): Buffer {
      const held = Buffer.from(line.slice(passed), 'latin1')
      start()
      return held
    },
  }
}

/**
 * A `Host` line with another value, all else of it as it was. One with a bare CR in it stays: some take
 * that for the end of the line.
 */
function withHost(line: string, host: string): string {
  const [, name = ''] = /^([^:]*:[ \t]*)/.exec(line) ?? []
  const value = withoutEnd(line.replace(/\r?\n$/, ''), ' \t')
  if (value.includes('\r')) return line
  return name + host + line.slice(Math.max(name.length, value.length))
}

/** A text without those of these letters that it ends with; a pattern would take n² for n of them. */
function withoutEnd(text: string, letters: string): string {
  let end = text.length
  while (end > 0 && letters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** The fields of a head; undefined where a line is none. What is folded belongs to the line before. */
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

/** How long the body of a request is; undefined where its head does not say so clearly. */
export const requestBodyLength = (headers: HeaderLines) => bodyLength(headers, 0)

/** How long the body of an answer with this status is, to a request with this method. */
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
