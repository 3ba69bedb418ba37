// Creates {kv,queue}.types.d.ts: the TypeScript types of an OpenAPI document. This module adds open
// tuples and enumerations, bytes, and header names by prefix, because openapi-typescript does not
// generate them.

import openapiTS, { astToString, transformSchemaObject } from 'openapi-typescript'
import ts from 'typescript'
import { moduleOf } from './module.js'
import { operationsOf, type OpenApi } from './openapi.js'

type Options = NonNullable<Parameters<typeof openapiTS>[1]>
type Transform = NonNullable<Options['transform']>
type Node = Parameters<typeof transformSchemaObject>[0]

export async function typesModule(document: OpenApi): Promise<string> {
  // The generator gets a copy, because it changes its argument.
  const nodes = await openapiTS(JSON.stringify(document), { transform, silent: true })
  return moduleOf(
    withHeaderPrefixes(withFreeOptions(untangled(astToString(nodes)), document), document),
  )
}

/** Converts exploded query objects in form style to index signatures: `?EX=60` is `query: { EX: 60 }`. */
function withFreeOptions(text: string, { components }: OpenApi): string {
  const exploded = Object.entries(components?.parameters ?? {}).filter(
    ([, { in: place, style, explode }]) =>
      place === 'query' && style === 'form' && explode === true,
  )
  return exploded.reduce(
    (types, [key, { name }]) =>
      types.replaceAll(
        `${String(name)}?: components["parameters"]["${key}"];`,
        `[${String(name)}: string]: components["parameters"]["${key}"][string];`,
      ),
    text,
  )
}

/** Converts header names with an `x-header-prefix` to index signatures. Query names are in lower case. */
const withHeaderPrefixes = (text: string, document: OpenApi): string =>
  operationsOf(document).reduce((types, { operationId, headerPrefixes = {} }) => {
    const families = Object.entries(headerPrefixes).map(([prefix, about]) => ({ prefix, about }))
    if (families.length === 0) return types
    const start = types.search(new RegExp(`^ {4}${operationId}: \\{$`, 'm'))
    const members = (spelled: (prefix: string) => string) =>
      families
        .map(({ prefix, about }) => {
          const key = `[name: \`${spelled(prefix)}\${string}\`]`
          return `                /** @description ${about} */\n                ${key}: string | number | undefined;\n`
        })
        .join('')
    return (
      types.slice(0, start) +
      types
        .slice(start)
        .replace(/^ +query\?: \{\n/m, (line) => line + members((prefix) => prefix.toLowerCase()))
        .replace(/^ +header\?: \{\n/m, (line) => line + members((prefix) => prefix))
    )
  }, text)

/**
 * Converts schemas that refer to themselves to type aliases, because a member of an interface
 * cannot refer to itself.
 */
function untangled(text: string): string {
  const aliases: string[] = []
  const members = text.replace(
    /^( +)(\w+): (.*components\["schemas"\]\["\2"\].*);$/gm,
    (member, indent: string, name: string, type: string) => {
      const own = type.replaceAll(`components["schemas"]["${name}"]`, name)
      // A parameter with the same name as its schema only refers to the schema.
      if (own === name) return member
      aliases.push(`export type ${name} = ${own};\n`)
      return `${indent}${name}: ${name};`
    },
  )
  return members + aliases.join('')
}

const transform: Transform = (schema, options) => {
  const {
    prefixItems,
    items,
    format,
    'x-known-values': known,
  } = schema as {
    prefixItems?: Node[]
    items?: Node
    format?: string
    'x-known-values'?: readonly string[]
  }
  if (known !== undefined) return openEnumeration(known)
  if (format === 'binary') return ts.factory.createTypeReferenceNode('Uint8Array')
  if (prefixItems === undefined || !items) return undefined
  return ts.factory.createTupleTypeNode([
    ...prefixItems.map((item) => transformSchemaObject(item, options)),
    ts.factory.createRestTypeNode(
      ts.factory.createArrayTypeNode(transformSchemaObject(items, options)),
    ),
  ])
}

/**
 * Returns a type with documented values for completion that allows any other text: `"CREATED" |
 * (string & {})`.
 */
const openEnumeration = (known: readonly string[]): ts.TypeNode =>
  ts.factory.createUnionTypeNode([
    ...known.map((value) =>
      ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value)),
    ),
    ts.factory.createParenthesizedType(
      ts.factory.createIntersectionTypeNode([
        ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
        ts.factory.createTypeLiteralNode([]),
      ]),
    ),
  ])
