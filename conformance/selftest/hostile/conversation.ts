// A conversation is one connection of the campaign: the bytes that the client writes, the way the
// connection ends, and the number of expected responses.

export type Port = 'kv' | 'queue' | 'resp'

export interface Conversation {
  readonly port: Port
  /** The requests or frames in the order of writing, as latin1. */
  readonly parts: readonly string[]
  /** The number of requests, counted from the first, that must receive a response. */
  readonly answered: number
  /**
   * How the bytes are divided into writes: one write, two writes after this share of the bytes, or
   * one write per byte.
   */
  readonly cut?: number | 'bytes'
  readonly ending: Ending
}

/**
 * - `answered`: the client sends nothing more, and the target sends all responses and closes.
 * - `finish`: the client half-closes after the last response that it must receive.
 * - `half-close`: the client half-closes at once.
 * - `reset`: the client resets the connection after writing all bytes.
 * - `unread`: the client reads nothing, and the connection stays open during some later
 * conversations.
 */
export type Ending = 'answered' | 'finish' | 'half-close' | 'reset' | 'unread'

/** Returns the writes in order. */
export function writesOf({ parts, cut }: Conversation): readonly string[] {
  const bytes = parts.join('')
  if (cut === 'bytes') return [...bytes]
  const at = Math.floor((cut ?? 0) * bytes.length)
  return at === 0 ? [bytes] : [bytes.slice(0, at), bytes.slice(at)]
}

/**
 * Returns a shell command that sends the bytes again. For long input, the command has only their
 * beginning and end.
 */
export function reproduction(conversation: Conversation): string {
  const { port, ending, cut } = conversation
  const bytes = conversation.parts.join('')
  const quoted = bytes.replace(/[^ !-$&-[\]-~]|'/g, (byte) => {
    const hex = byte.charCodeAt(0).toString(16).padStart(2, '0')
    return byte === '\r' ? '\\r' : byte === '\n' ? '\\n' : `\\x${hex}`
  })
  const shown =
    quoted.length > LONGEST
      ? `${quoted.slice(0, LONGEST / 2)} … ${bytes.length} bytes … ${quoted.slice(-LONGEST / 2)}`
      : `printf '${quoted}' | nc 127.0.0.1 PORT`
  const writes = cut === undefined ? '' : cut === 'bytes' ? ' byte by byte' : ' in two writes'
  return `to ${port}${writes}, then ${ending}:\n  ${shown}`
}

const LONGEST = 3_000
