import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { dialects } from '#generated/dialects.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recorded, type RecordedExchange } from './report.js'
import { redactorOf } from './redact.js'
import { judgingAgain, reproOf } from './repro.js'

const token = "a'b+c/d"

/** What stands in a report of a request to a target at `http://…/base`. */
function sent(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body: string | Uint8Array,
): RecordedExchange {
  const request = { method, target: `/base${target}`, headers, body: Buffer.from(body) }
  const nothing = { status: 200, headers: [], body: Buffer.alloc(0), durationMs: 0 }
  return recorded({ request, ...nothing }, redactorOf({ SVC_KV_TOKEN: token }))
}

test('tokens come from the environment, and nothing is expanded by the shell', () => {
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
    `curl -sS -i --path-as-is -X POST -H 'Authorization: Bearer '"$SVC_KV_TOKEN" ` +
      `--data-raw '$HO'\\''' -H 'Content-Type:' "$SVC_KV_URL"'/set/k?_token='"$SVC_KV_TOKEN"`,
  )
})

test('several requests are as many lines', () => {
  const get = sent('GET', '/get/k', [], '')

  expect(reproOf('queue', [get, get], '/base').split('\n')).toHaveLength(2)
})

test('a stream is read for some seconds, behind what follows it', () => {
  const stream = {
    ...sent('POST', '/monitor', [['Accept', 'text/event-stream']], ''),
    closed: true,
  }
  const get = sent('GET', '/get/k', [], '')
  const monitor =
    `curl -sS -i --path-as-is -N --max-time 5 -X POST -H 'Accept: text/event-stream' ` +
    `"$SVC_KV_URL"'/monitor'`

  expect(reproOf('kv', [get, stream], '/base').split('\n')[1]).toBe(monitor)
  expect(reproOf('kv', [stream, get], '/base').split('\n')).toEqual([
    `${monitor} & sleep 1`,
    `curl -sS -i --path-as-is -X GET "$SVC_KV_URL"'/get/k'`,
    'wait',
  ])
})

test('a stream is read for some seconds too where it was answered with something else', () => {
  const refused = sent('POST', '/monitor', [['accept', 'text/event-stream']], '')

  expect(reproOf('kv', [refused], '/base')).toContain('-N --max-time 5')
})

describe('the command that judges a scenario again', () => {
  const ofKv = { id: 'kv.methods.get/it', interface: 'kv', needs: [] } as const
  const ofQueue = { id: 'queue.publish.method/it', interface: 'queue', needs: [] } as const
  const kv = { url: 'http://kv.example', token: 'never' }
  const queue = { url: 'http://queue.example', token: 'never' }

  test('names the interface, the time and the waits of the run, and no token', () => {
    const mock = { name: 'mock' }
    const options = { kv, queue, provider: mock, sink: { publicUrl: 'http://s' }, maxWaitMs: 5000 }

    expect(judgingAgain(ofKv, options)).toBe(
      `npx svc-contract test 'kv.methods.get/it' --kv-url 'http://kv.example' --time 'real' --max-wait '5'`,
    )
    expect(judgingAgain(ofQueue, options)).toBe(
      `npx svc-contract test 'queue.publish.method/it' --queue-url 'http://queue.example' ` +
        `--sink-url 'http://s' --time 'real' --max-wait '5'`,
    )
  })

  test('names the dialect and the provider that are found in no other way', () => {
    const provider = { name: './mine.js', kvMaxRequestSize: 1000 }
    const needing = { ...ofKv, needs: ['dedicatedAccount'] as const }

    expect(judgingAgain(needing, { kv, provider, dialect: dialects.upstash })).toBe(
      `npx svc-contract test 'kv.methods.get/it' --kv-url 'http://kv.example' --dialect 'upstash' ` +
        `--provider './mine.js' --dedicated-account --kv-max-request-size '1000'`,
    )
  })

  test('is told of options that were given as they were', () => {
    const again = { 'queue-url': 'http://q', dialect: './a b.yaml', time: undefined, bail: true }

    expect(judgingAgain(ofQueue, { kv, queue, again })).toBe(
      `npx svc-contract test 'queue.publish.method/it' --queue-url 'http://q' --dialect './a b.yaml' --bail`,
    )
  })
})

describe('run by a shell, the command sends the same request', () => {
  const requests: { line: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1')
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
      response.end()
    })
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => server.close())

  test.each<[method: string, target: string, body: string | Uint8Array]>([
    ['GET', '/get/a%2Fb/../c', ''],
    ['HEAD', '/get/k', ''],
    ['PUT', "/set/k?a='$(x)", '@no-file "quoted"'],
    ['POST', '/', '["ECHO","\\u0000 %s"]'],
    ['POST', '/set/k', Buffer.of(0, 255, 10)],
    ['POST', '/set/k', 'text with a \0 in it'],
    ['POST', '/set/k', `it's long: ${'x'.repeat(200_000)}`],
  ])('%s %s', async (method, target, body) => {
    const authorization = ['Authorization', `Bearer ${token}`] as const
    const command = reproOf('kv', [sent(method, target, [authorization], body)], '/base')
    const { port } = server.address() as AddressInfo
    const ended = promisify(execFile)('/bin/sh', [], {
      env: { SVC_KV_URL: `http://127.0.0.1:${port}/base`, SVC_KV_TOKEN: token },
    })
    ended.child.stdin?.end(command)
    await ended

    const request = requests.at(-1)
    expect(request?.line).toBe(`${method} /base${target}`)
    expect(request?.headers.authorization).toBe(`Bearer ${token}`)
    expect(request?.headers['content-type']).toBeUndefined()
    expect(request?.body).toBe(Buffer.from(body).toString('latin1'))
  })
})
