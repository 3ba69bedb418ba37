// Checks that the matrix contains every scenario and every fault. The matrix records the faults
// that each scenario detects.

import { matrixPath, parseMatrix } from '../../conformance/selftest/matrix/matrix.js'
import { problemsOf } from '../generate/problem.js'
import { textOf, type Check } from './check.js'

const again = 'measure it as docs/architecture.md explains, then run npm run generate'

/** Reports the ids of scenarios and faults that are missing from the matrix or no longer exist. */
export const matrixIsComplete =
  (scenarios: readonly string[], faults: readonly string[]): Check =>
  (files) => {
    const { requests, rows } = parseMatrix(textOf(files, matrixPath))
    const problem = problemsOf(matrixPath)
    const named = (says: string, all: readonly string[], some: readonly string[]) => {
      const known = new Set(some)
      const [first, ...others] = all.filter((each) => !known.has(each))
      const more = others.length > 0 ? ` and ${others.length} more` : ''
      return first === undefined ? [] : [problem(1, `${says} "${first}"${more}: ${again}`)]
    }
    const differing = (what: string, now: readonly string[], measured: readonly string[]) => [
      ...named(`lacks the ${what}`, now, measured),
      ...named(`has a ${what} that is gone:`, measured, now),
    ]
    const measuredFaults = rows.map(({ fault }) => fault)
    return [
      ...differing('scenario', scenarios, Object.keys(requests)),
      ...differing('fault', faults, measuredFaults),
    ]
  }
