// One connection of the campaign: what the client writes, how it ends, and which responses it expects.

export type Port = 'kv' | 'queue' | 'resp'

export interface Conversation {
  readonly port: Port
  /** Requests or frames as they are written, as latin1. */
  readonly parts: readonly string[]
  /** How many of them, from the first, must be answered. */
  readonly answered: number
  /** Where the bytes are cut into writes: nowhere, once after a share of them, or at every byte. */
  readonly cut?: number | 'bytes'
  readonly ending: Ending
}

/**
 * - `answered`: the client sends nothing more; the target answers everything and closes.
 * - `finish`: the client half-closes when everything that must be answered has been.
 * - `half-close`: the client half-closes at once.
 * - `reset`: the client resets the connection once everything is written.
 * - `unread`: the client reads nothing and stays open during some later conversations.
 */
export type Ending = 'answered' | 'finish' | 'half-close' | 'reset' | 'unread'

/** The writes, in order. */
export function writesOf({ parts, cut }: Conversation): readonly string[] {
  const bytes = parts.join('')
  if (cut === 'bytes') return [...bytes]
  const at = Math.floor((cut ?? 0) * bytes.length)
  return at === 0 ? [bytes] : [bytes.slice(0, at), bytes.slice(at)]
}

/** A shell command that sends the bytes again, or their beginning and end if they are long. */
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
