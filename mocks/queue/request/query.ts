// Query strings, of which some keys are ours and the rest is somebody else's, byte for byte.

import type { Dialect } from '#generated/dialects.js'
import { splitTarget } from '../../http/message.js'

export interface QueryPair {
  /** As it was sent, for example `a=b%20c`. */
  readonly raw: string
  readonly key: string
  readonly value: string
}

/** The pairs of a query without its `?`. */
export const queryPairs = (query: string): QueryPair[] =>
  query.split('&').map((raw) => {
    const [key, ...value] = raw.replaceAll('+', ' ').split('=')
    return { raw, key: decode(key!), value: decode(value.join('=')) }
  })

/** Whether a query key carries a setting or the token, and so is not the destination's. */
export const isOurs = (key: string, dialect: Dialect): boolean =>
  key === dialect.queueTokenKey || key.startsWith(dialect.queryPrefix)

/** A target as it may be shown: what its token was is not. */
export function withoutToken(target: string, { queueTokenKey }: Dialect): string {
  const { path, query } = splitTarget(target)
  if (query === '') return target
  const pairs = queryPairs(query)
  if (!pairs.some(({ key }) => key === queueTokenKey)) return target
  const shown = pairs.map(({ key, raw }) => (key === queueTokenKey ? `${key}=***` : raw))
  return `${path}?${shown.join('&')}`
}

/** A text of its own: a part of a target would keep the whole of it for as long as its message is. */
export const copied = (text: string): string => Buffer.from(text).toString()

/** Percent-decodes; what is not percent-encoded UTF-8 stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
