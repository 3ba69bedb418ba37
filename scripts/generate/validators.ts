// Schemas to functions: how strictly they are compiled, and their source without a dependency.

import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { Schema } from './openapi.js'

const components = 'components'

/**
 * A compiler that knows the shared schemas of one document. Strict, but for what the language has
 * and the documents need: several types for one value, and arrays that begin with a fixed part.
 */
function compilerOf(shared: Readonly<Record<string, Schema>>): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    strictTuples: false,
    // In this language a format is a remark, and a length counted in UTF-16 units is near enough:
    // both would have the validators import ajv.
    validateFormats: false,
    unicode: false,
    // It is told off for the option above; what is wrong in a schema is thrown.
    logger: false,
    code: { source: true, esm: true, lines: true },
  })
  // A remark for readers and types: other values are as right.
  ajv.addKeyword('x-known-values')
  ajv.addSchema(local({ $id: components, $defs: shared }))
  return ajv
}

/** The schema with references into its OpenAPI document turned to where the compiler has them. */
const local = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${components}#/$defs/`),
  ) as Schema

/** Compiles schemas one by one: the answer is why one does not compile, or nothing. */
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

/** Source that declares one function for each schema, under its name, and exports nothing. */
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
      'a schema needs ajv at run time (uniqueItems or const of objects does): say it in another way',
    )
  return (
    source
      .replace('"use strict";', '')
      .replaceAll(/^export const /gm, 'const ')
      // As ajv writes it, the time for an array with n wrong elements grows as n².
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
