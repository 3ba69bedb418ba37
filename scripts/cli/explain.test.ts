// Tests of explain, which describes a rule, a scenario or a fault.

import { expect, it } from 'vitest'
import { refuses, svcContract } from './testing.js'

it('explains a rule: quote, place, scenarios and faults', async () => {
  const { stdout } = await svcContract('explain', 'kv.transaction.unsupported-command-discards')

  expect(stdout).toContain('any command is unsupported')
  expect(stdout).toMatch(/kv contract, Rules, line \d+/)
  expect(stdout).toContain('transaction-is-pipeline')
})

refuses('explain', [['kv.nothing', /"kv.nothing" is no rule/]])
