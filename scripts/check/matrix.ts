// Checks that the matrix contains every scenario and every fault. The matrix records the faults
// that each scenario detects.

import { digestOf } from '../../conformance/selftest/matrix/files.js'
import { matrixPath, parseMatrix } from '../../conformance/selftest/matrix/matrix.js'
import { problemsOf } from '../generate/problem.js'
import { textOf, type Check, type Files } from './check.js'

const again = 'run npm run campaign -- matrix, then npm run generate'

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

/** Returns the files that have changed since the matrix was measured. */
export function changedSinceMatrix(files: Files): readonly string[] {
  const measured = parseMatrix(textOf(files, matrixPath)).files
  return Object.entries(measured).flatMap(([path, digest]) => {
    const text = files.get(path)
    return text !== undefined && digestOf(text) !== digest ? [path] : []
  })
}
