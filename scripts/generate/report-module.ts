// report.schema.js: the schema of the JSON report as a function, for whoever reads reports.

import { moduleOf } from './module.js'
import type { Schema } from './openapi.js'
import { validatorSource } from './validators.js'

export function reportModule(schema: Schema): { js: string; types: string } {
  return {
    js: moduleOf(
      validatorSource(new Map([['validateReport', schema]]), {}),
      'export { validateReport }',
    ),
    types: moduleOf(
      "import type { Validate } from './kv.schemas.js'",
      '/** Holds a value against spec/report.schema.json. */\nexport declare const validateReport: Validate',
    ),
  }
}
