// Bad requests: each must get a 4xx response with an error message, and nothing may be delivered.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startQueue, type QueueMock } from '../index.js'

/** A port where no server listens. */
const APP = 'http://127.0.0.1:9/'

let mock: QueueMock

beforeEach(async () => {
  mock = await startQueue()
  await mock.setGroup('orders', [APP])
})

afterEach(() => mock.close())

async function send(method: string, path: string, headers: object = {}, body = '{}') {
  const authorization = `Bearer ${mock.token}`
  const init = { method, body, headers: { authorization, ...headers } }
  const response = await mock.fetch(path, init)
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

const publish = (headers?: object, destination = APP) =>
  send('POST', `/v2/publish/${destination}`, headers)

/** Checks that one good publish before `bad` and one after `bad` are delivered, and nothing else. */
async function expectOthersUnharmed(bad: () => Promise<void>) {
  const first = await publish()
  await bad()
  const last = await publish({}, 'orders')
  expect([first.status, last.status]).toEqual([200, 200])
  await mock.clock.advance(0)
  const ids = [first.body, last.body]
    .flat()
    .map((each) => (each as { messageId: string }).messageId)
  expect(mock.deliveries().map(({ messageId }) => messageId)).toEqual(ids)
}

test.each<[name: string, value: string, message: string]>([
  ['Svc-Delay', '10 seconds', 'expected a number followed by s, m, h or d'],
  ['Svc-Delay', '36501d', 'at most 36500d'],
  ['Svc-Not-Before', '1790000000000', 'in seconds (not milliseconds), up to the year 9999'],
  ['Svc-Timeout', '1d', 'expected a number followed by s, m or h'],
  ['Svc-Retries', '-1', 'expected a whole number'],
  ['Svc-Retry-Delay', '1000 *', 'column 7'],
  ['Svc-Callback', 'app.test', 'expected an http or https URL'],
  ['Svc-Failure-Callback', 'ftp://127.0.0.1/', 'expected an http or https URL'],
  ['Svc-Callback', 'http://192.0.2.1/', '192.0.2.1 may not be called'],
  ['Svc-Deduplication-Id', '', 'expected an id'],
  ['Svc-Content-Based-Deduplication', 'yes', 'expected true or false'],
  ['Svc-Timeout', '1'.repeat(400) + 's', 'expected a number followed by s, m or h'],
  ['Svc-Method', 'CONNECT', 'expected one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS'],
  ['Svc-Header-Forward', 'constructor', 'expected true or false'],
  ['Svc-Flow-Control-Key', '', 'expected a key'],
  ['Svc-Flow-Control-Value', 'two', 'expected parallelism, rate or both'],
])('%s: %s returns 400 with name and value', async (name, value, message) => {
  await expectOthersUnharmed(async () => {
    const inHeader = await publish({ [name]: value })
    expect(inHeader).toMatchObject({ status: 400 })
    const { error } = inHeader.body as { error: string }
    // `fetch` sends header names in lower case.
    expect(error.startsWith(`${name.toLowerCase()}: `)).toBe(true)
    expect(error).toContain(message)

    const key = name.toLowerCase()
    const inQuery = await publish({}, `${APP}?${key}=${encodeURIComponent(value)}`)
    expect(inQuery).toEqual({ status: 400, body: { error } })

    const toGroup = await publish({ [name]: value }, 'orders')
    expect(toGroup).toEqual(inHeader)
  })
})

test.each<[destination: string, status: number, message: string]>([
  ['', 400, 'expected a destination after /v2/publish/'],
  ['http://127.0.0.1:99999/', 400, 'not a URL: "http://127.0.0.1:99999/"'],
  ['ftp://127.0.0.1/', 400, 'expected http:// or https://, got "ftp://127.0.0.1/"'],
  ['http://192.0.2.1/', 400, 'the destination 192.0.2.1 may not be called'],
  [
    'https://app.example/',
    400,
    'the destination app.example may not be called: it is not this machine; to allow it, start the mock with --allow-destination app.example',
  ],
  ['nobody', 404, 'there is no URL group and no API "nobody"'],
  [
    'localhost:3000/hook',
    404,
    'a URL begins with http:// or https://, such as http://localhost:3000/hook',
  ],
  ['api/llm', 400, 'api/llm needs Svc-Callback'],
])('the destination "%s" is refused with its name', async (destination, status, message) => {
  await expectOthersUnharmed(async () => {
    const error = expect.stringContaining(message) as string
    expect(await publish({}, destination)).toEqual({ status, body: { error } })
  })
})

const HEADERS = ['PATCH', '/v2/topics/orders'] as const
const ENDPOINTS = ['POST', '/v2/topics/orders/endpoints'] as const

test.each<[method: string, path: string, body: string, message: string]>([
  [...HEADERS, '', 'the body: expected a JSON object, got nothing'],
  [...HEADERS, '{}', 'headers: expected an object of headers, got nothing'],
  [...HEADERS, '[', 'the body: expected JSON'],
  [...HEADERS, '\u{feff}{}', 'the body: expected JSON'],
  [...HEADERS, '{"headers": {"X A": "1"}}', 'expected the name of a header, got "X A"'],
  [
    ...HEADERS,
    '{"headers": {"X-A": ["1", {}]}}',
    'expected a string or an array of strings, got {}',
  ],
  [...HEADERS, '{"headers": {"X-A": "a\\nb"}}', 'headers["X-A"]: expected a string'],
  [...HEADERS, '{"headers": {"Host": "other"}}', 'headers["Host"]'],
  [...HEADERS, '{"headers": {"Svc-Delay": "soon"}}', 'Svc-Delay: expected a number followed by'],
  [...ENDPOINTS, '{}', 'endpoints: expected an array, got nothing'],
  [...ENDPOINTS, '{"endpoints": [7]}', 'endpoints[0]: expected an object, got 7'],
  [...ENDPOINTS, '{"endpoints": [{"name": "a"}]}', 'endpoints[0].url'],
  [...ENDPOINTS, '{"endpoints": [{"url": "http://h/", "name": 7}]}', 'name: expected a text'],
  [...ENDPOINTS, '{"endpoints": [{"url": "ftp://h/"}]}', 'endpoints[0].url: expected a URL with'],
  [...ENDPOINTS, '{"endpoints": [{"url": "http://192.0.2.1/"}]}', '192.0.2.1 may not be called'],
])(
  '%s %s with %s returns 400, and does not change the group',
  async (...[method, path, body, message]) => {
    await expectOthersUnharmed(async () => {
      const error = expect.stringContaining(message) as string
      expect(await send(method, path, {}, body)).toEqual({ status: 400, body: { error } })
    })
  },
)

test('990 levels of JSON in a batch are delivered', async () => {
  const deep = '['.repeat(990) + ']'.repeat(990)
  const { status } = await send(
    'POST',
    '/v2/batch',
    {},
    `[{"destination":"${APP}","body":${deep}}]`,
  )
  await mock.clock.advance(0)
  expect([status, mock.deliveries()[0]?.body]).toEqual([200, Buffer.from(deep)])

  const refused = await send('POST', '/v2/topics/orders/endpoints', {}, `{"endpoints":[${deep}]}`)
  const error = `endpoints[0]: expected an object, got ${'['.repeat(100)}…`
  expect(refused).toEqual({ status: 400, body: { error } })
})

test('batch items and default headers have the header limits of requests', async () => {
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`x-${n}`, '1']))
  const long = { 'x-a': 'a'.repeat(70_000) }
  const message = [
    'headers: expected at most 2000, got',
    'headers: expected at most 65536 bytes, got',
  ]
  for (const [index, headers] of [many, long].entries()) {
    const error = expect.stringContaining(message[index]!) as string
    const batch = JSON.stringify([{ destination: APP, headers }])
    expect(await send('POST', '/v2/batch', {}, batch)).toEqual({ status: 200, body: [{ error }] })
    const group = await send('PATCH', '/v2/topics/orders', {}, JSON.stringify({ headers }))
    expect(group).toEqual({ status: 400, body: { error } })
  }
  // The limit also holds when several requests add the headers.
  const some = (from: number) =>
    JSON.stringify({ headers: Object.fromEntries(Object.entries(many).slice(from, from + 1200)) })
  expect(await send('PATCH', '/v2/topics/orders', {}, some(0))).toMatchObject({ status: 200 })
  expect(await send('PATCH', '/v2/topics/orders', {}, some(801))).toEqual({
    status: 400,
    body: { error: expect.stringContaining(message[0]!) as string },
  })
})

