// How a request target spells bytes: its segments and parameters, split first and decoded after.

import { Refusal } from '../http/refusal.js'
import type { Bytes } from './reply.js'

/** The segments of a path, without the slash it begins with; an empty one is an empty string. */
export const pathSegments = (path: string): Bytes[] => path.slice(1).split('/').map(percentDecoded)

/** The parameters of a query in its order; the value of one without `=` is empty. */
export const queryParameters = (query: string): { name: Bytes; value: Bytes }[] =>
  query
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=')
      return { name: percentDecoded(name), value: percentDecoded(value.join('=')) }
    })

/** Percent-encoded text as bytes. A plus stays a plus, in a query as in a path. */
const percentDecoded = (text: string): Bytes =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** Refuses a target with a percent sign that encodes nothing. */
export function checkPercentSigns(target: string): void {
  const at = target.search(/%(?![0-9a-f]{2})/i)
  if (at < 0) return
  const found = target.slice(at, at + 3)
  throw new Refusal(
    400,
    `ERR '${found}' at character ${at + 1} of the target is no percent-encoded byte`,
  )
}
