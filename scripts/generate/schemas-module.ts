// Creates {kv,queue}.schemas.js: the operations of an interface, with the rule and a validator for
// each response.

import { literal, moduleOf, type Module } from './module.js'
import { operationsOf, type OpenApi, type Operation, type Schema } from './openapi.js'
import { validatorSource } from './validators.js'

export function schemasModule(document: OpenApi): Module {
  const operations = operationsOf(document)
  const validators = validatorsOf(operations)
  const schemas = new Map([...validators].map(([text, name]) => [name, JSON.parse(text) as Schema]))
  const list = operations.map((operation) => operationText(operation, validators)).join('')
  return {
    js: moduleOf(
      validatorSource(schemas, document.components?.schemas ?? {}),
      `export const operations = [\n${list}]`,
    ),
    types: moduleOf("import type { RuleId } from './rules.js'", declaration),
  }
}

/**
 * Returns a name for each schema by its text. The name comes from the component or from the first
 * response that uses the schema.
 */
function validatorsOf(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { operationId, responses } of operations)
    for (const [status, shapes] of Object.entries(responses))
      for (const { schema } of shapes) {
        if (schema === undefined) continue
        const text = JSON.stringify(schema)
        if (!names.has(text)) names.set(text, componentOf(schema) ?? `${operationId}_${status}`)
      }
  return names
}

const componentOf = ({ $ref }: Schema) =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined

/** Returns the text of an expression for an operation. */
function operationText(
  { operationId, method, path, remainder, responses }: Operation,
  validators: ReadonlyMap<string, string>,
): string {
  const named = { operationId, method, path, ...(remainder !== undefined && { remainder }) }
  const members = Object.entries(named).map(([key, value]) => `    ${key}: ${literal(value)},\n`)
  const lines = Object.entries(responses).map(([status, shapes]) => {
    const answers = shapes.map(({ mediaType, rule, schema }) => {
      const validate = validators.get(JSON.stringify(schema))
      const members = [`rule: ${literal(rule)}`, ...(validate ? [`validate: ${validate}`] : [])]
      return ` ${literal(mediaType)}: { ${members.join(', ')} } `
    })
    return `      ${literal(status)}: {${answers.join(',')}},\n`
  })
  return `  {\n${members.join('')}    responses: {\n${lines.join('')}    },\n  },\n`
}

const declaration = `
/** Says whether a value has the shape; if not, \`errors\` says why until the next call. */
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
  /** A template such as \`/publish/{channel}/{message}\`. */
  readonly path: string
  /** The parameter of the template that stands for the rest of the path, slashes included. */
  readonly remainder?: string
  /**
   * By status such as \`200\`, class such as \`2XX\`, or \`default\`; then by media type, which is empty if
   * there is no body. A body of a media type that is not listed is not checked.
   */
  readonly responses: Readonly<Record<string, Readonly<Record<string, Answer>>>>
}

/** In the order of the document. */
export declare const operations: readonly Operation[]`
