// Variants of the key-value server: correct where the contract is silent.

import { unknownCommand } from '../../kv/command/refusals.js'
import { bytesOf, type Reply, ReplyError, textOf } from '../../kv/reply.js'
import { firstTime, given, mapped, result } from '../written.js'
import { distort, type Distortion, when } from './boundary.js'
import {
  bytes,
  contentType,
  errors,
  events,
  everyText,
  headers,
  options,
  path,
  refused,
  status,
  statusOf,
} from './distortions.js'
import { breaking, faults, ofStatus } from './fault.js'
import {
  alsoShown,
  answering,
  isError,
  isNamed,
  refusedInPlace,
  replacedByteByByte,
  shownCommand,
  without,
} from './parts.js'
import {
  at,
  hasBody,
  hasToken,
  hasValidToken,
  isOtherMethod,
  isSingle,
  named,
  not,
  type Seen,
  where,
} from './where.js'

/** The methods of the HTTP registry. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT']

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

/** Returns the number of elements of a JSON array. */
const countOf = (body: Uint8Array) => (JSON.parse(Buffer.from(body).toString()) as unknown[]).length

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

/** Reads that a server may call powerful. */
const powerfulReads =
  'EXISTS GETBIT GEOPOS HGET HGETALL JSON.GET LRANGE MGET SISMEMBER XLEN ZRANGE ZSCORE'

/** Changes the text of errors, except of the one that the contract gives. */
const otherErrors = (change: (error: string) => string): Distortion =>
  errors((error) => (error.startsWith('ERR Wrong password or user ') ? error : change(error)))

function otherClassWord(error: string): string {
  if (/^ERR (unknown|unsupported)/.test(error)) return error.replace('ERR', 'No_Such-Command')
  return error.replace(/^\w+/, (word) =>
    word === 'ERR' ? 'ERR:' : (otherClassWords[word] ?? word),
  )
}

