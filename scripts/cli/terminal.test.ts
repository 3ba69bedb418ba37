import { afterEach, expect, test, vi } from 'vitest'
import { reportOf, resultOf } from '../../conformance/report/reporters/testing.js'
import { reporterOn } from './terminal.js'

afterEach(() => vi.unstubAllEnvs())

test.each([
  [{ TERM: 'xterm' }, true],
  [{ TERM: 'xterm', NO_COLOR: '1' }, false],
  [{ TERM: 'dumb' }, false],
  [{ TERM: 'dumb', FORCE_COLOR: '1' }, true],
  [{ TERM: 'dumb', FORCE_COLOR: '0' }, false],
  [{ TERM: 'xterm', FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('a terminal with %j gets colours: %s', (variables, expected) => {
  for (const [name, value] of Object.entries({ NO_COLOR: '', FORCE_COLOR: '', ...variables }))
    vi.stubEnv(name, value)
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
