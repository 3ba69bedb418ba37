// Validates responses against the OpenAPI documents and describes deviations.

import type { Answer, Operation, SchemaError, Validate } from '#generated/kv.schemas.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { mediaTypeOf, type HttpMessage } from './exchange.js'
import { structureProblem } from './json-structure.js'
import { operationOf, operations } from './operation.js'

/** A request with its response. The `target` does not contain the path of the base URL. */
export interface ShapedExchange {
  readonly interface: Interface
  readonly request: { readonly method: string; readonly target: string }
  readonly response: HttpMessage & { readonly status: number }
}

/** The rule whose schema applies to a response, and the deviations from this schema. */
export interface Shape {
  readonly rule: RuleId
  /** Sentences that contain a JSON pointer. Empty if the response matches the schema. */
  readonly problems: readonly string[]
}

/** Returns the rules that have a schema, in the order of the OpenAPI document. */
export const shapeRules = (of: Interface): readonly RuleId[] => [
  ...new Set(
    operations[of]
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap((response) => Object.values(response))
      .filter(({ validate }) => validate !== undefined)
      .map(({ rule }) => rule),
  ),
]

/**
 * Validates a response. Returns undefined if there is no schema for it, or if the body is too
 * large.
 */
export function shapeOf({ interface: of, request, response }: ShapedExchange): Shape | undefined {
  const operation = operationOf(of, request.method, request.target)
  const { rule, validate } =
    (operation && (answerOf(operation, response) ?? jsonAnswerOf(operation, response))) ?? {}
  if (operation === undefined || rule === undefined || validate === undefined) return undefined
  if (response.cut !== undefined || structureProblem(response.body) !== undefined) return undefined
  return { rule, problems: problemsOf(operation, response, validate) }
}

/** Returns the deviations of a body as sentences. Each begins with the operation and the status. */
export const problemsOf = (
  { method, path }: Operation,
  { status, body }: ShapedExchange['response'],
  validate: Validate,
): readonly string[] =>
  bodyProblems(body, validate).map((problem) => `${method} ${path} answered ${status}: ${problem}`)

/**
 * Returns the documented responses for a status: those of the status, of its class, or the default.
 */
export const answersTo = ({ responses }: Operation, status: number) =>
  responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default']

/** Returns the documented response with this status and media type. */
export function answerOf(
  operation: Operation,
  response: ShapedExchange['response'],
): Answer | undefined {
  const documented = answersTo(operation, response.status) ?? {}
  // A response to HEAD has the headers of a body that is not sent.
  const mediaType = operation.method === 'HEAD' ? '' : (mediaTypeOf(response) ?? '')
  return Object.hasOwn(documented, mediaType) ? documented[mediaType] : undefined
}

/**
 * Returns the documented JSON response for a response that has an undocumented media type. Another
 * rule checks the media type, so the body is still validated.
 */
function jsonAnswerOf(
  operation: Operation,
  response: ShapedExchange['response'],
): Answer | undefined {
  if (operation.method === 'HEAD') return undefined
  const isJson = /[/+]json$/.test(mediaTypeOf(response) ?? '') || holdsJson(response.body)
  return isJson ? answersTo(operation, response.status)?.['application/json'] : undefined
}

/** Returns true for a JSON object or array. A number without braces could be plain text. */
function holdsJson(body: Uint8Array): boolean {
  try {
    return typeof (JSON.parse(utf8.decode(body)) ?? undefined) === 'object'
  } catch {
    return false
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function bodyProblems(body: Uint8Array, validate: Validate): readonly string[] {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(body))
  } catch (error) {
    return [`the body is not JSON: ${(error as Error).message}`]
  }
  return validate(value) ? [] : sentences(validate.errors ?? [], value)
}

const mostSentences = 20

/**
 * Converts schema errors to sentences. If a value matches none of several alternatives, returns one
 * sentence for all of them. Returns no such sentence if an error inside the value already describes
 * the deviation.
 */
function sentences(errors: readonly SchemaError[], body: unknown): readonly string[] {
  const byPointer = new Map<string, SchemaError[]>()
  for (const error of errors) {
    const sameValue = byPointer.get(error.instancePath) ?? []
    byPointer.set(error.instancePath, sameValue)
    sameValue.push(error)
  }
  const enclosing = new Set([...byPointer.keys()].flatMap(parentsOf))
  const sentences: string[] = []
  for (const [pointer, sameValue] of byPointer) {
    if (enclosing.has(pointer) && sameValue.some(isChoice)) continue
    for (const demand of demandsOf(sameValue)) {
      if (sentences.length === mostSentences) return [...sentences, 'and more']
      sentences.push(`${pointer || 'the body'} ${demand}, got ${shown(valueAt(pointer, body))}`)
    }
  }
  return sentences
}

const parentsOf = (pointer: string): readonly string[] =>
  Array.from(pointer.matchAll(/\//g), ({ index }) => pointer.slice(0, index))

function demandsOf(errors: readonly SchemaError[]): readonly string[] {
  const withoutChoice = errors.filter((error) => !isChoice(error))
  const all = (withoutChoice.length > 0 ? withoutChoice : errors).map(demandOf)
  const different = [...new Set(all)].slice(0, mostSentences)
  return errors.some(isChoice)
    ? [different.join(' or ').replaceAll(' or must be ', ' or ')]
    : different
}

const isChoice = ({ keyword }: SchemaError) => keyword === 'anyOf' || keyword === 'oneOf'

function demandOf({ keyword, params, message }: SchemaError): string {
  if (keyword === 'enum') return `must be one of ${JSON.stringify(params['allowedValues'])}`
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`
  if (keyword === 'additionalProperties')
    return `must not have the property ${JSON.stringify(params['additionalProperty'])}`
  return message ?? `must satisfy ${keyword}`
}

function valueAt(pointer: string, body: unknown): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value, key) => (value as Record<string, unknown>)[key], body)
}

function shown(value: unknown): string {
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 101) : value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
