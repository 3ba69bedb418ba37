// Messages as bytes: of the objects of a message V8 would take several times as much, and its garbage
// collector would have to look at each of them again and again while they wait.

import type { Message } from '../message.js'

/**
 * A message in one piece: the length of its JSON in four bytes, the JSON, the body as it is. One that
 * is due when it comes stays as it is: it is soon gone, and there are not many at once.
 */
export type Packed = Buffer | Message

const HEAD = 4

export function pack(message: Message): Packed {
  if (message.nextDeliveryTime <= message.createdAt) return message
  const { body, ...rest } = message
  const json = JSON.stringify(rest)
  const length = Buffer.byteLength(json)
  const packed = Buffer.allocUnsafe(HEAD + length + body.length)
  packed.writeUInt32BE(length)
  packed.write(json, HEAD)
  packed.set(body, HEAD + length)
  return packed
}

export function unpack(packed: Packed): Message {
  if (!Buffer.isBuffer(packed)) return packed
  const begin = HEAD + packed.readUInt32BE()
  const rest = JSON.parse(packed.toString('utf8', HEAD, begin)) as Omit<Message, 'body'>
  return { ...rest, body: packed.subarray(begin) }
}
