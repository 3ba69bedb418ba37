import { expect, test } from 'vitest'
import { operationsOf, schemasOf, type OpenApi } from './openapi.js'

const text = { type: 'string' }
const document: OpenApi = {
  paths: {
    '/{command}/{args}': {
      'x-path-remainder': 'args',
      get: {
        operationId: 'run',
        responses: {
          200: {
            'x-rule': 'kv.envelope.success',
            content: {
              'application/json': { schema: text },
              'application/problem+json': { schema: text, 'x-rule': 'kv.envelope.error' },
              'text/plain': { schema: text },
            },
          },
          204: { 'x-rule': 'kv.methods.head' },
          default: { $ref: '#/components/responses/Open' },
        },
      },
    },
  },
  components: {
    schemas: { Text: text },
    responses: { Open: { content: { 'application/json': { schema: text } } } },
  },
} as OpenApi

test('an operation has its answers by status: each with a rule, its own or the response’s, JSON with its shape', () => {
  expect(operationsOf(document)).toEqual([
    {
      operationId: 'run',
      method: 'GET',
      path: '/{command}/{args}',
      remainder: 'args',
      responses: {
        200: [
          { mediaType: 'application/json', rule: 'kv.envelope.success', schema: text },
          { mediaType: 'application/problem+json', rule: 'kv.envelope.error', schema: text },
          { mediaType: 'text/plain', rule: 'kv.envelope.success' },
        ],
        204: [{ mediaType: '', rule: 'kv.methods.head' }],
        default: [],
      },
    },
  ])
})

test('schemas are found wherever they stand', () => {
  const paths = schemasOf(document).map(({ path }) => path.join(' '))
  expect(paths).toHaveLength(5)
  expect(paths).toContain('components schemas Text')
  expect(paths).toContain('components responses Open content application/json schema')
})
