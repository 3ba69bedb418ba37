// Both documents as they are, under the commands of docs/prism.md: the Prism CLI mocks each, and checks
// each in front of our mock.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Interface } from '#generated/rules.js'
import { faults, startMock, type Mock } from '../../mocks/index.js'
import { shapeOf } from '../wire/schema.js'

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
 * Runs the page's command for a document on a free port and returns its URL once it listens. `upstream`
 * replaces the URL in the command. Rejects with what Prism printed when it ends instead.
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

/** One of each document, which start side by side. */
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

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer, how its body differs from the document, and what Prism complains of. */
async function ask(of: Interface, base: string, target: string, asked: Asked = {}) {
  const response = await fetch(base + target, { headers: bearer, ...asked })
  const { status } = response
  const body = new Uint8Array(await response.arrayBuffer())
  const shape = shapeOf({
    interface: of,
    request: { method: asked.method ?? 'GET', target },
    response: { status, headers: [...response.headers], body },
  })
  return {
    status,
    text: new TextDecoder().decode(body),
    problems: shape?.problems,
    violations: JSON.parse(response.headers.get('sl-violations') ?? '[]') as unknown,
  }
}

const post: Asked = { method: 'POST', headers: bearer }
const postJson = (body: string, headers = {}): Asked => ({
  ...{ method: 'POST', headers: { ...json, ...headers }, body },
})

/** A violation at this place; the words are Prism's. */
const at = (...location: readonly string[]) =>
  expect.objectContaining({ location, severity: 'Error' }) as unknown

const publishTo = (url: string) => `/v2/publish/${encodeURIComponent(url)}`

describe('prism mock', () => {
  let urls: Readonly<Record<Interface, string>>
  beforeAll(async () => void (urls = await startBoth('mock')), 60_000)

  test.each<[Interface, string, string, Asked]>([
    ['kv', 'a command by path', '/get/visits', {}],
    ['kv', 'the token in the query', '/get/visits?_token=any', { headers: {} }],
    ['kv', 'a command in the body', '/', postJson('["GET", "a"]')],
    ['kv', 'a pipeline', '/pipeline', postJson('[["INCR", "a"]]')],
    ['kv', 'a transaction', '/multi-exec', postJson('[["INCR", "a"]]')],
    [
      ...(['queue', 'a publish to a URL'] as const),
      publishTo('https://app.test/orders?from=shop'),
      postJson('{"order":42}', { 'svc-delay': '3h' }),
    ],
    ['queue', 'the DLQ list', '/v2/workflows/dlq?count=20', {}],
    ['queue', 'the run list', '/v2/workflows/logs?count=5', {}],
    [
      'queue',
      'a notify',
      '/v2/notify/order-42-paid',
      { method: 'POST', headers: { ...bearer, 'content-type': 'text/plain' }, body: 'paid' },
    ],
  ])('%s: answers %s as documented', async (of, _, target, asked) => {
    expect(await ask(of, urls[of], target, asked)).toMatchObject({
      status: 200,
      problems: [],
      violations: [],
    })
  })

  test.each<[Interface, string, string, Asked, number, unknown]>([
    ['kv', 'no token', '/get/visits', { headers: {} }, 401, at('request')],
    ['queue', 'no token', '/v2/workflows/dlq', { headers: {} }, 401, at('request')],
    ['kv', 'an object', '/pipeline', postJson('{}'), 400, at('request', 'body')],
    [
      'queue',
      'a large page',
      '/v2/workflows/dlq?count=101',
      {},
      422,
      at('request', 'query', 'count'),
    ],
  ])('%s: refuses %s with a documented status', async (of, _, target, asked, status, violation) => {
    const { text, ...answer } = await ask(of, urls[of], target, asked)

    expect(answer).toMatchObject({ status, violations: [violation] })
    expect(JSON.parse(text)).toEqual({ error: expect.any(String) as string })
  })

  test.each<[Interface, string, string, Asked, object]>([
    ['kv', 'several arguments in the path', '/set/key/value', {}, { status: 404 }],
    ['queue', 'a raw URL', '/v2/publish/https://app.test/orders', post, { status: 404 }],
    ['kv', 'JSON of no media type', '/', { ...post, body: '["GET", "a"]' }, { status: 400 }],
    [
      'kv',
      'resp2',
      '/get/visits',
      { headers: { ...bearer, 'svc-response-format': 'resp2' } },
      { text: '{"result":"OK"}' },
    ],
  ])('%s: cannot serve %s', async (of, _, target, asked, answer) => {
    expect(await ask(of, urls[of], target, asked)).toMatchObject(answer)
  })
})

describe('prism proxy', () => {
  let mock: Mock
  let urls: Readonly<Record<Interface, string>>
  beforeAll(async () => {
    mock = await startMock({
      kvToken: TOKEN,
      queueToken: TOKEN,
      // Right but for its errors, which break the document.
      faults: faults.filter(({ id }) => id === 'error-envelope-holds-object'),
    })
    urls = await startBoth('proxy', mock)
  }, 60_000)
  afterAll(() => mock.close())

  test('kv: passes on what conforms', async () => {
    const command = postJson('["SET", "greeting", "hello"]')
    const pipeline = postJson('[["APPEND", "greeting", "!"]]')
    const clean = { status: 200, problems: [], violations: [] }

    expect(await ask('kv', urls.kv, '/', command)).toMatchObject(clean)
    expect(await ask('kv', urls.kv, '/pipeline', pipeline)).toMatchObject(clean)
    expect(await ask('kv', urls.kv, '/get/greeting')).toEqual({
      ...clean,
      text: '{"result":"hello!"}',
    })
  })

  test('kv: reports an answer that breaks the document, and passes it on', async () => {
    const answer = await ask('kv', urls.kv, '/get')

    expect(answer).toMatchObject({ status: 400, violations: [at('response', 'body', 'error')] })
    expect(JSON.parse(answer.text)).toEqual({ error: { message: expect.any(String) as string } })
  })

  test('queue: passes on what conforms, and the destination arrives whole', async () => {
    const url = 'http://127.0.0.1:9/orders//42?from=shop'
    const message = postJson('{"order":42}', { 'svc-delay': '1d' })

    expect(await ask('queue', urls.queue, publishTo(url), message)).toMatchObject({
      status: 200,
      problems: [],
      violations: [],
    })
    await mock.clock.advance('1d')
    expect(mock.queue.deliveries()[0]).toMatchObject({ url })
  })

  test('queue: with --errors, sends on no request that breaks the document', async () => {
    const target = '/v2/workflows/dlq?count=101'

    expect(await ask('queue', mock.queue.url, target)).toMatchObject({ status: 200 })
    expect(await ask('queue', urls.queue, target)).toMatchObject({ status: 422 })
  })
  test.each<[Interface, string, string, Asked, number]>([
    ['kv', 'HEAD', '/get/greeting', { method: 'HEAD', headers: bearer }, 500],
    ['queue', 'a raw URL', '/v2/publish/http://127.0.0.1:9/orders', post, 404],
  ])('%s: cannot pass on %s', async (of, _, target, asked, status) => {
    expect(await ask(of, urls[of], target, asked)).toMatchObject({ status })
  })

  test('kv: replaces bytes that are not UTF-8', async () => {
    const headers = { ...bearer, 'svc-response-format': 'resp2' }
    await ask('kv', mock.kv.url, '/set/bytes/%ff')

    expect((await ask('kv', urls.kv, '/get/bytes', { headers })).text).toBe('$1\r\n\ufffd\r\n')
  })
})
