// From HTTP to commands: which endpoint and format a request asks for, and which commands its path,
// query and body spell. What cannot be read is refused with 400, saying where and why.

import { isUtf8 } from 'node:buffer'
import { type Request, splitTarget } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import type { Kv } from './kv.js'
import { type Bytes, bytesOf, type Command } from './reply.js'

/** The endpoints of the contract that run commands. */
export type Endpoint = 'path' | 'body' | 'pipeline' | 'transaction'

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
  readonly scalarArgument: (text: string) => string
}

export const reading: Reading & ThisType<Kv> = {
  format(request) {
    const format = this.responseFormat(request)
    if (!this.wantsBase64(request)) return format
    if (format === 'json') return 'base64'
    const { headerPrefix } = this.dialect
    throw syntaxError(
      `${headerPrefix}Encoding: base64 cannot be combined with ${headerPrefix}Response-Format: resp2`,
    )
  },

  responseFormat({ headers }) {
    const name = `${this.dialect.headerPrefix}Response-Format`
    const format = headers[name.toLowerCase()] ?? 'json'
    if (format === 'json' || format === 'resp2') return format
    throw syntaxError(`invalid ${name}: expected json or resp2, got '${format}'`)
  },

  wantsBase64({ headers }) {
    return headers[`${this.dialect.headerPrefix}Encoding`.toLowerCase()] === 'base64'
  },

  endpoint({ method, target }) {
    if (method !== 'POST') return 'path'
    switch (splitTarget(target).path) {
      case '/':
        return 'body'
      case '/pipeline':
        return 'pipeline'
      case '/multi-exec':
        return 'transaction'
      default:
        return 'path'
    }
  },

  commandInPath(request) {
    const [name, ...segments] = this.pathArguments(request)
    if (!name) throw syntaxError('empty command')
    return [name, ...segments, ...this.bodyArguments(request), ...this.queryArguments(request)]
  },

  pathArguments({ target }) {
    checkPercentSigns(target)
    const { path } = splitTarget(target)
    return path.slice(1).split('/').map(percentDecoded)
  },

  bodyArguments({ method, body }) {
    const appended = (method === 'POST' || method === 'PUT') && body.length > 0
    return appended ? [latin1(body)] : []
  },

  queryArguments({ target }) {
    return queryParameters(splitTarget(target).query)
      .filter(({ name }) => name !== this.dialect.kvTokenKey)
      .flatMap(({ name, value }) => (value === '' ? [name] : [name, value]))
  },

  commandInBody({ body }) {
    if (body.length === 0) throw syntaxError('empty command')
    const { value, written } = parseJson(body, this.scalarArgument)
    return commandOf(value, written, '')
  },

  batchInBody({ body }, batch) {
    if (body.length === 0) throw syntaxError(`empty ${batch} request`)
    const { value, written } = parseJson(body, this.scalarArgument)
    if (!Array.isArray(value)) throw unexpected('an array of commands', '', value)
    if (value.length === 0) throw syntaxError(`empty ${batch} request`)
    return value.map((command, i) => commandOf(command, (written as unknown[])[i], `[${i}]`))
  },

  scalarArgument(text) {
    return text
  },
}

const syntaxError = (what: string): Refusal => new Refusal(400, `ERR ${what}`)

const latin1 = (bytes: Uint8Array): Bytes =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

function checkPercentSigns(target: string): void {
  const at = target.search(/%(?![0-9a-f]{2})/i)
  if (at < 0) return
  const found = target.slice(at, at + 3)
  throw syntaxError(`'${found}' at character ${at + 1} of the target is no percent-encoded byte`)
}

/** Percent-encoded text as bytes. A plus stays a plus (`kv.path.percent-encoding`). */
const percentDecoded = (text: string): Bytes =>
  text.includes('%')
    ? text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text

/** The parameters of a query in its order, decoded; the value of one without `=` is empty. */
export const queryParameters = (query: string): { name: Bytes; value: Bytes }[] =>
  query
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=')
      return { name: percentDecoded(name), value: percentDecoded(value.join('=')) }
    })

/**
 * The value of a JSON body, and beside it the same value with `scalar(text)` in the place of every
 * number, boolean and null: JSON.parse alone rounds an integer beyond 2^53 and forgets that `1.50`
 * was not `1.5`.
 */
function parseJson(
  body: Uint8Array,
  scalar: (text: string) => string,
): { value: unknown; written: unknown } {
  if (!isUtf8(body)) throw syntaxError('failed to parse request body: it is not UTF-8')
  const text = Buffer.from(body).toString()
  try {
    const value: unknown = JSON.parse(text)
    if (holdsOnlyStrings(value)) return { value, written: value }
    const quoted = text.replace(STRING_OR_SCALAR, (token) =>
      token.startsWith('"') ? token : JSON.stringify(scalar(token)),
    )
    return { value, written: JSON.parse(quoted) }
  } catch (cause) {
    throw syntaxError(`failed to parse request body: ${(cause as SyntaxError).message}`)
  }
}

/** The tokens of valid JSON that are not punctuation. */
const STRING_OR_SCALAR = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"[\]{},:]+/g

const holdsOnlyStrings = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every(holdsOnlyStrings))

/** @param at where the command stands in the body, for example `[2]` */
function commandOf(value: unknown, written: unknown, at: string): Command {
  if (!Array.isArray(value)) {
    throw unexpected('an array of a command name and its arguments', at, value)
  }
  if (value.length === 0) throw syntaxError(`empty command${at && ` at ${at}`}`)
  if (typeof value[0] !== 'string') throw unexpected('a command name', `${at}[0]`, value[0])
  const words = (written as unknown[]).map((word, i) => {
    if (typeof word === 'string') return bytesOf(word)
    throw unexpected('a string or a number', `${at}[${i}]`, word)
  })
  return words as [Bytes, ...Bytes[]]
}

function unexpected(expected: string, at: string, value: unknown): Refusal {
  const got =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'an array'
        : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
  return syntaxError(
    `failed to parse request body: expected ${expected}${at && ` at ${at}`}, got ${got}`,
  )
}
