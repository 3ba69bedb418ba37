// The encoding of strings in Redis, for OBJECT ENCODING.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'

/** An integer, a short string allocated with its header, or a growable string. */
export type StringEncoding = 'int' | 'embstr' | 'raw'

const MAX_EMBEDDED = 44

/** Returns the encoding of a string that was just set, not appended to. */
export const stringEncoding = (value: Bytes): StringEncoding =>
  readInt64(value) === undefined ? bytesEncoding(value) : 'int'

/** Returns the encoding of a string that is not checked for an integer. */
export const bytesEncoding = (value: Bytes): StringEncoding =>
  value.length <= MAX_EMBEDDED ? 'embstr' : 'raw'
