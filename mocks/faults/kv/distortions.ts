// Distortions: what a wrong server does to a request or a response at its boundary. Together with the
// values of the dimensions, they make wrong servers.

import type { RuleId } from '#generated/rules.js'
import { Refusal } from '../../http/refusal.js'
import type { Request, Response } from '../../http/message.js'
import type { Format, Session } from '../../kv/decisions.js'
import type { Kv } from '../../kv/kv.js'
import { kvHandler } from '../../kv/server.js'
import { bytesOf, textOf, type Bytes, type Command } from '../../kv/reply.js'
import { whenThere } from '../../soon.js'
import type { Fault } from '../fault.js'
import type { Seen, Where } from './where.js'

/** A value in JSON. */
type Json = null | string | number | readonly Json[] | { readonly [name: string]: Json }

/** The mistake of a wrong server. Each distortion has one of these members. */
export interface Distortion {
  readonly command?: (command: Command) => Command
  readonly batch?: (commands: Command[]) => Command[]
  readonly session?: (session: Session, kv: Kv) => Session
  readonly format?: (format: Format) => Format
  /** Changes each result in a JSON response. */
  readonly result?: (result: Json) => Json
  /** Changes each envelope in a JSON response. */
  readonly envelope?: (envelope: { readonly [name: string]: Json }) => Json
  /** Changes the body of a JSON response as a whole. */
  readonly json?: (body: Json) => Json
  readonly response?: (response: Response & { readonly text: Bytes }) => Partial<Response>
  /** Responds without the original server, or before it. */
  readonly around?: (handle: () => Response | Promise<Response>) => Response | Promise<Response>
  /** Makes a distortion with a state for each server. */
  readonly make?: () => Distortion
  /** The rules of this distortion wherever it applies. Otherwise the place names the rule. */
  readonly rules?: readonly RuleId[]
  /** The places where it can show. By default, all. */
  readonly only?: Readonly<Record<string, readonly string[]>>
}

const last = (change: (arg: Bytes) => Bytes): Distortion => ({
  command: ([name, ...args]) => [name, ...args.slice(0, -1), ...args.slice(-1).map(change)],
})

const everyText = (change: (text: string) => Json): Distortion => {
  const deep = (value: Json): Json =>
    typeof value === 'string' ? change(value) : Array.isArray(value) ? value.map(deep) : value
  return { result: deep }
}

const arrays = (change: (list: readonly Json[]) => Json): Distortion => ({
  result: (value) => (Array.isArray(value) ? change(value as readonly Json[]) : value),
})

const status = (of: number, to: number, ...rules: readonly RuleId[]): Distortion => ({
  response: (each) => (each.status === of ? { status: to } : {}),
  rules,
})

const ofEnvelopes: readonly RuleId[] = [
  ...(['kv.envelope.success', 'kv.envelope.error'] as const),
  ...(['kv.pipeline.array-of-envelopes', 'kv.transaction.array-of-envelopes'] as const),
]

const cut = (bytes: number) => ({
  [`cuts the last argument at ${bytes} bytes`]: last((arg) => arg.slice(0, bytes)),
  [`cuts texts at ${bytes} characters`]: everyText((text) => text.slice(0, bytes)),
})

