import { describe, expect, test } from 'vitest'
import type { Interface } from '#generated/rules.js'
import { shapeOf, shapeRules } from './schema.js'

interface Answer {
  readonly status: number
  readonly type?: string
  readonly body: string | Uint8Array
}

const shape = (
  request: `${string} ${string}`,
  { status, type = 'application/json', body }: Answer,
  of: Interface = 'kv',
) => {
  const [method = '', target = ''] = request.split(' ')
  const response = { status, headers: [['content-type', type]] as const, body: Buffer.from(body) }
  return shapeOf({ interface: of, request: { method, target }, response })
}

describe('an answer that fits', () => {
  test.each([
    ['GET /get/key', 200, '{"result":[1,["a",null]]}', 'kv.envelope.success'],
    ['GET /get/key', 401, '{"error":"ERR no"}', 'kv.envelope.error'],
    ['POST /pipeline', 200, '[{"result":1},{"error":"ERR no"}]', 'kv.pipeline.array-of-envelopes'],
  ] as const)('%s answered %i with %s is an example of %s', (request, status, body, rule) => {
    expect(shape(request, { status, body })).toEqual({ rule, problems: [] })
  })

  test('has a media type by its name, whatever its case and parameters', () => {
    const type = 'Application/JSON; charset=utf-8'
    expect(shape('GET /get/key', { status: 200, type, body: '{"result":1}' })?.problems).toEqual([])
  })

  test('has the status of a class where the document names the class', () => {
    const body = '{"flowControlKey":"key","waitListSize":0}'
    for (const status of [200, 202])
      expect(shape('GET /v2/flowControl/key', { status, body }, 'queue')).toEqual({
        rule: 'queue.flow-control.response',
        problems: [],
      })
  })
})

describe('an answer of another shape', () => {
  test.each([
    ['GET /get/key', '{', 'the body is no JSON: '],
    ['GET /get/key', '', 'the body is no JSON: '],
    ['GET /get/key', Uint8Array.of(0x22, 0xff, 0x22), 'the body is no JSON: '],
    ['GET /get/key', '[]', 'the body must be object, got []'],
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
    ['POST /pipeline', '[{"result":1},7]', '/1 must be object, got 7'],
  ])('%s answered with %s has one problem', (request, body, problem) => {
    const problems = shape(request as 'GET /', { status: 200, body })?.problems
    expect(problems).toEqual([expect.stringContaining(` answered 200: ${problem}`)])
  })

  test.each([
    ['text/plain', '{"x":1}'],
    ['application/vnd.x+json', '{"x":1}'],
    ['application/vnd.x+json; charset=utf-8', '<p>'],
    ['', '{"x":1}'],
  ])('has a problem under the media type "%s" too', (type, body) => {
    const found = shape('GET /get/key', { status: 200, type, body })
    expect(found?.rule).toBe('kv.envelope.success')
    expect(found?.problems).not.toEqual([])
  })

  test('is told without the target, which may hold a token', () => {
    const problems = shape('GET /get/key?_token=secret', { status: 200, body: '[]' })?.problems
    expect(problems).toEqual([
      'GET /{command}/{args} answered 200: the body must be object, got []',
    ])
  })

  test('is told with a long value cut', () => {
    const body = JSON.stringify({ result: { text: 'x'.repeat(1000) } })
    expect(shape('GET /get/key', { status: 200, body })?.problems[0]?.length).toBeLessThan(250)
  })
})

describe('an answer that the document says nothing about', () => {
  test.each([
    ['a HEAD request', 'HEAD /get/key', 200, 'application/json', ''],
    ['an undocumented status', 'GET /get/key', 500, 'application/json', '{}'],
    ['an undocumented media type', 'GET /get/key', 200, 'text/html', '<p>'],
    ['a media type that is a member of every object', 'GET /get/key', 200, 'constructor', ''],
    ['a text that is a JSON number', 'GET /get/key', 200, 'text/plain', '42'],
    ['bytes', 'GET /get/key', 200, 'application/octet-stream', '{"x":1}'],
    ['JSON where only a stream is', 'POST /monitor', 200, 'application/json', '{"x":1}'],
    ['an event stream', 'POST /monitor', 200, 'text/event-stream', 'data: "OK"\n\n'],
    ['an unknown operation', 'DELETE /get/key', 405, 'application/json', '{}'],
  ] as const)('has no shape: %s', (_, request, status, type, body) => {
    expect(shape(request, { status, type, body })).toBeUndefined()
  })
})

test('the rules of shapes are listed once, by interface', () => {
  expect(shapeRules('kv')).toContain('kv.envelope.success')
  expect(shapeRules('queue')).toContain('queue.dlq.list-response')
  expect(new Set(shapeRules('kv')).size).toBe(shapeRules('kv').length)
})

test('the problems of 20,000 wrong elements are 20, and that there are more', () => {
  const body = `[${'{"x":1},'.repeat(20_000)}{"x":1}]`
  const problems = shape('POST /pipeline', { status: 200, body })?.problems
  expect(problems).toHaveLength(21)
  expect(problems?.[19]).toMatch(/^POST \/pipeline answered 200: \/19 must /)
  expect(problems?.[20]).toBe('POST /pipeline answered 200: and more')
})

test('an answer that is nested too deep has no shape', () => {
  const body = `{"result":${'['.repeat(8_000)}${']'.repeat(8_000)}}`
  expect(shape('GET /get/key', { status: 200, body })).toBeUndefined()
})
