// quick.js: the scenarios that `test --quick` runs, few that together catch every fault of the matrix.

import { cover, parseMatrix } from '../../conformance/selftest/matrix/matrix.js'
import { literal, moduleOf } from './module.js'

/** The module, from the text of the matrix. */
export function quickModule(text: string): { js: string; types: string } {
  const { rows, requests } = parseMatrix(text)
  return {
    js: moduleOf(`export const quick = new Set(${literal(cover(rows, requests))})`),
    types: moduleOf(
      '/** The ids of scenarios that together catch every fault, with few requests. */\nexport declare const quick: ReadonlySet<string>',
    ),
  }
}
