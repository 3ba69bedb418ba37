// Whether an answer has the shape that the OpenAPI documents give it, and what is wrong with it in a
// reader's words.

import type { Answer, Operation, SchemaError, Validate } from '#generated/kv.schemas.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { mediaTypeOf, type Message } from './exchange.js'
import { structureProblem } from './json-structure.js'
import { operationOf, operations } from './operation.js'

/** An exchange as far as shapes are concerned; `target` without the path of the server's base URL. */
export interface ShapedExchange {
  readonly interface: Interface
  readonly request: { readonly method: string; readonly target: string }
  readonly response: Message & { readonly status: number }
}

/** An answer held against its schema: the rule it is an example of, and what is wrong with it. */
export interface Shape {
  readonly rule: RuleId
  /** Sentences with a JSON pointer; none where the shape is right. */
  readonly problems: readonly string[]
}

/** The rules that answers of this interface break by their shape, in the order of the document. */
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
 * Holds an answer against its schema; undefined where the document gives it none, and where there is too
 * much of it.
 */
export function shapeOf({ interface: of, request, response }: ShapedExchange): Shape | undefined {
  const operation = operationOf(of, request.method, request.target)
  const { rule, validate } =
    (operation && (answerOf(operation, response) ?? jsonAnswerOf(operation, response))) ?? {}
  if (operation === undefined || rule === undefined || validate === undefined) return undefined
  if (structureProblem(response.body) !== undefined) return undefined
  return { rule, problems: problemsOf(operation, response, validate) }
}

/** What is wrong with the body of an answer, in sentences that begin with what it is an answer to. */
export const problemsOf = (
  { method, path }: Operation,
  { status, body }: ShapedExchange['response'],
  validate: Validate,
): readonly string[] =>
  bodyProblems(body, validate).map((problem) => `${method} ${path} answered ${status}: ${problem}`)

/** What a document says of the answers of a status: those of the status itself, of its class, or the default. */
export const answersTo = ({ responses }: Operation, status: number) =>
  responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default']

/** The documented answer that this one is, by its status and its media type. */
export function answerOf(
  operation: Operation,
  response: ShapedExchange['response'],
): Answer | undefined {
  const documented = answersTo(operation, response.status) ?? {}
  // An answer to HEAD has the headers of a body that is not there.
  const mediaType = operation.method === 'HEAD' ? '' : (mediaTypeOf(response) ?? '')
  return Object.hasOwn(documented, mediaType) ? documented[mediaType] : undefined
}

/**
 * The documented answer in JSON that one of no documented media type is meant to be. Its media type is
 * for another rule to judge; its shape is the same under any.
 */
function jsonAnswerOf(
  operation: Operation,
  response: ShapedExchange['response'],
): Answer | undefined {
  if (operation.method === 'HEAD') return undefined
  const isJson = /[/+]json$/.test(mediaTypeOf(response) ?? '') || holdsJson(response.body)
  return isJson ? answersTo(operation, response.status)?.['application/json'] : undefined
}

/** Whether a body is a JSON object or array; any text of digits is a number. */
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
    return [`the body is no JSON: ${(error as Error).message}`]
  }
  return validate(value) ? [] : sentences(validate.errors ?? [], value)
}

/** The most sentences about one body: more say nothing new. */
const mostSentences = 20

/**
 * Schema errors as sentences. What several alternatives demand of one value is one sentence, and
 * none where the value got far enough into an alternative to be wrong inside.
 */
function sentences(errors: readonly SchemaError[], body: unknown): readonly string[] {
  const byPointer = new Map<string, SchemaError[]>()
  for (const error of errors) {
    const { instancePath } = error
    const here = byPointer.get(instancePath)
    if (here === undefined) byPointer.set(instancePath, [error])
    else here.push(error)
  }
  const inside = new Set([...byPointer.keys()].flatMap(parentsOf))
  const told: string[] = []
  for (const [pointer, here] of byPointer) {
    if (inside.has(pointer) && here.some(isChoice)) continue
    for (const demand of demandsOf(here)) {
      if (told.length === mostSentences) return [...told, 'and more']
      told.push(`${pointer || 'the body'} ${demand}, got ${shown(valueAt(pointer, body))}`)
    }
  }
  return told
}

/** The pointers of the values that this one is in. */
const parentsOf = (pointer: string): readonly string[] =>
  Array.from(pointer.matchAll(/\//g), ({ index }) => pointer.slice(0, index))

function demandsOf(errors: readonly SchemaError[]): readonly string[] {
  const demands = errors.filter((error) => !isChoice(error)).map(demandOf)
  const different = [...new Set(demands.length > 0 ? demands : errors.map(demandOf))].slice(
    0,
    mostSentences,
  )
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
