import { http, HttpResponse } from 'msw'
import { setupServer, type SetupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeServed, served } from './http/testing.js'
import { startKv, startMock, type Mock } from './index.js'
import { handlers } from './msw.js'

const KV = 'https://kv.example.com'
const QUEUE = 'https://queue.example.com/base'

let mock: Mock
let server: SetupServer
beforeAll(async () => {
  mock = await startMock({ listen: false })
  const others = http.all('*', () => HttpResponse.text('none of mine'))
  server = setupServer(...handlers(mock, { kv: KV, queue: QUEUE }), others)
  server.listen()
})
afterEach(() => mock.reset())
afterAll(async () => {
  server.close()
  await mock.close()
})

const authorized = (of: 'kv' | 'queue') => ({ authorization: `Bearer ${mock[of].token}` })

async function command(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { ...authorized('kv'), ...(init.headers as Record<string, string>) }
  return (await fetch(KV + path, { ...init, headers })).json()
}

test('the mock answers requests to the usual URLs', async () => {
  const body = JSON.stringify(['SET', 'k', 'v'])
  expect(await command('/', { method: 'POST', body })).toEqual({ result: 'OK' })
  expect(await command('/get/k')).toEqual({ result: 'v' })

  const published = await fetch(`${QUEUE}/v2/publish/http://127.0.0.1:9/a//b?c=d`, {
    method: 'POST',
    headers: { ...authorized('queue'), 'svc-retries': '0' },
  })
  expect(published.status).toBe(200)
  await mock.clock.advance(0)
  expect(mock.queue.deliveries()).toMatchObject([{ url: 'http://127.0.0.1:9/a//b?c=d' }])
})

test.each(['https://kv.example.com.evil/', 'http://kv.example.com/', 'https://queue.example.com/'])(
  'does not answer %s',
  async (url) => {
    expect(await (await fetch(url)).text()).toBe('none of mine')
    expect(mock.queue.requests()).toEqual([])
  },
)

test('a request with keepalive reaches the mock, as usual clients send it', async () => {
  const body = JSON.stringify(['ECHO', 'a'])
  expect(await command('/', { method: 'POST', body, keepalive: true })).toEqual({ result: 'a' })
})

test('an event stream arrives event by event until it is aborted', async () => {
  const leaving = new AbortController()
  const headers = { ...authorized('kv'), accept: 'text/event-stream' }
  const init = { method: 'POST', headers, signal: leaving.signal }
  const { body } = await fetch(`${KV}/subscribe/news`, init)
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('data: subscribe,news,1\n\n')
  expect(await command('/publish/news/hello')).toEqual({ result: 1 })
  expect((await reader.read()).value).toBe('data: message,news,hello\n\n')

  leaving.abort()
  await expect(reader.read()).rejects.toThrow('abort')
  expect(await command('/publish/news/hello')).toEqual({ result: 0 })
})

test('a delivery of the queue uses a real connection, not msw', async () => {
  const arrived: string[] = []
  const application = await served(({ target }) => {
    arrived.push(target)
    return { status: 200, headers: {} }
  })
  const target = `/v2/publish/${application.url}/hook`
  await fetch(QUEUE + target, { method: 'POST', headers: authorized('queue') })
  await mock.clock.advance(0)

  expect(arrived).toEqual(['/hook'])
  expect(mock.queue.deliveries()).toMatchObject([{ outcome: { status: 200 } }])
  await closeServed()
})

describe('handlers', () => {
  test('are made for the interfaces that have a URL', async () => {
    const kv = await startKv({ listen: false })
    expect(handlers({ kv }, { kv: new URL(KV) })).toHaveLength(1)
    expect(handlers(mock, { queue: QUEUE })).toHaveLength(1)
    expect(handlers(mock, {})).toEqual([])
    // @ts-expect-error there is no such interface in that mock
    handlers({ kv }, { queue: QUEUE })
    // @ts-expect-error there is no such interface
    expect(() => handlers(mock, { kw: KV })).toThrow('expected URLs such as { kv: URL')
    // @ts-expect-error the URLs are missing
    expect(() => handlers(mock)).toThrow('got nothing')
    await kv.close()
  })

  test('reject an invalid URL', () => {
    expect(() => handlers(mock, { kv: 'kv' })).toThrow('kv: expected a URL such as')
    expect(() => handlers(mock, { queue: 'ftp://h' })).toThrow('got "ftp://h"')
  })
})
