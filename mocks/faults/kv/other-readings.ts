// Variants of the key-value server that read a request in another way, or refuse it with another status,
// where the contract leaves it open.

import { splitTarget } from '../../http/message.js'
import { type Bytes, type Command, OK } from '../../kv/reply.js'
import { endpointOf } from '../../kv/request.js'
import { when } from './boundary.js'
import {
  asStandard,
  body,
  headers,
  options,
  path,
  refused,
  status,
  statusOf,
} from './distortions.js'
import { breaking, faults, ofStatus } from './fault.js'
import { answeringInPipeline, refusedInPlace } from './parts.js'
import {
  at,
  hasBody,
  hasValidToken,
  header,
  isOtherMethod,
  not,
  optionsOf,
  type Seen,
  type Where,
  where,
} from './where.js'

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[^\s"[\]{},:]+/g

/** Changes the numbers, booleans and nulls of a JSON text. */
const scalars = (change: (scalar: string) => string) =>
  body((json) =>
    json.replace(JSON_TOKEN, (token) => (token.startsWith('"') ? token : change(token))),
  )

const isJson = at('body', 'pipeline', 'transaction')

/** True for a JSON body with an argument of this text. */
const hasScalar =
  (...texts: readonly string[]): Where =>
  ({ request }) =>
    (Buffer.from(request.body).toString('latin1').match(JSON_TOKEN) ?? []).some((token) =>
      texts.includes(token),
    )

/** Returns a number as JavaScript writes it. Integers keep their digits. */
const asJavaScriptWrites = (scalar: string) =>
  /^-?[\d.]/.test(scalar) && /[.e]|^-0$/i.test(scalar) ? `"${Number(scalar)}"` : scalar

/** Returns a number with an exponent as digits, if JavaScript can. */
const withoutExponent = (scalar: string) =>
  /^-?\d.*e/i.test(scalar) && Number.isFinite(Number(scalar)) ? `"${Number(scalar)}"` : scalar

/** Returns the form of a blocking command that does not block. */
const withoutWaiting = (command: Command): Command => {
  const [name, ...args] = command
  switch (name.toUpperCase()) {
    case 'BLMOVE':
      return ['LMOVE', ...args.slice(0, -1)]
    case 'BLMPOP':
    case 'BZMPOP':
      return [name.slice(1), ...args.slice(1)]
    default:
      return command
  }
}

const hasInvalidFormat: Where = ({ request, kv }) => {
  try {
    kv.format(request, endpointOf(request))
    return false
  } catch {
    return true
  }
}

const isAtPath =
  (pattern: RegExp): Where =>
  ({ request }) =>
    pattern.test(splitTarget(request.target).path)

const isGet: Where = ({ request }) => request.method === 'GET'

const schemeOf = ({ request }: Seen) => /^\S+ */.exec(request.headers.authorization ?? '')?.[0]

const withoutEmptySegments = (each: Bytes) => each.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')

export const otherReadings = faults({
  ...breaking([], {
    'numbers-as-javascript: JSON body: reads 1.50 as 1.5, 1e3 as 1000': () =>
      when(isJson)(scalars(asJavaScriptWrites)),
    'exponents-expanded: JSON body: reads 1e3 as 1000, but 1.50 as 1.50': () =>
      when(isJson)(scalars(withoutExponent)),
    'booleans-refused: JSON body: rejects true and false as arguments': () =>
      when(isJson, hasScalar('true', 'false'))(refused(400, 'ERR expected a string or a number')),
    'null-refused: JSON body: rejects null as an argument': () =>
      when(isJson, hasScalar('null'))(refused(400, 'ERR expected a string or a number')),
    'null-is-empty: JSON body: reads null as an empty argument': () =>
      when(isJson)(scalars((scalar) => (scalar === 'null' ? '""' : scalar))),
    'path-dots-resolved: command by path: resolves /a/../b to /b': () =>
      when(
        at('path'),
        isAtPath(/\/(\.|%2e){1,2}(\/|$)/i),
      )(path((each) => new URL(`http://kv.test${each}`).pathname)),
    'empty-segments-ignored: command by path: ignores empty segments': () =>
      when(at('path'), isAtPath(/\/(\/|$)/))(path(withoutEmptySegments)),
    'bare-percent-literal: command by path: reads % before other than digits as %': () =>
      when(at('path'))(path((each) => each.replace(/%(?![0-9a-f]{2})/gi, '%25'))),
    'options-need-body: command by path: ignores query options without a body': () =>
      when(at('path'), not(hasBody))(options(() => [])),
    'flags-ignored: command by path: ignores query options without a value': () =>
      when(at('path'))(options((all) => all.filter((each) => /=./.test(each)))),
    'empty-option-value-refused: command by path: rejects ?NX=': () =>
      when(at('path'), (seen) => optionsOf(seen).some((each) => /^[^=]*=$/.test(each)))(
        refused(400, 'ERR syntax error'),
      ),
    'put-body-ignored: command by path: ignores the body of PUT': () =>
      when(at('path'), where.method.PUT)(body(() => '')),
    'no-command-404: returns HTTP 404 for the path / without a command': ofStatus((to) =>
      when(isAtPath(/^\/$/), at('path'))(status(400, to)),
    ),
    'version-404: returns HTTP 404 for a path that begins with /v1 or /v2': ofStatus((to) =>
      when(isAtPath(/^\/v\d\//))(status(400, to)),
    ),
    'batch-get-405: returns HTTP 405 for GET /pipeline and GET /multi-exec': ofStatus((to) =>
      when(isGet, isAtPath(/^\/(pipeline|multi-exec)$/))(status(400, to)),
    ),
    'accept-406: event streams: return HTTP 406, not 400, for another Accept': ofStatus((to) =>
      when(at('monitor', 'subscribe'))(statusOf(/accept/i, to)),
    ),
    'accept-exact: event streams: Accept: */* does not allow them': () =>
      when(
        at('monitor', 'subscribe'),
        ({ request }) => !/text\/event-stream/i.test(request.headers['accept'] ?? ''),
      )(headers(() => ({ accept: undefined }))),
    'size-limit-413: request size limit: returns HTTP 413': ofStatus((to) =>
      when()(statusOf(/^\{"error":"ERR max request size/, to)),
    ),
    'daily-limit-429: daily request limit: returns HTTP 429': ofStatus((to) =>
      when()(statusOf(/^\{"error":"ERR max daily/, to)),
    ),
    'unknown-encoding-400: rejects values of Svc-Encoding other than base64': ofStatus((to) =>
      when((seen) => !['base64', undefined].includes(header(seen, 'encoding')))(
        refused(to, 'ERR unknown encoding'),
      ),
    ),
    'encoding-case-insensitive: reads Svc-Encoding: BASE64 as base64': () =>
      when((seen) => header(seen, 'encoding') !== undefined)(
        headers((seen) => ({
          [seen.kv.headers.encoding.key]: header(seen, 'encoding')!.toLowerCase(),
        })),
      ),
    'format-checked-before-token: checks the format before the token (400 before 401)': () =>
      when(not(isOtherMethod), not(hasValidToken), hasInvalidFormat)(asStandard),
    'wrong-count-in-place: transaction: fails a wrong number of arguments in place': refusedInPlace(
      /^ERR wrong number of arguments/,
    ),
    'blocking-moves-run: pipeline: runs BLMOVE, BLMPOP and BZMPOP without waiting': () =>
      when(at('pipeline'))({ command: withoutWaiting }),
    'wait-returns-0: pipeline: WAIT returns 0': answeringInPipeline({ WAIT: 0 }),
    'multi-exec-in-pipeline: pipeline: MULTI returns OK, EXEC an empty array': answeringInPipeline({
      MULTI: OK,
      EXEC: [],
    }),
    'transaction-base64-wins: transaction: base64 with resp2 returns base64': () =>
      when(
        at('transaction'),
        (seen) => header(seen, 'encoding') === 'base64',
      )(headers(({ kv }) => ({ [kv.headers.responseFormat.key]: undefined }))),
    'scheme-case-sensitive: authentication: rejects "bearer" and "BEARER"': () =>
      when(
        (seen) => /^bearer /i.test(schemeOf(seen) ?? '') && !schemeOf(seen)!.startsWith('Bearer'),
      )(refused(401, 'WRONGPASS invalid or missing auth token')),
    'scheme-one-space: authentication: rejects 2 spaces before the token': () =>
      when((seen) => schemeOf(seen)?.endsWith('  ') === true)(
        refused(401, 'WRONGPASS invalid or missing auth token'),
      ),
    'last-query-token-wins: authentication: uses the last of several _token parameters': () =>
      when((seen) => tokensIn(seen).length > 1)({
        request: (seen) => ({
          target: seen.request.target.replace(`${tokensIn(seen)[0]}&`, ''),
        }),
      }),
  }),
})

const tokensIn = ({ request, kv }: Seen) =>
  splitTarget(request.target)
    .query.split('&')
    .filter((each) => each.startsWith(`${kv.dialect.kvTokenKey}=`))