const denied = (status = 400) => refused(status, 'NOPERM not with this token')
const DENIED = /^(\{"error":"|-)NOPERM /
const readOnly = where.token['Read Only']

/** Returns variants that reject a request with the Read Only token. */
const deniedToReadOnly = (status: number, suffix: string, how: string) =>
  mapped(['LRANGE', 'PFCOUNT', 'RANDOMKEY', 'TIME', 'INFO', 'SUBSCRIBE'], (name) => [
    `read-only-refuses-${name.toLowerCase()}${suffix}: Read Only token: rejects ${name}${how}`,
    () => when(readOnly, name === 'SUBSCRIBE' ? at('subscribe') : named(name))(denied(status)),
  ])

/** Replaces a header of responses. */
const withHeaders = (added: Readonly<Record<string, string>>): Distortion => ({
  response: ({ headers }) => ({ headers: { ...headers, ...added } }),
})

/** Returns a token that a client sent elsewhere than the contract says. */
function tokenElsewhere({ request }: Seen): string | undefined {
  const { authorization = '', cookie = '' } = request.headers
  const bare = /^\w+ +(.+)$/.exec(authorization)?.[1] ?? authorization
  const [, inCookie] = /=([^;]+)/.exec(cookie) ?? []
  const [, inQuery] = /[?&]password=([^&]+)/.exec(request.target) ?? []
  const elsewhere = request.headers['x-api-key'] ?? inCookie ?? inQuery
  return bare === '' || /^\w+ *$/.test(authorization)
    ? elsewhere && decodeURIComponent(elsewhere)
    : bare
}

export const variants = faults({
  ...breaking([], {
    'class-words-differ: errors: class words such as NO_AUTH, Unauthorized and "ERR:"': () =>
      distort(otherErrors(otherClassWord)),
    'error-texts-differ: errors: text after ERR, WRONGTYPE, … is "something else"': () =>
      distort(otherErrors((error) => `${error.split(' ', 1)[0]} something else`)),
    'info-empty: INFO: returns an empty string': answering(['INFO'], ''),
    'info-null: INFO: returns null': answering(['INFO'], null),
    'info-refused: INFO: is an unknown command': without('INFO'),
    'json-escapes-and-number-forms: writes JSON strings in escapes, 12 as 12.00 or 12E+0': () =>
      when(not(where.format.resp2))(bytes((json) => bytesOf(inOtherForms(textOf(json))))),
    'json-commands-unknown: JSON.GET, JSON.SET, …: are unknown commands': {
      lookup: (original) => (command) =>
        /^JSON\./i.test(command[0]) ? unknownCommand(command) : original(command),
    },
    'transaction-error-of-command: transaction: returns the error of its command, not EXECABORT':
      () => when(at('transaction'))(errors((error) => error.replace(/^EXECABORT [^:]*: /, ''))),
    'resp2-pipeline-in-array: pipeline: resp2 is one array of all replies': () =>
      when(
        at('pipeline'),
        where.format.resp2,
      )({
        response: ({ status, text }, { request }) =>
          status === 200
            ? { body: Buffer.from(`*${countOf(request.body)}\r\n${text}`, 'latin1') }
            : {},
      }),
    'empty-body-is-argument: command by path: appends an empty POST body as an argument': () =>
      when(
        where.method.POST,
        at('path'),
        not(named('PUBLISH', 'INFO')),
        not(hasBody),
      )(path((segments) => `${segments}/`)),
    'query-options-by-name: command by path: sorts query options by name': () =>
      distort(options((all) => all.toSorted())),
    'read-only-refuses-powerful-reads: Read Only token: rejects LRANGE, HGETALL, ZRANGE, …': () =>
      when(readOnly, named(...powerfulReads.split(' ')), isSingle)(denied()),
    ...deniedToReadOnly(400, '', ''),
    ...deniedToReadOnly(403, '-403', ' with HTTP 403'),
    'read-only-denied-403: Read Only token: returns HTTP 403 for a denied command': ofStatus((to) =>
      when(readOnly)(statusOf(DENIED, to)),
    ),
    'read-only-denied-in-place: transaction: fails commands denied to Read Only in place':
      refusedInPlace(/^NOPERM /),
    'read-only-refuses-transactions: Read Only token: rejects transactions': () =>
      when(readOnly, at('transaction'))(refused(400, 'NOPERM no transactions with this token')),
    'pipeline-non-command-in-place: pipeline: fails an element that is no command in its place':
      () =>
        when(at('pipeline'))({ request: ({ request }) => ({ body: onlyCommands(request.body) }) }),
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
    'unregistered-method-400: returns HTTP 400, not 405, for an invented HTTP method': ofStatus(
      (to) => when(({ request }) => !METHODS.includes(request.method))(status(405, to)),
    ),
    'token-checked-before-method: checks the token before the method (401 before 405)': () =>
      when(isOtherMethod, not(hasValidToken))(refused(401, 'WRONGPASS invalid token')),
    'token-accepted-anywhere: also accepts tokens in X-Api-Key, cookies and ?password=': () =>
      when(
        not(hasToken),
        (seen) => tokenElsewhere(seen) !== undefined,
      )(headers((seen) => ({ authorization: `Bearer ${tokenElsewhere(seen)}` }))),
    'query-token-wins: prefers query parameter _token over the Authorization header': () =>
      when(where.tokenPlace['in the query'])(headers(() => ({ authorization: undefined }))),
    ...mapped(['NOAUTH', 'NO_AUTH'], (word) => [
      `missing-token-${word.toLowerCase().replace('_', '-')}: returns a ${word} error for a missing token`,
      () =>
        when(not(hasToken))({
          response: ({ status }) =>
            status === 401 ? { body: `{"error":"${word} Authentication required"}` } : {},
        }),
    ]),
    'acl-token-outlives-user: deleted ACL user: token stays valid but allows nothing': () =>
      when(where.token['of an ACL user'])({
        response: ({ status }) =>
          status === 401 ? { status: 400, body: '{"error":"NOPERM this user is deleted"}' } : {},
      }),
    'acl-denied-403: ACL user: returns HTTP 403 for a denied command': ofStatus((to) =>
      distort(statusOf(DENIED, to)),
    ),
    'monitor-client-socket-path: monitor: shows the client address as unix:/run/kv.sock': () =>
      when(at('monitor'))(events(/ \[0 \S+\]/, ' [0 unix:/run/kv.sock]')),
    'monitor-client-without-port: monitor: shows the client address without a port': () =>
      when(at('monitor'))(events(/:\d+\]/, ']')),
    'monitor-shows-multi-exec: monitor: shows MULTI and EXEC around a transaction': alsoShown(
      ['MULTI', 'EXEC'],
      (backend, show) => ({
        async transaction(commands, sender) {
          show(sender, ['MULTI'])
          const replies = await backend.transaction(commands, sender)
          show(sender, ['EXEC'])
          return replies
        },
      }),
    ),
    'monitor-shows-subscriptions: monitor: shows a subscription as SUBSCRIBE': alsoShown(
      ['SUBSCRIBE'],
      (backend, show) => ({
        async subscribe(channel, follower, sender) {
          const stop = await backend.subscribe(channel, follower, sender)
          show(sender, ['SUBSCRIBE', channel])
          return stop
        },
      }),
    ),
    'monitor-names-upper-case: monitor: shows command names in upper case': () =>
      when(at('monitor'))(events(/"\w+"/, (name) => name.toUpperCase())),
    'monitor-escapes-only-quotes: monitor: doubles quotes in words, escapes nothing else': () =>
      distort(
        shownCommand((words) =>
          words.map((word) => `"${textOf(word).replaceAll('"', '""')}"`).join(' '),
        ),
      ),
    'json-whitespace: adds whitespace to JSON envelopes': () =>
      distort(bytes((json) => json.replace(/^\{("\w+"):(.*)\}$/s, '\n{\t$1 :\r\n$2 }'))),
    'extra-response-headers: adds X-Request-Id and Vary headers to responses': () =>
      distort(withHeaders({ 'x-request-id': '1', vary: 'accept' })),
    'json-charset: sends Content-Type application/json; charset=utf-8': () =>
      distort(contentType('application/json; charset=utf-8', ({ text }) => /^[[{]/.test(text))),
    'replacement-per-run: sends one U+FFFD for several adjacent invalid UTF-8 bytes': () =>
      distort(everyText((text) => text.replace(/\ufffd+/g, '\ufffd'))),
    'replacement-per-byte: sends one U+FFFD for each invalid UTF-8 byte': {
      string: (original) => (bytes, format) =>
        format === 'base64' ? original(bytes, format) : replacedByteByByte(bytes),
    },
    'resp2-errors-as-json: resp2: returns errors as JSON': () =>
      when(isSingle)({
        response: ({ text, headers }) =>
          text.startsWith('-')
            ? {
                headers: { ...headers, 'content-type': 'application/json' },
                body: JSON.stringify({ error: textOf(text.slice(1, -2)) }),
              }
            : {},
      }),
    'base64-ok-in-array-plain: base64: does not encode OK inside an array': {
      isPlainStatus: () => (status) => status.text === 'OK',
    },
    'size-of-json: request size limit: counts the bytes of a command as JSON': {
      isTooLarge: (_, kv) => (command) =>
        JSON.stringify(command).length > kv.limits.now.requestBytes,
    },
    'size-without-name: request size limit: does not count the command name': {
      isTooLarge: given(([, ...args]) => [['', ...args]]),
    },
    'limit-status-200: size and daily limits: return HTTP 200 with the error': () =>
      distort(statusOf(/^\{"error":"ERR max /, 200)),
    'transaction-counts-once: daily request limit: counts a transaction as one request': {
      transaction: (_, kv) => (commands, session) => {
        const isFirst = firstTime()
        const exceedsDailyLimit = () => isFirst('command') && kv.exceedsDailyLimit()
        return { ...kv, exceedsDailyLimit }.transaction(commands, session)
      },
    },
    'empty-batch-accepted: pipeline/transaction: accepts an empty array': {
      batchInBody: (original) => (request, batch) =>
        Buffer.from(request.body).equals(Buffer.from('[]')) ? [] : original(request, batch),
    },
    'events-crlf: event streams: ends lines with CRLF': () =>
      distort({ lines: (lines) => lines.replaceAll('\n', '\r\n') }),
    'events-with-comments: event streams: sends comments and extra blank lines': () =>
      distort({ lines: (lines) => `: keep-alive\n\n\n${lines}\n:\n\n` }),
    'events-name-id-retry: event streams: adds the fields "event", "id" and "retry"': () =>
      distort({ lines: (lines) => `event: message\nid: 1\nretry: 1000\n${lines}` }),
    'event-stream-charset: event streams: sends charset=utf-8 in Content-Type': () =>
      distort({
        stream: ({ headers }) => ({
          headers: { ...headers, 'content-type': 'text/event-stream; charset=utf-8' },
        }),
      }),
    'event-stream-without-accept: event streams: does not require the header Accept': () =>
      when(at('monitor', 'subscribe'))(headers(() => ({ accept: 'text/event-stream' }))),
    'subscribe-first-count-12: subscribe: sends count 12, not 1, in the first event': () =>
      when(at('subscribe'))(events(/^(subscribe,.*),1$/s, '$1,12')),
  }),
})
