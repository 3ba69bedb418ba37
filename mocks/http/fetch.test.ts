import { expect, test } from 'vitest'
import { fetchOf, targetBelow } from './fetch.js'
import { echo, streamOf } from './testing.js'

test.each<[string, Parameters<typeof fetch>[0]]>([
  ['a path', '/k'],
  ['a URL', new URL('http://h/k')],
  ['a Request', new Request('http://h/k')],
])('a request may be %s', async (_, input) => {
  expect(await (await fetchOf(echo)(input)).json()).toMatchObject({ method: 'GET', target: '/k' })
})

test('a response has the headers of a socket, and HEAD no body', async () => {
  const fetch = fetchOf(() => ({ status: 400, headers: { 'x-twice': ['a', 'b'] }, body: 'grün' }))

  const got = await fetch('/')
  const head = await fetch('/', { method: 'HEAD' })
  for (const { status, headers } of [got, head]) {
    expect(status).toBe(400)
    expect(headers.get('x-twice')).toBe('a, b')
    expect(headers.get('content-length')).toBe('5')
  }
  expect(await got.text()).toBe('grün')
  expect(head.body).toBeNull()
})

test('a stream is read event by event, and returned when cancelled', async () => {
  const { events, returned } = streamOf(async (i) => `event ${i}`)
  const { body } = await fetchOf(() => ({ status: 200, headers: {}, body: events }))('/')

  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader.read()).toEqual({ value: 'event 0', done: false })
  expect(await reader.read()).toEqual({ value: 'event 1', done: false })
  await reader.cancel()
  await returned
})

test('an abort ends a stream', async () => {
  const { events, returned } = streamOf(() => new Promise(() => {}))
  const fetch = fetchOf(() => ({ status: 200, headers: {}, body: events }))
  const controller = new AbortController()
  const response = await fetch('/', { signal: controller.signal })

  const reading = response.text()
  controller.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
  await returned
})

test('an exception of the handler rejects the fetch', async () => {
  const bug = new Error('bug')

  await expect(fetchOf(() => Promise.reject(bug))('/')).rejects.toBe(bug)
})

test.each([
  ['https://h', 'https://h/get/k?a=b', '/get/k?a=b'],
  ['https://h/kv', 'https://h/kv', '/'],
  ['https://h/kv', 'https://h/kv?a=b', '/?a=b'],
  ['https://h/kv', 'https://h/kv//a%2Fb/%E2%82%AC', '//a%2Fb/%E2%82%AC'],
  ['https://h', 'https://h/v2/publish/https://x.test/a', '/v2/publish/https://x.test/a'],
  ['https://H:443', 'https://h/get/k', '/get/k'],
  ['https://h/kv', 'https://h/kvs/get/k', undefined],
  ['https://h', 'http://h/get/k', undefined],
  ['https://h', '/get/k', undefined],
])('below %s the URL %s has the target %s', (base, url, target) => {
  expect(targetBelow(base, url)).toBe(target)
})
