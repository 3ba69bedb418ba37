// The places of distortions: values of the dimensions of queue requests, of attempts and of lists, under
// the names that the suite gives them.

import { splitTarget, type Request } from '../../http/message.js'
import { deadLetterFilters } from '../../queue/dlq/dead-letter.js'
import type { Row } from '../../queue/lists/filters.js'
import { eventFilters } from '../../queue/logs/log-event.js'
import type { Message } from '../../queue/message.js'
import { queryPairs } from '../../queue/request/query.js'
import { runFilters } from '../../queue/runs/run.js'

/** Places of attempts. */
type OfMessage = (message: Message) => boolean

/** Places of requests. */
type OfRequest = (request: Request) => boolean

const isRest = (message: Message) => message.origin === undefined && message.run === undefined

const endOf = ({ url }: Message) => url.replace(/^https?:\/\/[^/]*/, '')

const bodyLike =
  (pattern: RegExp): OfMessage =>
  ({ body }) =>
    pattern.test(Buffer.from(body).toString('latin1'))

const header = ({ headers }: Message, name: string) => headers[name]?.join(', ')

const typed =
  (pattern: RegExp): OfMessage =>
  (message) =>
    isRest(message) && pattern.test(header(message, 'Content-Type') ?? '')

const carrying =
  (pattern: RegExp): OfMessage =>
  (message) =>
    pattern.test(header(message, 'X-Contract') ?? '')

const sent =
  (...methods: readonly string[]): OfMessage =>
  (message) =>
    isRest(message) && methods.includes(message.method)

const retried =
  (times: number): OfMessage =>
  (message) =>
    message.retried === times

const delayed = ({ notBefore, createdAt }: Message) => notBefore > createdAt

