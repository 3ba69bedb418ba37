// Reads the schemas of an OpenAPI document, and the rule that defines the shape of each response.

export type Schema = Readonly<Record<string, unknown>>

export interface OpenApi {
  readonly paths: Readonly<Record<string, Schema>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, Schema>>
  }
}

export interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** The path parameter for the rest of the path, including slashes. */
  readonly remainder?: string
  /** Descriptions of groups of headers whose names begin with the same prefix, by prefix. */
  readonly headerPrefixes?: Readonly<Record<string, string>>
  /** The possible response bodies by status, such as `200`, `2XX` or `default`. */
  readonly responses: Readonly<Record<string, readonly Shape[]>>
}

/** A possible body of a response, and the rule that defines it. */
export interface Shape {
  /** The media type, or an empty string if there is no body. */
  readonly mediaType: string
  readonly rule: string
  /** The schema of a JSON body. Undefined for other bodies. */
  readonly schema?: Schema
}

interface Responses {
  readonly [status: string]: {
    readonly content?: Readonly<Record<string, { schema?: Schema; 'x-rule'?: string }>>
    readonly 'x-rule'?: string
  }
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace']

export function operationsOf(document: OpenApi): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as
        | {
            operationId: string
            responses: Responses
            'x-header-prefix'?: Operation['headerPrefixes']
          }
        | undefined
      const remainder = item['x-path-remainder'] as string | undefined
      if (operation === undefined) return []
      const headerPrefixes = operation['x-header-prefix']
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        ...(remainder === undefined ? {} : { remainder }),
        ...(headerPrefixes === undefined ? {} : { headerPrefixes }),
        responses: shapesOf(operation.responses, document),
      }
    }),
  )
}

function shapesOf(responses: Responses, document: OpenApi): Operation['responses'] {
  const shapes = Object.entries(responses).map(([status, reference]) => {
    const response = resolved(reference, document) as Responses[string]
    const { content = { '': {} } } = response
    return [
      status,
      Object.entries(content).flatMap(([mediaType, { schema, 'x-rule': own }]) => {
        const rule = own ?? response['x-rule']
        const isJson = /[/+]json$/.test(mediaType)
        if (rule === undefined) return []
        return isJson && schema !== undefined ? { mediaType, rule, schema } : { mediaType, rule }
      }),
    ]
  })
  return Object.fromEntries(shapes) as Operation['responses']
}

/** Resolves the `$ref` of a node within the document. */
function resolved(node: unknown, document: OpenApi): unknown {
  const { $ref } = node as { $ref?: string }
  if ($ref === undefined) return node
  const keys = $ref.split('/').slice(1)
  const target = keys.reduce<unknown>((value, key) => (value as Schema)[key], document)
  return resolved(target, document)
}

/** A schema, and the keys on the way from the document root to it. */
interface PlacedSchema {
  readonly path: readonly string[]
  readonly schema: Schema
}

/** Returns every schema of the document that is not inside another schema. */
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
