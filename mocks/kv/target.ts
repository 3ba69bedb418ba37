// Parses a request target: splits segments and parameters, then decodes them.

import { Refusal } from '../http/refusal.js'
import type { Bytes } from './reply.js'

/** Returns the decoded segments of a path after the first slash. A segment may be empty. */
export const pathSegments = (path: string): Bytes[] => path.slice(1).split('/').map(percentDecoded)

/** Returns the decoded parameters of a query in order. A parameter without `=` has an empty value. */
export const queryParameters = (query: string): { name: Bytes; value: Bytes }[] =>
  query === ''
    ? []
    : query
        .split('&')
        .filter((parameter) => parameter !== '')
        .map((parameter) => {
          const [name = '', ...value] = parameter.split('=')
          return { name: percentDecoded(name), value: percentDecoded(value.join('=')) }
        })

/** Decodes percent-encoded bytes. Unlike in forms, a plus sign stays a plus sign. */
const percentDecoded = (text: string): Bytes =>
  text.includes('%')
    ? text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text

/** Throws a refusal for a percent sign that two hex digits do not follow. */
export function checkPercentSigns(target: string): void {
  if (!target.includes('%')) return
  const at = target.search(/%(?![0-9a-f]{2})/i)
  if (at < 0) return
  const found = target.slice(at, at + 3)
  throw new Refusal(
    400,
    `ERR '${found}' at character ${at + 1} of the target is no percent-encoded byte`,
  )
}
