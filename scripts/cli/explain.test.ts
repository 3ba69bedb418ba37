// Tests of explain, which describes a rule, a scenario or a fault.

import { expect, it } from 'vitest'
import { svcContract } from './testing.js'

it('explains a rule: quote, place, scenarios and faults', async () => {
  const { stdout } = await svcContract('explain', 'kv.transaction.unsupported-command-discards')

  expect(stdout).toContain('any command is unsupported')
  expect(stdout).toMatch(/kv contract, Rules, line \d+/)
  expect(stdout).toContain('transaction-is-pipeline')
})

it('exits with 2 on an unknown id', async () => {
  const { code, stderr } = await svcContract('explain', 'kv.nothing')

  expect(code).toBe(2)
  expect(stderr).toMatch(/"kv.nothing" is no rule/)
  expect(stderr).not.toMatch(/^ +at /m)
})
