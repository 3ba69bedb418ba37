import { expect, test } from 'vitest'
import type { OpenApi } from './openapi.js'
import { schemasModule } from './schemas-module.js'

const answer = (schema: object) => ({
  'x-rule': 'kv.envelope.success',
  content: { 'application/json': { schema } },
})
const document = {
  paths: {
    '/': {
      post: {
        operationId: 'run',
        responses: {
          200: answer({ $ref: '#/components/schemas/Name' }),
          201: answer({ $ref: '#/components/schemas/Name' }),
          202: answer({ type: 'integer' }),
          204: { 'x-rule': 'kv.methods.head' },
        },
      },
    },
  },
  components: { schemas: { Name: { type: 'string' } } },
} as OpenApi

test('an answer has the validator of its schema, named for the reader', async () => {
  const { js } = schemasModule(document)
  expect(js).toContain(
    '"201": { "application/json": { rule: "kv.envelope.success", validate: Name } }',
  )
  expect(js).toContain('validate: run_202 }')
  const { operations } = (await import(`data:text/javascript,${encodeURIComponent(js)}`)) as {
    operations: [
      { responses: Record<string, Record<string, { validate: (value: unknown) => boolean }>> },
    ]
  }
  const { responses } = operations[0]
  const validate = (status: number) => responses[status]?.['application/json']?.validate
  expect(validate(200)).toBe(validate(201))
  expect(validate(200)?.('a')).toBe(true)
  expect(validate(202)?.('a')).toBe(false)
  expect(responses[204]).toEqual({ '': { rule: 'kv.methods.head' } })
})