export const distortions: Readonly<Record<string, Distortion>> = {
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

  'runs twice': { make: () => ({ around: async (handle) => (await handle(), handle()) }) },
  'runs nothing': { command: (): Command => ['PING'] },
  'answers with the response before': {
    make() {
      let before: Response | undefined
      return {
        async around(handle) {
          const now = await handle()
          const shown = before ?? now
          before = now
          return typeof shown.body === 'object' && Symbol.asyncIterator in shown.body ? now : shown
        },
      }
    },
  },
  'answers with HTTP 500': { response: () => ({ status: 500 }) },
  'answers with HTTP 405': {
    around: () => ({
      status: 405,
      headers: { 'content-type': 'application/json' },
      body: '{"error":"ERR method not allowed"}',
    }),
  },
  'answers with HTTP 401': {
    around: () => ({
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: '{"error":"WRONGPASS invalid token"}',
    }),
  },
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
    response: ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } }),
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
  'returns integers in arrays as texts': arrays((list) =>
    list.map((each) => (typeof each === 'number' ? String(each) : each)),
  ),
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
  'ends lines of resp2 with LF': {
    response: ({ text }) => ({ body: Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1') }),
    only: { format: ['resp2'] },
  },
  'counts characters in resp2': {
    response: ({ text }) => ({
      body: Buffer.from(
        text.replace(
          /^\$(\d+)\r\n(.*)\r\n$/s,
          (_, __, bytes: Bytes) => `$${textOf(bytes).length}\r\n${bytes}\r\n`,
        ),
        'latin1',
      ),
    }),
    only: { format: ['resp2'] },
  },
  'returns a status as a text in resp2': {
    response: ({ text }) => ({
      body: Buffer.from(
        text.replace(/^\+(.*)\r\n$/, (_, word: string) => `$${word.length}\r\n${word}\r\n`),
        'latin1',
      ),
    }),
    only: { format: ['resp2'] },
  },
  'returns integers as texts in resp2': {
    response: ({ text }) => ({
      body: Buffer.from(
        text.replace(/^:(-?\d+)\r\n$/, (_, word: string) => `$${word.length}\r\n${word}\r\n`),
        'latin1',
      ),
    }),
    only: { format: ['resp2'] },
  },
  'cuts a text in resp2, with its length': {
    response: ({ text }) => ({
      body: Buffer.from(
        text.replace(
          /^\$(\d+)\r\n(.{1000}).*\r\n$/s,
          '$1000\r\n$2\r\n'.replace('$1000', () => '$$1000'),
        ),
        'latin1',
      ),
    }),
    only: { format: ['resp2'] },
  },

  'may only read': { session: () => ({ readOnly: true }) },
  'rejects the token': {
    session: () => {
      throw new Refusal(401, 'WRONGPASS invalid or missing auth token')
    },
  },
}

function rewritten(arg: Bytes): Bytes {
  const value = /^\s*[[{"]/.test(arg) ? parsedOr(textOf(arg)) : undefined
  return value === undefined ? arg : bytesOf(JSON.stringify(value))
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A wrong server, and how often it was wrong. */
export interface Wrong extends Fault<Kv> {
  readonly count: { distorted: number }
}

/** Returns a server with a distortion where all conditions are true. */
export function distorted(id: string, conditions: readonly Where[], given: Distortion): Wrong {
  const count = { distorted: 0 }
  return {
    ...{ id, name: id, breaks: [], count },
    apply(kv) {
      const distortion = given.make?.() ?? given
      let ordinal = 0
      const contexts = new WeakMap<object, { session?: Session; commands: readonly Command[] }>()
      const contextOf = (request: Request) => {
        const known = contexts.get(request.rawHeaders) ?? { commands: [] }
        contexts.set(request.rawHeaders, known)
        return known
      }
      const applies = (request: Request) => {
        const seen: Seen = { request, kv, ordinal, ...contextOf(request) }
        return conditions.every((is) => is(seen))
      }
      const changed = <T>(before: T, after: T): T => {
        if (after !== before && JSON.stringify(after) !== JSON.stringify(before)) count.distorted++
        return after
      }
      const server: Kv = {
        ...kv,
        authenticate: (request) =>
          whenThere(kv.authenticate(request), (session) => {
            contextOf(request).session = session
            parse(kv, request, contextOf(request))
            if (distortion.session === undefined || !applies(request)) return session
            count.distorted++
            return distortion.session(session, kv)
          }),
        format: (request) => {
          const format = kv.format(request)
          if (distortion.format === undefined || !applies(request)) return format
          return changed(format, distortion.format(format))
        },
        commandInPath: (request) => commandOf(request, kv.commandInPath(request)),
        commandInBody: (request) => commandOf(request, kv.commandInBody(request)),
        batchInBody(request, batch) {
          const commands = kv.batchInBody(request, batch)
          if (!applies(request)) return commands
          const { command = (each: Command) => each, batch: whole = (each: Command[]) => each } =
            distortion
          return changed(commands, whole(commands.map(command)))
        },
      }
      function commandOf(request: Request, command: Command): Command {
        if (distortion.command === undefined || !applies(request)) return command
        return changed(command, distortion.command(command))
      }
      const isOfResponse = [
        distortion.result,
        distortion.envelope,
        distortion.json,
        distortion.response,
        distortion.around,
      ].some(Boolean)
      if (!isOfResponse) return server
      const handle = kvHandler(server)
      const wrong = async (request: Request): Promise<Response> => {
        ordinal += 1
        const run = async () => handle(request)
        if (distortion.around !== undefined) {
          void whenThere(authenticated(server, request), () => undefined)
          if (!applies(request)) return run()
          count.distorted++
          return distortion.around(run)
        }
        const response = await run()
        return applies(request)
          ? changed(response, distortedResponse(distortion, response))
          : response
      }
      return { ...server, preflight: () => wrong }
    },
  }
}

/** Reads the session of a request, so that places know it. */
function authenticated(server: Kv, request: Request): unknown {
  try {
    return server.authenticate(request)
  } catch {
    return undefined
  }
}

function parse(kv: Kv, request: Request, context: { commands: readonly Command[] }): void {
  try {
    const endpoint = kv.endpoint(request)
    context.commands =
      endpoint === 'path'
        ? [kv.commandInPath(request)]
        : endpoint === 'body'
          ? [kv.commandInBody(request)]
          : endpoint === 'pipeline' || endpoint === 'transaction'
            ? kv.batchInBody(request, endpoint)
            : []
  } catch {
    context.commands = []
  }
}

function distortedResponse(distortion: Distortion, response: Response): Response {
  const { body = '' } = response
  if (typeof body === 'object' && Symbol.asyncIterator in body) return response
  const text = Buffer.from(body).toString('latin1')
  if (distortion.response !== undefined)
    return { ...response, ...distortion.response({ ...response, text }) }
  const value = parsedOr(Buffer.from(body).toString()) as Json | undefined
  if (value === undefined) return response
  const envelope = (each: Json): Json => {
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each
    const { result, ...rest } = each as { readonly [name: string]: Json }
    const changed =
      result === undefined || distortion.result === undefined
        ? each
        : { ...rest, result: distortion.result(result) }
    return distortion.envelope?.(changed as { readonly [name: string]: Json }) ?? changed
  }
  const all = Array.isArray(value) ? (value as readonly Json[]).map(envelope) : envelope(value)
  const changed = distortion.json?.(all) ?? all
  const after = JSON.stringify(changed)
  return after === JSON.stringify(value) ? response : { ...response, body: after }
}
