// The boundary of the key-value server: applies a distortion to requests before the correct server, or
// to responses after it.

import type { RuleId } from '#generated/rules.js'
import { isStream } from '../../http/send.js'
import type { Handler, Request, Response } from '../../http/message.js'
import type { Format } from '../../kv/decisions.js'
import type { Kv } from '../../kv/kv.js'
import { kvHandler } from '../../kv/server.js'
import type { Bytes, Command } from '../../kv/reply.js'
import { type Soon, whenThere } from '../../soon.js'
import type { Fault } from '../fault.js'
import { kvFault, type Replacements } from './fault.js'
import type { Seen, Where } from './where.js'

/** A value in JSON. */
export type Json = null | string | number | readonly Json[] | { readonly [name: string]: Json }

/** A response whose body is not a stream, with the bytes of its body. */
export type Whole = Response & { readonly text: Bytes }

/** The mistake of a wrong server. Each distortion has one of these members. */
export interface Distortion {
  readonly request?: (seen: Seen) => Partial<Request>
  readonly command?: (command: Command) => Command
  readonly batch?: (commands: Command[]) => Command[]
  readonly format?: (format: Format) => Format
  /** Changes each result in a JSON response. */
  readonly result?: (result: Json) => Json
  /** Changes each envelope in a JSON response. */
  readonly envelope?: (envelope: { readonly [name: string]: Json }) => Json
  /** Changes the body of a JSON response as a whole. */
  readonly json?: (body: Json) => Json
  readonly response?: (response: Whole, seen: Seen) => Partial<Response>
  /** Starts with a stream, and changes the text of each of its events: into none, one or more. */
  readonly events?: (seen: Seen) => (text: string) => string | readonly string[]
  /** Changes each event of a stream as it is written. */
  readonly lines?: (lines: string) => string
  /** Changes the response that opens a stream. */
  readonly stream?: (response: Response, seen: Seen) => Partial<Response>
  /** Responds without the original server, or before it. */
  readonly around?: (handle: Handler, seen: Seen) => Soon<Response>
  /** Makes a distortion with a state for each server. */
  readonly make?: () => Distortion
  /** The rules of this distortion wherever it applies. Otherwise the place names the rule. */
  readonly rules?: readonly RuleId[]
  /** The places where it can show. By default, all. */
  readonly only?: Readonly<Record<string, readonly string[]>>
}

/** Returns the replacements of a server that makes a mistake where all conditions are true. */
export const distort = (given: Distortion, ...conditions: readonly Where[]): Replacements =>
  replacements(given, conditions, (_, after) => after)

/** Returns a function that applies a distortion where all conditions are true. */
export const when =
  (...conditions: readonly Where[]) =>
  (distortion: Distortion): Replacements =>
    distort(distortion, ...conditions)

/** Returns a function that makes the replacements of a distortion where all conditions are true. */
export const wrongAt =
  (...conditions: readonly Where[]) =>
  (distortion: Distortion | (() => Distortion)) =>
  (): Replacements =>
    distort(typeof distortion === 'function' ? distortion() : distortion, ...conditions)

/** Called with a value before and after the mistake. Returns the value after it. */
type OnChange = <T>(before: T, after: T) => T

function replacements(
  given: Distortion,
  conditions: readonly Where[],
  changed: OnChange,
): Replacements {
  const distortion = given.make?.() ?? given
  const isMeant: Where = (seen) => conditions.every((is) => is(seen))
  const { command, batch, format } = distortion
  if (command ?? batch) {
    const one = command ?? ((each) => each)
    const all = batch ?? ((each) => each)
    return {
      commandInPath: (original, kv) => (request) => {
        const sent = original(request)
        return isMeant({ request, kv }) ? changed(sent, one(sent)) : sent
      },
      commandInBody: (original, kv) => (request) => {
        const sent = original(request)
        return isMeant({ request, kv }) ? changed(sent, one(sent)) : sent
      },
      batchInBody: (original, kv) => (request, endpoint) => {
        const sent = original(request, endpoint)
        return isMeant({ request, kv }) ? changed(sent, all(sent.map(one))) : sent
      },
    }
  }
  if (format)
    return {
      format: (original, kv) => (request, endpoint) => {
        const asked = original(request, endpoint)
        return isMeant({ request, kv }) ? changed(asked, format(asked)) : asked
      },
    }
  return around((handle, kv) => (request) => {
    const seen: Seen = { request, kv }
    return isMeant(seen) ? wrongResponse(distortion, handle, seen, changed) : handle(request)
  })
}

/** Puts a wrong handler around the server. */
export const around = (wrong: (handle: Handler, kv: Kv) => Handler): Replacements => ({
  preflight(_, { preflight }) {
    let made: { readonly of: Kv; readonly respond: Handler } | undefined
    // Other faults that are on may replace members later, so the server is the one that is called.
    return function (this: Kv) {
      if (made?.of !== this) {
        const within = { ...this, preflight }
        made = { of: this, respond: wrong(kvHandler(within), within) }
      }
      return made.respond
    }
  },
})

