// The encoding of strings in Redis, which OBJECT ENCODING reports.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'

/** An integer, a short string allocated together with its header, or a string that can grow. */
export type StringEncoding = 'int' | 'embstr' | 'raw'

const MAX_EMBEDDED = 44

/** Returns the encoding of a string that a command set as a whole. */
export const stringEncoding = (value: Bytes): StringEncoding =>
  readInt64(value) === undefined ? bytesEncoding(value) : 'int'

/** Returns the encoding of a string that Redis does not test for an integer. */
export const bytesEncoding = (value: Bytes): StringEncoding =>
  value.length <= MAX_EMBEDDED ? 'embstr' : 'raw'
