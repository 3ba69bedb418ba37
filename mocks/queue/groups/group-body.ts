// Endpoints and default headers in request bodies.

import { isObject, shown, withoutNulls } from '../request/body.js'
import {
  canonicalName,
  type HeaderMap,
  isHeaderName,
  isHeaderValue,
  isOfConnection,
} from '../request/headers.js'
import { refuse } from '../refusal.js'

/**
 * Parses `{"endpoints": [{"url", "name"?}]}`. A string in the list is the URL of an endpoint
 * without a name.
 */
export const endpointsIn = ({ endpoints }: Readonly<Record<string, unknown>>): GroupEndpoint[] =>
  listIn(endpoints).map((given, index) => {
    const where = `endpoints[${index}]`
    const { url, name } = named(where, typeof given === 'string' ? { url: given } : given)
    if (url === undefined || !/^https?:\/\//i.test(url)) {
      refuse(400, `${where}.url: expected a URL with http:// or https://, got ${shown(url)}`)
    }
    return { url, ...(name !== undefined && { name }) }
  })

/** Selects the endpoints that match all given fields. */
export type EndpointSelector = Partial<GroupEndpoint>

/** Parses the endpoint selectors `{"endpoints": [{"url"?, "name"?}]}`. */
export const selectorsIn = ({ endpoints }: Readonly<Record<string, unknown>>): EndpointSelector[] =>
  listIn(endpoints).map((given, index) => {
    const where = `endpoints[${index}]`
    const selector = named(where, given)
    return Object.keys(selector).length > 0
      ? selector
      : refuse(400, `${where}: expected a "url" or a "name", got ${shown(given)}`)
  })

/**
 * Parses `{"headers": {name: string or array of strings}}`. A number or a boolean becomes a string
 * (rule `queue.group.default-retries`). An empty array deletes the header.
 */
export function defaultHeadersIn({ headers }: Readonly<Record<string, unknown>>): HeaderMap {
  if (!isObject(headers)) {
    refuse(400, `headers: expected an object of headers, got ${shown(headers)}`)
  }
  const read = new Map<string, string[]>()
  for (const [name, given] of Object.entries(withoutNulls(headers))) {
    if (!isHeaderName(name)) refuse(400, `headers: expected the name of a header, got "${name}"`)
    if (isOfConnection(name)) {
      refuse(
        400,
        `headers["${name}"]: expected a header that can be sent to endpoints, got a header of the HTTP connection`,
      )
    }
    const values = [given].flat().map((value) => lineOf(name, value))
    const canonical = canonicalName(name)
    const before = read.get(canonical)
    if (before) before.push(...values)
    else read.set(canonical, values)
  }
  return Object.fromEntries(read)
}

function lineOf(name: string, value: unknown): string {
  const isText = typeof value === 'string'
  const text = isText || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
  if ((text !== '' || isText) && isHeaderValue(text)) return text
  refuse(400, `headers["${name}"]: expected a string or an array of strings, got ${shown(value)}`)
}

const listIn = (endpoints: unknown): readonly unknown[] =>
  Array.isArray(endpoints)
    ? (endpoints as unknown[])
    : refuse(400, `endpoints: expected an array, got ${shown(endpoints)}`)

function named(where: string, given: unknown): EndpointSelector {
  if (!isObject(given)) refuse(400, `${where}: expected an object, got ${shown(given)}`)
  const members = withoutNulls(given)
  const member = (name: string) => {
    const value = members[name]
    if (value === undefined || (typeof value === 'string' && value !== '')) return value
    refuse(400, `${where}.${name}: expected a text, got ${shown(value)}`)
  }
  const [url, name] = [member('url'), member('name')]
  return { ...(url !== undefined && { url }), ...(name !== undefined && { name }) }
}

export interface GroupEndpoint {
  readonly url: string
  /** The name of the endpoint, unique in the group. */
  readonly name?: string
}

/** A URL group (rule `queue.group.fields`). It has at least one endpoint. Times are Unix milliseconds. */
export interface UrlGroup {
  readonly id: string
  /** The name of the group, unique in the queue. */
  readonly name: string
  readonly endpoints: readonly GroupEndpoint[]
  /** The default headers (rule `queue.group.default-headers-apply`). */
  readonly headers: HeaderMap
  readonly createdAt: number
  readonly updatedAt: number
}
