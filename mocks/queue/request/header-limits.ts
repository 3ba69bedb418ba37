// Limits on headers in a body.

import type { Safety } from '../../safety.js'
import type { HeaderLine } from './headers.js'
import { refuse } from '../refusal.js'

/** Refuses more or longer headers than a request may have. */
export function checkHeaders(
  lines: readonly HeaderLine[],
  { headerBytes, headerCount }: Pick<Safety, 'headerBytes' | 'headerCount'>,
): void {
  const bytes = lines.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (bytes > headerBytes)
    refuse(400, `headers: expected at most ${headerBytes} bytes, got ${bytes}`)
  if (lines.length > headerCount) {
    refuse(400, `headers: expected at most ${headerCount}, got ${lines.length}`)
  }
}
