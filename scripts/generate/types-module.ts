// {kv,queue}.types.d.ts: the TypeScript types of a document, with open tuples and bytes.

import openapiTS, { astToString, transformSchemaObject } from 'openapi-typescript'
import ts from 'typescript'
import { moduleOf } from './module.js'
import type { OpenApi } from './openapi.js'

type Options = NonNullable<Parameters<typeof openapiTS>[1]>
type Transform = NonNullable<Options['transform']>
type Node = Parameters<typeof transformSchemaObject>[0]

export async function typesModule(document: OpenApi): Promise<string> {
  // The generator changes what it is given.
  const nodes = await openapiTS(JSON.stringify(document), { transform, silent: true })
  return moduleOf(untangled(astToString(nodes)))
}

/**
 * A schema that refers to itself, as a type of its own: a member of an interface cannot name itself
 * in its own type, a type alias can.
 */
function untangled(text: string): string {
  const aliases: string[] = []
  const members = text.replace(
    /^( +)(\w+): (.*components\["schemas"\]\["\2"\].*);$/gm,
    (member, indent: string, name: string, type: string) => {
      const own = type.replaceAll(`components["schemas"]["${name}"]`, name)
      // A parameter that is called as its schema is only refers to it.
      if (own === name) return member
      aliases.push(`export type ${name} = ${own};\n`)
      return `${indent}${name}: ${name};`
    },
  )
  return members + aliases.join('')
}

const transform: Transform = (schema, options) => {
  const { prefixItems, items, format } = schema as {
    prefixItems?: Node[]
    items?: Node
    format?: string
  }
  if (format === 'binary') return ts.factory.createTypeReferenceNode('Uint8Array')
  if (prefixItems === undefined || !items) return undefined
  return ts.factory.createTupleTypeNode([
    ...prefixItems.map((item) => transformSchemaObject(item, options)),
    ts.factory.createRestTypeNode(
      ts.factory.createArrayTypeNode(transformSchemaObject(items, options)),
    ),
  ])
}
