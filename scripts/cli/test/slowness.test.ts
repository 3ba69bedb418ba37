import { expect, test } from 'vitest'
import { reportOf, resultOf } from '../../../conformance/report/reporters/testing.js'
import { slownessOf } from './slowness.js'

const late = {
  findings: [{ message: 'expected an answer to GET /, got none: timed out after 9 ms' }],
}
const reportThat = (result: Parameters<typeof resultOf>, embedded = false) => {
  const report = reportOf([resultOf(...result)])
  return embedded ? { ...report, target: { ...report.target, embedded: true as const } } : report
}

test('a slow machine is named if a scenario timed out', () => {
  expect(slownessOf(reportThat(['violated', 'it', late]), 700)).toBe(
    '1 scenario timed out, and this machine was slow (this process stood still for up to 700 ms): ' +
      'run again with a longer --timeout, such as 120s, or a lower --concurrency, such as 4',
  )
})

test('the embedded mock is never slow by itself', () => {
  expect(slownessOf(reportThat(['blocked', 'it', late], true), 0)).toMatch(
    /^1 scenario timed out, and this machine was slow: run again/,
  )
})

test('a slow target is named if this machine was fast', () => {
  const slow = { message: 'the 10000 ms of the scenario ended', kind: 'slow' as const }
  const report = reportThat(['blocked', 'it', { findings: [slow] }])

  expect(slownessOf(report, 0)).toBe(
    '1 scenario was blocked, because the target is slow: run again with a longer --timeout, 60s or more',
  )
  expect(slownessOf(report, 700)).toMatch(/^1 scenario timed out, and this machine was slow/)
})

test.each([
  ['no scenario timed out', reportThat(['violated', 'it'], true), 700],
  [
    'the timeout is a known failure',
    reportThat(['violated', 'it', { ...late, expected: true }]),
    700,
  ],
  ['this machine was fast', reportThat(['violated', 'it', late]), 100],
])('there is no sentence if %s', (_, report, stalledMs) => {
  expect(slownessOf(report, stalledMs)).toBeUndefined()
})
