import { expect, test } from 'vitest'
import { dialectsModule } from './dialects-module.js'

test('a dialect carries its own name, and the names are a type', () => {
  const { js, types } = dialectsModule('one: { headerPrefix: One- }\ntwo: { headerPrefix: Two- }\n')
  expect(js).toContain('"two": {\n    "name": "two",\n    "headerPrefix": "Two-"\n  }')
  expect(types).toContain('export type DialectName =\n  | "one"\n  | "two"\n')
})
