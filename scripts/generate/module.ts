// Creates the text of generated modules.

const firstLine =
  '// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.\n'

/** The code and the type declarations of a generated module. */
export interface Module {
  readonly js: string
  readonly types: string
}

/** Joins the sections of a module with blank lines. */
export const moduleOf = (...parts: readonly string[]): string =>
  [firstLine, ...parts.map((part) => part.trim() + '\n')].join('\n')

/** Returns the text of an expression for a value. */
export const literal = (value: unknown): string => JSON.stringify(value, null, 2)

/**
 * Returns a union of string types for the text after `type Name =`. Returns `never` if there are no
 * names.
 */
export const unionOf = (names: readonly string[]): string =>
  names.length === 0 ? ' never' : names.map((name) => `\n  | ${JSON.stringify(name)}`).join('')
