// Faults of the heading Authentication.

import { Refusal } from '../../http/refusal.js'
import type { Session } from '../../kv/decisions.js'
import { ReplyError } from '../../kv/reply.js'
import { each, given, mapped } from '../written.js'
import { breaking, faults, replacing } from './fault.js'
import { allowing, connectionOf, denying, isError, isNamed, runningToo } from './parts.js'

const INVALID_TOKEN = 'kv.authentication.invalid-token'
const QUERY_TOKEN = 'kv.authentication.query-token'
const STANDARD = 'kv.authentication.standard-any-command'
const READS = 'kv.authentication.read-only-reads'
const WRITES = 'kv.authentication.read-only-refuses-writes'
const SCAN = 'kv.authentication.read-only-refuses-scan'
const KEYS = 'kv.authentication.read-only-refuses-keys'

/** The same session with the rights of the Standard token. */
const allowed = (session: Session): Session => ({ ...session, readOnly: false })

export const authenticationFaults = faults({
  'empty-token-accepted: accepts an empty token as valid': {
    breaks: [INVALID_TOKEN],
    sessionOf: (original) => (token) => (token === '' ? { readOnly: false } : original(token)),
  },
  ...breaking([WRITES], {
    'read-only-allows-sort-store: Read Only token: allows SORT with STORE, which writes':
      allowing('sort'),
    'read-only-allows-append: Read Only token: allows APPEND': allowing('append'),
    'read-only-allows-getdel: Read Only token: allows GETDEL': allowing('getdel'),
    'read-only-allows-hincrby: Read Only token: allows HINCRBY': allowing('hincrby'),
    'read-only-allows-lmove: Read Only token: allows LMOVE': allowing('lmove'),
    'read-only-allows-getex: Read Only token: allows GETEX': allowing('getex'),
    'read-only-allows-bitfield: Read Only token: allows BITFIELD': allowing('bitfield'),
    'read-only-allows-decrby: Read Only token: allows DECRBY': allowing('decrby'),
    'read-only-allows-zrem: Read Only token: allows ZREM': allowing('zrem'),
    'read-only-allows-json-set: Read Only token: allows JSON.SET': allowing('json.set'),
    'read-only-allows-flushdb: Read Only token: allows FLUSHDB': allowing('flushdb'),
    'read-only-allows-eval-writes: Read Only token: allows writes inside EVAL scripts': {
      command: given((command, session) => [
        command,
        isNamed(command, ['EVAL']) ? allowed(session) : session,
      ]),
    },
    'read-only-runs-refused-write: Read Only token: runs pipeline writes, then returns errors': {
      pipeline: (original) => async (commands, session) => {
        const replies = await original(commands, session)
        if (session.readOnly && replies.some(isError)) {
          await original(commands, allowed(session))
        }
        return replies
      },
    },
    'query-token-may-write: Read Only token as query parameter _token: allows writes': {
      authenticate: (original, kv) => async (request) => {
        const session = await original(request)
        return kv.headerToken(request) === undefined ? allowed(session) : session
      },
    },
  }),
  ...each(replacing('authenticate'), ['kv.authentication.every-endpoint'], {
    'pipeline-needs-no-token: pipeline: accepts a missing or invalid token':
      (original, kv) => async (request) => {
        try {
          return await original(request)
        } catch (error) {
          if (kv.endpoint(request) === 'pipeline') return { readOnly: false }
          throw error
        }
      },
    'head-needs-no-token: HEAD: accepts a missing or invalid token': (original) => (request) =>
      request.method === 'HEAD' ? { readOnly: false } : original(request),
    'ping-needs-no-token: /ping: accepts a missing or invalid token': (original) => (request) =>
      /^\/ping/i.test(request.target) ? { readOnly: false } : original(request),
  }),
  'auth-header-case-sensitive: matches the header name Authorization case-sensitively': {
    breaks: ['kv.authentication.bearer-header'],
    headerToken: (original) => (request) =>
      request.rawHeaders.includes('Authorization') ? original(request) : undefined,
  },
  'query-token-ignored: ignores the token in query parameter _token': {
    breaks: [QUERY_TOKEN],
    queryToken: () => () => undefined,
  },
  'query-token-as-argument: command by path: adds _token of the query to the arguments': {
    breaks: [QUERY_TOKEN],
    queryArguments: (original, kv) => (request) =>
      original({
        ...request,
        target: request.target.replace(`${kv.dialect.kvTokenKey}=`, 'token='),
      }),
  },
  'standard-refuses-scan: Standard token: may not run SCAN': {
    breaks: [STANDARD],
    ...denying('SCAN'),
  },
  'standard-refuses-keys: Standard token: may not run KEYS': {
    breaks: [STANDARD],
    ...denying('KEYS'),
  },
  'read-only-refuses-get: Read Only token: rejects GET': {
    breaks: [READS],
    blocks: [SCAN, KEYS, 'kv.authentication.password-reset-revokes'],
    isDeniedToReadOnly: (original) => (info) => info.name === 'get' || original(info),
  },
  'read-only-reads-nothing: Read Only token: HGET, SISMEMBER, … return null': {
    breaks: [READS],
    command: (original) => (command, session) =>
      session.readOnly && isNamed(command, ['HGET', 'SISMEMBER', 'ZSCORE', 'XLEN'])
        ? null
        : original(command, session),
  },
  'read-only-allows-lower-case: Read Only token: allows any command in lower case ("set")': {
    breaks: [WRITES, SCAN, KEYS],
    command: given((command, session) => [
      command,
      /[a-z]/.test(command[0]) ? allowed(session) : session,
    ]),
  },
  ...mapped('INCR UNLINK RPUSH HSET SADD ZADD GEOADD PFADD XADD'.split(' '), (name) => [
    `read-only-allows-${name.toLowerCase()}: Read Only token: allows ${name}`,
    { breaks: [WRITES], ...allowing(name.toLowerCase()) },
  ]),
  'read-only-allows-all-in-pipeline: Read Only token: allows every command in a pipeline': {
    breaks: [WRITES, SCAN, KEYS],
    pipeline: given((commands, session) => [commands, allowed(session)]),
  },
  'read-only-allows-scan-in-transaction: Read Only token: allows SCAN and KEYS in a transaction': {
    breaks: [SCAN, KEYS],
    transaction: (original) => (commands, session) => {
      const looksAround = commands.every((command) => isNamed(command, ['SCAN', 'KEYS']))
      return original(commands, looksAround ? allowed(session) : session)
    },
  },
  'read-only-refuses-pipeline: Read Only token: rejects reads sent in a pipeline': {
    breaks: [READS],
    pipeline: (original) => (commands, session) =>
      session.readOnly
        ? Promise.resolve(commands.map(() => new ReplyError('NOPERM no pipelines')))
        : original(commands, session),
  },
  'read-only-allows-scan: Read Only token: allows SCAN': { breaks: [SCAN], ...allowing('scan') },
  'read-only-allows-keys: Read Only token: allows KEYS': { breaks: [KEYS], ...allowing('keys') },
  'missing-token-403: returns HTTP 403, not 401, for a missing token': {
    breaks: ['kv.authentication.missing-token'],
    authenticate: (original, kv) => (request) => {
      if (kv.token(request) === undefined) throw new Refusal(403, 'NOAUTH token required')
      return original(request)
    },
  },
  'invalid-token-403: returns HTTP 403, not 401, for an invalid token': {
    breaks: [INVALID_TOKEN],
    authenticate: (original, kv) => async (request) => {
      const token = kv.token(request)
      if (token !== undefined && !(await kv.sessionOf(token)))
        throw new Refusal(403, 'NOPERM no such token')
      return original(request)
    },
  },
  '401-poisons-connection: rejects a valid token on a connection that has had a 401': {
    breaks: ['kv.authentication.bearer-header'],
    replace: (poisoned = new Set<string>()) => ({
      authenticate: (original) => async (request) => {
        const connection = connectionOf(request)
        if (poisoned.has(connection)) throw new Refusal(401, 'WRONGPASS invalid token')
        try {
          return await original(request)
        } catch (error) {
          poisoned.add(connection)
          throw error
        }
      },
    }),
  },
  'unauthorized-request-runs: runs a command sent without a valid token, then returns 401': {
    breaks: ['kv.authentication.missing-token', INVALID_TOKEN],
    ...runningToo(
      ({ target }, { status }) => status === 401 && !/^\/(monitor|subscribe)/.test(target),
      ({ headers }, { tokens }) => ({
        headers: { ...headers, authorization: `Bearer ${tokens.standard}` },
      }),
    ),
  },
  ...each(replacing('isSameToken'), [INVALID_TOKEN], {
    'token-prefix-accepted: accepts the first characters of a token as a valid token':
      () => (sent, issued) =>
        sent !== '' && issued.startsWith(sent),
    'cut-token-accepted: accepts a token without its last character': () => (sent, issued) =>
      issued.startsWith(sent) && sent.length >= issued.length - 1,
    'token-ignores-case: compares tokens case-insensitively': () => (sent, issued) =>
      sent.toLowerCase() === issued.toLowerCase(),
    'token-substring-accepted: accepts a token with extra characters at the start or end':
      () => (sent, issued) =>
        sent.includes(issued),
  }),
})
