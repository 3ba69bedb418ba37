// Variants of the key-value server that read a request in another way, or refuse it with another status,
// where the contract leaves it open.

import { splitTarget } from '../../http/message.js'
import type { Bytes } from '../../kv/reply.js'
import { when } from './boundary.js'
import { body, headers, options, path, refused, status, statusOf } from './distortions.js'
import { breaking, faults } from './fault.js'
import { at, hasBody, not, type Seen, type Where } from './where.js'

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

const isAtPath =
  (pattern: RegExp): Where =>
  ({ request }) =>
    pattern.test(splitTarget(request.target).path)

const isGet: Where = ({ request }) => request.method === 'GET'

const schemeOf = ({ request }: Seen) => /^\S+ */.exec(request.headers.authorization ?? '')?.[0]

const formatOf = ({ request, kv }: Seen, name: 'encoding' | 'responseFormat') =>
  request.headers[kv.headers[name].key]

const withoutEmptySegments = (each: Bytes) => each.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')

export const otherReadings = faults({
  ...breaking([], {
    'numbers-as-javascript: JSON body: reads 1.50 as 1.5, 1e3 as 1000': () =>
      when(isJson)(scalars(asJavaScriptWrites)),
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
    'no-command-404: returns HTTP 404 for the path / without a command': () =>
      when(isAtPath(/^\/$/), at('path'))(status(400, 404)),
    'version-404: returns HTTP 404 for a path that begins with /v1 or /v2': () =>
      when(isAtPath(/^\/v\d\//))(status(400, 404)),
    'batch-get-405: returns HTTP 405 for GET /pipeline and GET /multi-exec': () =>
      when(isGet, isAtPath(/^\/(pipeline|multi-exec)$/))(status(400, 405)),
    'accept-406: event streams: return HTTP 406, not 400, for another Accept': () =>
      when(at('monitor', 'subscribe'))(statusOf(/accept/i, 406)),
    'size-limit-413: request size limit: returns HTTP 413': () =>
      when()(statusOf(/^\{"error":"ERR max request size/, 413)),
    'daily-limit-429: daily request limit: returns HTTP 429': () =>
      when()(statusOf(/^\{"error":"ERR max daily/, 429)),
    'unknown-encoding-400: rejects values of Svc-Encoding other than base64': () =>
      when((seen) => !['base64', undefined].includes(formatOf(seen, 'encoding')))(
        refused(400, 'ERR unknown encoding'),
      ),
    'transaction-base64-wins: transaction: base64 with resp2 returns base64': () =>
      when(
        at('transaction'),
        (seen) => formatOf(seen, 'encoding') === 'base64',
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