test.each([
  ['', 'expected a JSON array of messages, got nothing'],
  [`[0${',0'.repeat(10_000)}]`, 'expected at most 10000 messages, got 10001'],
])('the batch %.9j returns 400', async (batch, message) => {
  const error = `the body: ${message}`
  expect(await send('POST', '/v2/batch', {}, batch)).toEqual({ status: 400, body: { error } })
})

test('a bad item of a batch does not affect the others', async () => {
  const items = [
    { destination: APP },
    { destination: APP, headers: { 'Svc-Delay': 'soon' } },
    { destination: 'nobody' },
    {},
    { destination: APP, headers: [] },
    { destination: APP, headers: { 'svc-retries': 1 } },
    { destination: APP, queue: 1 },
    { destination: 'orders' },
  ]
  const { status, body } = await send('POST', '/v2/batch', {}, JSON.stringify(items))
  const messageId = expect.any(String) as string
  expect([status, body]).toEqual([
    200,
    [
      { messageId, url: APP },
      { error: expect.stringMatching(/^Svc-Delay: .*"soon"$/) as string },
      { error: expect.stringContaining('"nobody"') as string },
      { error: 'destination: expected a text, got nothing' },
      { error: 'headers: expected an object, got []' },
      { error: 'headers["svc-retries"]: expected a text, got 1' },
      { error: 'queueName: expected letters, digits, "_", "-" and ".", got 1' },
      [{ messageId, url: APP }],
    ],
  ])
  await mock.clock.advance(0)
  expect(mock.deliveries()).toHaveLength(2)
})
