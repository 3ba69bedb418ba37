// Selects the exchange of a failure that a short report shows.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf } from '../../wire/exchange.js'
import type { RecordedExchange, ScenarioResult } from '../report.js'

export interface RelevantExchange {
  readonly exchange: RecordedExchange
  /** False if no response contains the wrong value, and `exchange` is the last of several. */
  readonly isRelevant: boolean
}

/**
 * Returns the exchange of the first finding. Without its number, returns the latest exchange whose
 * response contains the actual value. If there is none, for example because the value was counted
 * or measured, returns the last exchange.
 */
export function relevantExchange({
  findings: [finding],
  exchanges,
}: Pick<ScenarioResult, 'findings' | 'exchanges'>): RelevantExchange | undefined {
  const last = exchanges.at(-1)
  if (last === undefined) return undefined
  const relevant =
    finding &&
    (exchanges[finding.exchange ?? -1] ??
      exchanges.findLast((exchange) => contains(exchange, finding)))
  return {
    exchange: relevant ?? last,
    isRelevant: relevant !== undefined || exchanges.length === 1,
  }
}

function contains(
  { response, failure }: RecordedExchange,
  { message, actual, kind }: ScenarioResult['findings'][number],
): boolean {
  if (response === undefined) return failure === message
  if (actual === undefined) return false
  const { status, headers } = response
  if (kind === 'status') return status === actual
  const text = response.body ?? response.bodyBase64 ?? ''
  const json = jsonOf({ headers: [], body: Buffer.from(text) })
  if ([json, text, { status, body: text }].some((each) => isDeepStrictEqual(each, actual)))
    return true
  const values = new Set([...leavesOf(json), ...headers.map(([, value]) => value)])
  // A body that is not JSON, such as a stream of events, is searched as text.
  const isPart = (leaf: unknown) =>
    json === undefined &&
    typeof leaf === 'string' &&
    leaf.length >= shortestPart &&
    text.includes(leaf)
  return leavesOf(actual).every((leaf) => values.has(leaf) || isPart(leaf))
}

/**
 * The shortest value in characters that is searched in text, because a shorter one is part of too
 * many other texts.
 */
const shortestPart = 4

/** Returns all values inside a value that have no members, and the names of all members. */
const leavesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value)
    ? value.flatMap(leavesOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => [name, ...leavesOf(each)])
      : [value]
