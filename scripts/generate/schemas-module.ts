// {kv,queue}.schemas.js: the operations of a document with a validator for each JSON answer.

import { literal, moduleOf } from './module.js'
import { operationsOf, type Answer, type OpenApi, type Operation, type Schema } from './openapi.js'
import { validatorSource } from './validators.js'

export function schemasModule(document: OpenApi): { js: string; types: string } {
  const operations = operationsOf(document)
  const names = validatorNames(operations)
  const schemas = new Map([...names].map(([text, name]) => [name, JSON.parse(text) as Schema]))
  const nameOf = ({ mediaType, schema }: Answer) =>
    isJson(mediaType) && schema !== undefined ? names.get(JSON.stringify(schema)) : undefined
  return {
    js: moduleOf(
      validatorSource(schemas, document.components?.schemas ?? {}),
      `export const operations = [\n${operations.map((each) => operationText(each, nameOf)).join('')}]`,
    ),
    types: moduleOf("import type { RuleId } from './rules.js'", declaration),
  }
}

const isJson = (mediaType: string) => /[/+]json$/.test(mediaType)

/** The text of each different schema, and a name: its component's, or its first answer's. */
function validatorNames(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { operationId, answers } of operations)
    for (const { status, mediaType, schema } of answers) {
      const text = JSON.stringify(schema)
      if (schema !== undefined && isJson(mediaType) && !names.has(text))
        names.set(text, componentOf(schema) ?? `${operationId}_${status}`)
    }
  return names
}

const componentOf = ({ $ref }: Schema) =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined

function operationText(
  { answers, ...operation }: Operation,
  nameOf: (answer: Answer) => string | undefined,
): string {
  const lines = answers.map((answer) => {
    const { status, mediaType, rule } = answer
    const validate = nameOf(answer)
    const members = [
      `status: ${literal(status)}`,
      `mediaType: ${literal(mediaType)}`,
      ...(rule === undefined ? [] : [`rule: ${literal(rule)}`]),
      ...(validate === undefined ? [] : [`validate: ${validate}`]),
    ]
    return `      { ${members.join(', ')} },\n`
  })
  const members = Object.entries(operation).map(([key, value]) => `    ${key}: ${literal(value)},\n`)
  return `  {\n${members.join('')}    answers: [\n${lines.join('')}    ],\n  },\n`
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

/** One way an operation may answer. */
export interface Answer {
  /** A status, a class of them such as \`2XX\`, or \`default\`. */
  readonly status: string
  readonly mediaType: string
  /** The rule that an answer of another shape breaks. */
  readonly rule?: RuleId
  /** Absent where the body is no JSON. */
  readonly validate?: Validate
}

export interface Operation {
  readonly operationId: string
  readonly method: string
  /** A template such as \`/publish/{channel}/{message}\`. */
  readonly path: string
  /** The parameter of the template that stands for the rest of the path, slashes included. */
  readonly remainder?: string
  readonly answers: readonly Answer[]
}

/** In the order of the document. */
export declare const operations: readonly Operation[]`
