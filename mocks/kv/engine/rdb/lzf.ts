// LZF compression, which Redis uses for long strings in dumps. Compressed text consists of literals
// (their number minus 1, then the bytes) and of references to earlier bytes.

import type { Bytes } from '../../reply.js'

const HASH_BITS = 16
const MAX_OFFSET = 1 << 13
const MAX_COPY = (1 << 8) + (1 << 3)
const MAX_LITERALS = 1 << 5

/** Compresses like Redis. Returns undefined unless this saves at least four bytes. */
export function compress(text: Bytes): Bytes | undefined {
  const input = Buffer.from(text, 'latin1')
  const most = input.length - 4
  const output: number[] = []
  let literals: number[] = []
  /** For each hash of three bytes, their last position plus 1. */
  const seen = new Int32Array(1 << HASH_BITS)

  const flush = () => {
    if (literals.length > 0) output.push(literals.length - 1, ...literals)
    literals = []
  }
  const slot = (at: number) => {
    const next = (input[at]! << 16) | (input[at + 1]! << 8) | input[at + 2]!
    return ((next >> (24 - HASH_BITS)) - next * 5) & ((1 << HASH_BITS) - 1)
  }
  const takeLiteral = (at: number) => {
    if (literals.push(input[at]!) === MAX_LITERALS) flush()
  }
  /** Returns the size of the output including the pending literals and their head. */
  const reached = () => output.length + literals.length + 1

  let at = 0
  while (at < input.length - 2) {
    const hash = slot(at)
    const from = seen[hash]! - 1
    seen[hash] = at + 1
    const offset = at - from - 1
    const matches =
      from > 0 && offset < MAX_OFFSET && input.compare(input, from, from + 3, at, at + 3) === 0
    if (!matches) {
      if (reached() >= most) return undefined
      takeLiteral(at++)
      continue
    }
    if (reached() - (literals.length === 0 ? 1 : 0) + 4 >= most) return undefined
    flush()
    const longest = Math.min(input.length - at - 2, MAX_COPY)
    let length = 1
    while (length + 2 < longest && input[from + length + 2] === input[at + length + 2]) length++
    if (length < 7) output.push((offset >> 8) + (length << 5), offset & 0xff)
    else output.push((offset >> 8) + (7 << 5), length - 7, offset & 0xff)
    at += length + 2
    if (at >= input.length - 2) break
    for (const passed of [at - 2, at - 1]) seen[slot(passed)] = passed + 1
  }
  if (reached() + 3 > most) return undefined
  while (at < input.length) takeLiteral(at++)
  flush()
  return Buffer.from(output).toString('latin1')
}

/** Decompresses a text to `length` bytes. Throws a `RangeError` for invalid input. */
export function decompress(text: Bytes, length: number): Bytes {
  const output: number[] = []
  let at = 0
  while (at < text.length) {
    const head = text.charCodeAt(at++)
    if (head < MAX_LITERALS) {
      for (let left = head + 1; left > 0; left--) output.push(text.charCodeAt(at++))
      continue
    }
    let copied = (head >> 5) + 2
    if (copied === 9) copied += text.charCodeAt(at++)
    let from = output.length - ((head & 0x1f) << 8) - text.charCodeAt(at++) - 1
    if (!(from >= 0)) throw new RangeError('expected a copy of what came before')
    for (; copied > 0; copied--) output.push(output[from++]!)
    if (output.length > length) break
  }
  if (output.length !== length) throw new RangeError(`expected ${length} bytes`)
  return Buffer.from(output).toString('latin1')
}
