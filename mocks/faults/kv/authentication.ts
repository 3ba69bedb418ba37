// Faults of the heading Authentication.

import { tokenOf } from '../../kv/access.js'
import { json } from '../../http/message.js'
import { ReplyError } from '../../kv/reply.js'
import { whenThere } from '../../soon.js'
import { distort, when } from './boundary.js'
import { asStandard, headers, refused, runningToo, status } from './distortions.js'
import { breaking, faults, type Replacements } from './fault.js'
import { connectionOf } from './parts.js'
import {
  at,
  commandsOf,
  hasToken,
  hasValidToken,
  isSingle,
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

/** Allows the Read Only token one more command. */
const allowing = (name: string): Replacements => ({
  isDeniedToReadOnly: (original) => (info) => info.name !== name && original(info),
})

export const authenticationFaults = faults({
  ...breaking([WRITES], {
    'read-only-allows-append: Read Only token: allows APPEND': allowing('append'),
    'read-only-allows-flushdb: Read Only token: allows FLUSHDB': allowing('flushdb'),
    'read-only-allows-eval-writes: Read Only token: allows writes inside EVAL scripts': () =>
      when(readOnly, named('EVAL'))(asStandard),
    'query-token-may-write: Read Only token as query parameter _token: allows writes': () =>
      when(readOnly, inQuery)(asStandard),
  }),
  ...breaking([WRITES, SCAN, KEYS], {
    'read-only-allows-lower-case: Read Only token: allows any command in lower case ("set")': () =>
      when(readOnly, (seen) => commandsOf(seen).some(([name]) => /[a-z]/.test(name)))(asStandard),
    'read-only-allows-all-in-pipeline: Read Only token: allows every command in a pipeline': () =>
      when(readOnly, at('pipeline'))(asStandard),
  }),
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
  }),
  ...breaking(['kv.authentication.standard-any-command'], {
    'standard-refuses-scan: Standard token: may not run SCAN': {
      lookup: (original) => (command) =>
        /^scan$/i.test(command[0])
          ? new ReplyError('NOPERM no permission to run SCAN')
          : original(command),
    },
  }),
  ...breaking(['kv.authentication.every-endpoint'], {
    'pipeline-needs-no-token: pipeline: accepts a missing or invalid token': () =>
      when(at('pipeline'), not(hasValidToken))(asStandard),
    'head-needs-no-token: HEAD: accepts a missing or invalid token': () =>
      when(where.method.HEAD)(asStandard),
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
    'token-prefix-accepted: accepts the first characters of a token as a valid token': () =>
      distort(
        headers(({ kv, request }) => {
          const sent = tokenOf(kv, request) || undefined
          const { standard, readOnly } = kv.tokens
          const issued = [standard, readOnly].find((each) => sent && each.startsWith(sent))
          return issued === undefined ? {} : { authorization: `Bearer ${issued}` }
        }),
      ),
  }),
})
