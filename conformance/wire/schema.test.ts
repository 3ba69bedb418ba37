import { describe, expect, test } from 'vitest'
import type { Interface } from '#generated/rules.js'
import { shapeOf, shapeRules } from './schema.js'

interface TestedResponse {
  readonly status: number
  readonly type?: string
  readonly body: string | Uint8Array
}

const shape = (
  request: string,
  { status, type = 'application/json', body }: TestedResponse,
  of: Interface = 'kv',
) => {
  const [method = '', target = ''] = request.split(' ')
  const response = { status, headers: [['content-type', type]] as const, body: Buffer.from(body) }
  return shapeOf({ interface: of, request: { method, target }, response })
}

const json = 'application/json'
const waiting = '{"flowControlKey":"key","waitListSize":0}'

test.each([
  ['kv', 'GET /get/key', 200, json, '{"result":[1,["a",null]]}', 'kv.envelope.success'],
  ['kv', 'GET /get/key', 401, json, '{"error":"ERR no"}', 'kv.envelope.error'],
  ['kv', 'GET /get/key', 200, 'Application/JSON; a=b', '{"result":1}', 'kv.envelope.success'],
  [
    ...(['kv', 'POST /pipeline', 200, json, '[{"result":1},{"error":"ERR no"}]'] as const),
    'kv.pipeline.array-of-envelopes',
  ],
  // The contract documents this response for all statuses of the class 2XX.
  ['queue', 'GET /v2/flowControl/key', 202, json, waiting, 'queue.flow-control.response'],
] as const)('%s: %s, %i %s %s conforms to %5$s', (of, request, status, type, body, rule) => {
  expect(shape(request, { status, type, body }, of)).toEqual({ rule, problems: [] })
})

describe('an answer of another shape', () => {
  test.each([
    ['GET /get/key', '{', 'the body is not JSON: '],
    ['GET /get/key', '', 'the body is not JSON: '],
    ['GET /get/key', Uint8Array.of(0x22, 0xff, 0x22), 'the body is not JSON: '],
    ['GET /get/key?_token=secret', '[]', 'the body must be object, got []'],
    ['GET /get/key', '{}', "the body must have required property 'result', got {}"],
    ['GET /get/key', '{"result":1,"x":2}', 'the body must not have the property "x", got '],
    [
      'GET /get/key',
      '{"result":{"a":1}}',
      '/result must be null or integer or string or array, got {"a":1}',
    ],
    [
      'GET /get/key',
      '{"result":[1,[2.5]]}',
      '/result/1/0 must be null or integer or string or array, got 2.5',
    ],
  ])(
    'is described without the target, which may hold a token: %s, %s',
    (request, body, problem) => {
      expect(shape(request, { status: 200, body })?.problems).toEqual([
        expect.stringContaining(`GET /{command}/{args} answered 200: ${problem}`),
      ])
    },
  )

  test.each([
    ['text/plain', '{"x":1}'],
    ['application/vnd.x+json', '{"x":1}'],
    ['application/vnd.x+json; charset=utf-8', '<p>'],
    ['', '{"x":1}'],
  ])('is a problem under the media type "%s" too', (type, body) => {
    const found = shape('GET /get/key', { status: 200, type, body })
    expect(found?.rule).toBe('kv.envelope.success')
    expect(found?.problems).not.toEqual([])
  })

  test('is described by at most 20 problems, with long values cut', () => {
    const body = `[${'7,'.repeat(20_000)}{"result":{"text":"${'x'.repeat(1000)}"}}]`
    const problems = shape('POST /pipeline', { status: 200, body })?.problems
    expect(problems).toHaveLength(21)
    expect(problems?.[19]).toBe('POST /pipeline answered 200: /19 must be object, got 7')
    expect(problems?.[20]).toBe('POST /pipeline answered 200: and more')

    const long = JSON.stringify({ result: { text: 'x'.repeat(1000) } })
    expect(shape('GET /a', { status: 200, body: long })?.problems[0]?.length).toBeLessThan(250)
  })
})

test.each([
  ['a HEAD request', 'HEAD /get/key', 200, json, ''],
  ['an undocumented status', 'GET /get/key', 500, json, '{}'],
  ['an undocumented media type', 'GET /get/key', 200, 'text/html', '<p>'],
  ['a media type named like a member of every object', 'GET /get/key', 200, 'constructor', ''],
  ['a text that is a JSON number', 'GET /get/key', 200, 'text/plain', '42'],
  ['bytes', 'GET /get/key', 200, 'application/octet-stream', '{"x":1}'],
  ['JSON where only a stream is documented', 'POST /monitor', 200, json, '{"x":1}'],
  ['an event stream', 'POST /monitor', 200, 'text/event-stream', 'data: "OK"\n\n'],
  ['an unknown operation', 'DELETE /get/key', 405, json, '{}'],
  ['too many levels', 'GET /a', 200, json, `{"result":${'['.repeat(8_000)}${']'.repeat(8_000)}}`],
])('an answer is not validated: %s', (_, request, status, type, body) => {
  expect(shape(request, { status, type, body })).toBeUndefined()
})

test('the rules of shapes are listed once, by interface', () => {
  expect(shapeRules('kv')).toContain('kv.envelope.success')
  expect(shapeRules('queue')).toContain('queue.dlq.list-response')
  expect(new Set(shapeRules('kv')).size).toBe(shapeRules('kv').length)
})
