// Messages as text: of the objects of a message V8 would take twice as much memory, and its garbage
// collector would have to look at each of them again and again while they wait.

import type { Message } from '../message.js'
import { weightOf } from '../structures/weight.js'
import { viewOf } from '../../http/message.js'
import { bytesOf } from '../../large-buffers.js'

interface Text {
  /** The names of the fields, which messages share, and the values as JSON. */
  readonly names: readonly string[]
  readonly json: string
  /** The bytes as characters. */
  readonly body: string
}

/** One that is due when it comes stays as it is: it is soon gone, and there are not many at once. */
export type Packed = Text | Message

const lists = new Map<string, readonly string[]>()

/** The same list for the same names. */
function shared(names: readonly string[]): readonly string[] {
  const key = names.join()
  const list = lists.get(key) ?? names
  lists.set(key, list)
  return list
}

export function pack(message: Message): Packed {
  if (message.nextDeliveryTime <= message.createdAt) return message
  const { body, ...fields } = message
  return {
    names: shared(Object.keys(fields)),
    json: JSON.stringify(Object.values(fields)),
    body: viewOf(body).toString('latin1'),
  }
}

export function unpack(packed: Packed): Message {
  if (!('json' in packed)) return packed
  const { names, json, body } = packed
  const values = JSON.parse(json) as readonly unknown[]
  // JSON has no undefined in arrays; no field of a message is null.
  const fields = names.map((name, index) => [name, values[index] ?? undefined])
  return { ...(Object.fromEntries(fields) as Message), body: bytesOf(body, 'latin1') }
}

/** The names are not of one message alone. */
export const weightOfPacked = (packed: Packed): number =>
  'json' in packed ? packed.json.length + packed.body.length : weightOf(packed)
