// How a request ended, in few words that are the same on every run: what observations keep, so that
// two reports can be compared.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf, textOf, type Exchange } from '../exchange.js'

/**
 * The status and the reply of an answer: `200 "value"`, `400 ERR`, `200 [1, ERR]` for a batch. Of an
 * error only the class word is kept, of an answer that is no envelope its text.
 */
export function outcomeOf(exchange: Exchange): string {
  if (exchange.failure !== undefined) return 'no answer'
  const value = jsonOf(exchange)
  const reply = Array.isArray(value)
    ? `[${value.map((each) => replyOf(each) ?? JSON.stringify(each)).join(', ')}]`
    : (replyOf(value) ?? JSON.stringify(textOf(exchange)))
  return `${exchange.status} ${reply}`
}

function replyOf(envelope: unknown): string | undefined {
  if (typeof envelope !== 'object' || envelope === null) return undefined
  const { result, error } = envelope as { result?: unknown; error?: unknown }
  if (isDeepStrictEqual(Object.keys(envelope), ['result'])) return JSON.stringify(result)
  return typeof error === 'string' ? error.split(' ', 1)[0] : undefined
}
