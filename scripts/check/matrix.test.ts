import { expect, test } from 'vitest'
import { matrixPath, formatMatrix } from '../../conformance/selftest/matrix/matrix.js'
import { matrixIsComplete } from './matrix.js'

const matrix = formatMatrix({
  demands: {},
  requests: { 'kv.a/one': 1, 'queue.a/one': 1 },
  rows: [{ interface: 'queue', fault: 'old', caughtBy: ['queue.a/one'], shapes: {} }],
})

const queue = 'npm run campaign -- matrix.queue'

test.each([
  {
    scenarios: ['queue.a/one', 'queue.a/two', 'queue.a/three'],
    faults: ['old'],
    message: `lacks queue.a/two, queue.a/three: run SCENARIOS='queue.a/two|queue.a/three' ${queue}, then npm run generate`,
  },
  {
    scenarios: ['queue.a/one', 'queue.a/two'],
    faults: ['old', 'new'],
    message: `lacks new, queue.a/two: run ${queue} -t new (it measures the new scenarios with the new faults), then npm run generate`,
  },
  {
    scenarios: [],
    faults: ['other'],
    message: `lacks other, and has old, queue.a/one, which no longer exist: run ${queue} -t other, then npm run generate`,
  },
  {
    scenarios: [],
    faults: ['old'],
    message: `has queue.a/one, which no longer exist: run ${queue} -t old, then npm run generate`,
  },
])('names the command: $message', async ({ scenarios, faults, message }) => {
  const check = matrixIsComplete(
    ['kv.a/one', ...scenarios],
    faults.map((id) => ({ id, interface: 'queue' })),
  )
  const problems = await check(new Map([[matrixPath, matrix]]))

  expect(problems.map((problem) => problem.message)).toEqual([message])
})
