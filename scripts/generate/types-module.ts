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
  return moduleOf(astToString(nodes))
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
