// What a bulk request selects, and how it is written in its query and its body.

import { splitTarget, type Request } from '../../http/message.js'
import { jsonObject, shown } from '../request/body.js'
import { number } from '../request/parameters.js'
import { queryPairs } from '../request/query.js'
import { refuse } from '../refusal.js'

/** All that is given must hold of an entry. Dates are Unix milliseconds, inclusive. */
export interface BulkSelection {
  readonly dlqIds?: readonly string[] | undefined
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
  readonly workflowUrl?: string | undefined
  /** A whole id, or the beginning of one. */
  readonly workflowRunId?: string | undefined
  readonly workflowCreatedAt?: number | undefined
  readonly label?: string | undefined
  readonly callerIP?: string | undefined
  readonly failureCallbackState?: string | undefined
  readonly cursor?: string | undefined
}

/** What the query says: ids are repeated keys, or separated by commas, or both. */
export function selectionInQuery({ target }: Request): BulkSelection {
  const pairs = queryPairs(splitTarget(target).query)
  const values = (key: string) => pairs.filter((pair) => pair.key === key).map(({ value }) => value)
  const one = (...keys: string[]) => keys.flatMap(values).at(-1)
  const ids = values('dlqIds')
  return given({
    dlqIds: ids.length > 0 ? ids.flatMap((value) => value.split(',')) : undefined,
    fromDate: number('fromDate', one('fromDate')),
    toDate: number('toDate', one('toDate')),
    workflowUrl: one('workflowUrl'),
    workflowRunId: one('workflowRunId'),
    workflowCreatedAt: number('workflowCreatedAt', one('workflowCreatedAt')),
    label: one('label'),
    callerIP: one('callerIP', 'callerIp'),
    failureCallbackState: one('failureCallbackState', 'failureFunctionState'),
    cursor: one('cursor'),
  })
}

/** What the body says, if there is one: a JSON object. */
export function selectionInBody(request: Request): BulkSelection {
  if (request.body.length === 0) return {}
  const object = jsonObject(request)

  /** A member of the type that it must have, if it is there. */
  function read<T>(name: string, expected: string, is: (value: unknown) => value is T) {
    const value = object[name]
    if (value === undefined || is(value)) return value
    refuse(400, `${name}: expected ${expected}, got ${shown(value)}`)
  }

  return given({
    dlqIds: read('dlqIds', 'an array of texts', areTexts),
    fromDate: read('fromDate', 'a number', isNumber),
    toDate: read('toDate', 'a number', isNumber),
    workflowUrl: read('workflowUrl', 'a text', isText),
    workflowRunId: read('workflowRunId', 'a text', isText),
    workflowCreatedAt: read('workflowCreatedAt', 'a number', isNumber),
    label: read('label', 'a text', isText),
    callerIP: read('callerIP', 'a text', isText),
    failureCallbackState: read('failureCallbackState', 'a text', isText),
    cursor: read('cursor', 'a text', isText),
  })
}

/** Without what is not given, so that the rest can be laid over another selection. */
const given = (selection: BulkSelection): BulkSelection =>
  Object.fromEntries(Object.entries(selection).filter(([, value]) => value !== undefined))

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
