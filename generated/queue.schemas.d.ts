// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

import type { RuleId } from './rules.js'

/** Says whether a value has the shape; if not, `errors` says why until the next call. */
export interface Validate {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}

export interface SchemaError {
  /** A JSON pointer to the offending value. */
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** An answer of the document: the rule it is an example of, which one of another shape breaks. */
export interface Answer {
  readonly rule: RuleId
  /** Absent where it is no JSON, so that it has no shape. */
  readonly validate?: Validate
}

export interface Operation {
  readonly operationId: string
  readonly method: string
  /** A template such as `/publish/{channel}/{message}`. */
  readonly path: string
  /** The parameter of the template that stands for the rest of the path, slashes included. */
  readonly remainder?: string
  /**
   * By status such as `200`, class such as `2XX`, or `default`; then by media type, which is empty if
   * there is no body. A body of a media type that is not listed is not checked.
   */
  readonly responses: Readonly<Record<string, Readonly<Record<string, Answer>>>>
}

/** In the order of the document. */
export declare const operations: readonly Operation[]
