// Checks that the matrix contains every scenario and every fault. The matrix records the faults
// that each scenario detects.

import { matrixPath, parseMatrix } from '../../conformance/selftest/matrix/matrix.js'
import type { AnyFault } from '../../mocks/faults/index.js'
import { problemsOf } from '../generate/problem.js'
import { interfaces } from '../generate/rules.js'
import { textOf, type Check } from './check.js'

/**
 * Reports the ids of scenarios and faults that are missing from the matrix or no longer exist, and the
 * command that measures them.
 */
export const matrixIsComplete =
  (scenarios: readonly string[], faults: readonly Pick<AnyFault, 'id' | 'interface'>[]): Check =>
  (files) => {
    const { requests, rows } = parseMatrix(textOf(files, matrixPath))
    return interfaces.flatMap((of) => {
      const isOwn = (scenario: string) => scenario.startsWith(`${of}.`)
      const inCode = faults.filter((fault) => fault.interface === of).map(({ id }) => id)
      const inRows = rows.filter((row) => row.interface === of).map(({ fault }) => fault)
      const newFaults = without(inCode, inRows)
      const newScenarios = without(scenarios, Object.keys(requests)).filter(isOwn)
      const gone = [
        ...without(inRows, inCode),
        ...without(Object.keys(requests), scenarios).filter(isOwn),
      ]
      const missing = [...newFaults, ...newScenarios]
      const says = [
        ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
        ...(gone.length > 0 ? [`has ${gone.join(', ')}, which no longer exist`] : []),
      ]
      if (says.length === 0) return []
      const campaign = `npm run campaign -- matrix.${of}`
      const isByScenario = newFaults.length === 0 && newScenarios.length > 0
      // A fault is measured with all scenarios. Any measurement removes what is gone.
      const command = isByScenario
        ? `SCENARIOS=${anyOf(newScenarios)} ${campaign}`
        : `${campaign} -t ${anyOf(newFaults.length > 0 ? newFaults : inCode.slice(0, 1))}`
      const both = newFaults.length > 0 && newScenarios.length > 0
      const covers = both ? ' (it measures the new scenarios with the new faults)' : ''
      return [
        problemsOf(matrixPath)(
          1,
          `${says.join(', and ')}: run ${command}${covers}, then npm run generate`,
        ),
      ]
    })
  }

const without = (ids: readonly string[], others: readonly string[]) => {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}

/** Returns a pattern that matches each of the ids, as an argument in a shell. */
const anyOf = (ids: readonly string[]) => (ids.length === 1 ? ids[0] : `'${ids.join('|')}'`)
