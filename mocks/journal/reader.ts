// Reads records of the journal: as objects for tests, and as entries for JSON. Removes all tokens.

import { requestOf, type Request } from '../http/message.js'
import { commandsIn, subjectsOf } from '../intercepts/commands.js'
import { conditionsOf, type Subject } from '../intercepts/match.js'
import { viewOf } from '../large-buffers.js'
import type { Kv } from '../kv/decisions.js'
import { isRestToken, seal } from '../kv/rest-token.js'
import {
  headerLines,
  headerMap,
  isOneOf,
  type HeaderLine,
  type HeaderMap,
} from '../queue/request/headers.js'
import { attemptOf, type Attempt, type KeptAttempt } from './attempt.js'
import {
  bodyMethods,
  shownBody,
  type Body,
  redactor,
  withoutCredentials,
  withoutParameter,
} from './bodies.js'
import { ranCommands, type RanCommand } from './commands.js'
import type { Entry, ShownBodies } from './entry.js'
import {
  KINDS,
  type BegunAttempt,
  type Interface,
  type Journal,
  type KeptRequest,
  type JournalRecord,
} from './journal.js'

/** The sender of a request. */
export interface Client {
  /** The address with the port, or without for a request without a socket. */
  readonly address: string
  readonly userAgent?: string | undefined
}

/** The response to a request. A stream has no body in the journal. */
export interface ReceivedResponse extends Body {
  readonly headers: HeaderMap
}

/** One request to the mock. Times are Unix milliseconds of the clock of the mock. */
export interface ReceivedRequest extends Body {
  /** The number of the request among those to this interface, from 1. */
  readonly sequence: number
  readonly method: string
  /** The path and query as sent, without the token. */
  readonly target: string
  /** The headers of the request without `Authorization`. */
  readonly headers: HeaderMap
  /** The status of the response, or 0 if an intercept ended the connection without a response. */
  readonly status: number
  /** The id of the intercept that caused or changed the response. */
  readonly interceptedBy?: string
  /** The intercept that the request nearly matched, for example `kv-1 matched command, not key`. */
  readonly nearMiss?: string
  readonly at: number
  /** The real time from the headers of the request to its response, in milliseconds. */
  readonly durationMs: number
  readonly client: Client
  readonly response: ReceivedResponse
}

/** One request to the key-value interface. */
export interface KvRequest extends ReceivedRequest {
  /** The commands of the request in order. An unreadable request and an event stream have none. */
  readonly commands: readonly RanCommand[]
}

/** An interface, for the reader of its requests. */
export interface Side {
  /** The query parameter that contains the token. */
  readonly tokenKey: string
  /** Returns the tokens that are or were valid. */
  readonly secrets: () => Iterable<string>
  /** Returns the key-value server with the faults that are on. */
  readonly kv?: () => Kv
}

export type JournalReader = ReturnType<typeof createReader>

