import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { readDialect } from '../files.js'
import { file } from '../testing.js'
import { sinkOf } from './sink.js'
import { namedTarget, shortTokens } from './target.js'
import { httpUrl } from './url.js'

describe('a URL', () => {
  test.each([
    'http://127.0.0.1:8079',
    'https://[::1]:8079/base/',
    'HTTP://example.com',
    'http://example.com/@base',
  ])('%s is accepted unchanged', (url) => {
    expect(httpUrl('kv-url', url)).toBe(url)
  })

  test.each([
    'http://user:SECRET@example.com',
    'http://SECRET@example.com',
    'http://user:SECRET@example.com:99999',
    'user:SECRET@example.com',
    String.raw`http:\\user:SECRET@example.com`,
    'http://example.com/?_token=SECRET',
    'http://example.com/#SECRET',
    'nowhere?SECRET',
  ])('%s is refused without repeating its secret', (url) => {
    expect(() => httpUrl('kv-url', url)).toThrow(/^(?!.*SECRET)--kv-url takes a URL without user,/)
  })

  test.each([
    ['', ' that begins with http:// or https://'],
    ['nowhere', ' that begins with http:// or https://'],
    ['ftp://example.com', ' that begins with http:// or https://'],
    ['http://example.com:99999', ': its host or port is invalid'],
    ['http://', ': its host or port is invalid'],
    [' http://example.com', ': it contains white space'],
    ['http://example.com\n', ': it contains white space'],
  ])('%j is refused', (url, why) => {
    expect(() => httpUrl('kv-url', url)).toThrow(`--kv-url ${JSON.stringify(url)} is no URL${why}`)
  })
})

describe('the address of the sink', () => {
  const publicUrl = 'http://build-7.example:8090'

  test.each([
    [{}, { host: '127.0.0.1', port: 0, publicUrl: undefined }],
    [{ 'sink-listen': '10.0.0.1:8090' }, { host: '10.0.0.1', port: 8090 }],
    [{ 'sink-listen': 'localhost:65535' }, { host: 'localhost', port: 65_535 }],
    [{ 'sink-listen': '[::1]:0' }, { host: '::1', port: 0 }],
    [{ 'sink-listen': '0.0.0.0:8090', 'sink-url': publicUrl }, { publicUrl }],
  ])('%j', (values, address) => {
    expect(sinkOf(values)).toMatchObject(address)
  })

  test.each(['', '8090', ':8090', 'localhost', '::1:0', '[::1]', 'localhost:65536', 'a:b'])(
    '"%s" is refused',
    (listen) => {
      expect(() => sinkOf({ 'sink-listen': listen })).toThrow(UsageError)
    },
  )

  test.each(['0.0.0.0:8090', '0:0', '[::]:0', '[0:0::0]:8090'])('%s needs --sink-url', (listen) => {
    expect(() => sinkOf({ 'sink-listen': listen })).toThrow(
      `--sink-listen ${listen} listens on every address; add --sink-url`,
    )
  })
})

test('a token without a URL is ignored if it is a variable and the other URL is an option', () => {
  vi.stubEnv('SVC_KV_TOKEN', 'exported')
  vi.stubEnv('SVC_KV_READONLY_TOKEN', 'exported')
  onTestFinished(() => void vi.unstubAllEnvs())
  const queue = { 'queue-url': 'http://queue.example', 'queue-token': 'a-token' }

  expect(namedTarget({ ...queue, 'kv-token': 'exported' })).toEqual({
    queue: { url: 'http://queue.example', token: 'a-token' },
    readOnlyToken: undefined,
    close: expect.any(Function) as unknown,
  })
  const needsUrl = '--kv-token or SVC_KV_TOKEN needs --kv-url or SVC_KV_URL'
  expect(() => namedTarget({ ...queue, 'kv-token': 'typed' })).toThrow(needsUrl)
  expect(() => namedTarget({ 'kv-token': 'exported' })).toThrow(needsUrl)
  expect(() => namedTarget({ 'kv-readonly-token': 'exported' })).toThrow(
    '--kv-readonly-token or SVC_KV_READONLY_TOKEN needs --kv-url or SVC_KV_URL',
  )
  expect(namedTarget({ ...queue, 'kv-readonly-token': 'exported' })?.kv).toBeUndefined()

  vi.stubEnv('SVC_QUEUE_URL', 'http://queue.example')
  for (const token of ['kv-token', 'kv-readonly-token'])
    expect(() => namedTarget({ ...queue, [token]: 'exported' })).toThrow('needs --kv-url')
})

describe('tokens', () => {
  const target = (kvToken: string, readOnlyToken: string, queueToken: string) =>
    namedTarget({
      'kv-url': 'http://kv.example',
      'kv-token': kvToken,
      'kv-readonly-token': readOnlyToken,
      'queue-url': 'http://queue.example',
      'queue-token': queueToken,
    })!
  const places = [
    '--kv-token or SVC_KV_TOKEN',
    '--kv-readonly-token or SVC_KV_READONLY_TOKEN',
    '--queue-token or SVC_QUEUE_TOKEN',
  ]

  test('of up to three characters get a warning with the option and the variable', () => {
    const place = /^the token of (.*) is so short that reports remove it only as a whole word/
    const warned = shortTokens(target('abc', 'a', 'x')).map((warning) => place.exec(warning)?.[1])
    expect(warned).toEqual(places)
    expect(shortTokens(target('abcd', 'abcde', 'abc'))).toHaveLength(1)
    expect(shortTokens(target('abcd', 'abcde', 'abcd'))).toEqual([])
  })

  test('the Standard token is refused as the Read Only token', () => {
    expect(() => target('SECRET', 'SECRET', 'other')).toThrow('give the Read Only token')
  })

  test.each([
    ['', 'is empty'],
    ['SECRET\n', 'contains a line break, often at its end'],
    ['SEC\0RET', 'contains a character that no header can carry'],
    ['SECRET\u2026', 'contains a character that no header can carry'],
  ])('%j is refused without repeating it', (token, problem) => {
    for (const [index, place] of places.entries()) {
      const tokens = ['SECRET', 'SECRET-2', 'SECRET'].with(index, token)
      expect(() => target(...(tokens as [string, string, string]))).toThrow(
        new UsageError(`the token of ${place} ${problem}`),
      )
    }
  })
})

test('a dialect may name environment variables', () => {
  const dialectWith = (environment: object) => () =>
    readDialect(file('dialect.json', JSON.stringify({ environment })))
  const environment = { kvUrl: ['ACME_URL', 'ACME_KV'], nextSigningKey: 'ACME_NEXT' }
  expect(dialectWith(environment)()).toMatchObject({ environment })
  expect(dialectWith({ kvURL: 'ACME_URL' })).toThrow(
    /sets environment.kvURL to "ACME_URL"; expected names of environment variables for kvUrl, /,
  )
  for (const name of ['A B', '1A', '', 7, ['A', '']])
    expect(dialectWith({ kvUrl: name })).toThrow(/sets environment.kvUrl to/)
})

test('a dialect must have a positive backoff factor', () => {
  const dialectWith = (backoffFactor: number) => () =>
    readDialect(file('dialect.json', JSON.stringify({ backoffFactor })))
  expect(dialectWith(0.5)()).toMatchObject({ backoffFactor: 0.5 })
  for (const factor of [-1, 0])
    expect(dialectWith(factor)).toThrow(`sets backoffFactor to ${factor}; it takes`)
})
