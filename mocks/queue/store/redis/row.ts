// Rows: items as JSON with a token in front. Each change gives a row a new token, so that a
// transaction can tell if a row that it read has changed.

import { bytesOf, textOf, type Bytes } from '../../../kv/reply.js'
import { viewOf } from '../../../large-buffers.js'

/** A stored item. The token is empty if there is no item. */
export interface Row<Item> {
  readonly token: Bytes
  readonly item: Item | undefined
}

export const rowOf = (token: Bytes, item: unknown): Bytes => `${token} ${encode(item)}`

export function readRow<Item>(row: Bytes | null): Row<Item> {
  if (row === null) return { token: '', item: undefined }
  const end = row.indexOf(' ')
  return { token: row.slice(0, end), item: decode(row.slice(end + 1)) as Item }
}

/** Encodes an item as JSON. A byte array becomes an object such as `{"$": "AAEC"}` in base64. */
export const encode = (item: unknown): Bytes => bytesOf(JSON.stringify(packed(item)))

/** Decodes JSON of `encode`. Fields that were undefined are absent. */
export const decode = (json: Bytes): unknown => unpacked(JSON.parse(textOf(json)))

/** Matches the name of the only field of a byte array. More `$` mark an object that has such a field. */
const MARK = /^\$+$/

function packed(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  if (item instanceof Uint8Array) return { $: viewOf(item).toString('base64') }
  if (Array.isArray(item)) return item.map(packed)
  const copy: Record<string, unknown> = {}
  const names = Object.keys(item)
  for (const name of names) define(copy, name, packed((item as Record<string, unknown>)[name]))
  const [name = ''] = names
  return names.length === 1 && MARK.test(name) ? { [`$${name}`]: copy[name] } : copy
}

function unpacked(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  if (Array.isArray(item)) return item.map(unpacked)
  const names = Object.keys(item)
  const values = item as Record<string, unknown>
  const [name = ''] = names
  if (names.length === 1 && MARK.test(name)) {
    if (name === '$') return new Uint8Array(Buffer.from(values[name] as string, 'base64'))
    return { [name.slice(1)]: unpacked(values[name]) }
  }
  for (const each of names) define(values, each, unpacked(values[each]))
  return values
}

/** Sets a field. An assignment to `__proto__` would change the prototype instead. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  else object[name] = value
}
