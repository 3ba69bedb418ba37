// The dimensions of key-value requests. Each value has the rule whose quote allows it.

import { dimension, sizes, without, type Value } from '../core/law.js'
import type { Argument, JsonLayout } from './fixtures/ask.js'
import { failure, nullArray, OK, type Expected } from './fixtures/reading.js'

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
  /** True for a token before the other parameters of the query. */
  readonly isFirst?: true
}

interface Framing extends Value {
  readonly chunked?: boolean
  readonly expect?: boolean
  readonly contentType?: string | null
  readonly json?: JsonLayout
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
  'base64 in json': { rule: 'kv.base64.strings', encoding: 'base64', format: 'json' },
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
  'at the beginning of the query': {
    inQuery: String,
    isFirst: true,
    rule: 'kv.authentication.query-token',
  },
  'percent-encoded in the query': {
    inQuery: (text: string) =>
      Array.from(text, (each) => `%${each.charCodeAt(0).toString(16)}`).join(''),
    rule: 'kv.authentication.query-token',
  },
})

export const tokenPlaceAtEnd = without(tokenPlace, 'at the beginning of the query')

/** The framing of a request body. */
export const framing = dimension<Framing>('a body', {
  'with its length': { rule: 'kv.body.command-array' },
  'in chunks': { chunked: true, rule: 'kv.body.command-array' },
  'after Expect: 100-continue': { expect: true, rule: 'kv.body.command-array' },
  'with white space in JSON': { json: 'spaced', rule: 'kv.body.command-array' },
  'with escapes in JSON': { json: 'escaped', rule: 'kv.body.command-array' },
  'of a multiple of 65,536 bytes': { json: 'padded', rule: 'kv.body.command-array' },
  'without Content-Type': { contentType: null, rule: 'kv.body.command-array' },
  'of application/octet-stream': {
    contentType: 'application/octet-stream',
    rule: 'kv.path.binary-body-is-last-argument',
  },
  'of text/plain': {
    contentType: 'text/plain; charset=utf-8',
    rule: 'kv.path.text-body-is-last-argument',
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

const everyByte = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')

/** The escapes in a path and a query. */
export const escapes = dimension<Value & { readonly escape?: (text: string) => string }>('', {
  'with usual escapes': { rule: 'kv.path.command-and-arguments' },
  'with lower-case escapes': {
    escape: (text) => encodeURIComponent(text).replace(/%../g, (escaped) => escaped.toLowerCase()),
    rule: 'kv.path.command-and-arguments',
  },
  'with every byte escaped': { escape: everyByte, rule: 'kv.path.command-and-arguments' },
  'with few escapes': {
    escape: (text) => encodeURIComponent(text).replace(/%(2B|3B|3D|40|3A|24|2C)/g, unescape),
    rule: 'kv.path.command-and-arguments',
  },
})

/** The end of a key. */
export const keyText = dimension<Value & { readonly of: string }>('a key', {
  'of letters': { of: 'key', rule: 'kv.body.string-arguments' },
  'with signs of URLs': { of: '%2F+/;?&=#%41:@', rule: 'kv.body.string-arguments' },
  'with letters of several bytes': { of: 'ß€😀', rule: 'kv.body.string-arguments' },
})

/** The text of a value. It is repeated up to the size of the case. */
export const value = dimension<Value & { readonly of: Argument; readonly large?: string }>('', {
  letters: { of: 'abcdefgh', large: '€aB', rule: 'kv.envelope.result-string' },
  'letters of both cases': { of: 'aBcDeFgH', rule: 'kv.envelope.result-string' },
  'the empty string': { of: '', rule: 'kv.envelope.result-string' },
  'the text OK': { of: 'OK', rule: 'kv.envelope.result-string' },
  spaces: { of: ' a  b ', rule: 'kv.envelope.result-string' },
  'signs of URLs': { of: '%2F+/;?&=#a:@%.json', rule: 'kv.envelope.result-string' },
  'text like a form': { of: 'a%20b=1&c=%2f+d', rule: 'kv.envelope.result-string' },
  'quotes and backslashes': { of: '"a\'\\b\\"', rule: 'kv.envelope.result-string' },
  'line breaks': { of: 'a\tb\nc\rd\r\n', rule: 'kv.envelope.result-string' },
  'control characters': { of: 'a\0b\x01\x1f\x7f', rule: 'kv.envelope.result-string' },
  'the text 007': { of: '007', rule: 'kv.envelope.result-string' },
  'the text -1e3': { of: '-1e3', rule: 'kv.envelope.result-string' },
  'the text null': { of: 'null', rule: 'kv.envelope.result-string' },
  'the text 0': { of: '0', rule: 'kv.envelope.result-string' },
  'a JSON array as text': { of: '[1, "a"]', rule: 'kv.envelope.result-string' },
  'a JSON object as text': { of: '{ "a":\t1.50 }', rule: 'kv.envelope.result-string' },
  'a JSON string as text': { of: '"a"', rule: 'kv.envelope.result-string' },
  'text like base64': { of: 'YWJj', rule: 'kv.envelope.result-string' },
  'letters of 2 bytes': { of: 'ßüñЖ', rule: 'kv.envelope.result-string' },
  'letters of 3 bytes': { of: 'a€漢字', rule: 'kv.envelope.result-string' },
  'characters of 4 bytes': { of: '😀𝄞a', rule: 'kv.envelope.result-string' },
  'combining marks and line separators': {
    of: 'e\u0301o\u0308\u2028\u2029\u0085',
    rule: 'kv.envelope.result-string',
  },
  'a byte order mark': { of: '\ufeffa', rule: 'kv.utf8.replacement-character' },
  'U+FFFD itself': { of: 'a\ufffdb', rule: 'kv.envelope.result-string' },
  'invalid UTF-8': {
    of: bytes(0x61, 0xff, 0x62, 0xc3, 0x28, 0x63, 0xc3),
    rule: 'kv.utf8.replacement-character',
  },
  // The last one is a zero byte.
  'every byte': {
    of: bytes(...Array.from({ length: 256 }, (_, index) => 255 - index)),
    rule: 'kv.utf8.replacement-character',
  },
  'a JSON integer': { of: 42, rule: 'kv.envelope.result-string' },
  'a JSON fraction': { of: -3.14159265, rule: 'kv.envelope.result-string' },
  'bytes with spaces around': {
    of: bytes(0x20, 0x0a, 0xff, 0x00, 0x20),
    rule: 'kv.utf8.replacement-character',
  },
  'a JSON integer of 19 digits': {
    of: 9_223_372_036_854_775_783n,
    rule: 'kv.envelope.result-string',
  },
  'a JSON integer of 16 digits': { of: 9007199254740991, rule: 'kv.envelope.result-string' },
})

function bytes(...list: readonly number[]): Uint8Array {
  return Uint8Array.from(list)
}

/** The number of bytes of a value. A shorter value is repeated. */
export const size = sizes<Value & { readonly bytes: number }>(
  'bytes',
  [1, 3, 100, 256, 1_025, 4_096, 4_097, 16_385, 65_536, 65_537, 1_100_000],
  (bytes: number) => ({ bytes, rule: 'kv.envelope.result-string' }),
)

/**
 * Returns a value with exactly this number of bytes, or the value itself if it is longer. Plain letters of
 * a large size have several bytes each, which the borders between pieces cut.
 */
export function filled(
  { of, large = of }: { readonly of: Argument; readonly large?: Argument },
  size: number,
): Argument {
  if (typeof of === 'number' || typeof of === 'bigint') return of
  const unit = Buffer.from((size > 1_000 ? large : of) as string | Uint8Array)
  if (unit.length === 0 || unit.length >= size) return of
  const count = Math.floor(size / unit.length)
  const whole = Buffer.concat([
    Buffer.alloc(size - count * unit.length, 'x'),
    ...Array<Buffer>(count).fill(unit),
  ])
  return typeof of === 'string' ? whole.toString() : whole
}

/** Names and values of query options. */
const several = ['first', 'b', 'd', 'a=1', 'e', 'f', 'g', 'h=']

/** A class of commands: what it needs, what it replies, and what it leaves. */
export interface CommandClass extends Value {
  /** Commands that the Standard token sends before. */
  readonly before?: (key: string, value: Argument) => readonly (readonly [string, ...Argument[]])[]
  /** The command. Its last argument is the value, if it has one. */
  readonly command: (key: string, value: Argument) => readonly [string, ...Argument[]]
  readonly reply: (value: string | Uint8Array) => Expected
  /** A command that shows what the command left. */
  readonly after?: (key: string, value: string) => readonly [string, ...string[]]
  readonly left?: (value: string | Uint8Array) => Expected
  /** True if the Read Only token may run it. */
  readonly reads?: true
  /** True if a target may refuse it. */
  readonly mayFail?: true
  /** True if its arguments contain the value. */
  readonly sendsValue?: true
}

export const command = dimension<CommandClass>('', {
  ECHO: {
    rule: 'kv.envelope.result-string',
    command: (_, value) => ['ECHO', value],
    reply: (value) => value,
    reads: true,
    sendsValue: true,
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
    command: (key, value) => ['APPEND', key, value],
    reply: (value) => BigInt(value.length),
    after: (key) => ['GET', key],
    left: (value) => value,
    sendsValue: true,
  },
  RPUSH: {
    rule: 'kv.envelope.result-integer',
    command: (key, value) => ['RPUSH', key, 'first', ' ', value],
    reply: () => 3n,
    after: (key) => ['LRANGE', key, '0', '-1'],
    left: (value) => ['first', ' ', value],
    sendsValue: true,
  },
  'RPUSH with arguments after the value': {
    rule: 'kv.path.query-options-follow-body',
    command: (key, value) => ['RPUSH', key, 'first', 'b', value],
    reply: () => 3n,
    after: (key) => ['LRANGE', key, '0', '-1'],
    left: (value) => ['first', 'b', value],
    sendsValue: true,
  },
  // The order of several query options is open.
  'SADD with several options': {
    rule: 'kv.path.query-options-follow-body',
    command: (key, value) => ['SADD', key, value, ...several],
    reply: () => BigInt(several.length + 1),
    after: (key, value) => ['SMISMEMBER', key, value, ...several],
    left: () => [1n, ...several.map(() => 1n)],
    sendsValue: true,
  },
  'RPUSH of 1,200 elements': {
    rule: 'kv.envelope.result-integer',
    command: (key, value) => ['RPUSH', key, ...Array<string>(1_199).fill('a'), value],
    reply: () => 1_200n,
    after: (key) => ['LRANGE', key, '-2', '-1'],
    left: (value) => ['a', value],
    sendsValue: true,
  },
  HGETALL: {
    rule: 'kv.envelope.result-array',
    before: (key, value) => [['HSET', key, 'field', value]],
    command: (key) => ['HGETALL', key],
    reply: (value) => ['field', value],
    reads: true,
  },
  'LRANGE of one element': {
    rule: 'kv.envelope.result-array',
    before: (key, value) => [['RPUSH', key, value]],
    command: (key) => ['LRANGE', key, '0', '-1'],
    reply: (value) => [value],
    reads: true,
  },
  'INCRBY beyond 2^53': {
    rule: 'kv.envelope.result-integer',
    command: (key) => ['INCRBY', key, '9007199254741993'],
    reply: () => 9007199254741993n,
    mayFail: true,
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
  'MGET of 600 KB': {
    rule: 'kv.envelope.result-array',
    before: (key) => [['SET', key, 'ab'.repeat(30_000)]],
    command: (key) => ['MGET', ...Array<string>(10).fill(key)],
    reply: () => Array<string>(10).fill('ab'.repeat(30_000)),
    reads: true,
    mayFail: true,
  },
  'LRANGE of 1,200 elements': {
    rule: 'kv.envelope.result-array',
    before: (key) => [['RPUSH', key, ...Array<string>(1_200).fill('a')]],
    command: (key) => ['LRANGE', key, '0', '-1'],
    reply: () => Array<string>(1_200).fill('a'),
    reads: true,
  },
  'LPOP with a count of a missing key': {
    rule: 'kv.envelope.result-null',
    command: (key) => ['LPOP', key, '2'],
    reply: () => nullArray,
    mayFail: true,
  },
  ZSCORE: {
    rule: 'kv.envelope.result-string',
    before: (key) => [['ZADD', key, '1.5', 'member']],
    command: (key) => ['ZSCORE', key, 'member'],
    reply: () => '1.5',
    reads: true,
    mayFail: true,
  },
  INCRBYFLOAT: {
    rule: 'kv.envelope.result-string',
    command: (key) => ['INCRBYFLOAT', key, '3.25'],
    reply: () => '3.25',
    mayFail: true,
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
    command: (key) => ['INCR', key],
    reply: () => 1n,
    after: (key) => ['INCR', key],
    left: () => 2n,
  },
  'DECRBY below zero': {
    rule: 'kv.envelope.result-integer',
    command: (key) => ['DECRBY', key, '3000000007'],
    reply: () => -3000000007n,
    after: (key) => ['DECRBY', key, '0'],
    left: () => -3000000007n,
    mayFail: true,
  },
  PING: {
    rule: 'kv.envelope.result-string',
    command: () => ['PING'],
    reply: () => ({ status: 'PONG' }),
  },
  'SET with an unknown option': {
    rule: 'kv.errors.syntax-error',
    command: (key) => ['SET', key, 'a', 'BOGUS'],
    reply: () => failure,
    after: (key) => ['EXISTS', key],
    left: () => 0n,
  },
  XRANGE: {
    rule: 'kv.envelope.result-array',
    before: (key) => [['XADD', key, '1-1', 'field', 'value']],
    command: (key) => ['XRANGE', key, '-', '+'],
    reply: () => [['1-1', ['field', 'value']]],
    reads: true,
    mayFail: true,
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
