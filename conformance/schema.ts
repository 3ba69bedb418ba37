// Whether an answer has the shape that the OpenAPI documents give it: which operation a request
// is, which of its documented answers came, and what is wrong with the body in a reader's words.

import {
  operations as kv,
  type Answer,
  type Operation,
  type SchemaError,
} from '#generated/kv.schemas.js'
import { operations as queue } from '#generated/queue.schemas.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { headerOf, type Message } from './exchange.js'

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

const operations: Readonly<Record<Interface, readonly Operation[]>> = { kv, queue }
const matchers = { kv: matchersOf(kv), queue: matchersOf(queue) }

/** The rules that answers of this interface break by their shape, in the order of the document. */
export const shapeRules = (of: Interface): readonly RuleId[] => [
  ...new Set(
    operations[of]
      .flatMap(({ answers }) => answers)
      .flatMap(({ rule, validate }) => (rule && validate ? [rule] : [])),
  ),
]

/** The rules an answer breaks by its shape, each with a sentence that says how. */
export const shapeProblems = (
  exchange: ShapedExchange,
): readonly { readonly rule: RuleId; readonly problem: string }[] => {
  const shape = shapeOf(exchange)
  return shape?.problems.map((problem) => ({ rule: shape.rule, problem })) ?? []
}

/** Holds an answer against its schema; undefined where the document gives it none. */
export function shapeOf({ interface: of, request, response }: ShapedExchange): Shape | undefined {
  // An answer to HEAD has the headers of a body that is not there.
  if (request.method === 'HEAD') return undefined
  const operation = operationOf(of, request.method, request.target)
  const mediaType = headerOf(response, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  const answer = operation && answerOf(operation, response.status, mediaType)
  if (answer?.rule === undefined || answer.validate === undefined) return undefined
  const where = `${request.method} ${operation?.path} answered ${response.status}: `
  return {
    rule: answer.rule,
    problems: bodyProblems(response.body, answer.validate).map((problem) => where + problem),
  }
}

/**
 * The operation of a request: literal paths come before templates. The target is taken as it was
 * sent, undecoded; a query is none of its path. Undefined where the document has no such operation.
 */
export function operationOf(of: Interface, method: string, target: string): Operation | undefined {
  const path = target.split('?', 1)[0] ?? ''
  const matching = matchers[of].filter(({ pattern }) => pattern.test(path))
  // What a literal path does under another method than its own is not what a template says.
  const literal = matching.filter(({ operation }) => operation.path === path)
  return (literal.length > 0 ? literal : matching).find(
    ({ operation }) => operation.method === method,
  )?.operation
}

interface OperationMatcher {
  readonly operation: Operation
  readonly pattern: RegExp
}

/** One matcher for each operation, the most literal first. */
function matchersOf(list: readonly Operation[]): readonly OperationMatcher[] {
  // A parameter sorts after every character that a path can have, and the rest of a path after it.
  const sortKey = ({ path, remainder }: Operation) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === remainder ? '\uffff' : '\ufffe'))
  return list
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
    .map((operation) => ({ operation, pattern: patternOf(operation) }))
}

function patternOf({ path, remainder }: Operation): RegExp {
  const source = path
    .split(/(\{\w+\})/)
    .map((part) =>
      part === `{${remainder}}`
        ? '.*'
        : part.startsWith('{')
          ? '[^/]+'
          : part.replaceAll('.', '\\.'),
    )
  return new RegExp(`^${source.join('')}$`, 's')
}

/** The documented answer for a status: its own entry, that of its class, or the default. */
function answerOf(
  { answers }: Operation,
  status: number,
  mediaType: string | undefined,
): Answer | undefined {
  const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((each) =>
    answers.some((answer) => answer.status === each),
  )
  return answers.find((answer) => answer.status === key && answer.mediaType === mediaType)
}

function bodyProblems(
  body: Uint8Array,
  validate: NonNullable<Answer['validate']>,
): readonly string[] {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    return [`the body is no JSON: ${(error as Error).message}`]
  }
  return validate(value) ? [] : sentences(validate.errors ?? [], value)
}

/**
 * Schema errors as sentences. What several alternatives demand of one value is one sentence, and
 * none where the value got far enough into an alternative to be wrong inside.
 */
function sentences(errors: readonly SchemaError[], body: unknown): readonly string[] {
  const pointers = [...new Set(errors.map(({ instancePath }) => instancePath))]
  return pointers.flatMap((pointer) => {
    const here = errors.filter(({ instancePath }) => instancePath === pointer)
    const demands = [...new Set(here.filter((error) => !isChoice(error)).map(demandOf))]
    const sentence = (demand: string) =>
      `${pointer || 'the body'} ${demand}, got ${shown(valueAt(pointer, body))}`
    if (!here.some(isChoice)) return demands.map(sentence)
    const inside = pointers.some((other) => other.startsWith(`${pointer}/`))
    return inside ? [] : [sentence(demands.join(' or ').replaceAll(' or must be ', ' or '))]
  })
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
  const text = JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
