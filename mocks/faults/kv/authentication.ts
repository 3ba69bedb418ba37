// Mistakes under the heading: Authentication.

import type { Request } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { ReplyError } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { allowing, isError, isNamed, runningToo, without } from './parts.js'

export const authenticationFaults: readonly Fault<Kv>[] = [
  {
    name: 'an empty token is let in',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({
      ...kv,
      sessionOf: (token) => (token === '' ? { readOnly: false } : kv.sessionOf(token)),
    }),
  },
  {
    name: 'the Read Only token may sort into a key',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: allowing('sort'),
  },
  {
    name: 'a pipeline needs no token',
    breaks: ['kv.authentication.every-endpoint'],
    apply: (kv) => ({
      ...kv,
      async authenticate(request) {
        try {
          return await kv.authenticate(request)
        } catch (error) {
          if (kv.endpoint(request) === 'pipeline') return { readOnly: false }
          throw error
        }
      },
    }),
  },
  {
    name: 'a HEAD needs no token',
    breaks: ['kv.authentication.every-endpoint'],
    apply: (kv) => ({
      ...kv,
      authenticate: (request) =>
        request.method === 'HEAD' ? { readOnly: false } : kv.authenticate(request),
    }),
  },
  {
    name: 'PING needs no token',
    breaks: ['kv.authentication.every-endpoint'],
    apply: (kv) => ({
      ...kv,
      authenticate: (request) =>
        /^\/ping/i.test(request.target) ? { readOnly: false } : kv.authenticate(request),
    }),
  },
  {
    name: 'the Authorization header is read only where its name has a capital',
    breaks: ['kv.authentication.bearer-header'],
    apply: (kv) => ({
      ...kv,
      headerToken: (request) =>
        request.rawHeaders.includes('Authorization') ? kv.headerToken(request) : undefined,
    }),
  },
  {
    name: 'a token in the query is not seen',
    breaks: ['kv.authentication.query-token'],
    apply: (kv) => ({ ...kv, queryToken: () => undefined }),
  },
  {
    name: 'a token in the query is an argument too',
    breaks: ['kv.authentication.query-token'],
    apply: (kv) => ({
      ...kv,
      queryArguments: ({ target }) =>
        kv.queryArguments({
          target: target.replace(`${kv.dialect.kvTokenKey}=`, 'token='),
        } as Request),
    }),
  },
  {
    name: 'SCAN is refused to the Standard token',
    breaks: ['kv.authentication.standard-any-command'],
    blocks: ['kv.authentication.read-only-refuses-scan'],
    apply: without('SCAN'),
  },
  {
    name: 'KEYS is refused to the Standard token',
    breaks: ['kv.authentication.standard-any-command'],
    blocks: ['kv.authentication.read-only-refuses-keys'],
    apply: without('KEYS'),
  },
  {
    name: 'the Read Only token may not read lists',
    breaks: ['kv.authentication.read-only-reads'],
    apply: (kv) => ({
      ...kv,
      isDeniedToReadOnly: (info) => info.name === 'lrange' || kv.isDeniedToReadOnly(info),
    }),
  },
  {
    name: 'the Read Only token may append',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: allowing('append'),
  },
  {
    name: 'the Read Only token may read and delete at once',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: allowing('getdel'),
  },
  {
    name: 'the Read Only token may write in lower case',
    breaks: [
      'kv.authentication.read-only-refuses-writes',
      'kv.authentication.read-only-refuses-scan',
      'kv.authentication.read-only-refuses-keys',
    ],
    apply: (kv) => ({
      ...kv,
      command: (command, session) =>
        kv.command(command, /[a-z]/.test(command[0]) ? { ...session, readOnly: false } : session),
    }),
  },
  ...['INCR', 'UNLINK', 'RPUSH', 'HSET', 'SADD', 'ZADD', 'GEOADD', 'PFADD', 'XADD', 'JSON.SET'].map(
    (name): Fault<Kv> => ({
      name: `the Read Only token may ${name}`,
      breaks: ['kv.authentication.read-only-refuses-writes'],
      apply: allowing(name.toLowerCase()),
    }),
  ),
  {
    name: 'the Read Only token may FLUSHDB',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: allowing('flushdb'),
  },
  {
    name: 'the Read Only token may run scripts that write',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: (kv) => ({
      ...kv,
      command: (command, session) =>
        kv.command(command, isNamed(command, ['EVAL']) ? { ...session, readOnly: false } : session),
    }),
  },
  {
    name: 'a pipeline runs every command of the Read Only token',
    breaks: [
      'kv.authentication.read-only-refuses-writes',
      'kv.authentication.read-only-refuses-scan',
      'kv.authentication.read-only-refuses-keys',
    ],
    apply: (kv) => ({
      ...kv,
      pipeline: (commands, session) => kv.pipeline(commands, { ...session, readOnly: false }),
    }),
  },
  {
    name: 'a transaction may SCAN and list KEYS with the Read Only token',
    breaks: [
      'kv.authentication.read-only-refuses-scan',
      'kv.authentication.read-only-refuses-keys',
    ],
    apply: (kv) => ({
      ...kv,
      transaction(commands, session) {
        const looksAround = commands.every((command) => isNamed(command, ['SCAN', 'KEYS']))
        return kv.transaction(commands, looksAround ? { ...session, readOnly: false } : session)
      },
    }),
  },
  {
    name: 'a write of the Read Only token is refused after it ran',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies = await kv.pipeline(commands, session)
        if (session.readOnly && replies.some(isError)) {
          await kv.pipeline(commands, { ...session, readOnly: false })
        }
        return replies
      },
    }),
  },
  {
    name: 'the Read Only token reads strings and lists alone',
    breaks: ['kv.authentication.read-only-reads'],
    apply: (kv) => ({
      ...kv,
      isDeniedToReadOnly: (info) =>
        ['hget', 'sismember', 'zscore', 'geopos', 'xlen', 'json.get'].includes(info.name) ||
        kv.isDeniedToReadOnly(info),
    }),
  },
  {
    name: 'the Read Only token may not read in a pipeline',
    breaks: ['kv.authentication.read-only-reads'],
    apply: (kv) => ({
      ...kv,
      pipeline: (commands, session) =>
        session.readOnly
          ? Promise.resolve(commands.map(() => new ReplyError('NOPERM no pipelines')))
          : kv.pipeline(commands, session),
    }),
  },
  {
    name: 'every token in the query may write',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: (kv) => ({
      ...kv,
      async authenticate(request) {
        const session = await kv.authenticate(request)
        return kv.headerToken(request) === undefined ? { ...session, readOnly: false } : session
      },
    }),
  },
  {
    name: 'the Read Only token may SCAN',
    breaks: ['kv.authentication.read-only-refuses-scan'],
    apply: allowing('scan'),
  },
  {
    name: 'the Read Only token may list KEYS',
    breaks: ['kv.authentication.read-only-refuses-keys'],
    apply: allowing('keys'),
  },
  {
    name: 'a missing token is forbidden, not unauthorized',
    breaks: ['kv.authentication.missing-token'],
    apply: (kv) => ({
      ...kv,
      authenticate(request) {
        if (kv.token(request) === undefined) throw new Refusal(403, 'NOAUTH token required')
        return kv.authenticate(request)
      },
    }),
  },
  {
    name: 'an invalid token is forbidden, not unauthorized',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({
      ...kv,
      async authenticate(request) {
        const token = kv.token(request)
        if (token !== undefined && !(await kv.sessionOf(token)))
          throw new Refusal(403, 'NOPERM no such token')
        return kv.authenticate(request)
      },
    }),
  },
  {
    name: 'a request is refused for its token after it ran',
    breaks: ['kv.authentication.missing-token', 'kv.authentication.invalid-token'],
    apply: runningToo(
      ({ target }, { status }) => status === 401 && !/^\/(monitor|subscribe)/.test(target),
      ({ headers }, { tokens }) => ({
        headers: { ...headers, authorization: `Bearer ${tokens.standard}` },
      }),
    ),
  },
  {
    name: 'a token is compared as far as it goes',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({
      ...kv,
      isSameToken: (sent, issued) => sent !== '' && issued.startsWith(sent),
    }),
  },
  {
    name: 'a token is compared without regard to case',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({
      ...kv,
      isSameToken: (sent, issued) => sent.toLowerCase() === issued.toLowerCase(),
    }),
  },
  {
    name: 'a token is looked for in what is sent',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({ ...kv, isSameToken: (sent, issued) => sent.includes(issued) }),
  },
]
