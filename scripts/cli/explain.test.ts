// Tests of explain, which describes a rule, a scenario or a fault.

import { expect, it } from 'vitest'
import { rules } from '#generated/rules.js'
import { verb } from './explain.js'
import { refuses, svcContract } from './testing.js'

it('explains a rule: quote, place, scenarios and faults', async () => {
  const { stdout } = await svcContract('explain', 'kv.transaction.unsupported-command-discards')

  expect(stdout).toContain('any command is unsupported')
  expect(stdout).toMatch(/kv contract, Rules, line \d+/)
  expect(stdout).toContain('transaction-is-pipeline')
  expect(stdout).toContain(
    '  kv.transaction.unsupported-command-discards/unsupported-commands: a transaction with an',
  )
})

it('calls it a choice of the mock only if the suite does not judge it', async () => {
  const { stdout } = await svcContract('explain', 'kv.envelope.result-integer')
  expect(stdout).toContain('Details of the mock:\n  The contract states no range of integers.')
  const open = await svcContract('explain', 'kv.envelope.nested-arrays')
  expect(open.stdout).toContain("The mock's choice:")
})

it.each(['kv.info', 'kv.info.*'])('explains every rule that matches %s', async (pattern) => {
  const { stdout } = await svcContract('explain', pattern)
  expect(stdout.match(/^kv\.info\.[\w-]+ \((must|open)\)$/gm)).toEqual(
    rules.filter(({ id }) => id.startsWith('kv.info.')).map(({ id, level }) => `${id} (${level})`),
  )
})

it('explains faults that match a pattern if no rule does', async () => {
  const { stdout } = await svcContract('explain', 'delete-acc*')
  expect(stdout).toMatch(/^delete-accepted \(kv\)$/m)
  expect(stdout).not.toContain('finds it only with')
})

it('names the option without which the suite cannot find a fault', async () => {
  const { stdout } = await svcContract('explain', 'transaction-runs-to-oversized')
  expect(stdout).toMatch(/The suite finds it only with:\n {2}--kv-max-request-size N\n$/)
})

refuses('explain', verb.run, [
  ['kv.something-else', /"kv.something-else" is no rule, scenario or fault; "svc-contract list/],
  ['kv.pipelines', /"kv.pipelines" is no rule, scenario or fault \(did you mean kv.pipeline\?\)/],
])
