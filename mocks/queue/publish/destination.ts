// Where a message goes: what the path of a publish says behind its prefix.

import type { Dialect } from '#generated/dialects.js'
import { splitTarget } from '../../http/message.js'
import { copied, decode, isOurs, queryPairs } from '../request/query.js'

/** A URL, to the byte as it was given, or the name of a URL group or of a built-in API. */
export type Destination =
  { readonly kind: 'url'; readonly url: string } | { readonly kind: 'name'; readonly name: string }

const HTTP_URL = /^https?:\/\//i

/**
 * Reads what stands behind `/v2/publish/`: the raw path and query. Keys of ours leave the query,
 * the rest belongs to the destination byte for byte; a wholly percent-encoded URL is decoded once
 * (rule `queue.publish.destination-in-path`).
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
