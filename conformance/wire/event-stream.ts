// Parses event streams (WHATWG HTML, 9.2) and keeps the lines as the server sent them. The contract leaves
// open if a blank line follows an event, so that each data line can also be an event of its own.

import { gathered } from './gathered.js'

export interface ServerSentEvent {
  /** The type that the event contains, `message` by default. */
  readonly type: string
  readonly data: string
  /** The last event id in the stream so far, or an empty string. */
  readonly id: string
  /** The lines of the event, including comments, as the server sent them but without line ends. */
  readonly lines: readonly string[]
}

const LF = 0x0a
const CR = 0x0d

const byteOrderMark = Buffer.from('\ufeff')

export function eventReader() {
  /** The bytes of the current line. Splitting bytes at CR and LF cannot split a UTF-8 character. */
  let line = gathered()
  let lines: string[] = []
  let first = true
  let afterCr = false
  let id = ''
  /** True if each data line is an event. */
  let endsAtLines = false

  function endLine(): ServerSentEvent | undefined {
    const text = takeLine()
    if (text !== '') lines.push(text)
    if (text !== '' && !(endsAtLines && isDataLine(text))) return undefined
    const block = lines
    lines = []
    return eventOf(block)
  }

  function eventOf(block: readonly string[]): ServerSentEvent | undefined {
    const fields = block.flatMap((each) => fieldOf(each) ?? [])
    // An event without data still sets the id. An id that contains NUL is ignored.
    id = fields.findLast(({ name, value }) => name === 'id' && !value.includes('\0'))?.value ?? id
    const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value)
    if (data.length === 0) return undefined
    const type = fields.findLast(({ name }) => name === 'event')?.value ?? ''
    return { type: type === '' ? 'message' : type, data: data.join('\n'), id, lines: block }
  }

  function takeLine(): string {
    const { bytes } = line
    line = gathered()
    const marked = first && bytes.subarray(0, 3).equals(byteOrderMark)
    first = false
    return bytes.toString('utf8', marked ? 3 : 0)
  }

  return {
    /**
     * Returns the events that these bytes complete. The bytes may start and end in the middle of an
     * event.
     */
    read(bytes: Uint8Array): readonly ServerSentEvent[] {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const events: ServerSentEvent[] = []
      let start = 0
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at]
        // This is the LF of a CRLF. Its CR has already ended the line.
        const isRest = byte === LF && afterCr
        afterCr = byte === CR
        if (isRest) start = at + 1
        if (isRest || (byte !== LF && byte !== CR)) continue
        line.add(chunk.subarray(start, at))
        start = at + 1
        const event = endLine()
        if (event) events.push(event)
      }
      if (start < chunk.length) line.add(chunk.subarray(start))
      return events
    },
    /** Makes each data line an event of its own. Returns the events of the lines so far. */
    endAtLines(): readonly ServerSentEvent[] {
      endsAtLines = true
      const block = lines
      lines = []
      return block.filter(isDataLine).flatMap((text) => eventOf([text]) ?? [])
    },
    /** True if bytes have arrived since the last complete event. */
    get hasRest() {
      return lines.length > 0 || line.length > 0
    },
    /** The lines since the last complete event. The last line may be incomplete. */
    get rest(): readonly string[] {
      const begun = line.bytes.toString('utf8')
      return begun === '' ? lines : [...lines, begun]
    },
  }
}

/** Returns true for a line of an event that has data. */
export const isDataLine = (line: string): boolean => /^data(:|$)/.test(line)

/** Splits `name: value` and removes one space after the colon. Returns undefined for a comment. */
function fieldOf(line: string): { name: string; value: string } | undefined {
  const colon = line.indexOf(':')
  if (colon === 0) return undefined
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}
