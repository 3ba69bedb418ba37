// JSON for values that JSON does not have: bytes and numbers that are not finite.

import { viewOf } from '../large-buffers.js'

const [BYTES, NUMBER] = ['$base64', '$number'] as const

/**
 * Returns a value for JSON. Bytes become `{"$base64": …}`, and a number that is not finite becomes
 * `{"$number": "Infinity"}`.
 */
export function tagged(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { [NUMBER]: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return { [BYTES]: viewOf(value).toString('base64') }
  if (Array.isArray(value)) return value.map(tagged)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, tagged(each)]))
}

/** Returns the value of `tagged`. */
export function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(untagged)
  const { [BYTES]: base64, [NUMBER]: number } = value as Readonly<{ [name: string]: unknown }>
  if (typeof base64 === 'string') return Buffer.from(base64, 'base64')
  if (typeof number === 'string') return Number(number)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, untagged(each)]))
}