/** The values of the dimensions of attempts. */
export const attemptsWhere = {
  recipient: {
    'in the message': ({ origin }) => origin === undefined,
    'in the callback': ({ origin }) => origin?.kind === 'callback',
    'in the failure callback': ({ origin }) => origin?.kind === 'failureCallback',
  },
  attempt: {
    'at the first attempt': retried(0),
    'at the second attempt': retried(1),
    'at the third attempt': retried(2),
  },
  destination: {
    'to a URL': ({ topicName, url }) => topicName === undefined && !/[?%]/.test(url),
    'to a URL with a query': (message) =>
      message.topicName === undefined && endOf(message).includes('?'),
    'to a URL with escapes': (message) => /^[^?]*%/.test(endOf(message)),
    'to a group': ({ topicName }) => topicName !== undefined,
    'to a group whose endpoint has a query': ({ topicName, url }) =>
      topicName !== undefined && url.includes('?'),
  },
  method: {
    POST: sent('POST'),
    PUT: sent('PUT'),
    PATCH: sent('PATCH'),
    DELETE: sent('DELETE'),
    GET: sent('GET'),
  },
  body: {
    'no bytes': (message) => isRest(message) && message.body.length === 0,
    'JSON with white space': bodyLike(/^\{ "a":\t/),
    'a JSON text': bodyLike(/^"text"$/),
    'characters of several bytes': bodyLike(/^\xc3\x9f/),
    'every byte': ({ body }) => body.length === 256,
    'line breaks at both ends': bodyLike(/^\r\n/),
    'text like a form': bodyLike(/^a=1&/),
    '70,000 bytes': ({ body }) => body.length > 65_536,
    '1,100,000 bytes': ({ body }) => body.length > 1_048_576,
  },
  contentType: {
    'text/plain': typed(/^text\/plain$/),
    'application/json': typed(/^application\/json$/),
    'with parameters': typed(/^text\/html;/),
    'of a form': typed(/urlencoded/),
    'of several parts': typed(/^multipart/),
    'of bytes': typed(/octet-stream/),
    'of an own kind': typed(/vnd/),
  },
  forwarded: {
    'of a word': carrying(/^kept$/),
    'of signs': carrying(/; c="d"/),
    'of escapes': carrying(/^%41/),
    'of JSON': carrying(/^\{/),
    'like a boolean': carrying(/^true$/),
    'of letters of several bytes': carrying(/\xc3/),
    'of 2,000 characters': carrying(/^.{1500}/),
    'in two lines': ({ headers }) => headers['X-Contract']?.length === 2,
  },
  course: {
    'without retries': ({ retries }) => retries === 0,
    'with retries': (message) => isRest(message) && message.retries > 0,
    'with a retry delay': ({ retryDelay }) => retryDelay !== undefined,
    'without a retry delay': (message) => isRest(message) && message.retryDelay === undefined,
    'with a delay': delayed,
    'with a flow-control key': ({ flowControl }) => flowControl !== undefined,
    'with a callback': ({ callback }) => callback !== undefined,
    'with a failure callback': ({ failureCallback }) => failureCallback !== undefined,
  },
  run: {
    'of the first step': ({ run }) => run?.info.stepName === 'init',
    'of a later step': ({ run }) => run !== undefined && run.info.stepName !== 'init',
  },
} satisfies Readonly<Record<string, Readonly<Record<string, OfMessage>>>>

const isPublish = ({ target }: Request) => target.startsWith('/v2/publish/')
const queryOf = ({ target }: Request) => queryPairs(splitTarget(target).query)
const inQuery = (request: Request, pattern: RegExp) =>
  queryOf(request).some(({ key }) => pattern.test(key))
const inHeaders = ({ rawHeaders }: Request, pattern: RegExp) =>
  rawHeaders.some((name, index) => index % 2 === 0 && pattern.test(name))

const to =
  (pattern: RegExp): OfRequest =>
  (request) =>
    isPublish(request) && pattern.test(request.target)

const giving =
  (pattern: RegExp): OfRequest =>
  (request) =>
    inHeaders(request, new RegExp(`^\\w+-${pattern.source}$`, 'i')) ||
    inQuery(request, new RegExp(`^\\w+-${pattern.source}$`, 'i'))

const asked =
  (pattern: RegExp): OfRequest =>
  ({ method, target }) =>
    pattern.test(`${method} ${splitTarget(target).path}`)

/** The values of the dimensions of requests with settings. */
export const publishesWhere = {
  place: {
    'in headers': (request) => inHeaders(request, /^(svc|upstash)-/i),
    'in headers in upper case': (request) => inHeaders(request, /^(SVC|UPSTASH)-/),
    'in the query': (request) => inQuery(request, /^(svc|upstash)-/),
  },
  destination: {
    'to a URL': to(/^\/v2\/publish\/https?:[^?%]*(\?(svc|upstash)|$)/),
    'to a URL with a query': to(/^\/v2\/publish\/https?:[^?]*\?(?!svc|upstash)/),
    'to a URL with escapes': to(/^\/v2\/publish\/https?:[^?]*%/),
    'to a group': to(/^\/v2\/publish\/(?!https?:)/),
  },
  tokenPlace: {
    'in the header': ({ headers }) => headers['authorization'] !== undefined,
    'in the query': ({ headers }) => headers['authorization'] === undefined,
  },
  beside: {
    retries: giving(/retries/),
    'a delay': giving(/delay/),
    'a time': giving(/not-before/),
    'a retry delay': giving(/retry-delay/),
    'a timeout': giving(/timeout/),
    'a callback': giving(/callback/),
    'a failure callback': giving(/failure-callback/),
    'a method': giving(/method/),
    'a forwarded header': giving(/forward-.*/),
    'all headers': giving(/header-forward/),
    'a deduplication id': giving(/deduplication-id/),
    'deduplication by content': giving(/content-based-deduplication/),
    'a flow-control key': giving(/flow-control-key/),
    'no body': (request) => isPublish(request) && request.body.length === 0,
  },
  rerun: {
    'by a publish': isPublish,
    'by a restart': asked(/^POST \/v2\/workflows\/dlq\/restart/),
    'by a resume': asked(/^POST \/v2\/workflows\/dlq\/resume/),
    'with its entry': asked(/^POST \/v2\/workflows\/dlq\/re\w+\/./),
    'in bulk': asked(/^POST \/v2\/workflows\/dlq\/re\w+$/),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, OfRequest>>>>

/** A request for a page of a list. */
export interface AskedList {
  readonly list: 'dlq' | 'runList' | 'logs'
  readonly query: Readonly<Record<string, string | undefined>>
}

type OfList = (asked: AskedList) => boolean

/** The filters that are query parameters of a list. */
export const filterNames = Object.entries<Pick<Row<never, unknown>, 'read'>>({
  ...deadLetterFilters,
  ...runFilters,
  ...eventFilters,
}).flatMap(([name, { read }]) => (read ? [name] : []))

const of =
  (name: AskedList['list']): OfList =>
  ({ list }) =>
    list === name

const withQuery =
  (name: string): OfList =>
  ({ query }) =>
    query[name] !== undefined

const counting =
  (count: string | undefined): OfList =>
  ({ query }) =>
    query['count'] === count

/** The values of the dimensions of lists. */
export const listsWhere: Readonly<Record<string, Readonly<Record<string, OfList>>>> = {
  list: { 'the DLQ list': of('dlq'), 'the run list': of('runList'), 'the log': of('logs') },
  filter: Object.fromEntries(filterNames.map((name) => [name, withQuery(name)])),
  cursor: {
    'on the first page': ({ query }) => query['cursor'] === undefined,
    'on a further page': withQuery('cursor'),
  },
  pages: {
    'on pages of the usual size': counting(undefined),
    'on pages of 3': counting('3'),
    'on pages of 1': counting('1'),
  },
}
