// Servers that differ where the document is silent: they are as right as the mock.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { ReplyError } from '../../kv/reply.js'
import { given, result } from '../written.js'
import { type KvFault, variant } from './fault.js'
import { isError, isNamed, replacedByteByByte } from './parts.js'

/** The methods that are registered for HTTP. */
const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT'],
  ...['DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT'],
]

export const variants: readonly KvFault[] = [
  variant('a published message is answered OK', {
    command: result((reply, command) =>
      isNamed(command, ['PUBLISH']) && !isError(reply) ? 'OK' : reply,
    ),
  }),
  variant('a method that is not registered is a bad request', {
    checkMethod: (original) => async (request) => {
      if (!METHODS.includes(request.method)) throw new Refusal(400, 'ERR bad request')
      await original(request)
    },
  }),
  variant('a token is let in by any scheme, header, cookie or parameter', {
    headerToken: (original) => (request) => {
      const { authorization = '', cookie = '' } = request.headers
      const [, inCookie] = /=([^;]+)/.exec(cookie) ?? []
      const [, inQuery] = /[?&]password=([^&]+)/.exec(request.target) ?? []
      const elsewhere = request.headers['x-api-key'] ?? inCookie ?? inQuery
      const bare = authorization.replace(/^\w+ +/, '')
      if (original(request) !== undefined || /^(\w+ *)?$/.test(authorization))
        return original(request) ?? (elsewhere && decodeURIComponent(elsewhere))
      return bare
    },
  }),
  variant('a monitored command has the path of a socket as its client', {
    clientAddress: () => () => 'unix:/run/kv.sock',
  }),
  variant('errors are worded differently after their class word', {
    // The contract words the error of RESTTOKEN, and no other.
    wording: (original) => (error) =>
      /^ERR Wrong password or user /.test(error)
        ? original(error)
        : `${error.split(' ', 1)[0]} something else`,
  }),
  variant('JSON has whitespace in it', {
    envelope: result((envelope) => envelope.replace(/^\{("\w+"):(.*)\}$/s, '\n{\t$1 :\r\n$2 }')),
  }),
  variant('answers have headers of the service', {
    answer: result((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'x-request-id': '1', vary: 'accept' },
    })),
  }),
  variant('JSON is sent with a charset', {
    contentType: (original) => (format) =>
      format === 'resp2' ? original(format) : 'application/json; charset=utf-8',
  }),
  variant('there is one U+FFFD for each run of bytes that are no UTF-8', {
    string: result((text) => text.replace(/\ufffd+/g, '\ufffd')),
  }),
  variant('there is one U+FFFD for each byte that is no UTF-8', {
    string: (original) => (bytes, format) =>
      format === 'base64' ? original(bytes, format) : replacedByteByByte(bytes),
  }),
  variant('the token is looked at before the method', {
    checkMethod: (original, kv) => async (request) => {
      await kv.authenticate(request)
      await original(request)
    },
  }),
  variant('the token of the query wins over the one of the header', {
    token: (_, kv) => (request) => kv.queryToken(request) ?? kv.headerToken(request),
  }),
  variant('the token of an ACL user outlives the user, who may nothing then', {
    sessionOf: (original, kv) => async (token) => {
      const login = kv.unseal(token)
      return login ? { readOnly: false, login } : original(token)
    },
  }),
  variant('an ACL user is answered 403 when they may not', {
    statusOf: (original) => (reply) =>
      reply instanceof ReplyError && reply.message.startsWith('NOPERM ') ? 403 : original(reply),
  }),
  variant('the Read Only token may not PFCOUNT', {
    check: (original) => (command, session) => {
      const isDenied = session.readOnly && isNamed(command, ['PFCOUNT'])
      return isDenied ? new ReplyError('NOPERM not with this token') : original(command, session)
    },
  }),
  variant('the Read Only token may send no transaction', {
    transaction: (original) => (commands, session) => {
      if (session.readOnly) throw new ReplyError('NOPERM no transactions with this token')
      return original(commands, session)
    },
  }),
  variant('errors under resp2 are answered in JSON', {
    answer: (original) => (reply, format) =>
      original(reply, reply instanceof ReplyError && format === 'resp2' ? 'json' : format),
  }),
  variant('an OK in an array is left as it is under base64', {
    isPlainStatus: () => (status) => status.text === 'OK',
  }),
  variant('a missing token has the class word of Redis', {
    authenticate: (original, kv) => (request) => {
      if (kv.token(request) === undefined) throw new Refusal(401, 'NOAUTH Authentication required')
      return original(request)
    },
  }),
  variant('the size of a command is that of its JSON', {
    isTooLarge: (_, kv) => (command) => JSON.stringify(command).length > kv.limits.now.requestBytes,
  }),
  variant('the name of a command has no part in its size', {
    isTooLarge: given(([, ...args]) => [['', ...args]]),
  }),
  variant('a transaction counts as one request', {
    transaction: (_, kv) => (commands, session) => {
      const [first] = commands
      const generous: Kv = {
        ...kv,
        checkLimits: (command, info) =>
          (command === first ? kv : { ...kv, exceedsDailyLimit: () => false }).checkLimits(
            command,
            info,
          ),
      }
      return generous.transaction(commands, session)
    },
  }),
  variant('a batch is answered even when it is empty', {
    batchInBody: (original) => (request, batch) =>
      Buffer.from(request.body).equals(Buffer.from('[]')) ? [] : original(request, batch),
  }),
  variant('the lines of events end in CRLF', {
    eventLines: result((lines) => lines.replaceAll('\n', '\r\n')),
  }),
  variant('there are comments and blank lines between events', {
    eventLines: result((lines) => `: keep-alive\n\n\n${lines}\n:\n\n`),
  }),
  variant('events have a name, an id and a time to try again', () => {
    let id = 0
    return { eventLines: result((lines) => `event: message\nid: ${++id}\nretry: 1000\n${lines}`) }
  }),
  variant('event streams are sent with a charset', {
    answerEvents: result((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/event-stream; charset=utf-8' },
    })),
  }),
  variant('event streams need not be asked for', { acceptsEvents: () => () => true }),
  variant('the monitor shows the names of commands in capitals', {
    monitorEvent: given(({ command: [name, ...args], ...executed }) => [
      { ...executed, command: [name.toUpperCase(), ...args] },
    ]),
  }),
  variant('the monitor shows all characters but quotes as they are', {
    quoted: () => (word) => `"${word.replaceAll('"', '""')}"`,
  }),
  variant('the client that the monitor shows has no port', {
    clientAddress: result((address) => address.replace(/:\d+$/, '')),
  }),
  variant('the first event of a subscription counts more than this one', {
    firstSubscribeEvent: () => (channel) => `subscribe,${channel},12`,
  }),
]
