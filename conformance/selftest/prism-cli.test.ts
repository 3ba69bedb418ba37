// Runs the commands of docs/prism.md for both OpenAPI documents. The Prism CLI serves them as a
// mock, and checks this project's mock as a proxy.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Interface } from '#generated/rules.js'
import { startMock, type Mock } from '../../mocks/index.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(`${root}docs/prism.md`, 'utf8')
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }
})

/**
 * Runs the command of the page for one OpenAPI document on a free port, and returns its URL.
 * `upstream` replaces the URL in the command. Rejects with the output of Prism if Prism ends.
 */
async function start(verb: 'mock' | 'proxy', of: Interface, upstream = ''): Promise<string> {
  const command = new RegExp(
    `^npx --yes @stoplight/prism-cli (${verb} \\S+/${of}\\.openapi\\.json.*)$`,
    'm',
  )
  const words = (command.exec(page)?.[1] ?? '').replace(/ --port \d+/, ' --port 0').split(' ')
  const args = words.map((word) =>
    word.replace('node_modules/svc-contract/', root).replace(/^http:.*/, upstream),
  )
  const child = spawn(process.execPath, [prism, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {},
  })
  children.push(child)
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      log += `${line}\n`
      const [, url] = /Prism is listening on (http:\S+)/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
    child.once('close', () => reject(new Error(`prism ${args.join(' ')} ended:\n${log}`)))
  })
}

async function startBoth(verb: 'mock' | 'proxy', upstream?: Mock) {
  const [kv, queue] = await Promise.all([
    start(verb, 'kv', upstream?.kv.url),
    start(verb, 'queue', upstream?.queue.url),
  ])
  return { kv, queue }
}

const TOKEN = 'any-token'
const bearer = { authorization: `Bearer ${TOKEN}` }
const json = { ...bearer, 'content-type': 'application/json' }

/** Sends a request. Returns the response, and the violations that Prism reports. */
async function send(url: string, request: RequestInit = {}) {
  const response = await fetch(url, { headers: bearer, ...request })
  return {
    status: response.status,
    text: await response.text(),
    violations: JSON.parse(response.headers.get('sl-violations') ?? '[]') as unknown,
  }
}

const post: RequestInit = { method: 'POST', headers: bearer }
const postJson = (body: string, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body,
})

/** Matches a violation at this location. */
const at = (...location: readonly string[]) =>
  expect.objectContaining({ location, severity: 'Error' }) as unknown

const publishTo = (url: string) => `/v2/publish/${encodeURIComponent(url)}`

type Row = readonly [title: `${Interface}: ${string}`, target: string, object, RequestInit?]

/** Tests that the response to each request contains the expected fields. */
function testEach(rows: readonly Row[], urlOf: (of: Interface) => string): void {
  for (const [title, target, expected, request] of rows)
    test(title, async () => {
      const of = title.startsWith('kv') ? 'kv' : 'queue'
      expect(await send(urlOf(of) + target, request)).toMatchObject(expected)
    })
}

const clean = { status: 200, violations: [] }
const refused = (status: number, ...location: readonly string[]) => ({
  status,
  violations: [at(...location)],
  text: expect.stringMatching(/^\{"error":".*"\}$/) as unknown,
})
const resp2 = { headers: { ...bearer, 'svc-response-format': 'resp2' } }
const text = { ...bearer, 'content-type': 'text/plain' }
const largePage = '/v2/workflows/dlq?count=101'

describe('prism mock', () => {
  let urls: Readonly<Record<Interface, string>>
  beforeAll(async () => void (urls = await startBoth('mock')), 60_000)

  testEach(
    [
      ['kv: a command by path', '/get/visits', clean],
      ['kv: the token in the query', '/get/visits?_token=any', clean, { headers: {} }],
      ['kv: a command in the body', '/', clean, postJson('["GET", "a"]')],
      ['kv: a pipeline', '/pipeline', clean, postJson('[["INCR", "a"]]')],
      ['kv: a transaction', '/multi-exec', clean, postJson('[["INCR", "a"]]')],
      [
        ...(['queue: a publish', publishTo('https://app.test/orders?from=shop'), clean] as const),
        postJson('{"order":42}', { 'svc-delay': '3h' }),
      ],
      ['queue: the DLQ list', '/v2/workflows/dlq?count=20', clean],
      ['queue: the run list', '/v2/workflows/logs?count=5', clean],
      [
        ...(['queue: a notify', '/v2/notify/order-42-paid', clean] as const),
        { method: 'POST', headers: text, body: 'paid' },
      ],
      ['kv: refuses no token', '/get/visits', refused(401, 'request'), { headers: {} }],
      ['queue: refuses no token', '/v2/workflows/dlq', refused(401, 'request'), { headers: {} }],
      ['kv: refuses an object', '/pipeline', refused(400, 'request', 'body'), postJson('{}')],
      ['queue: refuses a large page', largePage, refused(422, 'request', 'query', 'count')],
      ['kv: cannot serve several arguments in the path', '/set/key/value', { status: 404 }],
      ['queue: cannot serve a raw URL', '/v2/publish/https://app.test/', { status: 404 }, post],
      ['kv: needs a media type', '/', { status: 400 }, { ...post, body: '["GET", "a"]' }],
      ['kv: cannot serve resp2', '/get/visits', { text: '{"result":"OK"}' }, resp2],
    ],
    (of) => urls[of],
  )
})

describe('prism proxy', () => {
  let mock: Mock
  let urls: Readonly<Record<Interface, string>>
  beforeAll(async () => {
    mock = await startMock({
      kvToken: TOKEN,
      queueToken: TOKEN,
      // A mock that is correct except for its errors, which violate the OpenAPI document.
      faults: ['error-envelope-holds-object'],
    })
    urls = await startBoth('proxy', mock)
    await send(`${mock.kv.url}/set/bytes/%ff`)
  }, 60_000)
  afterAll(() => mock.close())

  testEach(
    [
      ['kv: passes on a command', '/', clean, postJson('["SET", "greeting", "hello"]')],
      ['kv: passes on a pipeline', '/pipeline', clean, postJson('[["APPEND", "greeting", "!"]]')],
      ['kv: passes on a path', '/get/greeting', { ...clean, text: '{"result":"hello!"}' }],
      [
        ...(['kv: reports a response that breaks the document, and passes it on', '/get'] as const),
        {
          status: 400,
          violations: [at('response', 'body', 'error')],
          text: expect.stringMatching(/^\{"error":\{"message":".*"\}\}$/) as unknown,
        },
      ],
      ['queue: refuses a large page with --errors', largePage, { status: 422 }],
      ['kv: cannot pass on HEAD', '/get/greeting', { status: 500 }, { ...post, method: 'HEAD' }],
      ['queue: cannot pass on a raw URL', '/v2/publish/http://127.0.0.1:9/', { status: 404 }, post],
      ['kv: replaces bytes that are not UTF-8', '/get/bytes', { text: '$1\r\n\ufffd\r\n' }, resp2],
    ],
    (of) => urls[of],
  )

  test('queue: the mock itself accepts a large page', async () => {
    expect(await send(mock.queue.url + largePage)).toMatchObject({ status: 200 })
  })

  test('queue: passes on a publish with the whole destination', async () => {
    const url = 'http://127.0.0.1:9/orders//42?from=shop'
    const message = postJson('{"order":42}', { 'svc-delay': '1d' })

    expect(await send(urls.queue + publishTo(url), message)).toMatchObject(clean)
    await mock.clock.advance('1d')
    expect(mock.queue.deliveries()[0]).toMatchObject({ url })
  })
})
