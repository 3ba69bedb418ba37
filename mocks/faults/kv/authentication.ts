// Faults of the heading Authentication.

import { tokenOf } from '../../kv/access.js'
import { json } from '../../http/message.js'
import { whenThere } from '../../soon.js'
import { each, mapped } from '../written.js'
import { distort, type Distortion, when, wrongAt } from './boundary.js'
import { asStandard, headers, refused, runningToo, status } from './distortions.js'
import { breaking, faults } from './fault.js'
import { allowing, connectionOf, denying } from './parts.js'
import {
  at,
  commandsOf,
  hasToken,
  hasValidToken,
  isSingle,
  isWriting,
  named,
  not,
  type Seen,
  where,
} from './where.js'

const MISSING_TOKEN = 'kv.authentication.missing-token'
const INVALID_TOKEN = 'kv.authentication.invalid-token'
const READS = 'kv.authentication.read-only-reads'
const WRITES = 'kv.authentication.read-only-refuses-writes'
const SCAN = 'kv.authentication.read-only-refuses-scan'
const KEYS = 'kv.authentication.read-only-refuses-keys'

const readOnly = where.token['Read Only']
const inQuery = where.tokenPlace['in the query']

/** Accepts a token in place of the similar one of the database. */
const accepting = (isSimilar: (sent: string, issued: string) => boolean): Distortion =>
  headers(({ kv, request }) => {
    const { standard, readOnly } = kv.tokens
    const sent = tokenOf(kv, request)
    const issued = [standard, readOnly].find((each) => sent !== undefined && isSimilar(sent, each))
    return issued === undefined ? {} : { authorization: `Bearer ${issued}` }
  })

/** Commands that a server may let the Read Only token run by mistake. */
const WRITING = [
  ...['APPEND', 'GETDEL', 'HINCRBY', 'LMOVE', 'GETEX', 'BITFIELD', 'DECRBY', 'ZREM', 'JSON.SET'],
  ...['FLUSHDB', 'INCR', 'UNLINK', 'RPUSH', 'HSET', 'SADD', 'ZADD', 'GEOADD', 'PFADD', 'XADD'],
]

