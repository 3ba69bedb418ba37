import { execFile } from 'node:child_process'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { dialects } from '#generated/dialects.js'
import { describe, expect, test } from 'vitest'
import { serve } from '../wire/testing.js'
import { recorded, type RecordedExchange } from './report.js'
import { redactorOf } from './redact.js'
import { testCommand, reproOf } from './repro.js'

const token = "a'b+c/d"

/** Returns the recorded request to a target at `http://…/base`. */
function sent(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body: string | Uint8Array,
  secret = token,
): RecordedExchange {
  const request = { method, target: `/base${target}`, headers, body: Buffer.from(body) }
  const nothing = { status: 200, headers: [], body: Buffer.alloc(0), durationMs: 0 }
  return recorded({ request, ...nothing }, redactorOf({ SVC_KV_TOKEN: secret }))
}

test('tokens come from the environment, and the shell expands nothing else', () => {
  const exchange = sent(
    'POST',
    '/set/k?_token=' + encodeURIComponent(token),
    [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${token}`],
      ['Content-Length', '4'],
    ],
    "$HO'",
  )

  expect(reproOf('kv', [exchange], '/base')).toBe(
    `curl -sS -i --path-as-is -X 'POST' -H 'Authorization: Bearer '"$SVC_KV_TOKEN" ` +
      `--data-raw '$HO'\\''' -H 'Content-Type:' "$SVC_KV_URL"'/set/k?_token='"$SVC_KV_TOKEN"`,
  )
})

test('a method is quoted, because a backtick is a letter of HTTP', () => {
  const command = reproOf('kv', [sent('A`whoami`B', '/get/k', [['`id`', '$(id)']], '')], '/base')
  expect(command).toBe(
    `curl -sS -i --path-as-is -X 'A\`whoami\`B' -H '\`id\`: $(id)' "$SVC_KV_URL"'/get/k'`,
  )
})

test('a list that was read again and again is in the script once, as long as nothing changes it', () => {
  const read = (page = '') => sent('GET', `/v2/workflows/dlq?count=1${page}`, [], '')
  const publish = sent('POST', '/v2/publish/http://a.test', [], '')
  const pages = [read(), read('&cursor=a'), read(), read('&cursor=a')]
  const all = [publish, publish, ...pages, publish, read()]

  const targets = (of: 'kv' | 'queue') =>
    reproOf(of, all, '/base')
      .split('\n')
      .map((line) => line.split('_URL"\'')[1]?.slice(0, -1))
  const [list, next] = ['/v2/workflows/dlq?count=1', '/v2/workflows/dlq?count=1&cursor=a']
  const [post] = ['/v2/publish/http://a.test']
  expect(targets('queue')).toEqual([post, post, list, next, post, list])
  expect(targets('kv')).toHaveLength(all.length)
})

test('a stream is read for some seconds, in the background of later requests', () => {
  const stream = sent('POST', '/monitor', [['accept', 'text/event-stream']], '')
  const get = sent('GET', '/get/k', [], '')
  const monitor =
    `curl -sS -i --path-as-is -N --max-time 5 -X 'POST' -H 'accept: text/event-stream' ` +
    `"$SVC_KV_URL"'/monitor'`

  expect(reproOf('kv', [get, stream], '/base').split('\n')[1]).toBe(monitor)
  expect(reproOf('kv', [stream, get], '/base').split('\n')).toEqual([
    `${monitor} & sleep 1`,
    `curl -sS -i --path-as-is -X 'GET' "$SVC_KV_URL"'/get/k'`,
    'wait',
  ])
  expect(reproOf('kv', [{ ...get, closed: true }], '/base')).toContain('-N --max-time 5')
})

describe('the command that judges a scenario again', () => {
  const ofKv = { id: 'kv.methods.get/it', interface: 'kv', needs: [] } as const
  const ofQueue = { id: 'queue.publish.method/it', interface: 'queue', needs: [] } as const
  const kv = { url: 'http://kv.example', token: 'never' }
  const queue = { url: 'http://queue.example', token: 'never' }
  const provider = { name: 'mock' }
  const options = { kv, queue, provider, sink: { publicUrl: 'http://s' }, maxWaitMs: 5000 }
  const mine = { name: './mine.js', kvMaxRequestSize: 1000 }
  const needing = { ...ofKv, needs: ['dedicatedAccount'] as const }
  const again = { 'queue-url': 'http://q', dialect: './a b.yaml', time: undefined, bail: true }

  test.each([
    [ofKv, options, "kv.methods.get/it' --kv-url 'http://kv.example' --time 'real' --max-wait '5'"],
    [
      ofQueue,
      options,
      "queue.publish.method/it' --queue-url 'http://queue.example' --sink-url 'http://s' --time 'real' --max-wait '5'",
    ],
    [
      needing,
      { kv, provider: mine, dialect: dialects.upstash },
      "kv.methods.get/it' --kv-url 'http://kv.example' --dialect 'upstash' --provider './mine.js' --dedicated-account --kv-max-request-size '1000'",
    ],
    [
      ofQueue,
      { kv, queue, again },
      "queue.publish.method/it' --queue-url 'http://q' --dialect './a b.yaml' --bail",
    ],
  ])('has the options of the run without tokens: %o', (scenario, options, command) => {
    expect(testCommand([scenario], options)).toBe(`npx svc-contract test '${command}`)
  })
})

/** Runs a command in a shell. Returns the requests that a server receives from it. */
async function requestsOf(command: string, token: string) {
  const requests: { line: string; headers: IncomingHttpHeaders; body: string }[] = []
  const url = await serve(async (request, response) => {
    const body = (await buffer(request)).toString('latin1')
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    response.end()
  })
  const ended = promisify(execFile)('/bin/sh', [], {
    env: { SVC_KV_URL: `${url}/base`, SVC_KV_TOKEN: token },
  })
  ended.child.stdin?.end(command)
  await ended
  return requests
}

describe('a shell that runs the command sends the same request', () => {
  test.each<[method: string, target: string, body: string | Uint8Array]>([
    ['GET', '/get/a%2Fb/../c', ''],
    ['GET', '/`whoami`;$(id)', ''],
    ['HEAD', '/get/k', ''],
    ['PUT', "/set/k?a='$(x)", '@no-file "quoted"'],
    ['POST', '/', '["ECHO","\\u0000 %s"]'],
    ['POST', '/set/k', Buffer.of(0, 255, 10)],
    ['POST', '/set/k', 'text with a \0 in it'],
    ['POST', '/set/k', `it's long: ${'x'.repeat(200_000)}`],
  ])('%s %s', async (method, target, body) => {
    const authorization = ['Authorization', `Bearer ${token}`] as const
    const command = reproOf('kv', [sent(method, target, [authorization], body)], '/base')
    const [request] = await requestsOf(command, token)
    expect(request?.line).toBe(`${method} /base${target}`)
    expect(request?.headers.authorization).toBe(`Bearer ${token}`)
    expect(request?.headers['content-type']).toBeUndefined()
    expect(request?.body).toBe(Buffer.from(body).toString('latin1'))
  })

  test.each([
    ['in upper case', (token: string) => token.toUpperCase()],
    ['in lower case', (token: string) => token.toLowerCase()],
    ['without its last character', (token: string) => token.slice(0, -1)],
    ['in base64', (token: string) => Buffer.from(token).toString('base64')],
  ])('a token %s', async (name, formOf) => {
    const token = `aB3-_$'"~+/ZxYwVu`
    const headers = [['Authorization', `Bearer ${formOf(token)}`]] as const
    const exchange = sent('GET', '/get/k', headers, '', token)
    expect(exchange.request.headers).toEqual([['Authorization', `Bearer <SVC_KV_TOKEN ${name}>`]])

    const [request] = await requestsOf(reproOf('kv', [exchange], '/base'), token)
    expect(request?.headers.authorization).toBe(`Bearer ${formOf(token)}`)
  })
})
