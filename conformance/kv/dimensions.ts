// The dimensions of key-value requests. Each value has the rule whose quote allows it.

import { dimension, sizes, type Value } from '../core/law.js'
import { failure, OK, type Expected } from './fixtures/reading.js'

/** An argument: a text, bytes, or a number that JSON bodies hold as a number. */
export type Argument = string | Uint8Array | number

interface Format extends Value {
  readonly format?: string
  readonly encoding?: string
}

interface Token extends Value {
  readonly kind: 'standard' | 'readOnly' | 'acl'
}

interface TokenPlace extends Value {
  /** Writes the token in the query. Without it, the token is in the header. */
  readonly inQuery?: (token: string) => string
}

interface Framing extends Value {
  readonly chunked?: boolean
  readonly contentType?: string | null
}

export const wayIn = dimension('', {
  'in the body': { rule: 'kv.body.command-array' },
  'by path': { rule: 'kv.path.command-and-arguments' },
  'by path with its last argument in the body': { rule: 'kv.path.text-body-is-last-argument' },
  'by path with a body and query options': { rule: 'kv.path.query-options-follow-body' },
  'in a pipeline': { rule: 'kv.pipeline.array-of-commands' },
  'in a transaction': { rule: 'kv.transaction.array-of-commands' },
})

/** The method of a command by path. All other requests are POST. */
export const method = dimension('the method', {
  POST: { rule: 'kv.methods.post' },
  GET: { rule: 'kv.methods.get' },
  PUT: { rule: 'kv.methods.put' },
  HEAD: { rule: 'kv.methods.head' },
})

export const format = dimension<Format>('the format', {
  'by default': { rule: 'kv.response-format.json-default' },
  json: { rule: 'kv.response-format.json', format: 'json' },
  base64: { rule: 'kv.base64.strings', encoding: 'base64' },
  resp2: { rule: 'kv.response-format.resp2-raw-reply', format: 'resp2' },
})

const bearer = 'kv.authentication.bearer-header'

/** The contract names headers, whose names HTTP reads in any case. */
export const headerCase = dimension<Value & { readonly spell: (name: string) => string }>(
  'header names',
  {
    'as in the contract': { spell: (name: string) => name, rule: bearer },
    'in lower case': { spell: (name: string) => name.toLowerCase(), rule: bearer },
    'in upper case': { spell: (name: string) => name.toUpperCase(), rule: bearer },
  },
)

export const token = dimension<Token>('the token', {
  Standard: { kind: 'standard', rule: 'kv.authentication.standard-any-command' },
  'Read Only': { kind: 'readOnly', rule: 'kv.authentication.read-only-reads' },
  'of an ACL user': { kind: 'acl', rule: 'kv.authentication.acl-token' },
})

export const tokenPlace = dimension<TokenPlace>('the token', {
  'in the header': { rule: 'kv.authentication.bearer-header' },
  'in the query': { inQuery: String, rule: 'kv.authentication.query-token' },
  'percent-encoded in the query': {
    inQuery: (text: string) =>
      Array.from(text, (each) => `%${each.charCodeAt(0).toString(16)}`).join(''),
    rule: 'kv.authentication.query-token',
  },
})

/** The framing of a request body. */
export const framing = dimension<Framing>('a body', {
  'with its length': { rule: 'kv.body.command-array' },
  'in chunks': { chunked: true, rule: 'kv.body.command-array' },
  'without Content-Type': { contentType: null, rule: 'kv.body.command-array' },
  'of application/octet-stream': {
    contentType: 'application/octet-stream',
    rule: 'kv.path.binary-body-is-last-argument',
  },
  'of a form': {
    contentType: 'application/x-www-form-urlencoded',
    rule: 'kv.path.text-body-is-last-argument',
  },
  'of application/json': {
    contentType: 'application/json',
    rule: 'kv.path.json-body-is-last-argument',
  },
})

