// What a scenario of the KV interface sees: a client that says each request of the contract in one
// call, and keys that nobody else uses.

import type { Abilities } from '../provider.js'
import { aclUsers, type AclUser } from './acl-users.js'
import { present, type Exchange, type HeaderLines } from '../exchange.js'
import { scenariosOf, type Entered, type Wire, type World } from '../scenario.js'
import type { EventStream } from '../stream.js'

/** A command: its name, then its arguments. */
export type Command = readonly [name: string, ...args: unknown[]]

/** How a request differs from the plain one. */
export interface RequestOptions {
  /** The value of `Svc-Encoding`. */
  readonly encoding?: string
  /** The value of `Svc-Response-Format`. */
  readonly format?: string
  /** Sent as they are, after the ones the client makes. */
  readonly headers?: HeaderLines
  /** Appended to the target after `?`, raw. */
  readonly query?: string
  /** The token in the `Authorization` header; `null` sends no such header. */
  readonly token?: string | null
}

export interface PathOptions extends RequestOptions {
  /** `GET` unless told, or `POST` where there is a body. */
  readonly method?: string
  readonly body?: string | Uint8Array
}

export interface KvClient {
  /** The token that requests carry unless told otherwise. */
  readonly token: string
  /** The query key that carries a token. */
  readonly tokenKey: string
  /** The prefix of the header names that the document writes `Svc-`. */
  readonly headerPrefix: string
  /**
   * A command by path (endpoint 1): every segment percent-encoded, bytes and text alike. A body has
   * the content type of a text or of bytes, unless the headers say another.
   */
  path(
    segments: readonly (string | number | Uint8Array)[],
    options?: PathOptions,
  ): Promise<Exchange>
  /** A command in the body (endpoint 2). */
  command(command: Command, options?: RequestOptions): Promise<Exchange>
  /** A pipeline (endpoint 3). */
  pipeline(commands: readonly Command[], options?: RequestOptions): Promise<Exchange>
  /** A transaction (endpoint 4). */
  transaction(commands: readonly Command[], options?: RequestOptions): Promise<Exchange>
  /** A POST of a JSON text, which may be none. */
  post(target: string, json: string, options?: RequestOptions): Promise<Exchange>
  /** Any request: raw method, raw target, raw body. */
  send(method: string, target: string, options?: PathOptions): Promise<Exchange>
  /**
   * The stream of executed commands (endpoint 5). It asks for an event stream, unless the headers
   * say otherwise, and is closed with the scenario.
   */
  monitor(options?: RequestOptions): Promise<EventStream>
  /** The stream of a channel (endpoint 6), likewise. */
  subscribe(channel: string, options?: RequestOptions): Promise<EventStream>
  /** A message by path (endpoint 7). */
  publish(channel: string, message: string, options?: RequestOptions): Promise<Exchange>
}

export interface KvWorld extends World {
  readonly kv: KvClient
  /** A key that nobody else uses and that is deleted afterwards. */
  readonly key: string
  /** Makes an ACL user, on and with a password, whom nobody else has and who is deleted afterwards. */
  readonly aclUser: (...rules: readonly string[]) => Promise<AclUser>
  /** Further such keys, which end in their label: the same one for the same label. */
  readonly keyOf: (label: string) => string
}

/** One request of a table of requests. */
export type Ask = (world: KvWorld) => Promise<Exchange>

export const { scenario, observation } = scenariosOf<KvWorld, 'kv'>()

/** A path segment as it stands in a request target; bytes that are no text are encoded one by one. */
export const segment = (value: string | number | Uint8Array): string =>
  typeof value === 'object'
    ? Array.from(value, (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
    : encodeURIComponent(value)

/** The base64 of bytes; a string stands for its UTF-8 bytes. */
export const base64 = (value: string | Uint8Array): string => Buffer.from(value).toString('base64')

/**
 * A command in one line, its words apart by spaces. `KEY` and `OTHER` stand for keys of the scenario,
 * `TOKEN` for the token.
 */
export function commandOf(
  line: string,
  { kv, key, keyOf }: Pick<KvWorld, 'kv' | 'key' | 'keyOf'>,
): readonly [string, ...string[]] {
  const [name = '', ...args] = line.split(' ')
  const own: Readonly<Record<string, string>> = {
    KEY: key,
    OTHER: keyOf('other'),
    TOKEN: kv.token,
  }
  return [name, ...args.map((word) => own[word] ?? word)]
}

/** The world of one scenario; `leave` deletes the keys it was given and the users it made. */
export function kvWorld(
  base: World,
  wire: Wire,
  provided?: Abilities['aclUser'],
): Entered<KvWorld> {
  const kv = kvClient(wire)
  const users = aclUsers(base.id, provided)
  const keys = new Set<string>()
  const keyOf = (label: string) => {
    const key = `${base.id}-${label}`
    keys.add(key)
    return key
  }
  return {
    world: {
      ...base,
      kv,
      aclUser: (...rules) => users.create(kv, rules),
      keyOf,
      // A getter, so that scenarios without keys leave nothing to delete.
      get key() {
        return keyOf('key')
      },
    },
    async leave(wire) {
      const kv = kvClient(wire)
      if (keys.size > 0) await kv.command(['DEL', ...keys])
      await users.remove(kv)
    },
  }
}

/** What a stream is asked for with. */
const acceptsEvents: HeaderLines = [['Accept', 'text/event-stream']]

function kvClient({ send, open, token, dialect }: Wire): KvClient {
  /** The raw request that a method, a target and options make. */
  function requestOf(method: string, target: string, options: PathOptions = {}) {
    const bearer = options.token === undefined ? token : options.token
    const named = {
      Authorization: bearer === null ? undefined : `Bearer ${bearer}`,
      [`${dialect.headerPrefix}Encoding`]: options.encoding,
      [`${dialect.headerPrefix}Response-Format`]: options.format,
    }
    const query = options.query === undefined ? '' : `?${options.query}`
    const headers = [...present(named), ...(options.headers ?? [])]
    return [method, target + query, headers, options.body] as const
  }

  const client: KvClient = {
    token,
    tokenKey: dialect.kvTokenKey,
    headerPrefix: dialect.headerPrefix,

    send: (method, target, options) => send(...requestOf(method, target, options)),

    monitor: (options) =>
      open(...requestOf('POST', '/monitor', { headers: acceptsEvents, ...options })),
    subscribe: (channel, options) =>
      open(
        ...requestOf('POST', `/subscribe/${segment(channel)}`, {
          headers: acceptsEvents,
          ...options,
        }),
      ),
    publish: (channel, message, options) =>
      client.send('POST', `/publish/${segment(channel)}/${segment(message)}`, options),

    post: (target, json, options = {}) =>
      client.send('POST', target, {
        ...options,
        headers: [['Content-Type', 'application/json'], ...(options.headers ?? [])],
        body: json,
      }),

    path(segments, options = {}) {
      const { body, headers } = options
      const type = typeof body === 'string' ? 'text/plain' : 'application/octet-stream'
      return client.send(
        options.method ?? (body === undefined ? 'GET' : 'POST'),
        `/${segments.map(segment).join('/')}`,
        { ...options, headers: headers ?? (body === undefined ? [] : [['Content-Type', type]]) },
      )
    },

    command: (command, options) => client.post('/', JSON.stringify(command), options),
    pipeline: (commands, options) => client.post('/pipeline', JSON.stringify(commands), options),
    transaction: (commands, options) =>
      client.post('/multi-exec', JSON.stringify(commands), options),
  }
  return client
}