export function createReader(journal: Journal) {
  const sides = new Map<Interface, Side>()
  const kvNow = () => sides.get('kv')!.kv!()
  const secrets = () => Array.from(sides.values()).flatMap((side) => Array.from(side.secrets()))

  /** Returns a function that removes all tokens, also those of users that the request created. */
  function redactorOf(known: readonly string[], record: JournalRecord): (text: string) => string {
    if (record.kind !== 'kv' || !/resttoken/i.test(record.body + record.head))
      return redactor(known)
    const kv = kvNow()
    const logins = commandsIn(kv, requestIn(record)).filter(isRestToken)
    const tokens = logins.map(([, , name = '', password = '']) => seal(kv, { name, password }))
    return redactor([...known, ...tokens])
  }

  const partsOf = (kept: KeptRequest, redact: (text: string) => string) => {
    const { method, target, lines } = headOf(kept)
    const { tokenKey } = sides.get(kept.kind)!
    const ran =
      kept.kind === 'kv' ? ranCommands(kvNow(), requestIn(kept), kept.responseBody) : undefined
    return {
      method,
      target: redact(withoutParameter(target, tokenKey)),
      lines: lines.map(([name, value]) => [name, redact(value)] as const),
      commands: ran && redactedCommands(ran, redact),
      client: clientOf(kept, lines),
    }
  }

  function requestShown(kept: KeptRequest, known: readonly string[]): ReceivedRequest {
    const redact = redactorOf(known, kept)
    const { method, target, lines, commands, client } = partsOf(kept, redact)
    const { number: sequence, status, at, durationMs, clippedFrom, interceptedBy, nearMiss } = kept
    const others = lines.filter(([name]) => !isOneOf(['authorization'], name))
    return Object.assign(new Received(kept, redact, `the ${method} of ${target}`), {
      sequence,
      method,
      target,
      headers: headerMap(others),
      status,
      at,
      durationMs,
      client,
      ...(commands && { commands }),
      ...(interceptedBy !== undefined && { interceptedBy }),
      ...(nearMiss !== undefined && { nearMiss }),
      ...(clippedFrom !== undefined && { clippedFrom }),
    })
  }

  function* requests(kind: Interface, after?: number, matches: Matcher = always) {
    const known = secrets()
    for (const kept of journal.eachRequest(kind, after))
      if (matches(kept)) yield requestShown(kept, known)
  }

  function entryOf(record: JournalRecord, known: readonly string[], most: number): Entry {
    const redact = redactorOf(known, record)
    const { order: sequence, kind, realAt, durationMs } = record
    if (record.kind === 'attempt')
      return { sequence, kind, realAt, durationMs, ...entryOfAttempt(record, redact, most) }
    const { method, target, lines, commands, client } = partsOf(record, redact)
    const bodies = new Received(record, redact, '')
    const { at, status, cut, interceptedBy, nearMiss, clippedFrom, responseClippedFrom } = record
    return {
      sequence,
      kind,
      at,
      realAt,
      durationMs,
      method,
      url: target,
      requestHeaders: headerMap(lines.map(withoutAuthorization)),
      ...named('request', shownBody(bodies.body, clippedFrom !== undefined, most)),
      ...(status !== 0 && {
        status,
        responseHeaders: bodies.response.headers,
        ...named(
          'response',
          shownBody(bodies.response.body, responseClippedFrom !== undefined, most),
        ),
      }),
      ...(cut && { error: `an intercept ended the connection (${cut})` }),
      ...(interceptedBy !== undefined && { interceptedBy }),
      ...(nearMiss !== undefined && { nearMiss }),
      client,
      ...(commands && { commands }),
    }
  }

  /** Returns a test of records with these conditions. Throws a TypeError for an unknown condition. */
  function matcher(match: Conditions, known: readonly string[], who: string): Matcher {
    const isMatch = conditionsOf(isObject(match) ? withTexts(match) : match, known, who)
    const readsCommands = match['command'] !== undefined || match['key'] !== undefined
    return (record) => subjectsIn(record, readsCommands).some(isMatch)
  }

  function subjectsIn(record: JournalRecord, readsCommands: boolean): readonly Subject[] {
    const { kind } = record
    if (kind === 'attempt') return [subjectOfAttempt(record)]
    const commands =
      kind === 'kv' && readsCommands ? commandsIn(kvNow(), requestIn(record)) : undefined
    return subjectsOf(headOf(record), kvNow, commands).map(
      (subject) => (name) =>
        name === 'kind' ? [kind] : name === 'status' ? [String(record.status)] : subject(name),
    )
  }

  return {
    /** Adds an interface whose requests the reader reads. */
    describe: (kind: Interface, side: Side) => void sides.set(kind, side),
    matcher,
    requests,

    *attempts(after?: number, matches: Matcher = always): Iterable<Attempt> {
      for (const kept of journal.eachAttempt(after)) if (matches(kept)) yield attemptOf(kept)
    },

    /** Returns an attempt in progress without tokens. */
    begun: (attempt: BegunAttempt): BegunAttempt => ({
      ...attempt,
      url: redactor(secrets())(attempt.url),
    }),

    /**
     * Returns a function that converts records to entries.
     *
     * @param bodyBytes the maximum number of bytes of each body
     */
    entries(bodyBytes = Infinity): (record: JournalRecord) => Entry {
      // The tokens may change while a client follows the journal.
      return (record) => entryOf(record, secrets(), bodyBytes)
    },
  }
}

/** A test of records. */
export type Matcher = (record: JournalRecord) => boolean

/** Conditions by name. */
export type Conditions = Readonly<{ [name: string]: unknown }>

const isObject = (value: unknown): value is Conditions =>
  typeof value === 'object' && value !== null

/**
 * Converts a number as a status to text. Throws a TypeError for a status and a kind that no record
 * has, because a list without records would look like a result.
 */
function withTexts(match: Conditions): Conditions {
  const { kind, status } = match
  if (typeof kind === 'string' && !KINDS.some((each) => each === kind))
    throw new TypeError(`kind: expected one of ${KINDS.join(', ')}, got "${kind}"`)
  if (typeof status === 'string' && !/^[\d*]+$/.test(status))
    throw new TypeError(`status: expected a number or digits with *, such as 5*, got "${status}"`)
  return typeof status === 'number' ? { ...match, status: String(status) } : match
}

const always: Matcher = () => true

function headOf({ head }: KeptRequest) {
  const [method = '', target = '', ...raw] = head.split('\n')
  return { method, target, lines: headerLines(raw.length > 1 ? raw : []) }
}

/** Returns a request as it was received, with the beginning of its body. */
function requestIn(kept: KeptRequest): Request {
  const { method, target, lines } = headOf(kept)
  const headers = Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value]))
  return requestOf(method, target, { headers, body: Buffer.from(kept.body, 'latin1') })
}

