// Mistakes under the heading: Authentication.

import { Refusal } from '../../http/refusal.js'
import type { Session } from '../../kv/decisions.js'
import { ReplyError } from '../../kv/reply.js'
import { each, given } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'
import { allowing, isError, isNamed, runningToo, without } from './parts.js'

const INVALID_TOKEN = 'kv.authentication.invalid-token'
const QUERY_TOKEN = 'kv.authentication.query-token'
const STANDARD = 'kv.authentication.standard-any-command'
const READS = 'kv.authentication.read-only-reads'
const WRITES = 'kv.authentication.read-only-refuses-writes'
const SCAN = 'kv.authentication.read-only-refuses-scan'
const KEYS = 'kv.authentication.read-only-refuses-keys'

/** The same session, with the rights of the Standard token. */
const allowed = (session: Session): Session => ({ ...session, readOnly: false })

export const authenticationFaults: readonly KvFault[] = [
  fault('an empty token is let in', [INVALID_TOKEN], {
    sessionOf: (original) => (token) => (token === '' ? { readOnly: false } : original(token)),
  }),
  allowing('the Read Only token may sort into a key', [WRITES], 'sort'),
  ...each(replacing('authenticate'), ['kv.authentication.every-endpoint'], {
    'a pipeline needs no token': (original, kv) => async (request) => {
      try {
        return await original(request)
      } catch (error) {
        if (kv.endpoint(request) === 'pipeline') return { readOnly: false }
        throw error
      }
    },
    'a HEAD needs no token': (original) => (request) =>
      request.method === 'HEAD' ? { readOnly: false } : original(request),
    'PING needs no token': (original) => (request) =>
      /^\/ping/i.test(request.target) ? { readOnly: false } : original(request),
  }),
  replacing('headerToken')(
    'the Authorization header is read only where its name has a capital',
    ['kv.authentication.bearer-header'],
    (original) => (request) =>
      request.rawHeaders.includes('Authorization') ? original(request) : undefined,
  ),
  replacing('queryToken')('a token in the query is not seen', [QUERY_TOKEN], () => () => undefined),
  fault('a token in the query is an argument too', [QUERY_TOKEN], {
    queryArguments: (original, kv) => (request) =>
      original({
        ...request,
        target: request.target.replace(`${kv.dialect.kvTokenKey}=`, 'token='),
      }),
  }),
  without('SCAN is refused to the Standard token', { breaks: [STANDARD], blocks: [SCAN] }, 'SCAN'),
  without('KEYS is refused to the Standard token', { breaks: [STANDARD], blocks: [KEYS] }, 'KEYS'),
  fault('the Read Only token may not read lists', [READS], {
    isDeniedToReadOnly: (original) => (info) => info.name === 'lrange' || original(info),
  }),
  ...each(allowing, [WRITES], {
    'the Read Only token may append': 'append',
    'the Read Only token may read and delete at once': 'getdel',
  }),
  fault('the Read Only token may write in lower case', [WRITES, SCAN, KEYS], {
    command: given((command, session) => [
      command,
      /[a-z]/.test(command[0]) ? allowed(session) : session,
    ]),
  }),
  ...['INCR', 'UNLINK', 'RPUSH', 'HSET', 'SADD', 'ZADD', 'GEOADD', 'PFADD', 'XADD', 'JSON.SET'].map(
    (name) => allowing(`the Read Only token may ${name}`, [WRITES], name.toLowerCase()),
  ),
  allowing('the Read Only token may FLUSHDB', [WRITES], 'flushdb'),
  fault('the Read Only token may run scripts that write', [WRITES], {
    command: given((command, session) => [
      command,
      isNamed(command, ['EVAL']) ? allowed(session) : session,
    ]),
  }),
  fault('a pipeline runs every command of the Read Only token', [WRITES, SCAN, KEYS], {
    pipeline: given((commands, session) => [commands, allowed(session)]),
  }),
  fault('a transaction may SCAN and list KEYS with the Read Only token', [SCAN, KEYS], {
    transaction: (original) => (commands, session) => {
      const looksAround = commands.every((command) => isNamed(command, ['SCAN', 'KEYS']))
      return original(commands, looksAround ? allowed(session) : session)
    },
  }),
  fault('a write of the Read Only token is refused after it ran', [WRITES], {
    pipeline: (original) => async (commands, session) => {
      const replies = await original(commands, session)
      if (session.readOnly && replies.some(isError)) {
        await original(commands, allowed(session))
      }
      return replies
    },
  }),
  fault('the Read Only token reads strings and lists alone', [READS], {
    isDeniedToReadOnly: (original) => (info) =>
      ['hget', 'sismember', 'zscore', 'geopos', 'xlen', 'json.get'].includes(info.name) ||
      original(info),
  }),
  fault('the Read Only token may not read in a pipeline', [READS], {
    pipeline: (original) => (commands, session) =>
      session.readOnly
        ? Promise.resolve(commands.map(() => new ReplyError('NOPERM no pipelines')))
        : original(commands, session),
  }),
  fault('every token in the query may write', [WRITES], {
    authenticate: (original, kv) => async (request) => {
      const session = await original(request)
      return kv.headerToken(request) === undefined ? allowed(session) : session
    },
  }),
  allowing('the Read Only token may SCAN', [SCAN], 'scan'),
  allowing('the Read Only token may list KEYS', [KEYS], 'keys'),
  fault('a missing token is forbidden, not unauthorized', ['kv.authentication.missing-token'], {
    authenticate: (original, kv) => (request) => {
      if (kv.token(request) === undefined) throw new Refusal(403, 'NOAUTH token required')
      return original(request)
    },
  }),
  fault('an invalid token is forbidden, not unauthorized', [INVALID_TOKEN], {
    authenticate: (original, kv) => async (request) => {
      const token = kv.token(request)
      if (token !== undefined && !(await kv.sessionOf(token)))
        throw new Refusal(403, 'NOPERM no such token')
      return original(request)
    },
  }),
  runningToo(
    'a request is refused for its token after it ran',
    ['kv.authentication.missing-token', INVALID_TOKEN],
    ({ target }, { status }) => status === 401 && !/^\/(monitor|subscribe)/.test(target),
    ({ headers }, { tokens }) => ({
      headers: { ...headers, authorization: `Bearer ${tokens.standard}` },
    }),
  ),
  ...each(replacing('isSameToken'), [INVALID_TOKEN], {
    'a token is compared as far as it goes': () => (sent, issued) =>
      sent !== '' && issued.startsWith(sent),
    'a token is compared without regard to case': () => (sent, issued) =>
      sent.toLowerCase() === issued.toLowerCase(),
    'a token is looked for in what is sent': () => (sent, issued) => sent.includes(issued),
  }),
]
