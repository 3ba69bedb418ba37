// The commands of a request to the key-value interface, each with its reply. Both are read from the
// stored request and response, so that recording them costs nothing.

import type { Request } from '../http/message.js'
import { commandsIn } from '../intercepts/commands.js'
import type { Format, Kv } from '../kv/decisions.js'
import { endpointOf } from '../kv/request.js'
import { ReplyReader, UnreadableReply } from '../kv/redis/replies.js'
import { isAscii, NIL_ARRAY, type Reply, ReplyError, Status, textOf } from '../kv/reply.js'

/** One command, with its reply or its error. A clipped response has neither. */
export interface RanCommand {
  /** The name and the arguments as text. Bytes that are no UTF-8 become U+FFFD. */
  readonly command: readonly string[]
  /** The reply as in the JSON response, with base64 decoded. */
  readonly reply?: unknown
  readonly error?: string
}

type Outcome = Pick<RanCommand, 'reply' | 'error'>

/** Returns the commands of a request with what the response has for each of them. */
export function ranCommands(
  kv: Kv,
  request: Request,
  response: string | Uint8Array | undefined,
): readonly RanCommand[] {
  const outcomes = response === undefined ? [] : outcomesIn(response, formatOf(kv, request))
  return commandsIn(kv, request).map((command, index) => ({
    command: command.map(textOf),
    // A discarded transaction has one error for all commands.
    ...(Array.isArray(outcomes) ? (outcomes[index] as Outcome | undefined) : outcomes),
  }))
}

function formatOf(kv: Kv, request: Request): Format {
  try {
    return kv.format(request, endpointOf(request))
  } catch {
    return 'json'
  }
}

/** Returns one outcome for all commands, or a list with one for each. */
function outcomesIn(response: string | Uint8Array, format: Format): Outcome | readonly Outcome[] {
  if (format === 'resp2') return respOutcomes(response)
  try {
    const text = typeof response === 'string' ? response : Buffer.from(response).toString()
    const told = JSON.parse(text) as Envelope | readonly Envelope[]
    return Array.isArray(told)
      ? (told as readonly Envelope[]).map((each) => outcomeOf(each, format))
      : outcomeOf(told as Envelope, format)
  } catch {
    return []
  }
}

interface Envelope {
  readonly result?: unknown
  readonly error?: string
}

const outcomeOf = ({ result, error }: Envelope, format: Format): Outcome =>
  error === undefined ? { reply: format === 'base64' ? plain(result) : result } : { error }

/** Decodes base64. A status such as `OK` is sent as plain text, and its length shows that. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'string' || value.length % 4 !== 0) return value
  return Buffer.from(value, 'base64').toString()
}

function respOutcomes(response: string | Uint8Array): readonly Outcome[] {
  const replies: Reply[] = []
  try {
    const bytes = typeof response === 'string' ? Buffer.from(response) : Buffer.from(response)
    new ReplyReader((reply) => replies.push(reply)).put(bytes.toString('latin1'))
  } catch (error) {
    if (!(error instanceof UnreadableReply)) throw error
  }
  return replies.map((reply) =>
    reply instanceof ReplyError ? { error: textOf(reply.message) } : { reply: valueOf(reply) },
  )
}

/** Converts a reply to the value of the JSON response. */
function valueOf(reply: Reply): unknown {
  if (typeof reply === 'string') return isAscii(reply) ? reply : textOf(reply)
  if (typeof reply === 'bigint') return Number(reply)
  if (reply === NIL_ARRAY) return null
  if (reply instanceof Status) return reply.text
  if (reply instanceof ReplyError) return textOf(reply.message)
  return Array.isArray(reply) ? reply.map(valueOf) : reply
}
