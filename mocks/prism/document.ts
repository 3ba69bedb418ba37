// Reads the OpenAPI documents and replaces names with those of a dialect.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Dialect } from '#generated/dialects.js'

/** The fields of an OpenAPI document that are used here. Prism reads all other fields. */
export interface Document {
  readonly paths: Readonly<Record<string, { readonly 'x-path-remainder'?: string }>>
  readonly components: { readonly schemas: Record<string, { readonly pattern?: string }> }
}

const { resolve } = createRequire(import.meta.url)

/** Returns the OpenAPI document of an interface with the headers, query keys and examples of a dialect. */
export function documentOf(of: 'kv' | 'queue', dialect: Dialect): Document {
  const text = readFileSync(resolve(`#generated/${of}.openapi.json`), 'utf8')
  const document = JSON.parse(renamed(text, dialect)) as Document
  return dialect.compoundDurations ? withCompoundDurations(document) : document
}

function renamed(text: string, { headerPrefix, queryPrefix, ...dialect }: Dialect): string {
  const names: Readonly<Record<string, string>> = {
    'Svc-': headerPrefix,
    'svc-': queryPrefix,
    '"svc_token"': JSON.stringify(dialect.queueTokenKey),
    '"_token"': JSON.stringify(dialect.kvTokenKey),
  }
  return text.replaceAll(/Svc-|svc-|"svc_token"|"_token"/g, (name) => names[name] ?? name)
}

/** Allows durations such as `1d10h` in addition to `34h`. */
function withCompoundDurations(document: Document): Document {
  const { schemas } = document.components
  for (const name of ['Timeout', 'Delay']) {
    const pattern = schemas[name]?.pattern?.replace(/^\^(.*)\$$/, '^($1)+$')
    if (pattern !== undefined) schemas[name] = { ...schemas[name], pattern }
  }
  return document
}
