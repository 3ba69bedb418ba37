import { once } from 'node:events'
import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { validateReport } from '#generated/report.schema.js'
import { startProxy, type ProxyOptions } from './proxy.js'
import type { ScenarioResult } from '../report/report.js'
import { serve } from '../wire/testing.js'

/** A proxy before a target that answers so, and what it has told of what it saw. */
async function proxied(answer: RequestListener, options: Partial<ProxyOptions> = {}, path = '') {
  const url = (await serve(answer)) + path
  const told: ScenarioResult[] = []
  const proxy = await startProxy({
    ...{ kv: { url }, onBroken: (result) => told.push(result) },
    ...options,
  })
  onTestFinished(() => proxy.close())
  return { proxy, url: proxy.kv?.url ?? '', told }
}

const json =
  (body: string | Buffer, status = 200, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

const told = (url: string, path = '/get/a') =>
  fetch(url + path, { headers: { Authorization: 'Bearer secret-token' } })

describe('what fits the documents', () => {
  test('is counted by operation, status and rule', async () => {
    const { proxy, url } = await proxied(json('{"result":1}'))
    await told(url)
    await told(url)
    const report = proxy.report()

    expect(validateReport(report)).toBe(true)
    expect(report.summary).toMatchObject({ passed: 2, violated: 0 })
    const { coverage } = report
    expect(coverage).toMatchObject({ exchanges: 2, documented: 2, broken: 0, undocumented: [] })
    expect(coverage?.operations.find(({ answers }) => answers.length > 0)).toEqual({
      interface: 'kv',
      operationId: 'getCommandWithArguments',
      method: 'GET',
      path: '/{command}/{args}',
      answers: [{ status: 200, exchanges: 2, broken: 0 }],
      unseen: ['400', '401', '405'],
    })
    expect(coverage?.rules.filter(({ exchanges }) => exchanges > 0)).toEqual([
      { id: 'kv.envelope.success', exchanges: 2 },
    ])
    const verdictOf = (id: string) => report.rules.find((rule) => rule.id === id)?.verdict
    expect(verdictOf('kv.envelope.success')).toBe('conforming')
    expect(verdictOf('kv.pipeline.array-of-envelopes')).toBe('not-applicable')
    expect(verdictOf('kv.pipeline.runs-in-order')).toBe('not-judged')
  })

  test('may be compressed, chunked and below the path of the target', async () => {
    const answer = json(gzipSync('{"result":1}'), 200, { 'content-encoding': 'gzip' })
    const { proxy, url } = await proxied(answer, {}, '/base')

    expect(new URL(url).pathname).toBe('/base')
    expect(await (await told(url)).json()).toEqual({ result: 1 })
    expect(proxy.report().summary).toMatchObject({ passed: 2, violated: 0 })
  })

  test('may have no shape: a stream, a raw reply, no body at all', async () => {
    const { proxy, url } = await proxied((request, response) => {
      const stream = request.url?.startsWith('/subscribe') === true
      const type = stream ? 'text/event-stream' : 'application/octet-stream'
      response.writeHead(200, { 'content-type': type }).end('+OK\r\n')
    })
    await fetch(`${url}/subscribe/a`, { method: 'POST' })
    await fetch(`${url}/set/a/b`)
    await fetch(`${url}/get/a`, { method: 'HEAD' })

    const { rules } = proxy.report().coverage!
    expect(rules.filter(({ exchanges }) => exchanges > 0).map(({ id }) => id)).toEqual([
      'kv.methods.head',
      'kv.subscribe.event-stream',
      'kv.response-format.resp2-raw-reply',
    ])
  })
})

describe('what breaks the contract', () => {
  test('is the violation of a rule, told at once with the exchange, without its token', async () => {
    const {
      proxy,
      url,
      told: violations,
    } = await proxied(json('{"result":1,"extra":"secret-token"}'))
    expect(await (await told(url)).json()).toEqual({ result: 1, extra: 'secret-token' })
    await told(url, '/get/a?_token=other-token')
    await told(url, '/get/a?_token=t')

    expect(violations).toHaveLength(3)
    expect(violations[0]).toMatchObject({
      id: 'kv.envelope.success/every-answer-has-the-documented-shape',
      verdict: 'violated',
      findings: [
        { message: expect.stringContaining('must not have the property "extra"') as string },
      ],
      exchanges: [{ request: { method: 'GET', target: '/get/a' }, response: { status: 200 } }],
      repro: expect.stringMatching(/^curl .*"\$SVC_KV_URL"'\/get\/a'$/) as string,
    })
    const report = proxy.report()
    expect(validateReport(report)).toBe(true)
    expect(report.summary.violated).toBe(1)
    expect(report.coverage?.broken).toBe(3)
    const text = JSON.stringify([report, violations])
    expect(text).not.toMatch(/secret-token|other-token|_token=t"/)
    expect(text).toContain('<SVC_KV_TOKEN>')
  })

  test('is told without passwords, and without the tokens that are given for them', async () => {
    const { proxy, url } = await proxied(json('{"result":"given-token","extra":1}'))
    await told(url, '/ACL/RESTTOKEN/user/pass-word')
    await fetch(url, { method: 'POST', body: '["ACL","RESTTOKEN","user","pass-word"]' })
    await fetch(`${url}/acl/resttoken/user/pass-word`, { method: 'DELETE' })

    const report = proxy.report()
    expect(report.coverage).toMatchObject({ broken: 2, undocumented: [{ method: 'DELETE' }] })
    expect(JSON.stringify(report)).not.toMatch(/given-token|pass-word/)
  })
})

test('an answer that is to be JSON and says that it is not breaks the rule of its media type', async () => {
  const html = json('<p>', 200, { 'content-type': 'Text/HTML; a=b' })
  const { proxy, url, told: violations } = await proxied(html)
  expect(await (await told(url)).text()).toBe('<p>')
  await fetch(`${url}/get/a`, { method: 'HEAD' })

  expect(violations).toMatchObject([
    {
      rule: 'kv.response-format.json-content-type',
      findings: [
        {
          message:
            'GET /{command}/{args} answered 200: expected the media type application/json, got text/html',
        },
      ],
      exchanges: [{ response: { status: 200, body: '<p>' } }],
    },
  ])
  const report = proxy.report()
  expect(validateReport(report)).toBe(true)
  expect(report.summary).toMatchObject({ passed: 0, violated: 1 })
  expect(report.coverage).toMatchObject({ documented: 2, broken: 1 })
})

describe('what the documents are silent about is no violation', () => {
  test.each([
    ['an operation', { method: 'DELETE' }, '/get/a', json('?', 405), '/get/a'],
    ['a status', {}, '/get/a', json('?', 500), '/{command}/{args}'],
    [
      'a media type, where RESP2 was asked for',
      { headers: { 'Svc-Response-Format': 'resp2' } },
      '/get/a',
      json('?', 200, { 'content-type': 'Text/Plain; a=b' }),
      '/{command}/{args}',
    ],
    [
      'a stream under another method',
      {},
      '/subscribe/a',
      json('', 200, { 'content-type': 'text/event-stream' }),
      '/{command}/{args}',
    ],
    ['a control route of a mock', {}, '/__mock/health?x', json('{}'), '/__mock/health'],
  ])('%s', async (_, init, path, answer, named) => {
    const { proxy, url } = await proxied(answer)
    await fetch(url + path, init)
    const { summary, coverage } = proxy.report()

    expect(summary.violated).toBe(0)
    expect(coverage).toMatchObject({
      documented: 0,
      undocumented: [{ interface: 'kv', path: named, exchanges: 1 }],
    })
  })
})

describe('what cannot be judged is said, and passes all the same', () => {
  const reasons = async (answer: RequestListener, options?: Partial<ProxyOptions>) => {
    const { proxy, url } = await proxied(answer, options)
    const body = await told(url)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
    const { summary, coverage } = proxy.report()
    expect(summary).toMatchObject({ passed: 0, violated: 0 })
    return { size: body?.byteLength, reasons: coverage?.unjudged }
  }

  test('an answer that is too large', async () => {
    expect(await reasons(json('x'.repeat(1001)), { mostBytes: 1000 })).toEqual({
      size: 1001,
      reasons: [{ reason: 'an answer has more than 1000 bytes', exchanges: 1 }],
    })
  })

  test('an answer that is nested too deep, or has too many values', async () => {
    for (const [result, why] of [
      [`${'['.repeat(8_000)}${']'.repeat(8_000)}`, 'nested deeper than 500 levels'],
      [`[${'true,'.repeat(60_000)}1]`, 'more than 50000 values'],
    ] as const)
      expect((await reasons(json(`{"result":${result}}`))).reasons).toEqual([
        { reason: `an answer is not checked: ${why}`, exchanges: 1 },
      ])
  })

  test('a content coding that is not known', async () => {
    const { reasons: unjudged } = await reasons(json('x', 200, { 'content-encoding': 'rot13' }))
    expect(unjudged?.[0]?.reason).toContain('rot13')
  })

  test('an answer that breaks off, and none', async () => {
    const half: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 9 })
      response.write('half', () => response.destroy())
    }
    expect((await reasons(half)).reasons?.[0]?.reason).toMatch(/^an answer was not whole/)
    const nothing = await reasons((request) => request.socket.destroy())
    expect(nothing.reasons?.[0]?.reason).toMatch(/^no answer/)
  })

  test.each(['GET', 'HEAD'])('a target that is not there: %s', async (method) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const proxy = await startProxy({ kv: { url: `http://127.0.0.1:${port}` } })
    onTestFinished(() => proxy.close())

    const answer = await fetch(`${proxy.kv?.url}/get/a`, { method })
    expect(answer.status).toBe(502)
    expect(answer.headers.get('proxy-status')).toContain('svc-contract')
    const text = await answer.text()
    expect(text === '').toBe(method === 'HEAD')
    if (method === 'GET')
      expect(JSON.parse(text)).toEqual({
        error: expect.stringMatching(
          /^svc-contract proxy: .*cannot be reached: .*ECONNREFUSED/,
        ) as string,
      })
    expect(proxy.report().coverage).toMatchObject({ exchanges: 1, documented: 0 })
    expect(proxy.report().coverage?.unjudged[0]?.reason).toContain('cannot be reached')
  })
})

