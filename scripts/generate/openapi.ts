// What of an OpenAPI document matters here: its schemas, and what each operation may answer.

export type Schema = Readonly<Record<string, unknown>>

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

/** One way an operation may answer: a status, a media type, and the rule a wrong shape breaks. */
export interface Answer {
  /** Such as `200`, `2XX` or `default`. */
  readonly status: string
  readonly mediaType: string
  readonly rule?: string
  readonly schema?: Schema
}

export interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** The path parameter that stands for the rest of the path, slashes included. */
  readonly remainder?: string
  readonly answers: readonly Answer[]
}

interface Response {
  readonly content?: Readonly<Record<string, { schema?: Schema; 'x-rule'?: string }>>
  readonly 'x-rule'?: string
}
interface OperationObject {
  readonly operationId: string
  readonly responses: Readonly<Record<string, unknown>>
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace']

export function operationsOf(document: OpenApi): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => {
        const operation = item[method] as OperationObject
        const remainder = (operation as unknown as Schema)['x-path-remainder'] ?? item['x-path-remainder']
        return {
          operationId: operation.operationId,
          method: method.toUpperCase(),
          path,
          ...(remainder === undefined ? {} : { remainder: String(remainder) }),
          answers: answersOf(operation, document),
        }
      }),
  )
}

function answersOf(operation: OperationObject, document: OpenApi): readonly Answer[] {
  return Object.entries(operation.responses).flatMap(([status, reference]) => {
    const response = resolved(reference, document) as Response
    return Object.entries(response.content ?? {}).map(([mediaType, content]) => {
      const rule = content['x-rule'] ?? response['x-rule']
      return {
        status,
        mediaType,
        ...(rule === undefined ? {} : { rule }),
        ...(content.schema === undefined ? {} : { schema: content.schema }),
      }
    })
  })
}

/** What a node stands for: itself, or what its `$ref` within the document points to. */
function resolved(node: unknown, document: OpenApi): unknown {
  const { $ref } = node as { $ref?: string }
  if ($ref === undefined) return node
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Schema)[key.replaceAll('~1', '/')], document)
  return resolved(target, document)
}

export interface PlacedSchema {
  /** The keys that lead to it. */
  readonly path: readonly string[]
  readonly schema: Schema
}

/** Every schema of the document that another does not contain. */
export function schemasOf(document: OpenApi): readonly PlacedSchema[] {
  const inside = (node: unknown, path: readonly string[]): readonly PlacedSchema[] =>
    typeof node !== 'object' || node === null
      ? []
      : Object.entries(node).flatMap(([key, value]) =>
          key === 'schema' || path.at(-1) === 'schemas'
            ? [{ path: [...path, key], schema: value as Schema }]
            : inside(value, [...path, key]),
        )
  return inside(document, [])
}
