import { expect, test } from 'vitest'
import { readReport } from './read-report.js'
import { json } from './reporters/json.js'
import { everyVerdict, of } from './reporters/testing.js'

test('what was written as JSON is a report again', () => {
  const { file, report } = readReport(of(json), 'r.json')

  expect(file).toBe('r.json')
  expect(JSON.stringify(report)).toBe(JSON.stringify(everyVerdict))
})

test.each([
  ['{', /^r.json is no JSON: /],
  ['[]', /^r.json is no report of format 1.*: it must be object$/],
  ['{"format":2}', /^r.json is no report of format 1/],
  [
    JSON.stringify({ ...everyVerdict, durationMs: 'long' }),
    /is no report of format 1, .*: \/durationMs must be number$/,
  ],
])('%# is none, and it says why', (text, message) => {
  expect(() => readReport(text, 'r.json')).toThrow(message)
})
