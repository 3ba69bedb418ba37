// No report has a character that its reader would obey instead of show.

import { expect, test } from 'vitest'
import { unseen } from '../../core/printable.js'
import { reporters } from './index.js'
import { reportOf, resultOf, violation } from './testing.js'
import { text } from './text.js'

const hostile = 'a\x1b[2J\r\x07\x9b31m\x7f\u061c\u200f\u202e\u2066\u2028\ufeff\u{e0041}b'

const report = reportOf(
  [
    violation(hostile, hostile),
    resultOf('blocked', hostile, {
      rule: 'kv.methods.head',
      reason: hostile,
      findings: [{ message: hostile }],
      exchanges: [
        {
          request: {
            method: hostile,
            target: hostile,
            headers: [[hostile, hostile]],
            body: hostile,
          },
          response: { status: 200, headers: [[hostile, hostile]], body: hostile },
          durationMs: 1,
        },
      ],
      repro: hostile,
    }),
    resultOf('not-applicable', hostile, { rule: 'kv.methods.post', reason: hostile }),
    resultOf('observed', hostile, {
      rule: 'kv.authentication.both-tokens',
      level: 'open',
      observations: { [hostile]: hostile },
    }),
  ],
  { gone: [hostile], target: { ...reportOf([]).target, kvUrl: hostile, provider: hostile } },
)

// A badge has no text of the target.
const texts = Object.entries(reporters).filter(([name]) => name !== 'badge')

test.each(texts)('%s has only visible characters', (_, reporter) => {
  const written = reporter(report).replaceAll('\n', '')
  expect(written.match(unseen)).toBeNull()
  expect(written).toMatch(/202e/)
})

test.each(['normal', 'verbose'] as const)('the terminal: %s', (detail) => {
  let written = ''
  const options = { colour: false, progress: false, total: report.scenarios.length, detail }
  const reporter = text((words) => (written += words), options)
  for (const result of report.scenarios) reporter.result(result)
  reporter.end(report)
  expect(written.replaceAll('\n', '').match(unseen)).toBeNull()
  expect(written).toMatch(/202e/)
})
