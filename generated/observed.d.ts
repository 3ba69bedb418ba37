// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

import type { DialectName } from './dialects.js'

/** The observations of a report: values by their names, by the id of their scenario. */
export type Observations = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The observations of the correct mock. */
export declare const correct: Readonly<Record<DialectName, Observations>>

/** The observations that each variant changes, by the id of the variant. */
export declare const variants: Readonly<Record<string, Observations>>

/** The observations of 2 variants, by their ids in order, where the second alone shows another value. */
export declare const pairs: Readonly<Record<string, Observations>>
