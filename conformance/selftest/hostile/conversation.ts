// What one connection of the campaign is: the bytes that are written, how they are cut, how they end,
// and what must come back.

/** Where a conversation is held. */
export type Port = 'kv' | 'queue' | 'resp'

export interface Conversation {
  readonly port: Port
  /** Requests or frames as they are written, as latin1. */
  readonly parts: readonly string[]
  /** How many of them, from the first on, must be answered. */
  readonly answered: number
  /** Where the bytes are cut into writes: nowhere, once anywhere (a share of them), or at every byte. */
  readonly cut?: number | 'bytes'
  readonly ending: Ending
}

/**
 * - `answered`: nothing more is sent; the target answers everything and closes the connection.
 * - `finish`: half-closed when what must be answered has been.
 * - `half-close`: half-closed at once.
 * - `reset`: broken off once everything has been written.
 * - `unread`: nothing is read, and it stays open behind some later conversations.
 */
export type Ending = 'answered' | 'finish' | 'half-close' | 'reset' | 'unread'

/** What is written, in this order. */
export function writesOf({ parts, cut }: Conversation): readonly string[] {
  const bytes = parts.join('')
  if (cut === 'bytes') return [...bytes]
  const at = Math.floor((cut ?? 0) * bytes.length)
  return at === 0 ? [bytes] : [bytes.slice(0, at), bytes.slice(at)]
}

/** The same conversation with some of its parts only. */
export const withParts = (of: Conversation, keeps: (index: number) => boolean): Conversation => ({
  ...of,
  parts: of.parts.filter((_, index) => keeps(index)),
  answered: of.parts.filter((_, index) => index < of.answered && keeps(index)).length,
})

/** The bytes as text that a shell can send again, or their beginning and end. */
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
