// Parses the destination in the path of a publish.

import type { Dialect } from '#generated/dialects.js'
import { splitTarget } from '../../http/message.js'
import { copied, decode, isOurs, queryPairs } from '../request/query.js'

/** The destination: a URL exactly as given, or the name of a URL group or an API. */
export type Destination =
  { readonly kind: 'url'; readonly url: string } | { readonly kind: 'name'; readonly name: string }

const HTTP_URL = /^https?:\/\//i

/**
 * Parses the raw path and query after `/v2/publish/`. Settings and the token are removed from the
 * query. The rest of the query is kept exactly. A percent-encoded URL is decoded once (rule
 * `queue.publish.destination-in-path`).
 */
export function parseDestination(rest: string, dialect: Dialect): Destination {
  const { path, query } = splitTarget(rest)
  const name = HTTP_URL.test(path) ? path : decode(path)
  if (!HTTP_URL.test(name)) return { kind: 'name', name }

  const theirs = queryPairs(query).filter(({ key }) => !isOurs(key, dialect))
  if (!rest.includes('?') || theirs.length === 0) return { kind: 'url', url: copied(name) }
  const mark = name.includes('?') ? '&' : '?'
  return { kind: 'url', url: name + mark + theirs.map(({ raw }) => raw).join('&') }
}
