// Compiles schemas to functions that have no dependencies.

import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { Schema } from './openapi.js'

const components = 'components'

/**
 * Returns a strict compiler with the shared schemas of one OpenAPI document. The schemas may allow
 * several types for one value and arrays that begin with fixed elements.
 */
function compilerOf(shared: Readonly<Record<string, Schema>>): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    strictTuples: false,
    // Formats are not validated and lengths are in UTF-16 units, because otherwise the validators
    // would import ajv.
    validateFormats: false,
    unicode: false,
    // The logger is off, because ajv warns about the option above. Errors in a schema are thrown.
    logger: false,
    code: { source: true, esm: true, lines: true },
  })
  // The keyword has no effect on validation, because other values are valid too. Readers and types
  // use it.
  ajv.addKeyword('x-known-values')
  ajv.addSchema(local({ $id: components, $defs: shared }))
  return ajv
}

/** Replaces references into the OpenAPI document with references of the compiler. */
const local = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${components}#/$defs/`),
  ) as Schema

/**
 * Returns a function that compiles a schema. The function returns the error, or undefined if there
 * is none.
 */
export function trialOf(
  shared: Readonly<Record<string, Schema>>,
): (schema: Schema) => string | undefined {
  const ajv = compilerOf(shared)
  return (schema) => {
    try {
      ajv.compile(local(schema))
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
}

/** Returns source code that declares a function for each schema and exports nothing. */
export function validatorSource(
  schemas: ReadonlyMap<string, Schema>,
  shared: Readonly<Record<string, Schema>>,
): string {
  const ajv = compilerOf(shared)
  for (const [name, schema] of schemas) ajv.addSchema({ ...local(schema), $id: name })
  const names = Object.fromEntries([...schemas.keys()].map((name) => [name, name]))
  const source = standalone.default(ajv, names)
  if (source.includes('require('))
    throw new Error(
      'a schema needs ajv at run time (uniqueItems or const of objects): write it in another way',
    )
  return (
    source
      .replace('"use strict";', '')
      .replaceAll(/^export const /gm, 'const ')
      // The code is replaced, because the code of ajv takes quadratic time for many errors.
      .replaceAll(/(\w+) === null \? ([\w.]+) : \1\.concat\(\2\)/g, 'joined($1, $2)') + joined
  )
}

const joined = `
function joined(errors, more) {
  if (errors === null) return more
  for (const error of more) errors.push(error)
  return errors
}
`