/** Handles requests with other members of the server where a condition is true. */
export const otherwise = (isMeant: Where, other: (kv: Kv) => Partial<Kv>): Replacements =>
  around((handle, kv) => {
    const otherHandle = kvHandler({ ...kv, ...other(kv) })
    return (request) => (isMeant({ request, kv }) ? otherHandle : handle)(request)
  })

function wrongResponse(
  distortion: Distortion,
  handle: Handler,
  seen: Seen,
  changed: OnChange,
): Soon<Response> {
  const { request } = seen
  if (distortion.around) {
    changed<unknown>(request, undefined)
    return distortion.around(handle, seen)
  }
  if (distortion.request)
    return handle(changed(request, { ...request, ...distortion.request(seen) }))
  return whenThere(handle(request), (response) =>
    changed(response, distortedResponse(distortion, response, seen)),
  )
}

function distortedResponse(distortion: Distortion, response: Response, seen: Seen): Response {
  const { body = '' } = response
  if (isStream(body)) return distortedStream(distortion, { ...response, body }, seen)
  if (distortion.response) {
    const text = Buffer.from(body).toString('latin1')
    return { ...response, ...distortion.response({ ...response, text }, seen) }
  }
  const { result, envelope, json } = distortion
  if (!(result ?? envelope ?? json)) return response
  const text = Buffer.from(body).toString()
  const value = parsedOr(marked(text)) as Json | undefined
  if (value === undefined) return response
  const changedEnvelope = (each: Json): Json => {
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each
    const before = each as { readonly [name: string]: Json }
    const after =
      result && before['result'] !== undefined
        ? { ...before, result: result(before['result']) }
        : before
    return envelope?.(after) ?? after
  }
  const all = Array.isArray(value)
    ? (value as readonly Json[]).map(changedEnvelope)
    : changedEnvelope(value)
  const changed = JSON.stringify(json?.(all) ?? all)
  return changed === JSON.stringify(value) ? response : { ...response, body: unmarked(changed) }
}

/** Marks integers beyond 2^53 in JSON, because `JSON.parse` would round them. */
const marked = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (token) =>
    token.startsWith('"') ? token : `"\ue000${token}"`,
  )

const unmarked = (json: string): string => json.replace(/"\ue000(-?\d+)"/g, '$1')

function distortedStream(
  { events, lines, stream }: Distortion,
  response: Response & { readonly body: AsyncIterable<string> },
  seen: Seen,
): Response {
  if (stream) {
    const changed = { ...response, ...stream(response, seen) }
    if (changed.body !== response.body) void response.body[Symbol.asyncIterator]().return?.()
    return changed
  }
  const change = events?.(seen)
  if (change) return withEvents(response, (event) => withData(event, change))
  return lines ? withEvents(response, lines) : response
}

/** Changes the data of an event, whose line ends, comments and other fields stay. */
function withData(event: string, change: (text: string) => string | readonly string[]): string {
  const lines = event.split(/\r?\n/)
  const isData = (line: string) => line.startsWith('data:')
  if (!lines.some(isData)) return event
  const others = lines.filter((line) => line !== '' && !isData(line))
  const data = lines.filter(isData).map((line) => line.replace(/^data: ?/, ''))
  const end = event.includes('\r\n') ? '\r\n' : '\n'
  return [change(data.join('\n'))]
    .flat()
    .map((text) =>
      [...others, ...text.split('\n').map((each) => `data: ${each}`), '', ''].join(end),
    )
    .join('')
}

/** Changes each event of a stream. Several events may arrive as one text. */
function withEvents(
  response: Response & { readonly body: AsyncIterable<string> },
  change: (event: string) => string,
): Response {
  const events = response.body[Symbol.asyncIterator]()
  const body: AsyncIterableIterator<string> = {
    async next() {
      for (;;) {
        const next = await events.next()
        if (next.done) return { value: undefined, done: true }
        const changed = next.value
          .split(/(?<=\n\r?\n)/)
          .map(change)
          .join('')
        if (changed !== '') return { value: changed, done: false }
      }
    },
    async return() {
      await events.return?.()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]: () => body,
  }
  return { ...response, body }
}

/** Returns the body of a response as text; an empty one for a stream. */
export const bodyOf = ({ body = '' }: Response): string =>
  isStream(body) ? '' : Buffer.from(body).toString()

export function parsedOr(text: string): unknown {
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
  const changed: OnChange = (before, after) => {
    if (after !== before && JSON.stringify(after) !== JSON.stringify(before)) count.distorted++
    return after
  }
  const replace = [() => replacements(given, conditions, changed)]
  return { ...kvFault({ id, name: id, breaks: [], replace }), count }
}