/** The text of a value. It is repeated up to the size of the case. */
export const value = dimension<Value & { readonly of: Argument }>('', {
  letters: { of: 'abcdefgh', rule: 'kv.envelope.result-string' },
  'letters of both cases': { of: 'aBcDeFgH', rule: 'kv.envelope.result-string' },
  'the empty string': { of: '', rule: 'kv.envelope.result-string' },
  'the text OK': { of: 'OK', rule: 'kv.envelope.result-string' },
  spaces: { of: ' a  b ', rule: 'kv.envelope.result-string' },
  'signs of URLs': { of: '%2F+/;?&=#a:@%', rule: 'kv.envelope.result-string' },
  'lower-case escapes': { of: 'ü/%é', rule: 'kv.envelope.result-string' },
  'quotes and backslashes': { of: '"a\'\\b\\"', rule: 'kv.envelope.result-string' },
  'line breaks': { of: 'a\r\nb\nc\rd\t', rule: 'kv.envelope.result-string' },
  'control characters': { of: 'a\0b\x01\x1f\x7f', rule: 'kv.envelope.result-string' },
  'the text 007': { of: '007', rule: 'kv.envelope.result-string' },
  'the text 1e3': { of: '1e3', rule: 'kv.envelope.result-string' },
  'the text -0': { of: '-0', rule: 'kv.envelope.result-string' },
  'the text null': { of: 'null', rule: 'kv.envelope.result-string' },
  'the text true': { of: 'true', rule: 'kv.envelope.result-string' },
  'a JSON array as text': { of: '[1, "a"]', rule: 'kv.envelope.result-string' },
  'a JSON object as text': { of: '{ "a":\t1.50 }', rule: 'kv.envelope.result-string' },
  'a JSON string as text': { of: '"a"', rule: 'kv.envelope.result-string' },
  'text like base64': { of: 'YWJj', rule: 'kv.envelope.result-string' },
  'letters of 2 bytes': { of: 'ßüñЖ', rule: 'kv.envelope.result-string' },
  'letters of 3 bytes': { of: 'a€漢字', rule: 'kv.envelope.result-string' },
  'characters of 4 bytes': { of: '😀𝄞a', rule: 'kv.envelope.result-string' },
  'letters with combining marks': { of: 'e\u0301o\u0308', rule: 'kv.envelope.result-string' },
  'a byte order mark': { of: '\ufeffa', rule: 'kv.envelope.result-string' },
  'line separators': { of: '\u2028\u2029\u0085', rule: 'kv.envelope.result-string' },
  'U+FFFD itself': { of: 'a\ufffdb', rule: 'kv.envelope.result-string' },
  'invalid UTF-8': {
    of: bytes(0x61, 0xff, 0x62, 0xc3, 0x28),
    rule: 'kv.utf8.replacement-character',
  },
  'every byte': {
    of: bytes(...Array.from({ length: 256 }, (_, index) => index)),
    rule: 'kv.utf8.replacement-character',
  },
  'a JSON integer': { of: 42, rule: 'kv.envelope.result-string' },
  'a negative JSON integer': { of: -7, rule: 'kv.envelope.result-string' },
  'a JSON fraction': { of: 1.5, rule: 'kv.envelope.result-string' },
  'a JSON integer of 16 digits': { of: 9007199254740991, rule: 'kv.envelope.result-string' },
})

function bytes(...list: readonly number[]): Uint8Array {
  return Uint8Array.from(list)
}

/** The number of bytes of a value. A shorter value is repeated. */
export const size = sizes<Value & { readonly bytes: number }>(
  'bytes',
  [1, 3, 100, 255, 256, 1_025, 4_097, 16_385, 32_769, 65_537, 80_000],
  (bytes: number) => ({ bytes, rule: 'kv.envelope.result-string' }),
)

/** Returns the value with exactly this number of bytes, or the value itself if it is longer. */
export function filled(of: Argument, size: number): Argument {
  if (typeof of === 'number') return of
  const unit = Buffer.from(of)
  if (unit.length === 0 || unit.length >= size) return of
  const count = Math.floor(size / unit.length)
  const whole = Buffer.concat([
    Buffer.alloc(size - count * unit.length, 'x'),
    ...Array<Buffer>(count).fill(unit),
  ])
  return typeof of === 'string' ? whole.toString() : whole
}

/** A class of commands: what it needs, what it replies, and what it leaves. */
export interface CommandClass extends Value {
  /** Commands that the Standard token sends before. */
  readonly before?: (key: string, value: Argument) => readonly (readonly [string, ...Argument[]])[]
  /** The command. Its last argument is the value, if it has one. */
  readonly command: (key: string, value: Argument) => readonly [string, ...Argument[]]
  readonly reply: (value: string | Uint8Array) => Expected
  /** A command that shows what the command left. */
  readonly after?: (key: string) => readonly [string, ...string[]]
  readonly left?: (value: string | Uint8Array) => Expected
  /** True if the Read Only token may run it. */
  readonly reads?: true
  /** True if its arguments contain the value. */
  readonly sendsValue?: true
}

