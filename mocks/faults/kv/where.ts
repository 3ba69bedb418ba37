// The places of distortions: the values of the dimensions of a key-value request, under the names that
// the suite gives them.

import { splitTarget, type Request } from '../../http/message.js'
import type { Kv, Session } from '../../kv/decisions.js'
import type { Bytes, Command } from '../../kv/reply.js'

/** The facts that a server knows of a request when it distorts it. */
export interface Seen {
  readonly request: Request
  readonly commands: readonly Command[]
  readonly session?: Session
  readonly kv: Kv
  /** The number of requests before this one. */
  readonly ordinal: number
}

export type Where = (seen: Seen) => boolean

const endpointOf = ({ kv, request }: Seen) => kv.endpoint(request)
const isByPath = (seen: Seen) =>
  endpointOf(seen) === 'path' && !/^\/(publish|info)/.test(seen.request.target)
const hasBody = ({ request }: Seen) => request.body.length > 0
const optionsOf = ({ kv, request }: Seen) =>
  splitTarget(request.target)
    .query.split('&')
    .filter((each) => each !== '' && !each.startsWith(`${kv.dialect.kvTokenKey}=`))

const header = (seen: Seen, name: 'encoding' | 'responseFormat') =>
  seen.request.headers[seen.kv.headers[name].key]

const spelled = (seen: Seen, isSpelled: (name: string) => boolean) =>
  seen.request.rawHeaders.some(
    (name, index) =>
      index % 2 === 0 &&
      /^(authorization|\w+-encoding|\w+-response-format)$/i.test(name) &&
      isSpelled(name),
  )

const contentType = ({ request }: Seen) => request.headers['content-type']
const tokenText = ({ kv, request }: Seen) =>
  splitTarget(request.target)
    .query.split('&')
    .find((each) => each.startsWith(`${kv.dialect.kvTokenKey}=`))

const args = ({ commands }: Seen): readonly Bytes[] => commands.flatMap(([, ...args]) => args)
const named =
  (...names: readonly string[]): Where =>
  ({ commands }) =>
    commands.some(([name]) => names.includes(name.toUpperCase()))

const containing =
  (pattern: RegExp): Where =>
  (seen) =>
    args(seen).some((arg) => pattern.test(arg))

/** The values by dimension. */
export const where: Readonly<Record<string, Readonly<Record<string, Where>>>> = {
  wayIn: {
    'in the body': (seen) => endpointOf(seen) === 'body',
    'by path': (seen) => isByPath(seen) && !hasBody(seen),
    'by path with its last argument in the body': (seen) =>
      isByPath(seen) && hasBody(seen) && optionsOf(seen).length === 0,
    'by path with a body and query options': (seen) =>
      isByPath(seen) && hasBody(seen) && optionsOf(seen).length > 0,
    'in a pipeline': (seen) => endpointOf(seen) === 'pipeline',
    'in a transaction': (seen) => endpointOf(seen) === 'transaction',
  },
  method: {
    POST: ({ request }) => request.method === 'POST',
    GET: ({ request }) => request.method === 'GET',
    PUT: ({ request }) => request.method === 'PUT',
    HEAD: ({ request }) => request.method === 'HEAD',
  },
  tokenPlace: {
    'in the header': (seen) => tokenText(seen) === undefined,
    'in the query': (seen) => tokenText(seen) !== undefined,
    'percent-encoded in the query': (seen) => tokenText(seen)?.includes('%') === true,
  },
  token: {
    Standard: ({ session }) => session?.readOnly === false && session.login === undefined,
    'Read Only': ({ session }) => session?.readOnly === true,
    'of an ACL user': ({ session }) => session?.login !== undefined,
  },
  format: {
    'by default': (seen) =>
      header(seen, 'encoding') === undefined && header(seen, 'responseFormat') === undefined,
    json: (seen) => header(seen, 'responseFormat') === 'json',
    base64: (seen) => header(seen, 'encoding') === 'base64',
    resp2: (seen) => header(seen, 'responseFormat') === 'resp2',
  },
  headerCase: {
    'as in the contract': (seen) =>
      spelled(seen, (name) => /[a-z]/.test(name) && /[A-Z]/.test(name)),
    'in lower case': (seen) => spelled(seen, (name) => name === name.toLowerCase()),
    'in upper case': (seen) => spelled(seen, (name) => name === name.toUpperCase()),
  },
  framing: {
    'with its length': ({ request }) =>
      hasBodyOf(request) && request.headers['transfer-encoding'] === undefined,
    'in chunks': ({ request }) => request.headers['transfer-encoding'] !== undefined,
    'without Content-Type': (seen) => hasBody(seen) && contentType(seen) === undefined,
    'of application/octet-stream': (seen) => contentType(seen) === 'application/octet-stream',
    'of a form': (seen) => contentType(seen) === 'application/x-www-form-urlencoded',
    'of application/json': (seen) => isByPath(seen) && contentType(seen) === 'application/json',
  },
  command: {
    ECHO: named('ECHO'),
    SET: named('SET'),
    GET: named('GET'),
    APPEND: named('APPEND'),
    RPUSH: named('RPUSH'),
    LRANGE: named('LRANGE'),
    MGET: named('MGET'),
    SMISMEMBER: named('SMISMEMBER'),
    EXISTS: named('EXISTS'),
    INCR: named('INCR'),
    'DECRBY below zero': named('DECRBY'),
    PING: named('PING'),
  },
  value: {
    'letters of both cases': containing(/[a-z][A-Z]/),
    'the empty string': (seen) => args(seen).some((arg) => arg === ''),
    spaces: containing(/ /),
    'signs of URLs': containing(/[+/%;&=]/),
    'quotes and backslashes': containing(/["\\]/),
    'line breaks': containing(/[\r\n]/),
    'control characters': containing(/(?![\t-\r])\p{Cc}/u),
    'the text 007': containing(/^0\d/),
    'the text null': containing(/^(null|true)$/),
    'a JSON array as text': containing(/^[[{]/),
    'text like base64': containing(/^YWJj/),
    'letters of 2 bytes': containing(/[\xc3-\xdf][\x80-\xbf]/),
    'letters of 3 bytes': containing(/[\xe0-\xef][\x80-\xbf]{2}/),
    'characters of 4 bytes': containing(/[\xf0-\xf4][\x80-\xbf]{3}/),
    'invalid UTF-8': containing(/\xff/),
  },
  size: Object.fromEntries(
    [100, 256, 1_000, 4_096, 16_384, 65_536].map((bytes) => [
      String(bytes),
      (seen: Seen) => args(seen).some((arg) => arg.length >= bytes),
    ]),
  ),
}

const hasBodyOf = ({ body }: Request) => body.length > 0
