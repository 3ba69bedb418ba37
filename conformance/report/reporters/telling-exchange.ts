// Which exchange of a failure a short report shows: the one whose answer has in it what was found.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf } from '../../wire/exchange.js'
import type { Finding } from '../../core/judgement.js'
import type { RecordedExchange, ScenarioResult } from '../report.js'

export interface TellingExchange {
  readonly exchange: RecordedExchange
  /** False where what was found stands in no answer: the last exchange of several is only the last. */
  readonly isTold: boolean
}

/**
 * The latest exchange whose answer has in it the value that the first finding got. Where there is
 * none, as where something was counted, timed or delivered, it is the last one.
 */
export function tellingExchange({
  findings: [finding],
  exchanges,
}: Pick<ScenarioResult, 'findings' | 'exchanges'>): TellingExchange | undefined {
  const last = exchanges.at(-1)
  if (last === undefined) return undefined
  const told = finding && exchanges.findLast((exchange) => tells(exchange, finding))
  return { exchange: told ?? last, isTold: told !== undefined || exchanges.length === 1 }
}

function tells(
  { response, failure }: RecordedExchange,
  { message, actual, kind }: Finding,
): boolean {
  if (response === undefined) return failure === message
  if (actual === undefined) return false
  const { status, headers } = response
  if (kind === 'status') return status === actual
  const text = 'body' in response ? response.body : response.bodyBase64
  const json = jsonOf({ headers: [], body: Buffer.from(text) })
  if ([json, text, { status, body: text }].some((each) => isDeepStrictEqual(each, actual)))
    return true
  const values = new Set([...leavesOf(json), ...headers.map(([, value]) => value)])
  // What is no JSON, such as a stream of events, is looked through as it stands.
  const isPart = (leaf: unknown) =>
    json === undefined &&
    typeof leaf === 'string' &&
    leaf.length >= shortestPart &&
    text.includes(leaf)
  return leavesOf(actual).every((leaf) => values.has(leaf) || isPart(leaf))
}

/** In characters: a shorter text is a part of too many others. */
const shortestPart = 4

/** What of a value has no members, and the names of its members. */
const leavesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value)
    ? value.flatMap(leavesOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => [name, ...leavesOf(each)])
      : [value]
