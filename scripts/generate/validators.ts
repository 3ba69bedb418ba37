// Compiles schemas to functions without dependencies.

import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { Schema } from './openapi.js'

const components = 'components'

/**
 * A strict compiler with the shared schemas of one document, which may have several types for one value and
 * arrays that begin with a fixed part.
 */
function compilerOf(shared: Readonly<Record<string, Schema>>): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    strictTuples: false,
    // Formats are annotations, and lengths in UTF-16 units suffice: both would make the validators import ajv.
    validateFormats: false,
    unicode: false,
    // It warns of the option above; errors in a schema are thrown.
    logger: false,
    code: { source: true, esm: true, lines: true },
  })
  // An annotation for readers and types: other values are valid too.
  ajv.addKeyword('x-known-values')
  ajv.addSchema(local({ $id: components, $defs: shared }))
  return ajv
}

/** Replaces references into the OpenAPI document by those of the compiler. */
const local = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${components}#/$defs/`),
  ) as Schema

/** Returns a function that compiles a schema and returns the error, or undefined. */
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

/** Returns source that declares a function for each schema and exports nothing. */
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
      // The code of ajv takes n² time for n errors.
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
