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
   * The division of the bytes into writes: one write, two writes after this share of the bytes, or
   * one write per byte.
   */
  readonly cut?: number | 'bytes'
  /**
   * - `answered`: the client sends nothing more, and the target sends all responses and closes.
   * - `finish`: the client half-closes after the last response that it must receive.
   * - `half-close`: the client half-closes at once.
   * - `reset`: the client resets the connection after writing all bytes.
   * - `unread`: the client reads nothing, and the connection stays open during some later
   * conversations.
   */
  readonly ending: 'answered' | 'finish' | 'half-close' | 'reset' | 'unread'
}

/** Returns the bytes as text. Of long input, the text has only the beginning and the end. */
export function described({ port, parts, cut, ending }: Conversation): string {
  const text = JSON.stringify(parts.join(''))
  const half = LONGEST / 2
  const shown =
    text.length > LONGEST
      ? `${text.slice(0, half)} … ${text.length} characters … ${text.slice(-half)}`
      : text
  return `to ${port}, cut ${cut ?? 'nowhere'}, then ${ending}:\n  ${shown}`
}

const LONGEST = 3_000