export const authenticationFaults = faults({
  ...breaking(
    [WRITES],
    mapped(WRITING, (name) => [
      `read-only-allows-${name.toLowerCase().replace('.', '-')}: Read Only token: allows ${name}`,
      allowing(name.toLowerCase()),
    ]),
  ),
  ...breaking([WRITES], {
    'read-only-allows-sort-store: Read Only token: allows SORT with STORE, which writes':
      allowing('sort'),
    'read-only-allows-eval-writes: Read Only token: allows writes inside EVAL scripts': () =>
      when(readOnly, named('EVAL'))(asStandard),
    'read-only-runs-refused-write: Read Only token: runs pipeline writes, then returns errors':
      () => when(readOnly, at('pipeline'), isWriting)(runningToo(asStandard)),
    'query-token-may-write: Read Only token as query parameter _token: allows writes': () =>
      when(readOnly, inQuery)(asStandard),
  }),
  ...breaking([WRITES, SCAN, KEYS], {
    'read-only-allows-lower-case: Read Only token: allows any command in lower case ("set")': () =>
      when(readOnly, (seen) => commandsOf(seen).some(([name]) => /[a-z]/.test(name)))(asStandard),
    'read-only-allows-all-in-pipeline: Read Only token: allows every command in a pipeline': () =>
      when(readOnly, at('pipeline'))(asStandard),
  }),
  'read-only-allows-scan-in-transaction: Read Only token: allows SCAN and KEYS in a transaction': {
    breaks: [SCAN, KEYS],
    replace: () => when(readOnly, at('transaction'), named('SCAN', 'KEYS'))(asStandard),
  },
  'read-only-allows-scan: Read Only token: allows SCAN': { breaks: [SCAN], ...allowing('scan') },
  'read-only-allows-keys: Read Only token: allows KEYS': { breaks: [KEYS], ...allowing('keys') },
  'read-only-refuses-get: Read Only token: rejects GET': {
    breaks: [READS],
    blocks: [SCAN, KEYS, 'kv.authentication.password-reset-revokes'],
    isDeniedToReadOnly: (original) => (info) => info.name === 'get' || original(info),
  },
  ...breaking([READS], {
    'read-only-reads-nothing: Read Only token: HGET, SISMEMBER, … return null': () =>
      when(
        readOnly,
        named('HGET', 'SISMEMBER', 'ZSCORE', 'XLEN'),
        isSingle,
      )({ envelope: () => ({ result: null }) }),
    'read-only-refuses-pipeline: Read Only token: rejects reads sent in a pipeline': () =>
      when(readOnly, at('pipeline'))({ envelope: () => ({ error: 'NOPERM no pipelines' }) }),
  }),
  ...breaking(['kv.authentication.standard-any-command'], {
    'standard-refuses-scan: Standard token: may not run SCAN': denying('SCAN'),
    'standard-refuses-keys: Standard token: may not run KEYS': denying('KEYS'),
  }),
  ...breaking(['kv.authentication.every-endpoint'], {
    'pipeline-needs-no-token: pipeline: accepts a missing or invalid token': () =>
      when(at('pipeline'), not(hasValidToken))(asStandard),
    'head-needs-no-token: HEAD: accepts a missing or invalid token': () =>
      when(where.method.HEAD)(asStandard),
    'ping-needs-no-token: /ping: accepts a missing or invalid token': () =>
      when(({ request }) => /^\/ping/i.test(request.target))(asStandard),
  }),
  ...breaking(['kv.authentication.bearer-header'], {
    'auth-header-case-sensitive: matches the header name Authorization case-sensitively': () =>
      when(({ request }) => !request.rawHeaders.includes('Authorization'))(
        headers(() => ({ authorization: undefined })),
      ),
    '401-poisons-connection: rejects a valid token on a connection that has had a 401': () =>
      distort({
        make: (poisoned = new Set<string>()) => ({
          around(handle, { request }) {
            const connection = connectionOf(request)
            if (poisoned.has(connection)) return json(401, { error: 'WRONGPASS invalid token' })
            return whenThere(handle(request), (response) => {
              if (response.status === 401) poisoned.add(connection)
              return response
            })
          },
        }),
      }),
  }),
  ...breaking(['kv.authentication.query-token'], {
    'query-token-ignored: ignores the token in query parameter _token': () =>
      when(
        inQuery,
        ({ request }: Seen) => request.headers['authorization'] === undefined,
      )(refused(401, 'WRONGPASS missing token')),
    'query-token-as-argument: command by path: adds _token of the query to the arguments': () =>
      when(inQuery)({
        request: ({ kv, request }) => ({
          headers: { ...request.headers, authorization: `Bearer ${tokenOf(kv, request)}` },
          target: request.target.replace(`${kv.dialect.kvTokenKey}=`, 'token='),
        }),
      }),
  }),
  ...breaking([MISSING_TOKEN], {
    'missing-token-403: returns HTTP 403, not 401, for a missing token': () =>
      when(not(hasToken))(status(401, 403)),
    'empty-token-accepted: accepts an empty token as valid': () =>
      when(({ kv, request }) => tokenOf(kv, request) === '')(asStandard),
  }),
  'unauthorized-request-runs: runs a command sent without a valid token, then returns 401': {
    breaks: [MISSING_TOKEN, INVALID_TOKEN],
    replace: () =>
      when(not(at('monitor', 'subscribe')))(runningToo(asStandard, ({ status }) => status === 401)),
  },
  ...breaking([INVALID_TOKEN], {
    'invalid-token-403: returns HTTP 403, not 401, for an invalid token': () =>
      when(hasToken)(status(401, 403)),
  }),
  ...each(wrongAt(), [INVALID_TOKEN], {
    'token-prefix-accepted: accepts the first characters of a token as a valid token': () =>
      accepting((sent, issued) => sent !== '' && issued.startsWith(sent)),
    'cut-token-accepted: accepts a token without its last character': () =>
      accepting((sent, issued) => sent === issued.slice(0, -1)),
    'token-ignores-case: compares tokens case-insensitively': () =>
      accepting((sent, issued) => sent.toLowerCase() === issued.toLowerCase()),
    'token-substring-accepted: accepts a token with extra characters at the start or end': () =>
      accepting((sent, issued) => sent.includes(issued)),
  }),
})
