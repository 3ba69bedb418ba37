// How Redis would hold a string in memory, which OBJECT ENCODING tells.

import type { Bytes } from '../../reply.js'
import { readInt64 } from '../core/int64.js'

/** A number, short bytes in one piece with their header, or bytes that may grow. */
export type StringEncoding = 'int' | 'embstr' | 'raw'

const MAX_EMBEDDED = 44

/** The encoding of a string that was just set, not grown. */
export const stringEncoding = (value: Bytes): StringEncoding =>
  readInt64(value) === undefined ? bytesEncoding(value) : 'int'

/** The same of one that Redis did not look at as a number. */
export const bytesEncoding = (value: Bytes): StringEncoding =>
  value.length <= MAX_EMBEDDED ? 'embstr' : 'raw'
