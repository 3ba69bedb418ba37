// From HTTP to commands: which endpoint and format a request asks for, and which commands its path,
// query and body spell. What cannot be read is refused with 400, saying where and why.

import { viewOf, splitTarget } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import type { Kv, Reading } from './decisions.js'
import { parseBatch, parseCommand } from './json-body.js'
import { checkPercentSigns, pathSegments, queryParameters } from './target.js'

export const reading: Reading & ThisType<Kv> = {
  format(request) {
    const format = this.responseFormat(request)
    if (!this.wantsBase64(request)) return format
    if (format === 'json') return 'base64'
    const { encoding, responseFormat } = this.headers
    throw refusal(`${encoding.name}: base64 cannot be combined with ${responseFormat.name}: resp2`)
  },

  responseFormat({ headers }) {
    const { name, key } = this.headers.responseFormat
    const format = headers[key] ?? 'json'
    if (format === 'json' || format === 'resp2') return format
    throw refusal(`invalid ${name}: expected json or resp2, got '${format}'`)
  },

  wantsBase64({ headers }) {
    return headers[this.headers.encoding.key] === 'base64'
  },

  endpoint({ method, target }) {
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
  },

  commandInPath(request) {
    const [name, ...segments] = this.pathArguments(request)
    if (!name) throw refusal('empty command')
    return [name, ...segments, ...this.bodyArguments(request), ...this.queryArguments(request)]
  },

  pathArguments({ target }) {
    checkPercentSigns(target)
    return pathSegments(splitTarget(target).path)
  },

  bodyArguments({ method, body }) {
    const appended = (method === 'POST' || method === 'PUT') && body.length > 0
    return appended ? [viewOf(body).toString('latin1')] : []
  },

  queryArguments({ target }) {
    return queryParameters(splitTarget(target).query)
      .filter(({ name }) => name !== this.dialect.kvTokenKey)
      .flatMap(({ name, value }) => (value === '' ? [name] : [name, value]))
  },

  commandInBody({ body }) {
    return parseCommand(body, this.scalarText)
  },

  batchInBody({ body }, batch) {
    return parseBatch(body, this.scalarText, batch)
  },

  scalarText(json) {
    return json
  },
}

const refusal = (what: string): Refusal => new Refusal(400, `ERR ${what}`)
