import { dialects } from '#generated/dialects.js'
import { describe, expect, test } from 'vitest'
import { requestOf } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import type { Backend } from './backends/backend.js'
import { createKv } from './kv.js'
import type { Command } from './reply.js'

const options = { backend: {} as Backend, tokens: { standard: 's', readOnly: 'r' } }
const kv = createKv(options)

describe('a format', () => {
  const formatOf = (headers: Record<string, string>) =>
    kv.format(requestOf('GET', '/ping', { headers }))

  test.each([
    ['json', {}],
    ['json', { 'Svc-Response-Format': 'json' }],
    ['resp2', { 'Svc-Response-Format': 'resp2' }],
    ['base64', { 'Svc-Encoding': 'base64' }],
    ['base64', { 'Svc-Encoding': 'base64', 'Svc-Response-Format': 'json' }],
    ['json', { 'Svc-Encoding': 'hex' }],
    ['resp2', { 'Svc-Encoding': 'hex', 'Svc-Response-Format': 'resp2' }],
  ])('is %s with %j', (format, headers) => {
    expect(formatOf(headers)).toBe(format)
  })

  test.each(['xml', 'RESP2', 'resp3', ''])('that is %j is refused', (value) => {
    expect(() => formatOf({ 'Svc-Response-Format': value })).toThrow(
      new Refusal(400, `ERR invalid Svc-Response-Format: expected json or resp2, got '${value}'`),
    )
  })

  test('is refused when it is base64 and resp2 at once', () => {
    expect(() => formatOf({ 'Svc-Encoding': 'base64', 'Svc-Response-Format': 'resp2' })).toThrow(
      new Refusal(
        400,
        'ERR Svc-Encoding: base64 cannot be combined with Svc-Response-Format: resp2',
      ),
    )
  })

  test('is read from the headers of the dialect', () => {
    const upstash = createKv({ ...options, dialect: dialects.upstash })
    const format = (headers: Record<string, string>) =>
      upstash.format(requestOf('GET', '/ping', { headers }))

    expect(format({ 'Upstash-Encoding': 'base64' })).toBe('base64')
    expect(format({ 'Svc-Encoding': 'base64' })).toBe('json')
  })
})

describe('an endpoint', () => {
  test.each([
    ['POST', '/', 'body'],
    ['POST', '/?_token=t', 'body'],
    ['POST', '/pipeline', 'pipeline'],
    ['POST', '/multi-exec', 'transaction'],
    ['POST', '/info', 'path'],
    ['POST', '/publish/c/m', 'path'],
    ['POST', '/pipeline/', 'path'],
    ['GET', '/', 'path'],
    ['GET', '/pipeline', 'path'],
    ['PUT', '/multi-exec', 'path'],
  ])('of %s %s is %s', (method, target, endpoint) => {
    expect(kv.endpoint(requestOf(method, target))).toBe(endpoint)
  })
})

describe('a path', () => {
  test.each<[string, Command]>([
    ['/set/k/v', ['set', 'k', 'v']],
    ['/set/k/', ['set', 'k', '']],
    ['/set//v', ['set', '', 'v']],
    ['/get/./..', ['get', '.', '..']],
    ['/get/a%2Fb', ['get', 'a/b']],
    ['/get/%FF%00', ['get', '\xff\x00']],
    ['/get/gr%C3%BCn', ['get', 'gr\xc3\xbcn']],
    ['/get/a+b', ['get', 'a+b']],
    ['/get/a%252F', ['get', 'a%2F']],
    ['/set/k/v?EX=10', ['set', 'k', 'v', 'EX', '10']],
    ['/set/k/v?NX&EX=10', ['set', 'k', 'v', 'NX', 'EX', '10']],
    ['/set/k/v?NX=', ['set', 'k', 'v', 'NX']],
    ['/zadd/z?1=a&1=b', ['zadd', 'z', '1', 'a', '1', 'b']],
    ['/set/k/v?EX=10&_token=t&NX', ['set', 'k', 'v', 'EX', '10', 'NX']],
    ['/echo?a%20+b=c=d', ['echo', 'a +b', 'c=d']],
    ['/ping?', ['ping']],
    ['/ping?&&', ['ping']],
  ])('%s is the command %j', (target, command) => {
    expect(kv.commandInPath(requestOf('GET', target))).toEqual(command)
  })

  test.each([
    ['POST', 'v', ['set', 'k', 'v', 'EX', '10']],
    ['PUT', 'v', ['set', 'k', 'v', 'EX', '10']],
    ['POST', '{"a":[1]}', ['set', 'k', '{"a":[1]}', 'EX', '10']],
    ['POST', Uint8Array.of(0xff, 0, 0x80), ['set', 'k', '\xff\x00\x80', 'EX', '10']],
    ['POST', '', ['set', 'k', 'EX', '10']],
    ['GET', 'v', ['set', 'k', 'EX', '10']],
    ['HEAD', 'v', ['set', 'k', 'EX', '10']],
  ])('of a %s with the body %j has it before the options', (method, body, command) => {
    expect(kv.commandInPath(requestOf(method, '/set/k?EX=10', { body }))).toEqual(command)
  })

  test.each([
    ['/', 'ERR empty command'],
    ['//get/k', 'ERR empty command'],
    ['/get/%zz', "ERR '%zz' at character 6 of the target is no percent-encoded byte"],
    ['/get/a%4', "ERR '%4' at character 7 of the target is no percent-encoded byte"],
    ['/set/k/v?EX=%', "ERR '%' at character 13 of the target is no percent-encoded byte"],
  ])('%s is refused', (target, message) => {
    expect(() => kv.commandInPath(requestOf('GET', target))).toThrow(new Refusal(400, message))
  })
})

test('a command or a batch is read from the body', () => {
  const post = (target: string, body: string) => requestOf('POST', target, { body })

  expect(kv.commandInBody(post('/', '["INCRBY","k",1]'))).toEqual(['INCRBY', 'k', '1'])
  expect(kv.batchInBody(post('/pipeline', '[["PING"]]'), 'pipeline')).toEqual([['PING']])
})
