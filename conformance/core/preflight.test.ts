import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { preflight, readOnlyPreflight } from '../index.js'
import { serve } from '../wire/testing.js'

async function targetThat(answers: RequestListener, scheme = 'http') {
  return { url: (await serve(answers)).replace('http', scheme), token: 'secret' }
}

test.each([
  ['kv', 200, '{}'],
  ['queue', 200, '{}'],
  ['kv', 400, '{"error":"ERR unknown command"}'],
  ['kv', 200, '"<html>"'],
  ['queue', 400, ''],
] as const)('a %s target that answers %i %s is left to the scenarios', async (of, status, body) => {
  const target = await targetThat((_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(body),
  )

  expect(await preflight(of, target, 10_000)).toBeUndefined()
})

test.each([
  ['kv', 404, '/'],
  ['queue', 404, '/v2/workflows/dlq'],
  ['queue', 500, '/v2/workflows/dlq'],
  ['queue', 501, '/v2/workflows/dlq'],
] as const)(
  'a %s target that answers %i to %s only is left to the scenarios',
  async (of, status, path) => {
    const target = await targetThat(({ url = '' }, response) =>
      response.writeHead(url.split('?')[0] === path ? status : 401).end('{}'),
    )
    expect(await preflight(of, target, 10_000)).toBeUndefined()
  },
)

test.each([
  ['kv', 404, 'POST /: status 404, GET /ping: status 404, POST /pipeline: status 404'],
  ['kv', 405, 'POST /: status 405'],
  [
    'queue',
    404,
    'GET /v2/workflows/dlq?count=1: status 404, GET /v2/workflows/logs?count=1: status',
  ],
  ['queue', 500, 'POST /v2/publish/http://127.0.0.1:9/: status 500'],
  ['queue', 501, 'GET /v2/workflows/dlq?count=1: status 501'],
] as const)(
  'a %s target that answers %i to everything cannot be judged',
  async (of, status, message) => {
    const tokens: unknown[] = []
    const target = await targetThat(({ headers, url }, response) => {
      if (url?.startsWith('/v2/publish')) tokens.push(headers.authorization)
      response.writeHead(status).end('not found')
    })
    const refusal = await preflight(of, target, 10_000)

    expect(refusal).toContain(`${target.url} (${of}) does not serve this interface (`)
    expect(refusal).toContain(message)
    expect(refusal).toMatch(new RegExp(`is the path of --${of}-url right\\?$`))
    expect(tokens).toEqual(of === 'kv' ? [] : [undefined])
  },
)

test.each([
  ['kv', '/', 400, '{"result":"PONG"}'],
  ['queue', '/v2/workflows/dlq', 404, '{"messages":[]}'],
] as const)(
  'a wrong path in the URL of a %s target is reported',
  async (of, path, status, body) => {
    const { url, token } = await targetThat((request, response) => {
      const isRight = request.url?.split('?')[0] === path
      response.writeHead(isRight ? 200 : status).end(isRight ? body : '{"error":"ERR"}')
    })
    expect(await preflight(of, { url: `${url}/v2`, token }, 10_000)).toBe(
      `${url}/v2 (${of}) is not the interface, but ${url} is; remove /v2 from --${of}-url`,
    )
  },
)

const page = '\n<!DOCTYPE html><html></html>'
const redirection = 'a redirection to https://elsewhere.example/<SVC_KV_TOKEN>; is --kv-url the'
test.each([
  [
    'kv',
    401,
    '',
    ' refused the token with status 401; check --kv-token, and --kv-url: is this another service?',
  ],
  [
    'queue',
    403,
    '',
    ' refused the token with status 403; check --queue-token, and --queue-url: is this another service?',
  ],
  ['kv', 302, '', ` answered with status 302, ${redirection}`],
  ['queue', 200, page, ' answered with status 200 and an HTML page; is --queue-url the address'],
  ['kv', 500, '{}', ' answered with status 500; is the service behind it healthy?'],
  ['queue', 502, '', ' answered with status 502; is the service behind it healthy?'],
  ['kv', 429, '{"error":"ERR"}', ' answered with status 429, too many requests; try again later'],
] as const)(
  'a %s target that answers %i %j cannot be judged',
  async (of, status, body, message) => {
    const location = 'https://elsewhere.example/secret'
    const target = await targetThat((_, response) =>
      response.writeHead(status, { ...(status === 302 && { location }) }).end(body),
    )

    expect(await preflight(of, target, 10_000)).toContain(`${target.url} (${of})${message}`)
  },
)

test.each([
  ['kv', 'text/html', '<h1>It works</h1>'],
  ['queue', 'text/html; charset=utf-8', 'It works'],
  ['kv', 'text/html', ''],
  ['queue', 'application/octet-stream', '\uFEFF<!-- an app --><div id="root"></div>'],
] as const)(
  'a %s target that answers %s %j with status 200 is a website',
  async (of, type, body) => {
    const target = await targetThat((_, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    )

    expect(await preflight(of, target, 10_000)).toContain(
      'answered with status 200 and an HTML page',
    )
  },
)

test('a Read Only token is refused by its status, not by its rights', async () => {
  let [status, body] = [401, '{"error":"WRONGPASS reader"}']
  const kv = await targetThat((_, response) => response.writeHead(status).end(body))

  expect(await readOnlyPreflight(kv, 'reader', 10_000)).toBe(
    `${kv.url} (kv): the Read Only token may not read: status 401, {"error":"WRONGPASS <SVC_KV_READONLY_TOKEN>"}; check --kv-readonly-token`,
  )
  ;[status, body] = [400, '{"error":"NOPERM"}']
  expect(await readOnlyPreflight(kv, 'reader', 10_000)).toBeUndefined()
})

test('a target that does not answer in time may not be running', async () => {
  const target = await targetThat(() => {})

  expect(await preflight('kv', target, 1)).toMatch(
    /none: timed out after 1 ms \(limit: --timeout\); is the service running there\?$/,
  )
})

test('an http target at an https URL gets a hint', async () => {
  const target = await targetThat((_, response) => response.end('{}'), 'https')

  expect(await preflight('kv', target, 10_000)).toBe(
    `${target.url} (kv): it does not speak TLS; should the URL begin with http://?`,
  )
})

test('an http URL whose connection is closed may need https', async () => {
  const target = await targetThat((_, { socket }) => void socket?.destroy())
  expect(await preflight('kv', target, 1000)).toMatch(
    /socket hang up; is the service running there, or should the URL begin with https:\/\/\?$/,
  )
})

test('an aborted signal ends the wait', async () => {
  const interrupted = new AbortController()
  const reason = new Error('the run was interrupted')
  const target = await targetThat(() => interrupted.abort(reason))

  await expect(preflight('kv', target, 2 ** 30, interrupted.signal)).rejects.toBe(reason)
})
