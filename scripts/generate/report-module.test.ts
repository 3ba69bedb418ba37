import { expect, test } from 'vitest'
import { reportModule } from './report-module.js'

test('the schema of the report is a function of its own', async () => {
  const { js } = reportModule({
    $id: 'https://example.com/report.schema.json',
    type: 'object',
    required: ['format'],
    properties: { format: { $ref: '#/$defs/one' } },
    $defs: { one: { const: 1 } },
  })
  const { validateReport } = (await import(`data:text/javascript,${encodeURIComponent(js)}`)) as {
    validateReport: (value: unknown) => boolean
  }

  expect(validateReport({ format: 1 })).toBe(true)
  expect(validateReport({ format: 2 })).toBe(false)
  expect(validateReport({})).toBe(false)
})
