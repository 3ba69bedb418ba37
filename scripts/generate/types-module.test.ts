import { expect, test } from 'vitest'
import type { OpenApi } from './openapi.js'
import { typesModule } from './types-module.js'

const openApi = (schemas: object) =>
  ({
    openapi: '3.1.1',
    info: { title: 'A', version: '1' },
    paths: {},
    components: { schemas },
  }) as OpenApi

test('an array that begins with a fixed part is an open tuple', async () => {
  const Command = { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }
  const types = (await typesModule(openApi({ Command }))).replaceAll(/\s+/g, ' ')
  expect(types).toContain('Command: [ string, ...number[] ]')
})

test('binary text is bytes', async () => {
  const Bytes = { type: 'string', format: 'binary' }
  expect(await typesModule(openApi({ Bytes }))).toContain('Bytes: Uint8Array')
})

test('a schema that refers to itself is a type of its own', async () => {
  const Tree = {
    anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Tree' } }],
  }
  const types = await typesModule(openApi({ Tree }))
  expect(types).toContain('Tree: Tree;')
  expect(types).toContain('export type Tree = string | Tree[];')
})
