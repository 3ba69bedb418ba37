// The size of replies, which take memory and time until they are encoded and sent.

import { Status, Typed, type Reply } from '../reply.js'

/** The bytes that an element takes beside its text. */
const ELEMENT = 8

/** Returns the number of bytes of a reply, about as many as its encoding has. */
export function sizeOf(reply: Reply): number {
  if (typeof reply === 'string') return reply.length + ELEMENT
  if (Array.isArray(reply)) {
    const elements = reply as readonly Reply[]
    return elements.reduce<number>((sum, element) => sum + sizeOf(element), ELEMENT)
  }
  if (reply instanceof Typed) return sizeOf(reply.value)
  return reply instanceof Status ? reply.text.length + ELEMENT : ELEMENT
}
