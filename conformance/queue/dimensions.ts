// The dimensions of queue requests. Each value has the rule whose quote allows it.

import { dimension, without, type Value } from '../core/law.js'

/** The destination of a publish: a URL with this end, or a group with one such endpoint. */
interface Destination extends Value {
  readonly end: string
  readonly by: 'url' | 'name' | 'id'
}

export const destination = dimension<Destination>('', {
  'to a URL': { by: 'url', end: '', rule: 'queue.publish.to-http-url' },
  'to a URL with a query': {
    by: 'url',
    end: '?a=1&b=%2Fc%20d%26&svcx=2&svc_tokens=3&empty=&a=2',
    rule: 'queue.publish.to-http-url',
  },
  'to a URL with escapes': {
    by: 'url',
    end: '/a%2Fb%20c//%E2%82%AC;d=e,f:@!/http://b/',
    rule: 'queue.publish.to-http-url',
  },
  'to a group': { by: 'name', end: '', rule: 'queue.group.published-by-name' },
  'to the id of a group': { by: 'id', end: '', rule: 'queue.group.published-by-id' },
  'to a group whose endpoint has a query': {
    by: 'name',
    end: '/own?a=1&svcx=%2F',
    rule: 'queue.group.fans-out-to-every-endpoint',
  },
})

/** The place of the settings. */
export const place = dimension('settings', {
  'in headers': {},
  'in headers in upper case': { rule: 'queue.forward.prefix-stripped' },
  'in the query': { rule: 'queue.publish.settings-in-query' },
  'as defaults of the group': { rule: 'queue.group.default-headers-apply' },
  'in the query the first, in headers the others': { rule: 'queue.publish.settings-in-query' },
})

/** The places of all settings together. */
export const onePlace = without(place, 'in the query the first, in headers the others')

export const method = dimension('the method', {
  POST: { rule: 'queue.publish.method-defaults-to-post' },
  PUT: { rule: 'queue.publish.method' },
  PATCH: { rule: 'queue.publish.method' },
  DELETE: { rule: 'queue.publish.method' },
  GET: { rule: 'queue.publish.method' },
})

const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const unchanged = 'queue.publish.body-unchanged'

export const body = dimension<Value & { readonly of: string | Uint8Array }>('the body', {
  'a text': { of: 'message', rule: unchanged },
  'no bytes': { of: '', rule: unchanged },
  'JSON with white space': { of: '{ "a":\t1.50,\n "b" : null }\r\n', rule: unchanged },
  'a JSON text': { of: '"text"', rule: unchanged },
  'characters of several bytes': { of: 'ß€😀\u2028\ufeff', rule: unchanged },
  'every byte': { of: bytes, rule: unchanged },
  'line breaks at both ends': { of: '\r\n a \n\n', rule: unchanged },
  'text like a form': { of: 'a=1&b=%2F+c', rule: unchanged },
  '70,000 bytes': { of: '€aB'.repeat(14_000), rule: unchanged },
  '1,100,000 bytes': { of: '€aB'.repeat(220_000), rule: unchanged },
})

export const contentType = dimension<Value & { readonly type?: string }>('Content-Type', {
  'text/plain': { type: 'text/plain', rule: 'queue.publish.content-type' },
  'application/json': { type: 'application/json', rule: 'queue.publish.content-type' },
  absent: { rule: unchanged },
  'with parameters': {
    type: 'text/html; charset=ISO-8859-1; x="a;b"',
    rule: 'queue.publish.content-type',
  },
  'of a form': {
    type: 'application/x-www-form-urlencoded',
    rule: 'queue.publish.content-type',
  },
  'of several parts': {
    type: 'multipart/form-data; boundary=a',
    rule: 'queue.publish.content-type',
  },
  'of bytes': { type: 'application/octet-stream', rule: 'queue.publish.content-type' },
  'of an own kind': {
    type: 'application/vnd.contract.v1+json',
    rule: 'queue.publish.content-type',
  },
})

/** Headers that are forwarded: the values of `X-Contract`. */
export const forwarded = dimension<Value & { readonly values: readonly string[] }>(
  'a forwarded header',
  {
    'of a word': { values: ['kept'], rule: 'queue.forward.prefix-stripped' },
    'of signs': { values: ['a, b; c="d" =&+/?#'], rule: 'queue.forward.prefix-stripped' },
    'of escapes': { values: ['%41%2f%25 a%20b'], rule: 'queue.forward.prefix-stripped' },
    'of JSON': { values: ['{"a":[1,"b"]}'], rule: 'queue.forward.prefix-stripped' },
    'like a boolean': { values: ['true'], rule: 'queue.forward.prefix-stripped' },
    'of letters of several bytes': {
      values: [Buffer.from('ß€').toString('latin1')],
      rule: 'queue.forward.prefix-stripped',
    },
    'of 2,000 characters': {
      values: ['kept '.repeat(400).trim()],
      rule: 'queue.forward.prefix-stripped',
    },
    'in two lines': { values: ['one', 'two'], rule: 'queue.forward.prefix-stripped' },
  },
)

/** The name of a forwarded header, with the prefix of settings for `own`. */
export const forwardedName = dimension<Value & { readonly of: string; readonly own?: true }>(
  'the header',
  {
    'X-Contract': { of: 'X-Contract', rule: 'queue.forward.prefix-stripped' },
    Contract: { of: 'Contract', rule: 'queue.forward.prefix-stripped' },
    Authorization: { of: 'Authorization', rule: 'queue.forward.prefix-stripped' },
    'Accept-Language': { of: 'Accept-Language', rule: 'queue.forward.prefix-stripped' },
    Cookie: { of: 'Cookie', rule: 'queue.forward.prefix-stripped' },
    'Forward-Contract': { of: 'Forward-Contract', rule: 'queue.forward.prefix-stripped' },
    'Callback-Contract': { of: 'Callback-Contract', rule: 'queue.forward.prefix-stripped' },
    'Svc-Contract': { of: 'Contract', own: true, rule: 'queue.forward.prefix-stripped' },
  },
)

/** The setting that forwards a header of the publish: one of its own, or that of all headers. */
export const forwarding = dimension<Value & { readonly all?: true }>('forwarded', {
  'by its own setting': {},
  'with all headers': { all: true, rule: 'queue.forward.all-headers' },
})

/** The attempt that is judged. Those before it fail. */
export const attempt = dimension<Value & { readonly number: number }>('', {
  'at the first attempt': { number: 1 },
  'at the second attempt': { number: 2, rule: 'queue.retries.after-a-failed-delivery' },
  'at the third attempt': { number: 3, rule: 'queue.retries.after-a-failed-delivery' },
})

/** The message that is delivered, or a call about it. */
export const recipient = dimension<Value & { readonly prefix: string }>('', {
  'in the message': { prefix: '' },
  'in the callback': { prefix: 'Callback-', rule: 'queue.callback.forward-prefix-stripped' },
  'in the failure callback': {
    prefix: 'Failure-Callback-',
    rule: 'queue.failure-callback.forward-prefix-stripped',
  },
})

export const tokenPlace = dimension<Value & { readonly inQuery?: true }>('the token', {
  'in the header': { rule: 'queue.authentication.bearer' },
  'in the query': { inQuery: true, rule: 'queue.authentication.query-token-on-publish' },
})
