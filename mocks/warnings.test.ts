import { expect, test, vi } from 'vitest'
import { warningsOf } from './testing.js'
import { warnOnce } from './warnings.js'

test('describes each name once, and emits at most 20 warnings', async () => {
  const warnings = warningsOf('ManyWarning')
  const warn = warnOnce('ManyWarning')
  const describe = vi.fn((name: string) => (name === 'fine' ? undefined : `no ${name}`))

  for (const name of ['fine', 'a', 'fine', 'a']) warn(name, () => describe(name))
  expect(describe.mock.calls.flat()).toEqual(['fine', 'a'])
  for (let n = 0; n < 30; n++) warn(`${n}`, () => describe(`${n}`))

  await vi.waitFor(() => expect(warnings).toHaveLength(20))
  expect(warnings[0]).toBe('no a')
  expect(describe).toHaveBeenCalledTimes(2 + 19)
})
