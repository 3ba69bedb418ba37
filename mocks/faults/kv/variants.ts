// Servers that differ where the document is silent: they are as right as the mock.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { ReplyError } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { isError, isNamed, replacedByteByByte } from './parts.js'

/** The methods that are registered for HTTP. */
const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT'],
  ...['DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT'],
]

export const variants: readonly Fault<Kv>[] = [
  {
    name: 'a published message is answered OK',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      async command(command, session) {
        const reply = await kv.command(command, session)
        return isNamed(command, ['PUBLISH']) && !isError(reply) ? 'OK' : reply
      },
    }),
  },
  {
    name: 'a method that is not registered is a bad request',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      async checkMethod(request) {
        if (!METHODS.includes(request.method)) throw new Refusal(400, 'ERR bad request')
        await kv.checkMethod(request)
      },
    }),
  },
  {
    name: 'a token is let in by any scheme, header, cookie or parameter',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      headerToken(request) {
        const { authorization = '', cookie = '' } = request.headers
        const [, inCookie] = /=([^;]+)/.exec(cookie) ?? []
        const [, inQuery] = /[?&]password=([^&]+)/.exec(request.target) ?? []
        const elsewhere = request.headers['x-api-key'] ?? inCookie ?? inQuery
        const bare = authorization.replace(/^\w+ +/, '')
        if (kv.headerToken(request) !== undefined || /^(\w+ *)?$/.test(authorization))
          return kv.headerToken(request) ?? (elsewhere && decodeURIComponent(elsewhere))
        return bare
      },
    }),
  },
  {
    name: 'a monitored command has the path of a socket as its client',
    breaks: [],
    apply: (kv) => ({ ...kv, clientAddress: () => 'unix:/run/kv.sock' }),
  },
  {
    name: 'errors are worded differently after their class word',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      // The contract words the error of RESTTOKEN, and no other.
      wording: (error) =>
        /^ERR Wrong password or user /.test(error)
          ? kv.wording(error)
          : `${error.split(' ', 1)[0]} something else`,
    }),
  },
  {
    name: 'JSON has whitespace in it',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        kv.envelope(reply, format).replace(/^\{("\w+"):(.*)\}$/s, '\n{\t$1 :\r\n$2 }'),
    }),
  },
  {
    name: 'answers have headers of the service',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      answer(reply, format) {
        const answer = kv.answer(reply, format)
        return { ...answer, headers: { ...answer.headers, 'x-request-id': '1', vary: 'accept' } }
      },
    }),
  },
  {
    name: 'JSON is sent with a charset',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      contentType: (format) =>
        format === 'resp2' ? kv.contentType(format) : 'application/json; charset=utf-8',
    }),
  },
  {
    name: 'there is one U+FFFD for each run of bytes that are no UTF-8',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) => kv.string(bytes, format).replace(/\ufffd+/g, '\ufffd'),
    }),
  },
  {
    name: 'there is one U+FFFD for each byte that is no UTF-8',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) =>
        format === 'base64' ? kv.string(bytes, format) : replacedByteByByte(bytes),
    }),
  },
  {
    name: 'the token is looked at before the method',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      async checkMethod(request) {
        await kv.authenticate(request)
        await kv.checkMethod(request)
      },
    }),
  },
  {
    name: 'the token of the query wins over the one of the header',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      token: (request) => kv.queryToken(request) ?? kv.headerToken(request),
    }),
  },
  {
    name: 'the token of an ACL user outlives the user, who may nothing then',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      async sessionOf(token) {
        const login = kv.unseal(token)
        return login ? { readOnly: false, login } : kv.sessionOf(token)
      },
    }),
  },
  {
    name: 'an ACL user is answered 403 when they may not',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      statusOf: (reply) =>
        reply instanceof ReplyError && reply.message.startsWith('NOPERM ')
          ? 403
          : kv.statusOf(reply),
    }),
  },
  {
    name: 'the Read Only token may not PFCOUNT',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      check(command, session) {
        const isDenied = session.readOnly && isNamed(command, ['PFCOUNT'])
        return isDenied ? new ReplyError('NOPERM not with this token') : kv.check(command, session)
      },
    }),
  },
  {
    name: 'the Read Only token may send no transaction',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      transaction(commands, session) {
        if (session.readOnly) throw new ReplyError('NOPERM no transactions with this token')
        return kv.transaction(commands, session)
      },
    }),
  },
  {
    name: 'errors under resp2 are answered in JSON',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      answer: (reply, format) =>
        kv.answer(reply, reply instanceof ReplyError && format === 'resp2' ? 'json' : format),
    }),
  },
  {
    name: 'an OK in an array is left as it is under base64',
    breaks: [],
    apply: (kv) => ({ ...kv, isPlainStatus: ({ text }) => text === 'OK' }),
  },
  {
    name: 'a missing token has the class word of Redis',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      authenticate(request) {
        if (kv.token(request) === undefined)
          throw new Refusal(401, 'NOAUTH Authentication required')
        return kv.authenticate(request)
      },
    }),
  },
  {
    name: 'the size of a command is that of its JSON',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      isTooLarge: (command) => JSON.stringify(command).length > kv.limits.now.requestBytes,
    }),
  },
  {
    name: 'the name of a command has no part in its size',
    breaks: [],
    apply: (kv) => ({ ...kv, isTooLarge: ([, ...args]) => kv.isTooLarge(['', ...args]) }),
  },
  {
    name: 'a transaction counts as one request',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      transaction(commands, session) {
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
  },
  {
    name: 'a batch is answered even when it is empty',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      batchInBody: (request, batch) =>
        Buffer.from(request.body).equals(Buffer.from('[]')) ? [] : kv.batchInBody(request, batch),
    }),
  },
  {
    name: 'the lines of events end in CRLF',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      eventLines: (event) => kv.eventLines(event).replaceAll('\n', '\r\n'),
    }),
  },
  {
    name: 'there are comments and blank lines between events',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      eventLines: (event) => `: keep-alive\n\n\n${kv.eventLines(event)}\n:\n\n`,
    }),
  },
  {
    name: 'events have a name, an id and a time to try again',
    breaks: [],
    apply(kv) {
      let id = 0
      return {
        ...kv,
        eventLines: (event) => `event: message\nid: ${++id}\nretry: 1000\n${kv.eventLines(event)}`,
      }
    },
  },
  {
    name: 'event streams are sent with a charset',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      answerEvents(events) {
        const answer = kv.answerEvents(events)
        const type = 'text/event-stream; charset=utf-8'
        return { ...answer, headers: { ...answer.headers, 'content-type': type } }
      },
    }),
  },
  {
    name: 'event streams need not be asked for',
    breaks: [],
    apply: (kv) => ({ ...kv, acceptsEvents: () => true }),
  },
  {
    name: 'the monitor shows the names of commands in capitals',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      monitorEvent({ at, client, command: [name, ...args] }) {
        return kv.monitorEvent({ at, client, command: [name.toUpperCase(), ...args] })
      },
    }),
  },
  {
    name: 'the monitor shows all characters but quotes as they are',
    breaks: [],
    apply: (kv) => ({ ...kv, quoted: (word) => `"${word.replaceAll('"', '""')}"` }),
  },
  {
    name: 'the client that the monitor shows has no port',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      clientAddress: (request) => kv.clientAddress(request).replace(/:\d+$/, ''),
    }),
  },
  {
    name: 'the first event of a subscription counts more than this one',
    breaks: [],
    apply: (kv) => ({ ...kv, firstSubscribeEvent: (channel) => `subscribe,${channel},12` }),
  },
]
