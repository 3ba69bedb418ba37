// Variants of the key-value server: correct where the contract is silent.

import { splitTarget, type Response } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { type Reply, ReplyError } from '../../kv/reply.js'
import { given, result } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { isError, isNamed, replacedByteByByte, without } from './parts.js'

/** The methods of the HTTP registry. */
const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT'],
  ...['DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT'],
]

/** Replaces an integer beyond 2^53 by an error. */
const within53Bits = (reply: Reply): Reply =>
  typeof reply === 'bigint' ? new ReplyError('ERR value is not an integer or out of range') : reply

/** Puts a command that does not exist in place of each element of a JSON array that is no command. */
function onlyCommands(body: Uint8Array): Uint8Array {
  try {
    const elements = JSON.parse(Buffer.from(body).toString()) as unknown
    if (!Array.isArray(elements) || elements.every(Array.isArray)) return body
    const commands = elements.map((each) =>
      Array.isArray(each) ? (each as unknown) : ['no-command'],
    )
    return Buffer.from(JSON.stringify(commands))
  } catch {
    return body
  }
}

/** The class words of the mock, and others that the contract allows. */
const otherClassWords: Readonly<Record<string, string>> = {
  WRONGTYPE: 'Wrong_Type:',
  WRONGPASS: 'Unauthorized',
  NOPERM: 'NO_AUTH',
  EXECABORT: 'exec.abort:',
}

