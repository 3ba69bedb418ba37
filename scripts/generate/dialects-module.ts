// dialects.js: the dialects of spec/dialects.yaml as records that name themselves.

import { parse } from 'yaml'
import { literal, moduleOf, unionOf } from './module.js'

export function dialectsModule(yaml: string): { js: string; types: string } {
  const dialects = parse(yaml) as Record<string, object>
  const named = Object.entries(dialects).map(([name, dialect]) => [name, { name, ...dialect }])
  return {
    js: moduleOf(`export const dialects = ${literal(Object.fromEntries(named))}`),
    types: moduleOf(
      declaration,
      `export type DialectName =${unionOf(Object.keys(dialects))}`,
      'export declare const dialects: Readonly<Record<DialectName, Dialect>>',
    ),
  }
}

const declaration = `
/** The names and settings in which services that speak these interfaces differ. */
export interface Dialect {
  readonly name: string
  readonly headerPrefix: string
  readonly queryPrefix: string
  readonly kvTokenKey: string
  readonly queueTokenKey: string
  readonly backoffFactor: number
  readonly defaultRetries: { readonly free: number; readonly paid: number }
  readonly honourRetryAfter: boolean
  readonly compoundDurations: boolean
  readonly flowControlAtPublish: boolean
}`
