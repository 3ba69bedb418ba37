import { afterEach, expect, test, vi } from 'vitest'
import { reportOf, resultOf } from '../../conformance/report/reporters/testing.js'
import { reporterOn } from './terminal.js'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['xterm', '', true],
  ['xterm', '1', false],
  ['dumb', '', false],
])('a terminal of type %s, with NO_COLOR=%s, gets colours: %s', (term, noColour, expected) => {
  vi.stubEnv('TERM', term)
  vi.stubEnv('NO_COLOR', noColour)
  const result = resultOf('passed', 'one')
  const printed: string[] = []
  const stream = { isTTY: true, columns: 80, write: (text: string) => printed.push(text) }
  const reporter = reporterOn(stream as unknown as NodeJS.WriteStream, 1, { progress: false })
  reporter.result?.(result)
  reporter.end(reportOf([result]))

  expect(printed.join('').includes('\x1b[')).toBe(expected)
})

test('a terminal of type dumb gets no progress', () => {
  vi.stubEnv('TERM', 'dumb')
  const printed: string[] = []
  const stream = { isTTY: true, columns: 80, write: (text: string) => printed.push(text) }
  const reporter = reporterOn(stream as unknown as NodeJS.WriteStream, 2)
  reporter.result?.(resultOf('passed', 'one'))

  expect(printed.join('')).not.toContain('\x1b[')
})
