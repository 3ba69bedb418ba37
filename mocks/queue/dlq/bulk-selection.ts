// Parses the filters of a bulk request from the query or the body.

import type { Request } from '../../http/message.js'
import { areTexts, isNumber, isText, jsonIn, jsonObject, memberReader } from '../request/body.js'
import { number, queryValues } from '../request/query.js'

const NUMBERS = ['fromDate', 'toDate', 'workflowCreatedAt'] as const
const TEXTS = [
  'workflowUrl',
  'workflowRunId',
  'label',
  'callerIP',
  'failureCallbackState',
  'cursor',
] as const

/** The maximum number of entries to process, at most the size of a page of the list. */
interface Bound {
  readonly count?: string | undefined
}

/**
 * The filters of a bulk request. An entry must match all of them. Dates are Unix milliseconds,
 * inclusive.
 */
export type BulkSelection = Bound & { readonly dlqIds?: readonly string[] | undefined } & {
  readonly [Name in (typeof NUMBERS)[number]]?: number | undefined
} & { readonly [Name in (typeof TEXTS)[number]]?: string | undefined }

/** Alternative names of parameters that existing clients send. */
const SYNONYMS: Readonly<Record<string, string>> = {
  callerIP: 'callerIp',
  failureCallbackState: 'failureFunctionState',
}

/** Parses the filters in the query. Ids are repeated parameters or separated by commas. */
export function selectionInQuery({ target }: Request): BulkSelection {
  const values = queryValues(target)
  const last = (name: string) => [...values(SYNONYMS[name] ?? name), ...values(name)].at(-1)
  const ids = values('dlqIds').flatMap((value) => value.split(','))
  return defined([
    ['dlqIds', ids.length > 0 ? ids : undefined],
    ...NUMBERS.map((name) => [name, number(name, last(name))] as const),
    ...TEXTS.map((name) => [name, last(name)] as const),
    ['count', last('count')],
  ])
}

/** Parses the filters in the body, a JSON object. Without a body there are no filters. */
export function selectionInBody(request: Request): BulkSelection {
  if (jsonIn(request) === undefined) return {}
  const read = memberReader(jsonObject(request))
  const count = read('count', 'a number', isNumber)
  return defined([
    ['dlqIds', read('dlqIds', 'an array of texts', areTexts)],
    ...NUMBERS.map((name) => [name, read(name, 'a number', isNumber)] as const),
    ...TEXTS.map((name) => [name, read(name, 'a text', isText)] as const),
    ['count', count === undefined ? undefined : String(count)],
  ])
}

/**
 * Removes undefined fields, so that spreading the result does not overwrite fields of another
 * object.
 */
const defined = (fields: readonly (readonly [string, unknown])[]): BulkSelection =>
  Object.fromEntries(fields.filter(([, value]) => value !== undefined))
