import { expect, test } from 'vitest'
import { matrixPath, formatMatrix } from '../../conformance/selftest/matrix/matrix.js'
import { digestOf } from '../../conformance/selftest/matrix/files.js'
import { changedSinceMatrix, matrixIsComplete } from './matrix.js'

const file = 'mocks/faults/kv/path.ts'
const matrix = formatMatrix({
  files: { [file]: digestOf('as it was') },
  demands: {},
  requests: { 'kv.a/one': 1, 'kv.a/gone': 1 },
  rows: [{ interface: 'kv', fault: 'measured', file, caughtBy: ['kv.a/one'], shapes: {} }],
})
const files = (fault: string) =>
  new Map([
    [matrixPath, matrix],
    [file, fault],
  ])

test('reports missing and removed scenarios and faults', async () => {
  const check = matrixIsComplete(['kv.a/one', 'kv.a/two', 'kv.a/three'], ['measured', 'new'])
  const problems = await check(files('as it was'))

  expect(problems.map(({ message }) => message.replace(/: run .*/, ''))).toEqual([
    'lacks the scenario "kv.a/two" and 1 more',
    'has a scenario that is gone: "kv.a/gone"',
    'lacks the fault "new"',
  ])
})

test('reports files that have changed since they were measured', () => {
  expect(changedSinceMatrix(files('as it was'))).toEqual([])
  expect(changedSinceMatrix(files('as it is'))).toEqual([file])
})
