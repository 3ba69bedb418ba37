// The text of generated modules.

const firstLine =
  '// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.\n'

/** A generated module and its declarations. */
export interface Module {
  readonly js: string
  readonly types: string
}

/** Joins the parts of a module with blank lines. */
export const moduleOf = (...parts: readonly string[]): string =>
  [firstLine, ...parts.map((part) => part.trim() + '\n')].join('\n')

/** A value as the text of an expression. */
export const literal = (value: unknown): string => JSON.stringify(value, null, 2)

/** A union of string types, to follow `type Name =`; `never` if empty. */
export const unionOf = (names: readonly string[]): string =>
  names.length === 0 ? ' never' : names.map((name) => `\n  | ${JSON.stringify(name)}`).join('')
