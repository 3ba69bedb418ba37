// Writes and reads the payload of `FUNCTION DUMP` and `FUNCTION RESTORE` in the format of Redis.

import { ByteReader, code } from '../engine/rdb/packed.js'
import { isDump, readString, sealed, unsealed, writeString } from '../engine/rdb/serialized.js'
import type { Bytes } from '../reply.js'

const FUNCTION = 0xf5

export const dumped = (codes: readonly Bytes[]): Bytes =>
  sealed(codes.map((each) => code(FUNCTION) + writeString(each)).join(''))

/** Returns the code of the libraries in a payload, or undefined for an invalid payload. */
export function undumped(payload: Bytes): Bytes[] | undefined {
  if (!isDump(payload)) return undefined
  const reader = new ByteReader(unsealed(payload))
  const codes: Bytes[] = []
  try {
    while (reader.left > 0) {
      if (reader.byte() !== FUNCTION) return undefined
      codes.push(readString(reader))
    }
    return codes
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