test('a large body passes in pieces, in both directions', async () => {
  const size = 20 * 1024 * 1024
  const { proxy, url } = await proxied((request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    request.pipe(response)
  })
  const answer = await fetch(`${url}/set/a`, { method: 'POST', body: Buffer.alloc(size, 7) })
  const body = Buffer.from(await answer.arrayBuffer())

  expect(body.equals(Buffer.alloc(size, 7))).toBe(true)
  expect(proxy.report().coverage).toMatchObject({ documented: 1, unjudged: [] })
})

test('a client keeps its connection, and all that comes over it is read', async () => {
  const { proxy, url } = await proxied(json('{"result":1}'))
  const { Agent } = await import('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  for (let n = 0; n < 3; n++) {
    const outgoing = httpRequest(`${url}/get/a`, { agent }).end()
    const [incoming] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream]
    await once(incoming.resume(), 'end')
    expect(outgoing.reusedSocket).toBe(n > 0)
  }
  expect(proxy.report().coverage?.documented).toBe(3)
})

test('a URL that is none, and an address that is taken, are refused', async () => {
  await expect(startProxy({ kv: { url: 'ftp://a' } })).rejects.toThrow(/http:\/\/ or https/)
  const { proxy } = await proxied(json('{}'))
  const port = Number(new URL(proxy.kv!.url).port)
  await expect(
    startProxy({ kv: { url: 'http://127.0.0.1:1' }, queue: { url: 'http://127.0.0.1:1', port } }),
  ).rejects.toThrow(/EADDRINUSE/)
})
