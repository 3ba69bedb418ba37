// quick.js: the scenarios that `test --quick` runs, few that together catch every fault of the matrix.

import { cover, everyFault, parseMatrix } from '../../conformance/selftest/matrix/matrix.js'
import { literal, moduleOf } from './module.js'

/** The module, from the text of the matrix. */
export function quickModule(matrix: string): { js: string; types: string } {
  const measured = parseMatrix(matrix)
  const { requests } = measured
  // What costs no request judges what the others were answered.
  const free = Object.keys(requests).filter((id) => requests[id] === 0)
  const quick = [...new Set([...free, ...cover(everyFault(measured), requests)])].toSorted()
  return {
    js: moduleOf(`export const quickScenarios = new Set(${literal(quick)})`),
    types: moduleOf(
      '/** Ids of scenarios that together catch every fault, with few requests. */\nexport declare const quickScenarios: ReadonlySet<string>',
    ),
  }
}
