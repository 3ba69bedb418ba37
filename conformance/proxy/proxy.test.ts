import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { validateReport } from '#generated/report.schema.js'
import { startProxy, type ProxyOptions } from './proxy.js'
import type { ScenarioResult } from '../report/report.js'
import { serve } from '../wire/testing.js'

/** Starts a proxy for a target. Returns the violations that the proxy reports. */
async function proxied(answer: RequestListener, options: Partial<ProxyOptions> = {}, path = '') {
  const url = (await serve(answer)) + path
  const violations: ScenarioResult[] = []
  const proxy = await startProxy({
    kv: { url },
    onBroken: (result) => violations.push(result),
    ...options,
  })
  onTestFinished(() => proxy.close())
  return { proxy, url: proxy.kv?.url ?? '', violations }
}

const json =
  (body: string | Buffer, status = 200, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

const get = (url: string, path = '/get/a') =>
  fetch(url + path, { headers: { Authorization: 'Bearer secret-token' } })

describe('an answer that conforms', () => {
  test('is counted by operation, status and rule', async () => {
    const { proxy, url } = await proxied(json('{"result":1}'))
    await get(url)
    await get(url)
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

  test('may be compressed and below a base path', async () => {
    const answer = json(gzipSync('{"result":1}'), 200, { 'content-encoding': 'gzip' })
    const { proxy, url } = await proxied(answer, {}, '/base')

    expect(new URL(url).pathname).toBe('/base')
    expect(await (await get(url)).json()).toEqual({ result: 1 })
    expect(proxy.report().summary).toMatchObject({ passed: 2, violated: 0 })
  })

  test('may have no schema: a stream, a raw reply, no body', async () => {
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

describe('an answer that breaks the contract', () => {
  test('is reported at once with its exchange, without tokens', async () => {
    const { proxy, url, violations } = await proxied(json('{"result":1,"extra":"secret-token"}'))
    expect(await (await get(url)).json()).toEqual({ result: 1, extra: 'secret-token' })
    await get(url, '/get/a?_token=other-token')
    await get(url, '/get/a?_token=t')

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

  test('is reported without passwords and the tokens returned for them', async () => {
    const { proxy, url } = await proxied(json('{"result":"given-token","extra":1}'))
    await get(url, '/ACL/RESTTOKEN/user/pass-word')
    await fetch(url, { method: 'POST', body: '["ACL","RESTTOKEN","user","pass-word"]' })
    await fetch(`${url}/acl/resttoken/user/pass-word`, { method: 'DELETE' })

    const report = proxy.report()
    expect(report.coverage).toMatchObject({ broken: 2, undocumented: [{ method: 'DELETE' }] })
    expect(JSON.stringify(report)).not.toMatch(/given-token|pass-word/)
  })

  test('may break the rule of the media type', async () => {
    const html = json('<p>', 200, { 'content-type': 'Text/HTML; a=b' })
    const { proxy, url, violations } = await proxied(html)
    expect(await (await get(url)).text()).toBe('<p>')
    await fetch(`${url}/get/a`, { method: 'HEAD' })

    const message =
      'GET /{command}/{args} answered 200: expected the media type application/json, got text/html'
    expect(violations).toMatchObject([
      {
        rule: 'kv.response-format.json-content-type',
        findings: [{ message }],
        exchanges: [{ response: { status: 200, body: '<p>' } }],
      },
    ])
    const report = proxy.report()
    expect(validateReport(report)).toBe(true)
    expect(report.summary).toMatchObject({ passed: 0, violated: 1 })
    expect(report.coverage).toMatchObject({ documented: 2, broken: 1 })
  })
})

test.each([
  ['operation', { method: 'DELETE' }, '/get/a', json('?', 405), '/get/a'],
  ['status', {}, '/get/a', json('?', 500), '/{command}/{args}'],
  [
    'media type of a RESP2 answer',
    { headers: { 'Svc-Response-Format': 'resp2' } },
    '/get/a',
    json('?', 200, { 'content-type': 'Text/Plain; a=b' }),
    '/{command}/{args}',
  ],
  [
    'method of a stream',
    {},
    '/subscribe/a',
    json('', 200, { 'content-type': 'text/event-stream' }),
    '/{command}/{args}',
  ],
  ['control route of a mock', {}, '/__mock/health?x', json('{}'), '/__mock/health'],
])('an undocumented %s is no violation', async (_, init, path, answer, named) => {
  const { proxy, url } = await proxied(answer, { controls: true })
  await fetch(url + path, init)
  const { summary, coverage } = proxy.report()

  expect(summary.violated).toBe(0)
  expect(coverage).toMatchObject({
    documented: 0,
    undocumented: [{ interface: 'kv', path: named, exchanges: 1 }],
  })
})

describe('an exchange that cannot be validated is forwarded and counted', () => {
  const half: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 9 })
    response.write('half', () => response.destroy())
  }
  const nested = `{"result":${'['.repeat(8_000)}${']'.repeat(8_000)}}`
  test.each<[what: string, answer: RequestListener, size: number | undefined, reason: RegExp]>([
    ['too large', json('x'.repeat(90_001)), 90_001, /^an answer has more than 90000 bytes$/],
    [
      'too deep',
      json(nested),
      16_011,
      /^an answer is not validated: nested deeper than 500 levels$/,
    ],
    ['unknown coding', json('x', 200, { 'content-encoding': 'rot13' }), 1, /coding rot13 cannot/],
    ['incomplete', half, undefined, /^an answer was incomplete: /],
    ['no answer', (request) => request.socket.destroy(), undefined, /^no answer: /],
  ])('%s', async (_, answer, size, reason) => {
    const { proxy, url } = await proxied(answer, { mostBytes: 90_000 })
    const body = await get(url)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
    const { summary, coverage } = proxy.report()

    expect(summary).toMatchObject({ passed: 0, violated: 0 })
    expect(body?.byteLength).toBe(size)
    expect(coverage?.unjudged).toEqual([
      { reason: expect.stringMatching(reason) as string, exchanges: 1 },
    ])
  })

  test.each(['GET', 'HEAD'])('a target that is down: %s', async (method) => {
    const proxy = await startProxy({ kv: { url: 'http://127.0.0.1:1' } })
    onTestFinished(() => proxy.close())

    const answer = await fetch(`${proxy.kv?.url}/get/a`, { method })
    expect(answer.status).toBe(502)
    expect(answer.headers.get('proxy-status')).toContain('svc-contract')
    expect(await answer.text()).toMatch(
      method === 'HEAD'
        ? /^$/
        : /^{"error":"svc-contract proxy: .*cannot be reached: .*ECONNREFUSED/,
    )
    expect(proxy.report().coverage).toMatchObject({
      exchanges: 1,
      documented: 0,
      unjudged: [{ reason: expect.stringContaining('cannot be reached') as string }],
    })
    expect(proxy.report().gone).toEqual(['http://127.0.0.1:1'])
  })
})

test('an invalid URL and an address in use are refused', async () => {
  await expect(startProxy({ kv: { url: 'ftp://a' } })).rejects.toThrow(/http:\/\/ or https/)
  const { proxy } = await proxied(json('{}'))
  const url = 'http://127.0.0.1:1'
  const port = Number(new URL(proxy.kv!.url).port)
  await expect(startProxy({ kv: { url }, queue: { url, port } })).rejects.toThrow(/EADDRINUSE/)
})
