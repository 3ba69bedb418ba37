import { describe, expect, test } from 'vitest'
import { redactorOf } from './redact.js'

const token = 'AbC+/=9"f~-_x2Zq'
const { text, bytes, value } = redactorOf({ SVC_KV_TOKEN: token, SVC_QUEUE_TOKEN: 'short' })

const everyByteEncoded = Buffer.from(token).toString('hex').replace(/../g, '%$&')
const base64 = (content: string) => Buffer.from(content).toString('base64')

describe('no form of a token survives', () => {
  test.each<[form: string, content: string]>([
    ['as it is', token],
    ['percent-encoded', encodeURIComponent(token)],
    [
      'percent-encoded with lower-case digits',
      encodeURIComponent(token)
        .replaceAll('%2B', '%2b')
        .replaceAll('%2F', '%2f')
        .replaceAll('%3D', '%3d'),
    ],
    ['percent-encoded throughout', everyByteEncoded],
    ['JSON-escaped', JSON.stringify(token)],
    ['in base64', base64(token)],
    ['in base64url', Buffer.from(token).toString('base64url')],
    ['in percent-encoded base64', encodeURIComponent(base64(token))],
    ['in base64 of a longer text', base64(`Bearer ${token}`)],
    ['in base64 of a text longer by one', base64(`:${token}:`)],
    ['in base64 of a text longer by two', base64(`::${token}`)],
  ])('%s', (_, content) => {
    const left = text(`before ${content} after`)

    expect(left).toMatch(/^"?before .*<SVC_KV_TOKEN>.* after$/)
    for (const part of [token.slice(2, 8), encodeURIComponent(token).slice(4, 12)])
      expect(left.toLowerCase()).not.toContain(part.toLowerCase())
    expect(left.length).toBeLessThanOrEqual('before <SVC_KV_TOKEN> after'.length + 16)
  })
})

test('every secret is taken out, wherever and however often it stands', () => {
  expect(text(`short/${token}?short`)).toBe('<SVC_QUEUE_TOKEN>/<SVC_KV_TOKEN>?<SVC_QUEUE_TOKEN>')
})

test('a token of a few letters is taken out where it stands alone, and no other letter is', () => {
  const { text, value } = redactorOf({ SVC_KV_TOKEN: 't', SVC_QUEUE_TOKEN: 'a$' })

  expect(text('Authorization: Bearer t')).toBe('Authorization: Bearer <SVC_KV_TOKEN>')
  expect(text('/get/tea_t?_token=t&t=%74')).toBe(
    '/get/tea_t?_token=<SVC_KV_TOKEN>&<SVC_KV_TOKEN>=<SVC_KV_TOKEN>',
  )
  expect(text('GET T a a$ aa$ a$a a%24')).toBe(
    'GET T a <SVC_QUEUE_TOKEN> aa$ a$a <SVC_QUEUE_TOKEN>',
  )
  expect(value({ status: ['t', 'at', '"t"'] })).toEqual({
    status: ['<SVC_KV_TOKEN>', 'at', '"<SVC_KV_TOKEN>"'],
  })
})

test.each(['SVC', 'TOKEN', 'kv_token', '<SVC_KV_TOKEN>'])(
  'what is written for a token stays whole where the token is "%s"',
  (token) => {
    const { text } = redactorOf({ SVC_KV_TOKEN: token, SVC_QUEUE_TOKEN: 'another' })
    expect(text(`${token} another ${token}`)).toBe(
      '<SVC_KV_TOKEN> <SVC_QUEUE_TOKEN> <SVC_KV_TOKEN>',
    )
  },
)

test('bytes that are no text keep all but the token', () => {
  const content = Buffer.concat([Buffer.of(0, 255), Buffer.from(token), Buffer.of(254)])

  expect(bytes(content)).toEqual(
    Buffer.concat([Buffer.of(0, 255), Buffer.from('<SVC_KV_TOKEN>'), Buffer.of(254)]),
  )
})

test('a value is redacted in its strings and in the names of its members', () => {
  expect(value({ [token]: [token, 1, null, { deep: `a ${token}` }] })).toEqual({
    '<SVC_KV_TOKEN>': ['<SVC_KV_TOKEN>', 1, null, { deep: 'a <SVC_KV_TOKEN>' }],
  })
})

test('a token that looks like a number leaves numbers alone', () => {
  expect(redactorOf({ SVC_KV_TOKEN: '12345' }).value({ of: 12345, text: '12345' })).toEqual({
    of: 12345,
    text: '<SVC_KV_TOKEN>',
  })
})

test('half a surrogate pair, which no UTF-8 can hold, is replaced in every text, with secrets or without', () => {
  for (const { text, value } of [redactorOf({}), redactorOf({ SVC_KV_TOKEN: token })]) {
    expect(text('a\ud800 😀 \udc00')).toBe('a\ufffd 😀 \ufffd')
    expect(value({ '\ud800': ['\udc00\ud800'] })).toEqual({ '\ufffd': ['\ufffd\ufffd'] })
  }
})

test('without secrets, and with an empty one, everything stays', () => {
  expect(redactorOf({}).text('as it is')).toBe('as it is')
  expect(redactorOf({ SVC_KV_TOKEN: '' }).text('as it is')).toBe('as it is')
})
