// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

import type { Validate } from './kv.schemas.js'

/** Validates a value by spec/report.schema.json. */
export declare const validateReport: Validate
