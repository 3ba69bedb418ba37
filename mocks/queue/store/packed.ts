// Messages as bytes: of the objects of a message V8 would take several times as much, and its garbage
// collector would have to look at each of them again and again while they wait.

import { createRoom } from '../structures/bytes.js'
import type { Message } from '../message.js'

/**
 * A message in one piece: the length of its JSON in four bytes, the JSON, the body as it is. One that
 * is due when it comes stays as it is: it is soon gone, and there are not many at once.
 */
export type Packed = Buffer | Message

const HEAD = 4

/** What the JSON holds, in this order and without the names, which would be a third of it. */
const FIELDS = Object.keys({
  id: true,
  url: true,
  createdAt: true,
  retried: true,
  nextDeliveryTime: true,
  run: true,
  origin: true,
  method: true,
  headers: true,
  retries: true,
  retryDelay: true,
  timeout: true,
  notBefore: true,
  flowControl: true,
  callerIP: true,
  sourceHeaders: true,
  callback: true,
  failureCallback: true,
  topicName: true,
  endpointName: true,
  labels: true,
  queueName: true,
  scheduleId: true,
  isDevelopment: true,
} satisfies Record<Exclude<keyof Message, 'body'>, true>) as readonly (keyof Message)[]

/** Beside other messages and nothing else: what was of a request would be kept with them. */
const take = createRoom()

export function pack(message: Message): Packed {
  if (message.nextDeliveryTime <= message.createdAt) return message
  const json = JSON.stringify(FIELDS.map((field) => message[field]))
  const length = Buffer.byteLength(json)
  const packed = take(HEAD + length + message.body.length)
  packed.writeUInt32BE(length)
  packed.write(json, HEAD)
  packed.set(message.body, HEAD + length)
  return packed
}

export function unpack(packed: Packed): Message {
  if (!Buffer.isBuffer(packed)) return packed
  const begin = HEAD + packed.readUInt32BE()
  const values = JSON.parse(packed.toString('utf8', HEAD, begin)) as readonly unknown[]
  const message: Record<string, unknown> = { body: packed.subarray(begin) }
  // JSON has no undefined in arrays; no field of a message is null.
  for (const [index, field] of FIELDS.entries())
    if (values[index] !== null) message[field] = values[index]
  return message as unknown as Message
}
