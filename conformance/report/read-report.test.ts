import { expect, test } from 'vitest'
import { readReport } from './read-report.js'
import { reporters } from './reporters/index.js'
import { everyVerdict } from './reporters/testing.js'

test('a JSON report is read back', () => {
  const { file, report } = readReport(reporters.json(everyVerdict), 'r.json')

  expect(file).toBe('r.json')
  expect(JSON.stringify(report)).toBe(JSON.stringify(everyVerdict))
})

test.each([
  ['{', /^r.json is not JSON: /],
  ['[]', /^r.json is no report of format 1.*: it must be object$/],
  ['{"format":2}', /^r.json is no report of format 1/],
  [
    JSON.stringify({ ...everyVerdict, durationMs: 'long' }),
    /is no report of format 1, .*: \/durationMs must be number$/,
  ],
])('invalid report %# is refused', (text, message) => {
  expect(() => readReport(text, 'r.json')).toThrow(message)
})