/** Writes each string of a JSON text in escapes, and each integer as a fraction or with an exponent. */
const inOtherForms = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+/g, (scalar) => {
    if (!scalar.startsWith('"')) return scalar.length % 2 === 0 ? `${scalar}.00` : `${scalar}E+0`
    const units = (JSON.parse(scalar) as string).split('')
    return `"${units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
  })

const withJson = (answer: Response): Response => ({
  ...answer,
  ...(typeof answer.body === 'string' && { body: inOtherForms(answer.body) }),
})

/** Reads that a server may call powerful. */
const powerfulReads =
  'EXISTS GETBIT GEOPOS HGET HGETALL JSON.GET LRANGE MGET SISMEMBER XLEN ZRANGE ZSCORE'

/** Changes the reply to INFO. */
const info = (reply: Reply): Replacements => ({
  command: result((right, command) => (isNamed(command, ['INFO']) ? reply : right)),
})

export const variants = faults({
  'class-words-differ: errors: class words such as NO_AUTH, Unauthorized and "ERR:"': {
    // The contract gives the text of this error only.
    wording: result((error) => {
      if (/^ERR Wrong password or user /.test(error)) return error
      if (/^ERR (unknown|unsupported)/.test(error)) return error.replace('ERR', 'No_Such-Command')
      const [word = ''] = error.split(' ', 1)
      return word === 'ERR'
        ? error.replace('ERR', 'ERR:')
        : error.replace(word, otherClassWords[word] ?? word)
    }),
  },
  'info-empty: INFO: returns an empty string': info(''),
  'info-null: INFO: returns null': info(null),
  'info-refused: INFO: is an unknown command': without('INFO'),
  'json-escapes-and-number-forms: writes JSON strings in escapes, 12 as 12.00 or 12E+0': {
    answer: result((answer, _, format) => (format === 'resp2' ? answer : withJson(answer))),
    answerBatch: result((answer, _, format) => (format === 'resp2' ? answer : withJson(answer))),
  },
  'empty-body-is-argument: command by path: appends an empty POST body as an argument': {
    bodyArguments: (original) => (request) => {
      const isOther = request.method !== 'POST' || /^\/(publish\/|info)/i.test(request.target)
      return isOther || request.body.length > 0 ? original(request) : ['']
    },
  },
  'query-options-by-name: command by path: sorts query options by name': {
    queryArguments: (original) => (request) => {
      const { path, query } = splitTarget(request.target)
      const options = query.split('&').toSorted()
      return original({ ...request, target: `${path}?${options.join('&')}` })
    },
  },
  'read-only-refuses-powerful-reads: Read Only token: rejects LRANGE, HGETALL, ZRANGE, …': {
    check: (original) => (command, session) => {
      const isDenied = session.readOnly && isNamed(command, powerfulReads.split(' '))
      return isDenied ? new ReplyError('NOPERM not with this token') : original(command, session)
    },
  },
  'read-only-refuses-lrange: Read Only token: rejects LRANGE': {
    isDeniedToReadOnly: (original) => (info) => info.name === 'lrange' || original(info),
  },
  'pipeline-non-command-in-place: pipeline: fails an element that is no command in its place': {
    batchInBody: (original) => (request, batch) => {
      if (batch !== 'pipeline') return original(request, batch)
      return original({ ...request, body: onlyCommands(request.body) }, batch)
    },
  },
  'publish-returns-ok: PUBLISH: returns OK, not the number of subscribers': {
    command: result((reply, command) =>
      isNamed(command, ['PUBLISH']) && !isError(reply) ? 'OK' : reply,
    ),
  },
  'integers-limited-to-2-53: integers: returns an error for results beyond 2^53': {
    backend: (backend) => ({
      ...backend,
      execute: async (...args) => within53Bits(await backend.execute(...args)),
      pipeline: async (...args) => (await backend.pipeline(...args)).map(within53Bits),
      transaction: async (...args) => (await backend.transaction(...args)).map(within53Bits),
    }),
  },
  'unregistered-method-400: returns HTTP 400, not 405, for an invented HTTP method': {
    checkMethod: (original) => async (request) => {
      if (!METHODS.includes(request.method)) throw new Refusal(400, 'ERR bad request')
      await original(request)
    },
  },
  'token-accepted-anywhere: also accepts tokens in X-Api-Key, cookies and ?password=': {
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
  },
  'monitor-client-socket-path: monitor: shows the client address as unix:/run/kv.sock': {
    clientAddress: () => () => 'unix:/run/kv.sock',
  },
  'error-texts-differ: errors: text after ERR, WRONGTYPE, … is "something else"': {
    // The contract gives the text of this error only.
    wording: (original) => (error) =>
      /^ERR Wrong password or user /.test(error)
        ? original(error)
        : `${error.split(' ', 1)[0]} something else`,
  },
  'json-whitespace: adds whitespace to JSON envelopes': {
    envelope: result((envelope) => envelope.replace(/^\{("\w+"):(.*)\}$/s, '\n{\t$1 :\r\n$2 }')),
  },
  'extra-response-headers: adds X-Request-Id and Vary headers to responses': {
    answer: result((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'x-request-id': '1', vary: 'accept' },
    })),
  },
  'json-charset: sends Content-Type application/json; charset=utf-8': {
    contentType: (original) => (format) =>
      format === 'resp2' ? original(format) : 'application/json; charset=utf-8',
  },
  'replacement-per-run: sends one U+FFFD for several adjacent invalid UTF-8 bytes': {
    string: result((text) => text.replace(/\ufffd+/g, '\ufffd')),
  },
  'replacement-per-byte: sends one U+FFFD for each invalid UTF-8 byte': {
    string: (original) => (bytes, format) =>
      format === 'base64' ? original(bytes, format) : replacedByteByByte(bytes),
  },
  'token-checked-before-method: checks the token before the method (401 before 405)': {
    checkMethod: (original, kv) => async (request) => {
      await kv.authenticate(request)
      await original(request)
    },
  },
  'query-token-wins: prefers query parameter _token over the Authorization header': {
    token: (_, kv) => (request) => kv.queryToken(request) ?? kv.headerToken(request),
  },
  'acl-token-outlives-user: deleted ACL user: token stays valid but allows nothing': {
    sessionOf: (original, kv) => async (token) => {
      const login = kv.unseal(token)
      return login ? { readOnly: false, login } : original(token)
    },
  },
  'acl-denied-403: ACL user: returns HTTP 403 for a denied command': {
    statusOf: (original) => (reply) =>
      reply instanceof ReplyError && reply.message.startsWith('NOPERM ') ? 403 : original(reply),
  },
  'read-only-refuses-pfcount: Read Only token: rejects PFCOUNT': {
    check: (original) => (command, session) => {
      const isDenied = session.readOnly && isNamed(command, ['PFCOUNT'])
      return isDenied ? new ReplyError('NOPERM not with this token') : original(command, session)
    },
  },
  'read-only-refuses-transactions: Read Only token: rejects transactions': {
    transaction: (original) => (commands, session) => {
      if (session.readOnly) throw new ReplyError('NOPERM no transactions with this token')
      return original(commands, session)
    },
  },
  'resp2-errors-as-json: resp2: returns errors as JSON': {
    answer: (original) => (reply, format) =>
      original(reply, reply instanceof ReplyError && format === 'resp2' ? 'json' : format),
  },
  'base64-ok-in-array-plain: base64: does not encode OK inside an array': {
    isPlainStatus: () => (status) => status.text === 'OK',
  },
  'missing-token-noauth: returns a NOAUTH error for a missing token': {
    authenticate: (original, kv) => (request) => {
      if (kv.token(request) === undefined) throw new Refusal(401, 'NOAUTH Authentication required')
      return original(request)
    },
  },
  'size-of-json: request size limit: counts the bytes of a command as JSON': {
    isTooLarge: (_, kv) => (command) => JSON.stringify(command).length > kv.limits.now.requestBytes,
  },
  'limit-status-200: size and daily limits: return HTTP 200 with the error': {
    answer: (original) => (reply, format) => {
      const isLimit = reply instanceof ReplyError && reply.message.startsWith('ERR max ')
      return isLimit ? { ...original(reply, format), status: 200 } : original(reply, format)
    },
  },
  'size-without-name: request size limit: does not count the command name': {
    isTooLarge: given(([, ...args]) => [['', ...args]]),
  },
  'transaction-counts-once: daily request limit: counts a transaction as one request': {
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
  },
  'empty-batch-accepted: pipeline/transaction: accepts an empty array': {
    batchInBody: (original) => (request, batch) =>
      Buffer.from(request.body).equals(Buffer.from('[]')) ? [] : original(request, batch),
  },
  'events-crlf: event streams: ends lines with CRLF': {
    eventLines: result((lines) => lines.replaceAll('\n', '\r\n')),
  },
  'events-with-comments: event streams: sends comments and extra blank lines': {
    eventLines: result((lines) => `: keep-alive\n\n\n${lines}\n:\n\n`),
  },
  'events-name-id-retry: event streams: adds the fields "event", "id" and "retry"': {
    replace: () => {
      let id = 0
      return { eventLines: result((lines) => `event: message\nid: ${++id}\nretry: 1000\n${lines}`) }
    },
  },
  'event-stream-charset: event streams: sends charset=utf-8 in Content-Type': {
    answerEvents: result((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/event-stream; charset=utf-8' },
    })),
  },
  'event-stream-without-accept: event streams: does not require the header Accept': {
    acceptsEvents: () => () => true,
  },
  'monitor-names-upper-case: monitor: shows command names in upper case': {
    monitorEvent: given(({ command: [name, ...args], ...executed }) => [
      { ...executed, command: [name.toUpperCase(), ...args] },
    ]),
  },
  'monitor-escapes-only-quotes: monitor: doubles quotes in words, escapes nothing else': {
    quoted: () => (word) => `"${word.replaceAll('"', '""')}"`,
  },
  'monitor-client-without-port: monitor: shows the client address without a port': {
    clientAddress: result((address) => address.replace(/:\d+$/, '')),
  },
  'subscribe-first-count-12: subscribe: sends count 12, not 1, in the first event': {
    firstSubscribeEvent: () => (channel) => `subscribe,${channel},12`,
  },
})
