import { expect, test } from 'vitest'
import { ruleById } from '#generated/rules.js'
import { rulesTable } from './rules-table.js'

test('a topic has a row with what there is of it', () => {
  const [one, other] = ['kv.envelope.success', 'kv.envelope.nested-arrays'] as const
  const rules = [ruleById[one], ruleById[other]]
  const faults = [{ breaks: [one, other] }, { breaks: [] }, { breaks: ['kv.pipeline.order'] }]
  expect(rulesTable(rules, [{ rule: one }, { rule: one }], faults).split('\n')[2]).toBe(
    '| `kv.envelope` |    1 |    1 |         2 |      1 |',
  )
})
