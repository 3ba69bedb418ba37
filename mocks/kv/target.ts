// Parses a request target: splits segments and parameters, then decodes them.

import { Refusal } from '../http/refusal.js'
import type { Bytes } from './reply.js'

/** Returns the segments of a path after its first slash; they may be empty. */
export const pathSegments = (path: string): Bytes[] => path.slice(1).split('/').map(percentDecoded)

/** Returns the parameters of a query in order; without `=` the value is empty. */
export const queryParameters = (query: string): { name: Bytes; value: Bytes }[] =>
  query
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=')
      return { name: percentDecoded(name), value: percentDecoded(value.join('=')) }
    })

/** Decodes percent signs; a plus stays a plus. */
const percentDecoded = (text: string): Bytes =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** Throws for a percent sign without two hex digits. */
export function checkPercentSigns(target: string): void {
  const at = target.search(/%(?![0-9a-f]{2})/i)
  if (at < 0) return
  const found = target.slice(at, at + 3)
  throw new Refusal(
    400,
    `ERR '${found}' at character ${at + 1} of the target is no percent-encoded byte`,
  )
}
