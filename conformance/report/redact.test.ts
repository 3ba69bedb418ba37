import { expect, test } from 'vitest'
import { redactorOf } from './redact.js'

const token = 'AbC+/=9"f~-_x2Zq'
const { text, bytes, value } = redactorOf({ SVC_KV_TOKEN: token, SVC_QUEUE_TOKEN: 'short' })

const lowerDigits = (text: string) => text.replace(/%../g, (escape) => escape.toLowerCase())
const partInBase64 = 'a part of SVC_KV_TOKEN in base64'
const base64 = (content: string) => Buffer.from(content).toString('base64')

test.each<[form: string, content: string, name?: string]>([
  ['as it is', token],
  ['percent-encoded', encodeURIComponent(token)],
  ['percent-encoded with lower-case digits', lowerDigits(encodeURIComponent(token))],
  ['percent-encoded throughout', Buffer.from(token).toString('hex').replace(/../g, '%$&')],
  ['JSON-escaped', JSON.stringify(token)],
  ['in lower case', token.toLowerCase(), 'SVC_KV_TOKEN in lower case'],
  ['in upper case', token.toUpperCase(), 'SVC_KV_TOKEN in upper case'],
  ['without its last character', token.slice(0, -1), 'SVC_KV_TOKEN without its last character'],
  ['in base64', base64(token), 'SVC_KV_TOKEN in base64'],
  ['in base64url', Buffer.from(token).toString('base64url'), partInBase64],
  ['in percent-encoded base64', encodeURIComponent(base64(token)), 'SVC_KV_TOKEN in base64'],
  ['in base64 of a longer text', base64(`Bearer ${token}`), partInBase64],
  ['in base64 of a text longer by one', base64(`:${token}:`), partInBase64],
  ['in base64 of a text longer by two', base64(`::${token}`), partInBase64],
])('a token is removed %s', (_, content, name = 'SVC_KV_TOKEN') => {
  const redacted = text(`before ${content} after`)

  expect(redacted).toMatch(new RegExp(`^before .*<${name}>.* after$`))
  for (const part of [token.slice(2, 8), encodeURIComponent(token).slice(4, 12)])
    expect(redacted.toLowerCase()).not.toContain(part.toLowerCase())
  expect(redacted.length).toBeLessThanOrEqual(`before <${name}> after`.length + 16)
})

test('a token that is no valid text is removed', () => {
  const { text } = redactorOf({ SVC_KV_ACL_TOKEN: '\ud800-token-of-an-acl-user' })
  expect(text('before \ud800-token-of-an-acl-user')).toBe('before <SVC_KV_ACL_TOKEN>')
  expect(text(`before ${encodeURIComponent('\ufffd-token-of-an-acl-user')}`)).toBe(
    'before <SVC_KV_ACL_TOKEN>',
  )
})

test('a part of a token beside the mark of a cut is removed', () => {
  const part = '<a part of SVC_KV_TOKEN>'
  expect(text(`got "ppp${token.slice(0, 9)}… (300 characters)`)).toBe(
    `got "ppp${part}… (300 characters)`,
  )
  expect(text(`character 9: "…${token.slice(-7)}, ppp"`)).toBe(`character 9: "…${part}, ppp"`)
  const inBase64 = base64(`::${token}::`)
  expect(text(`${inBase64.slice(0, 14)}…`)).toBe(`${inBase64.slice(0, 3)}${part}…`)
  expect(text(`${encodeURIComponent(token).slice(0, 12)}…`)).toBe(`${part}…`)
  // A short part may be a usual word.
  expect(text(`${token.slice(0, 5)}…${token.slice(-5)}`)).toBe(
    `${token.slice(0, 5)}…${token.slice(-5)}`,
  )
})

test('a token in JSON within JSON is removed', () => {
  const inside = JSON.stringify({ error: JSON.stringify({ authorization: `Bearer ${token}` }) })
  expect(text(inside)).toBe('{"error":"{\\"authorization\\":\\"Bearer <SVC_KV_TOKEN>\\"}"}')
})

test('every secret is removed everywhere', () => {
  expect(text(`short/${token}?short`)).toBe('<SVC_QUEUE_TOKEN>/<SVC_KV_TOKEN>?<SVC_QUEUE_TOKEN>')
})

test('a token of up to three characters is removed only as a whole word', () => {
  const { text, value } = redactorOf({ SVC_KV_TOKEN: 't', SVC_QUEUE_TOKEN: 'a$' })

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

test('a token of three characters is removed in base64 too, and in its own letter case only', () => {
  const { text } = redactorOf({ SVC_KV_TOKEN: 'Ab3' })
  expect(text(`Ab3 ab3 ${base64('Ab3')}`)).toBe('<SVC_KV_TOKEN> ab3 <SVC_KV_TOKEN in base64>')
})

test.each(['SVC', 'TOKEN', 'kv_token', '<SVC_KV_TOKEN>'])(
  'a replacement is not replaced again by the token "%s"',
  (token) => {
    const { text } = redactorOf({ SVC_KV_TOKEN: token, SVC_QUEUE_TOKEN: 'another' })
    expect(text(`${token} another ${token}`)).toBe(
      '<SVC_KV_TOKEN> <SVC_QUEUE_TOKEN> <SVC_KV_TOKEN>',
    )
  },
)

test('other bytes keep their values', () => {
  const around = (content: string) =>
    Buffer.concat([Buffer.of(0, 255), Buffer.from(content), Buffer.of(254)])

  expect(bytes(around(token))).toEqual(around('<SVC_KV_TOKEN>'))
})

test('a value is redacted in its strings and member names, not in its numbers', () => {
  expect(value({ [token]: [token, 1, null, { deep: `a ${token}` }] })).toEqual({
    '<SVC_KV_TOKEN>': ['<SVC_KV_TOKEN>', 1, null, { deep: 'a <SVC_KV_TOKEN>' }],
  })
  expect(redactorOf({ SVC_KV_TOKEN: '12345' }).value({ of: 12345, text: '12345' })).toEqual({
    of: 12345,
    text: '<SVC_KV_TOKEN>',
  })
})

test.each([{}, { SVC_KV_TOKEN: '' }, { SVC_KV_TOKEN: token }])(
  'all other text stays, with unpaired surrogates replaced: secrets %j',
  (secrets) => {
    const { text, value } = redactorOf(secrets)
    expect(text('as it is')).toBe('as it is')
    expect(text('a\ud800 😀 \udc00')).toBe('a\ufffd 😀 \ufffd')
    expect(value({ '\ud800': ['\udc00\ud800'] })).toEqual({ '\ufffd': ['\ufffd\ufffd'] })
  },
)
