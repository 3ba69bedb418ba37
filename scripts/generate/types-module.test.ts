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
