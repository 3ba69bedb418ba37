// The bytes of an event stream (WHATWG HTML, 9.2) as events: the reader believes nothing of a server
// but what stands there, and keeps the lines as they were sent beside what they mean.

import { gathered } from './gathered.js'

export interface ServerSentEvent {
  /** `message` where the event does not name another. */
  readonly type: string
  readonly data: string
  /** The id that holds for this event; a stream has one from the first `id:` line on. */
  readonly id: string
  /** The lines of the event as they were sent, comments among them, without their ends. */
  readonly lines: readonly string[]
}

const LF = 0x0a
const CR = 0x0d

const byteOrderMark = Buffer.from('\ufeff')

export function eventReader() {
  /** The bytes of a line: no character contains a byte of a line end. */
  let line = gathered()
  let lines: string[] = []
  let first = true
  let afterCr = false
  let id = ''

  function endLine(): ServerSentEvent | undefined {
    const text = takeLine()
    if (text !== '') {
      lines.push(text)
      return undefined
    }
    const block = lines
    lines = []
    const fields = block.flatMap((each) => fieldOf(each) ?? [])
    // An id holds though nothing else came with it; one with a zero in it is none.
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
    /** The events that these bytes complete. They may be cut anywhere, inside a character too. */
    read(bytes: Uint8Array): readonly ServerSentEvent[] {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const events: ServerSentEvent[] = []
      let start = 0
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at]
        // The second half of a line end that has ended its line already.
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
    /** The lines that no blank line has made an event of yet, the last one as far as it has come. */
    get rest(): readonly string[] {
      const begun = line.bytes.toString('utf8')
      return begun === '' ? lines : [...lines, begun]
    },
  }
}

/** `name: value`, without the one space that may follow the colon; of a comment nothing. */
function fieldOf(line: string): { name: string; value: string } | undefined {
  const colon = line.indexOf(':')
  if (colon === 0) return undefined
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}
