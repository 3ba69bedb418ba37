// From HTTP to commands: which endpoint and format a request asks for, and which commands its path,
// query and body spell. What cannot be read is refused with 400, saying where and why.

import { bufferOf, type Request, splitTarget } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import type { Kv } from './kv.js'
import { parseBatch, parseCommand } from './json-body.js'
import type { Bytes, Command } from './reply.js'
import { checkPercentSigns, pathSegments, queryParameters } from './target.js'

/** The endpoints of the contract, and `psubscribe`, which existing clients use too. */
export type Endpoint = 'path' | 'body' | 'pipeline' | 'transaction' | StreamEndpoint

/** The endpoints that answer with an event stream. */
export type StreamEndpoint = 'monitor' | 'subscribe' | 'psubscribe'

/** How an answer is written; base64 is JSON too. */
export type Format = 'json' | 'base64' | 'resp2'

export interface Reading {
  /** Reads the two format headers together (`kv.response-format.base64-with-resp2`). */
  readonly format: (request: Request) => Format

  /** `Svc-Response-Format`, `json` without it (`kv.response-format.*`). */
  readonly responseFormat: (request: Request) => 'json' | 'resp2'

  /** Whether `Svc-Encoding` asks for base64; other values are ignored (`kv.base64.other-encodings`). */
  readonly wantsBase64: (request: Request) => boolean

  /** Which endpoint a request is for (`kv.path.endpoint-names-with-other-methods`). */
  readonly endpoint: (request: Request) => Endpoint

  /** Endpoint 1: path arguments, then the body, then the query options. */
  readonly commandInPath: (request: Request) => Command

  /** The path segments, bytewise percent-decoded (`kv.path.command-and-arguments`). */
  readonly pathArguments: (request: Request) => Bytes[]

  /** The body of a POST or PUT as one argument, or none (`kv.path.*-body-is-last-argument`). */
  readonly bodyArguments: (request: Request) => Bytes[]

  /** The query but for the token, in its order (`kv.path.query-options-follow-body`). */
  readonly queryArguments: (request: Request) => Bytes[]

  /** Endpoint 2: one command as a JSON array (`kv.body.command-array`). */
  readonly commandInBody: (request: Request) => Command

  /** Endpoints 3 and 4: a JSON array of commands (`kv.pipeline.array-of-commands`). */
  readonly batchInBody: (request: Request, batch: 'pipeline' | 'transaction') => Command[]

  /** A number, boolean or null of a body as an argument, from its JSON text (`kv.body.number-text`). */
  readonly scalarText: (json: string) => string
}

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
    return appended ? [bufferOf(body).toString('latin1')] : []
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
