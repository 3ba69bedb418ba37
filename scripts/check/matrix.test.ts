import { expect, test } from 'vitest'
import { matrixPath, formatMatrix } from '../../conformance/selftest/matrix/matrix.js'
import { matrixIsComplete } from './matrix.js'

const matrix = formatMatrix({
  demands: {},
  requests: { 'kv.a/one': 1, 'kv.a/gone': 1 },
  rows: [{ interface: 'kv', fault: 'measured', caughtBy: ['kv.a/one'], shapes: {} }],
})

test('reports missing and removed scenarios and faults', async () => {
  const check = matrixIsComplete(['kv.a/one', 'kv.a/two', 'kv.a/three'], ['measured', 'new'])
  const problems = await check(new Map([[matrixPath, matrix]]))

  expect(problems.map(({ message }) => message.replace(/: measure .*/, ''))).toEqual([
    'lacks the scenario "kv.a/two" and 1 more',
    'has a scenario that is gone: "kv.a/gone"',
    'lacks the fault "new"',
  ])
})
