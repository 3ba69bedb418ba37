// Distortions: what a wrong server does to a request or a response at its boundary. Together with the
// values of the dimensions, they make wrong servers.

import type { RuleId } from '#generated/rules.js'
import { isStream } from '../../http/send.js'
import { json, splitTarget, type Response } from '../../http/message.js'
import type { Kv } from '../../kv/kv.js'
import { bytesOf, textOf, type Bytes, type Command } from '../../kv/reply.js'
import { parsedOr, type Distortion, type Json, type Whole } from './boundary.js'
import { optionsOf, type Seen } from './where.js'

const last = (change: (arg: Bytes) => Bytes): Distortion => ({
  command: ([name, ...args]) => [name, ...args.slice(0, -1), ...args.slice(-1).map(change)],
})

export const everyText = (change: (text: string) => Json): Distortion => {
  const deep = (value: Json): Json =>
    typeof value === 'string' ? change(value) : Array.isArray(value) ? value.map(deep) : value
  return { result: deep }
}

export const arrays = (change: (list: readonly Json[]) => Json): Distortion => ({
  result: (value) => (Array.isArray(value) ? change(value as readonly Json[]) : value),
})

export const status = (of: number, to: number, ...rules: readonly RuleId[]): Distortion => ({
  response: (each) => (each.status === of ? { status: to } : {}),
  rules,
})

const ofEnvelopes: readonly RuleId[] = [
  ...(['kv.envelope.success', 'kv.envelope.error'] as const),
  ...(['kv.pipeline.array-of-envelopes', 'kv.transaction.array-of-envelopes'] as const),
]

/** Changes all arguments. */
export const everyArgument = (change: (arg: Bytes) => Bytes): Distortion => ({
  command: ([name, ...args]) => [name, ...args.map(change)],
})

/** Changes the text of errors. */
export const errors = (change: (error: string) => string): Distortion => ({
  envelope: ({ error, ...rest }) => ({
    ...rest,
    ...(typeof error === 'string' ? { error: change(error) } : error !== undefined && { error }),
  }),
})

/** Refuses the request with a status, and does not run it. */
export const refused = (status: number, error: string): Distortion => ({
  around: () => json(status, { error }),
})

/** Changes the path of the target. */
export const path = (change: (path: string) => string): Distortion => ({
  request: ({ request: { target } }) => ({ target: target.replace(/^[^?]*/, change) }),
})

/** Changes the query parameters without the token, as sent. */
export const options = (change: (options: readonly string[]) => readonly string[]): Distortion => ({
  request(seen) {
    const { path, query } = splitTarget(seen.request.target)
    const known = optionsOf(seen)
    const token = query.split('&').filter((each) => !known.includes(each))
    return { target: `${path}?${[...token, ...change(known)].join('&')}` }
  },
})

/** Changes the bytes of the body. */
export const body = (change: (body: Bytes) => Bytes): Distortion => ({
  request: ({ request }) => ({
    body: Buffer.from(change(Buffer.from(request.body).toString('latin1')), 'latin1'),
  }),
})

/** Sets headers, or removes them with the value undefined. */
export const headers = (
  changed: (seen: Seen) => Readonly<Record<string, string | undefined>>,
): Distortion => ({
  request: (seen) => ({ headers: { ...seen.request.headers, ...changed(seen) } }),
})

/** Changes the bytes of the response body. */
export const bytes = (change: (body: Bytes) => Bytes): Distortion => ({
  response: ({ text }) => ({ body: Buffer.from(change(text), 'latin1') }),
})

/** Sends another content type for some responses. */
export const contentType = (
  type: string,
  isMeant: (response: Whole) => boolean = () => true,
): Distortion => ({
  response: (whole) =>
    isMeant(whole) ? { headers: { ...whole.headers, 'content-type': type } } : {},
})

/** Returns another status for responses whose body matches. */
export const statusOf = (body: RegExp, status: number): Distortion => ({
  response: ({ text }) => (body.test(text) ? { status } : {}),
})

/** Replaces text in the events of a stream. */
export const events = (from: RegExp, to: string | ((found: string) => string)): Distortion => ({
  events: () => (text) => text.replace(from, to as string),
})