function clientOf(
  { remoteAddress, remotePort }: KeptRequest,
  lines: readonly HeaderLine[],
): Client {
  const address = remotePort === 0 ? remoteAddress : `${remoteAddress}:${remotePort}`
  const [, userAgent] = lines.find(([name]) => isOneOf(['user-agent'], name)) ?? []
  return { address, ...(userAgent !== undefined && { userAgent }) }
}

/** Removes tokens from commands and their replies. */
const redactedCommands = (
  commands: readonly RanCommand[],
  redact: (text: string) => string,
): readonly RanCommand[] =>
  commands.map(({ command, error, ...rest }) => ({
    command: command.map(redact),
    ...('reply' in rest && { reply: redactedValue(rest.reply, redact) }),
    ...(error !== undefined && { error: redact(error) }),
  }))

function redactedValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  return Array.isArray(value) ? value.map((each) => redactedValue(each, redact)) : value
}

/**
 * The bodies of a request. They are decoded when a test reads them, and are neither printed nor
 * compared.
 */
class Received implements Body {
  readonly #kept: KeptRequest
  readonly #redact: (text: string) => string
  readonly #name: string
  #response: ReceivedResponse | undefined

  constructor(kept: KeptRequest, redact: (text: string) => string, name: string) {
    this.#kept = kept
    this.#redact = redact
    this.#name = name
  }

  get body(): Uint8Array {
    return Buffer.from(this.#redact(this.#kept.body), 'latin1')
  }

  get response(): ReceivedResponse {
    const { responseHeaders, responseBody: whole = '', responseClippedFrom } = this.#kept
    const lines = Object.entries(responseHeaders).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, this.#redact(value)] as const),
    )
    const body =
      typeof whole === 'string'
        ? Buffer.from(this.#redact(whole))
        : Buffer.from(this.#redact(viewOf(whole).toString('latin1')), 'latin1')
    const prototype = bodyMethods<ReceivedResponse>(() => `the response to ${this.#name}`)
    return (this.#response ??= Object.assign(Object.create(prototype) as typeof prototype, {
      headers: headerMap(lines),
      body,
      ...(responseClippedFrom !== undefined && { clippedFrom: responseClippedFrom }),
    }))
  }

  text(): string {
    return Buffer.from(this.body).toString()
  }

  json<T>(): T {
    const { clippedFrom } = this.#kept
    const methods = bodyMethods<Body>(() => this.#name)
    return methods.json.call({ ...methods, body: this.body, clippedFrom }) as T
  }
}

const subjectOfAttempt =
  ({ method, url, outcome, messageId }: KeptAttempt): Subject =>
  (name) => {
    const path = URL.canParse(url) ? new URL(url).pathname : url
    const status = outcome.kind === 'answered' ? outcome.status : 0
    const values = { kind: 'attempt', method, url, path, status: String(status), messageId }
    return Object.entries(values).flatMap(([each, value]) => (each === name ? [value] : []))
  }

function entryOfAttempt(
  {
    method,
    url,
    startedAt: at,
    headers,
    body,
    clippedFrom,
    outcome,
    messageId,
    retried,
  }: KeptAttempt,
  redact: (text: string) => string,
  most: number,
) {
  const hidden = (bytes: Uint8Array) =>
    Buffer.from(redact(viewOf(bytes).toString('latin1')), 'latin1')
  return {
    at,
    method,
    url: redact(url),
    requestHeaders: withoutTokens(headers, redact),
    ...named('request', shownBody(hidden(body), clippedFrom !== undefined, most)),
    ...(outcome.kind === 'answered'
      ? {
          status: outcome.status,
          responseHeaders: withoutTokens(outcome.headers, redact),
          ...named(
            'response',
            shownBody(hidden(outcome.body), outcome.clippedFrom !== undefined, most),
          ),
        }
      : { error: outcome.reason }),
    ...(outcome.interceptedBy !== undefined && { interceptedBy: outcome.interceptedBy }),
    ...(outcome.nearMiss !== undefined && { nearMiss: outcome.nearMiss }),
    messageId,
    retried,
  }
}

const withoutAuthorization = ([name, value]: HeaderLine): HeaderLine => [
  name,
  isOneOf(['authorization'], name) ? withoutCredentials(value) : value,
]

const withoutTokens = (headers: HeaderMap, redact: (text: string) => string): HeaderMap =>
  headerMap(
    Object.entries(headers).flatMap(([name, values]) =>
      values.map((value) => withoutAuthorization([name, redact(value)])),
    ),
  )

/** Returns the fields of a body in an entry, for example `requestBody`. */
const named = <Side extends 'request' | 'response'>(
  side: Side,
  { text, base64, clipped }: ReturnType<typeof shownBody>,
): ShownBodies<Side> =>
  Object.fromEntries(
    Object.entries({
      [`${side}Body`]: text,
      [`${side}BodyBase64`]: base64,
      [`${side}Clipped`]: clipped,
    }).filter(([, value]) => value !== undefined),
  ) as ShownBodies<Side>
