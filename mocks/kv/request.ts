// Parses HTTP requests: the endpoint, the format, and the commands in path, query and body.

import { splitTarget, type Request } from '../http/message.js'
import { viewOf } from '../large-buffers.js'
import { Refusal } from '../http/refusal.js'
import type { Endpoint, Kv, Reading } from './decisions.js'
import { parseBatch, parseCommand } from './json-body.js'
import type { Bytes } from './reply.js'
import { checkPercentSigns, pathSegments, queryParameters } from './target.js'

export const reading: Reading & ThisType<Kv> = {
  format({ headers }, endpoint) {
    const { encoding, responseFormat } = this.headers
    const format = headers[responseFormat.key] ?? 'json'
    if (format !== 'json' && format !== 'resp2')
      throw refusal(`invalid ${responseFormat.name}: expected json or resp2, got '${format}'`)
    const isBase64 = headers[encoding.key] === 'base64'
    if (isBase64 && format === 'resp2')
      throw refusal(
        `${encoding.name}: base64 cannot be combined with ${responseFormat.name}: resp2`,
      )
    if (isBase64) return 'base64'
    return JSON_ONLY.includes(endpoint) ? 'json' : format
  },

  commandInPath(request) {
    const [name, ...segments] = pathArguments(request)
    if (!name) throw refusal('empty command')
    return [name, ...segments, ...bodyArguments(request), ...queryArguments(this, request)]
  },

  commandInBody({ body }) {
    return parseCommand(body)
  },

  batchInBody({ body }, batch) {
    return parseBatch(body, batch)
  },
}

/** Returns the endpoint of a request (`kv.path.endpoint-names-with-other-methods`). */
export function endpointOf({ method, target }: Request): Endpoint {
  if (method !== 'POST') return 'path'
  const { path } = splitTarget(target)
  switch (path) {
    case '/':
      return 'body'
    case '/pipeline':
      return 'pipeline'
    case '/multi-exec':
      return 'transaction'
    case '/monitor':
      return 'monitor'
    default:
      if (path.startsWith('/subscribe/')) return 'subscribe'
      if (path.startsWith('/psubscribe/')) return 'psubscribe'
      return 'path'
  }
}

const JSON_ONLY: readonly Endpoint[] = ['transaction', 'monitor', 'subscribe', 'psubscribe']

/** Returns the path segments, percent-decoded byte by byte (`kv.path.command-and-arguments`). */
export function pathArguments({ target }: Request): Bytes[] {
  checkPercentSigns(target)
  return pathSegments(splitTarget(target).path)
}

/**
 * Returns the body of a POST or PUT as one argument, or no argument without a body
 * (`kv.path.*-body-is-last-argument`).
 */
function bodyArguments({ method, body }: Request): Bytes[] {
  const appended = (method === 'POST' || method === 'PUT') && body.length > 0
  return appended ? [viewOf(body).toString('latin1')] : []
}

/**
 * Returns the query parameters without the token, in the order of the query
 * (`kv.path.query-options-follow-body`).
 */
const queryArguments = ({ dialect }: Kv, { target }: Request): Bytes[] =>
  queryParameters(splitTarget(target).query)
    .filter(({ name }) => name !== dialect.kvTokenKey)
    .flatMap(({ name, value }) => (value === '' ? [name] : [name, value]))

const refusal = (what: string): Refusal => new Refusal(400, `ERR ${what}`)
