// The places of distortions: the values of the dimensions of a key-value request, under the names that
// the suite gives them.

import { splitTarget, type Request } from '../../http/message.js'
import { tokenOf } from '../../kv/access.js'
import type { Endpoint, Kv } from '../../kv/decisions.js'
import { endpointOf, pathArguments } from '../../kv/request.js'
import { unseal } from '../../kv/rest-token.js'
import { ReplyError, textOf, type Bytes, type Command } from '../../kv/reply.js'

/** A request, and the server that received it. */
export interface Seen {
  readonly request: Request
  readonly kv: Kv
}

export type Where = (seen: Seen) => boolean

export const not =
  (condition: Where): Where =>
  (seen) =>
    !condition(seen)

/** Returns the commands of a request. A request that the server would refuse has none. */
export function commandsOf({ kv, request }: Seen): readonly Command[] {
  try {
    const endpoint = endpointOf(request)
    if (endpoint === 'path') return [kv.commandInPath(request)]
    if (endpoint === 'body') return [kv.commandInBody(request)]
    return endpoint === 'pipeline' || endpoint === 'transaction'
      ? kv.batchInBody(request, endpoint)
      : []
  } catch {
    return []
  }
}

/** Returns the kind of a request's token, or undefined without a token of this database. */
function kindOfToken({
  kv,
  request,
}: Seen): 'Standard' | 'Read Only' | 'of an ACL user' | undefined {
  const token = tokenOf(kv, request)
  if (token === undefined) return undefined
  if (token === kv.tokens.standard) return 'Standard'
  if (token === kv.tokens.readOnly) return 'Read Only'
  return unseal(kv, token) === undefined ? undefined : 'of an ACL user'
}

export const at =
  (...endpoints: readonly Endpoint[]): Where =>
  ({ request }) =>
    endpoints.includes(endpointOf(request))

export const isSingle = at('path', 'body')
export const isBatch = at('pipeline', 'transaction')

export const isOtherMethod: Where = ({ request }) =>
  !['GET', 'HEAD', 'POST', 'PUT'].includes(request.method)

export const hasToken: Where = ({ kv, request }) => tokenOf(kv, request) !== undefined
export const hasValidToken: Where = (seen) => kindOfToken(seen) !== undefined
const isByPath = (seen: Seen) =>
  endpointOf(seen.request) === 'path' && !/^\/(publish|info)/.test(seen.request.target)
export const hasBody: Where = ({ request }) => request.body.length > 0
/** Returns the channel of a subscription, as text. */
export const channelOf = ({ request }: Seen): string => textOf(pathArguments(request)[1] ?? '')

/** Returns the query parameters without the token, as sent. */
export const optionsOf = ({ kv, request }: Seen) =>
  splitTarget(request.target)
    .query.split('&')
    .filter((each) => each !== '' && !each.startsWith(`${kv.dialect.kvTokenKey}=`))

/** Returns the value of a header of the format. */
export const header = (seen: Seen, name: 'encoding' | 'responseFormat') =>
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

const args = (seen: Seen): readonly Bytes[] => commandsOf(seen).flatMap(([, ...args]) => args)

/** Returns true where one of the commands has one of these names. */
export const named =
  (...names: readonly string[]): Where =>
  (seen) =>
    commandsOf(seen).some(([name]) => names.includes(name.toUpperCase()))

export const isWriting: Where = (seen) =>
  commandsOf(seen).some((command) => {
    const info = seen.kv.lookup(command)
    return !(info instanceof ReplyError) && info.write
  })

const containing =
  (pattern: RegExp): Where =>
  (seen) =>
    args(seen).some((arg) => pattern.test(arg))

/** The values by dimension. */
export const where = {
  wayIn: {
    'in the body': at('body'),
    'by path': (seen) => isByPath(seen) && !hasBody(seen),
    'by path with its last argument in the body': (seen) =>
      isByPath(seen) && hasBody(seen) && optionsOf(seen).length === 0,
    'by path with a body and query options': (seen) =>
      isByPath(seen) && hasBody(seen) && optionsOf(seen).length > 0,
    'in a pipeline': at('pipeline'),
    'in a transaction': at('transaction'),
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
    Standard: (seen) => kindOfToken(seen) === 'Standard',
    'Read Only': (seen) => kindOfToken(seen) === 'Read Only',
    'of an ACL user': (seen) => kindOfToken(seen) === 'of an ACL user',
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
    'with its length': (seen) =>
      hasBody(seen) && seen.request.headers['transfer-encoding'] === undefined,
    'in chunks': ({ request }) => request.headers['transfer-encoding'] !== undefined,
    'without Content-Type': (seen) => hasBody(seen) && contentType(seen) === undefined,
    'of application/octet-stream': (seen) => contentType(seen) === 'application/octet-stream',
    'of text/plain': (seen) => contentType(seen)?.startsWith('text/plain') === true,
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
    'the text null': containing(/^null$/),
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
} satisfies Readonly<Record<string, Readonly<Record<string, Where>>>>
