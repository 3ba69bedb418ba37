import { expect, test } from 'vitest'
import { rulesModule } from './rules-module.js'
import type { Rule } from './rules.js'

const rule: Rule = {
  id: 'kv.dogs.bark',
  interface: 'kv',
  heading: 'Rules',
  line: 3,
  quote: 'Dogs bark.',
  level: 'must',
}

const modules = rulesModule([rule], { kv: '', queue: '' })

test('ids are types by level', () => {
  expect(modules.types).toContain('export type MustRuleId =\n  | "kv.dogs.bark"\n')
  expect(modules.types).toContain('export type OpenRuleId = never\n')
})

test('a rule is found by its id, and nothing else is', async () => {
  const { rules, ruleById, contract } = (await import(
    `data:text/javascript,${encodeURIComponent(modules.js)}`
  )) as Record<string, Record<string, unknown>>
  expect(rules).toEqual([rule])
  expect(ruleById?.['kv.dogs.bark']).toEqual(rule)
  expect(ruleById?.['constructor']).toBeUndefined()
  expect(contract?.['kv']).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})