/** Handles the request as the holder of another token. */
const asToken = (token: (kv: Kv) => string): Distortion =>
  headers(({ kv }) => ({ authorization: `Bearer ${token(kv)}` }))

export const asStandard = asToken(({ tokens }) => tokens.standard)

/** Handles a changed copy of the request too, where the response fits. */
export const runningToo = (
  change: Distortion = {},
  isMeant: (response: Response) => boolean = () => true,
): Distortion => ({
  async around(handle, seen) {
    const response = await handle(seen.request)
    if (isMeant(response)) await handle({ ...seen.request, ...change.request?.(seen) })
    return response
  },
})

const resp2 = (change: (body: Bytes) => Bytes): Distortion => ({
  ...bytes(change),
  only: { format: ['resp2'] },
})

const cut = (bytes: number) => ({
  [`cuts the last argument at ${bytes} bytes`]: last((arg) => arg.slice(0, bytes)),
  [`cuts texts at ${bytes} characters`]: everyText((text) => text.slice(0, bytes)),
})

export const distortions = {
  ...cut(3),
  ...cut(64),
  ...cut(255),
  ...cut(1_023),
  ...cut(4_000),
  ...cut(16_000),
  ...cut(65_536),
  'drops the last argument': { command: ([name, ...args]) => [name, ...args.slice(0, -1)] },
  'repeats the last argument': { command: ([name, ...args]) => [name, ...args, ...args.slice(-1)] },
  'swaps the last two arguments': {
    command: ([name, ...args]) => [name, ...args.slice(0, -2), ...args.slice(-2).toReversed()],
  },
  'drops empty arguments': {
    command: ([name, ...args]) => [name, ...args.filter((each) => each !== '')],
  },
  'reads + as a space': last((arg) => arg.replaceAll('+', ' ')),
  'decodes percent signs again': last((arg) => arg.replace(/%[0-9a-f]{2}/gi, unescape)),
  'removes backslashes': last((arg) => arg.replaceAll('\\', '')),
  'removes quotes': last((arg) => arg.replaceAll('"', '')),
  'doubles quotes': last((arg) => arg.replaceAll('"', '""')),
  'ends at a zero byte': last((arg) => arg.replace(/\0.*/s, '')),
  'reads CR LF as LF': last((arg) => arg.replaceAll('\r\n', '\n')),
  'reads line breaks as spaces': last((arg) => arg.replace(/[\r\n]/g, ' ')),
  'trims arguments': last((arg) => arg.trim()),
  'joins spaces': last((arg) => arg.replace(/ +/g, ' ')),
  'lower-cases arguments': last((arg) => arg.replace(/[A-Z]/g, (each) => each.toLowerCase())),
  'normalizes arguments to NFC': last((arg) => bytesOf(textOf(arg).normalize())),
  'decodes arguments as UTF-8': last((arg) => bytesOf(textOf(arg))),
  'encodes arguments as UTF-8 twice': last((arg) => Buffer.from(arg, 'utf8').toString('latin1')),
  'removes characters of 4 bytes': last((arg) => arg.replace(/[\xf0-\xf4][\x80-\xbf]{3}/g, '?')),
  'reads a byte order mark as nothing': last((arg) => arg.replace(/^\xef\xbb\xbf/, '')),
  'reads digits as a number': last((arg) =>
    /^-?[\d.]+(e\d+)?$/.test(arg) ? String(Number(arg)) : arg,
  ),
  'reads null as nothing': last((arg) => (arg === 'null' ? '' : arg)),
  'decodes base64 arguments': last((arg) =>
    /^[A-Za-z0-9+/]{4}$/.test(arg) ? Buffer.from(arg, 'base64').toString('latin1') : arg,
  ),
  'rewrites JSON arguments': last((arg) => rewritten(arg)),
  'changes the 100th byte': last((arg) =>
    arg.length < 100 ? arg : `${arg.slice(0, 99)}?${arg.slice(100)}`,
  ),

  'runs twice': { around: async (handle, { request }) => (await handle(request), handle(request)) },
  'runs nothing': { command: (): Command => ['PING'] },
  'answers with the response before': {
    make() {
      let before: Response | undefined
      return {
        async around(handle, { request }) {
          const now = await handle(request)
          const shown = before ?? now
          before = now
          return isStream(shown.body) ? now : shown
        },
      }
    },
  },
  'answers with HTTP 500': { response: () => ({ status: 500 }) },
  'answers with HTTP 405': refused(405, 'ERR method not allowed'),
  'answers with HTTP 401': refused(401, 'WRONGPASS invalid token'),
  'answers with HTTP 201': status(200, 201, 'kv.errors.executed', 'kv.errors.failure-in-batch'),
  'answers with HTTP 204': status(200, 204, 'kv.errors.executed', 'kv.errors.failure-in-batch'),
  'answers errors with HTTP 200': status(
    400,
    200,
    'kv.errors.execution-failure',
    'kv.errors.syntax-error',
    'kv.errors.invalid-command',
    'kv.errors.unsupported-command',
    'kv.response-format.unknown-value',
    'kv.response-format.base64-with-resp2',
  ),
  'answers errors with HTTP 422': status(
    400,
    422,
    'kv.errors.execution-failure',
    'kv.errors.syntax-error',
    'kv.errors.invalid-command',
    'kv.errors.unsupported-command',
    'kv.response-format.unknown-value',
    'kv.response-format.base64-with-resp2',
  ),
  'answers as text/plain': {
    ...contentType('text/plain'),
    rules: ['kv.response-format.json-content-type', 'kv.response-format.resp2-content-type'],
  },
  'answers without Content-Type': {
    response: ({ headers }) => ({
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => name !== 'content-type'),
      ),
    }),
    rules: ['kv.response-format.json-content-type', 'kv.response-format.resp2-content-type'],
  },
  'answers without a body': { response: () => ({ body: '' }), rules: ofEnvelopes },
  'cuts the body in half': {
    response: ({ text }) => ({ body: Buffer.from(text.slice(0, text.length / 2), 'latin1') }),
    rules: ofEnvelopes,
  },
  'adds a field to envelopes': {
    envelope: (each) => ({ ...each, took: 1 }),
    rules: ofEnvelopes,
  },
  'adds a null field to envelopes': {
    envelope: (each) => ({ result: null, error: null, ...each }),
    rules: ofEnvelopes,
  },
  'calls the result value': {
    envelope: ({ result, ...each }) => (result === undefined ? each : { value: result }),
    rules: ofEnvelopes,
  },
  'answers without an envelope': {
    envelope: ({ result, error }) => result ?? error ?? null,
    rules: ofEnvelopes,
  },
  'cuts errors to the class word': {
    envelope: ({ error, ...each }) =>
      typeof error === 'string' ? { error: error.replace(/ .*/s, '') } : each,
    rules: ['kv.errors.class-word'],
  },
  'answers errors as objects': {
    envelope: ({ error, ...each }) =>
      typeof error === 'string' ? { error: { message: error } } : each,
    rules: ['kv.envelope.error'],
  },
  'answers errors as results': {
    envelope: ({ error, ...each }) => (typeof error === 'string' ? { result: error } : each),
  },
  'lower-cases texts': everyText((text) => text.toLowerCase()),
  'trims texts': everyText((text) => text.trim()),
  'returns digits as numbers': everyText((text) =>
    /^-?\d{1,15}$/.test(text) ? Number(text) : text,
  ),
  'returns empty texts as null': everyText((text) => (text === '' ? null : text)),
  'parses texts that hold JSON': everyText((text) =>
    /^[[{"]/.test(text) ? (parsedOr(text) as Json) : text,
  ),
  'escapes texts twice': everyText((text) => JSON.stringify(text).slice(1, -1)),
  'escapes HTML in texts': everyText((text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  ),
  'replaces other than ASCII': everyText((text) => text.replace(/[^\0-\x7f]/g, '?')),
  'drops control characters': everyText((text) => text.replace(/(?![\t-\r])[\p{Cc}]/gu, '')),
  'returns texts as Latin-1': everyText((text) => Buffer.from(text).toString('latin1')),
  'returns null as an empty text': {
    result: (value) => (value === null ? '' : value),
    rules: ['kv.envelope.result-null'],
  },
  'returns null as 0': {
    result: (value) => (value === null ? 0 : value),
    rules: ['kv.envelope.result-null'],
  },
  'returns integers as texts': {
    result: (value) => (typeof value === 'number' ? String(value) : value),
    rules: ['kv.envelope.result-integer'],
  },
  'cuts integers to 32 bits': {
    result: (value) => (typeof value === 'number' ? value | 0 : value),
    rules: ['kv.envelope.result-integer'],
  },
  'returns integers plus 1': {
    result: (value) => (typeof value === 'number' ? value + 1 : value),
    rules: ['kv.envelope.result-integer'],
  },
  'returns 1 as true': {
    result: (value) => (value === 1 ? (true as unknown as Json) : value),
    rules: ['kv.envelope.result-integer'],
  },
  'returns integers in arrays as texts': {
    ...arrays((list) => list.map((each) => (typeof each === 'number' ? String(each) : each))),
    rules: ['kv.envelope.result-integer'],
  },
  'drops the last element of arrays': arrays((list) => list.slice(0, -1)),
  'reverses arrays': arrays((list) => list.toReversed()),
  'drops null in arrays': arrays((list) => list.filter((each) => each !== null)),
  'returns null in arrays as a text': arrays((list) => list.map((each) => each ?? '')),
  'returns empty arrays as null': arrays((list) => (list.length === 0 ? null : list)),
  'returns arrays as objects': arrays((list) => ({ ...list })),
  'returns arrays as texts': arrays((list) => JSON.stringify(list)),
  'returns an array of an array': arrays((list) => [list]),

  'ignores the format': { format: () => 'json' },
  'encodes as base64': { format: () => 'base64' },
  'answers as resp2': { format: () => 'resp2' },
  'encodes base64 for URLs': {
    ...everyText((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    only: { format: ['base64'] },
  },
  'drops the padding of base64': {
    ...everyText((text) => text.replace(/=+$/, '')),
    only: { format: ['base64'] },
  },
  'encodes base64 twice': {
    ...everyText((text) => Buffer.from(text).toString('base64')),
    only: { format: ['base64'] },
  },
  'breaks lines of base64': {
    ...everyText((text) => text.replace(/.{76}(?=.)/g, '$&\n')),
    only: { format: ['base64'] },
  },
  'encodes base64 in pieces': {
    ...everyText((text) => {
      const bytes = Buffer.from(text, 'base64')
      return bytes.subarray(0, 1_000).toString('base64') + bytes.subarray(1_000).toString('base64')
    }),
    only: { format: ['base64'] },
  },
  'encodes OK as base64': {
    ...everyText((text) => (text === 'OK' ? 'T0s=' : text)),
    only: { format: ['base64'] },
  },
  'ends lines of resp2 with LF': resp2((text) => text.replaceAll('\r\n', '\n')),
  'counts characters in resp2': resp2((text) =>
    text.replace(
      /^\$(\d+)\r\n(.*)\r\n$/s,
      (_, __, bytes: Bytes) => `$${textOf(bytes).length}\r\n${bytes}\r\n`,
    ),
  ),
  'returns a status as a text in resp2': resp2((text) =>
    text.replace(/^\+(.*)\r\n$/, (_, word: string) => `$${word.length}\r\n${word}\r\n`),
  ),
  'returns integers as texts in resp2': resp2((text) =>
    text.replace(/^:(-?\d+)\r\n$/, (_, word: string) => `$${word.length}\r\n${word}\r\n`),
  ),
  'cuts a text in resp2, with its length': resp2((text) =>
    text.replace(/^\$(\d+)\r\n(.{1000}).*\r\n$/s, (_, __, cut) => `$1000\r\n${cut}\r\n`),
  ),

  'may only read': asToken(({ tokens }) => tokens.readOnly),
  'rejects the token': asToken(() => 'none'),
} satisfies Readonly<Record<string, Distortion>>

function rewritten(arg: Bytes): Bytes {
  const value = /^\s*[[{"]/.test(arg) ? parsedOr(textOf(arg)) : undefined
  return value === undefined ? arg : bytesOf(JSON.stringify(value))
}
