import { expect, test } from 'vitest'
import { trialOf, validatorSource } from './validators.js'

const shared = {
  Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
}

// With quadratic time for 100,000 errors this test would take a minute.
test('100,000 wrong elements have 100,000 errors, in linear time', async () => {
  const source = validatorSource(new Map([['Tree', { $ref: '#/components/schemas/Tree' }]]), shared)
  const { isTree } = (await import(
    `data:text/javascript,${encodeURIComponent(`${source}\nexport const isTree = Tree`)}`
  )) as { isTree: ((value: unknown) => boolean) & { errors?: readonly unknown[] } }
  expect(isTree(Array.from({ length: 100_000 }, () => 1))).toBe(false)
  expect(isTree.errors).toHaveLength(100_000)
})

test('a schema that needs a package at run time is refused', () => {
  const unique = { type: 'array', uniqueItems: true, items: { type: 'object' } }
  expect(() => validatorSource(new Map([['Unique', unique]]), {})).toThrow(
    'write it in another way',
  )
})

test.each([
  [{ type: 'string', exmaple: 'a' }, 'unknown keyword'],
  [{ minLength: 1 }, 'missing type'],
  [{ type: 'object', required: ['a'] }, 'required property "a" is not defined'],
  [{ $ref: '#/components/schemas/Three' }, "can't resolve reference"],
  [{ type: ['string', 'null'] }, undefined],
  [{ type: 'array', minItems: 1, prefixItems: [{ type: 'string' }], items: {} }, undefined],
  [{ type: 'integer', format: 'int64' }, undefined],
])('compiling %j: %s', (schema, problem) => {
  const message = trialOf(shared)(schema)
  if (problem === undefined) expect(message).toBeUndefined()
  else expect(message).toContain(problem)
})