const joined = (...parts: readonly (string | Uint8Array)[]) =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part))))

export const command = dimension<CommandClass>('', {
  ECHO: {
    rule: 'kv.envelope.result-string',
    command: (_, value) => ['ECHO', value],
    reply: (value) => value,
    ...{ reads: true, sendsValue: true },
  },
  SET: {
    rule: 'kv.envelope.result-string',
    command: (key, value) => ['SET', key, value],
    reply: () => OK,
    after: (key) => ['GET', key],
    left: (value) => value,
    sendsValue: true,
  },
  GET: {
    rule: 'kv.envelope.result-string',
    before: (key, value) => [['SET', key, value]],
    command: (key) => ['GET', key],
    reply: (value) => value,
    reads: true,
  },
  APPEND: {
    rule: 'kv.envelope.result-integer',
    before: (key) => [['SET', key, 'a']],
    command: (key, value) => ['APPEND', key, value],
    reply: (value) => BigInt(1 + value.length),
    after: (key) => ['GET', key],
    left: (value) => joined('a', value),
    sendsValue: true,
  },
  RPUSH: {
    rule: 'kv.envelope.result-integer',
    before: (key) => [['RPUSH', key, 'first']],
    command: (key, value) => ['RPUSH', key, 'second', '', value],
    reply: () => 4n,
    after: (key) => ['LRANGE', key, '0', '-1'],
    left: (value) => ['first', 'second', '', value],
    sendsValue: true,
  },
  'RPUSH with arguments after the value': {
    rule: 'kv.envelope.result-integer',
    command: (key, value) => ['RPUSH', key, 'first', 'b', value, 'd', '1'],
    reply: () => 5n,
    after: (key) => ['LRANGE', key, '0', '-1'],
    left: (value) => ['first', 'b', value, 'd', '1'],
    sendsValue: true,
  },
  LRANGE: {
    rule: 'kv.envelope.result-array',
    before: (key, value) => [['RPUSH', key, value, '', 'last', value]],
    command: (key) => ['LRANGE', key, '0', '-1'],
    reply: (value) => [value, '', 'last', value],
    reads: true,
  },
  MGET: {
    rule: 'kv.envelope.result-array',
    before: (key, value) => [['SET', key, value]],
    command: (key) => ['MGET', `${key}-missing`, key, `${key}-missing`],
    reply: (value) => [null, value, null],
    reads: true,
  },
  'GET of a missing key': {
    rule: 'kv.envelope.result-null',
    command: (key) => ['GET', key],
    reply: () => null,
    reads: true,
  },
  'LRANGE of a missing key': {
    rule: 'kv.envelope.result-array',
    command: (key) => ['LRANGE', key, '0', '-1'],
    reply: () => [],
    reads: true,
  },
  SMISMEMBER: {
    rule: 'kv.envelope.result-array',
    before: (key) => [['SADD', key, 'a']],
    command: (key) => ['SMISMEMBER', key, 'b', 'a'],
    reply: () => [0n, 1n],
    reads: true,
  },
  EXISTS: {
    rule: 'kv.envelope.result-integer',
    command: (key) => ['EXISTS', key],
    reply: () => 0n,
    reads: true,
  },
  INCR: {
    rule: 'kv.envelope.result-integer',
    before: (key) => [['SET', key, '7']],
    command: (key) => ['INCR', key],
    reply: () => 8n,
    after: (key) => ['INCR', key],
    left: () => 9n,
  },
  'DECRBY below zero': {
    rule: 'kv.envelope.result-integer',
    before: (key) => [['SET', key, '-7']],
    command: (key) => ['DECRBY', key, '3000000000'],
    reply: () => -3000000007n,
    after: (key) => ['DECRBY', key, '0'],
    left: () => -3000000007n,
  },
  PING: {
    rule: 'kv.envelope.result-string',
    command: () => ['PING'],
    reply: () => ({ status: 'PONG' }),
  },
  'INCR of a text': {
    rule: 'kv.errors.execution-failure',
    before: (key) => [['SET', key, 'text']],
    command: (key) => ['INCR', key],
    reply: () => failure,
    after: (key) => ['GET', key],
    left: () => 'text',
  },
  'GET of a list': {
    rule: 'kv.errors.execution-failure',
    before: (key) => [['RPUSH', key, 'a']],
    command: (key) => ['GET', key],
    reply: () => failure,
    reads: true,
  },
})
