import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MOST_SPACES } from '../front.js'
import { closeServed, served } from '../http/testing.js'
import { startKv, startMock, startQueue, type Mock, type MockOptions } from '../index.js'

let mock: Mock
beforeAll(async () => void (mock = await startMock()))
afterEach(closeServed)
afterAll(() => mock.close())

interface Place {
  readonly url: string
  readonly token?: string
}

const send = async (
  { url, token }: Place,
  method: string,
  path: string,
  body = '',
  headers = {},
) => {
  const response = await fetch(url + path, {
    method,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== '' && { body }),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as unknown }
}

const run = async (kv: Place, ...command: readonly string[]) =>
  (await send(kv, 'POST', '/', JSON.stringify(command))).body

const publish = ({ queue }: { readonly queue: Place }, to: string) =>
  send(queue, 'POST', `/v2/publish/${to}`, 'hello', { 'svc-delay': '1d', 'svc-retries': '0' })

/** Starts a space that ends with the test. */
async function isolated() {
  const space = await mock.isolate()
  onTestFinished(() => space.close())
  return space
}

test('spaces have the URLs of their mock, and data, time and a journal of their own', async () => {
  const destination = `${(await served(() => ({ status: 200, headers: {} }))).url}/`
  const [a, b] = [await isolated(), await isolated()]
  expect([a.kv.url, a.queue.url]).toEqual([mock.kv.url, mock.queue.url])

  await run(a.kv, 'SET', 'k', 'a')
  await run(b.kv, 'SET', 'k', 'b', 'EX', '3600')
  expect(await run(a.kv, 'GET', 'k')).toEqual({ result: 'a' })
  expect(await run(b.kv, 'GET', 'k')).toEqual({ result: 'b' })
  expect(await run(mock.kv, 'GET', 'k')).toEqual({ result: null })

  for (const each of [a, b]) await publish(each, destination)
  await b.clock.advance('1d')
  expect(b.queue.deliveries()).toMatchObject([{ url: destination, outcome: { status: 200 } }])
  expect(await run(b.kv, 'GET', 'k')).toEqual({ result: null })
  for (const other of [a, mock]) {
    expect(other.queue.deliveries()).toEqual([])
    expect(b.clock.now() - other.clock.now()).toBeGreaterThan(80_000_000)
  }
  expect([a, b, mock].map(({ kv }) => kv.requests({ command: 'SET' }).length)).toEqual([1, 1, 0])
  expect(mock.queue.requests()).toEqual([])

  await b.reset()
  expect(await run(a.kv, 'GET', 'k')).toEqual({ result: 'a' })
})

test('spaces have faults and intercepts of their own', async () => {
  const [a, b] = [await isolated(), await isolated()]
  const pipeline = async ({ kv }: Mock) =>
    (await send(kv, 'POST', '/pipeline', '[["SET","k","v"],["GET","k"]]')).body
  const right = [{ result: 'OK' }, { result: 'v' }]

  await send(a.kv, 'POST', '/__mock/faults', '{"on":["pipeline-results-reversed"]}')
  expect(await pipeline(a)).toEqual([...right].reverse())
  for (const other of [b, mock]) expect(await pipeline(other)).toEqual(right)

  b.kv.intercept({ path: '/pipeline' }).reply(503).persist()
  expect(await pipeline(b)).toMatchObject({ error: 'Service Unavailable (intercepted)' })
  expect(await pipeline(mock)).toEqual(right)
  await mock.reset()
  expect(await pipeline(a)).toEqual([...right].reverse())
})

test('the queue of a space signs with keys of its own', async () => {
  const received: string[] = []
  const { url } = await served(({ headers }) => {
    received.push(headers['svc-signature']!)
    return { status: 200, headers: {} }
  })
  const space = await isolated()
  await publish(space, `${url}/`)
  await space.clock.advance('1d')

  const [, signed, signature] = /^(.*)\.(.*)$/.exec(received[0]!)!
  const signedWith = ({ queue }: Mock) =>
    createHmac('sha256', queue.signingKeys.current).update(signed!).digest('base64url')
  expect(signature).toBe(signedWith(space))
  expect(signature).not.toBe(signedWith(mock))
})

test('control routes choose by the token, and refuse a token that has no space', async () => {
  const { status, body } = await send({ url: mock.kv.url }, 'POST', '/__mock/isolate')
  expect(status).toBe(200)
  const { kv, queue } = body as Record<'kv' | 'queue', Required<Place>>
  expect([kv.url, queue.url]).toEqual([mock.kv.url, mock.queue.url])
  expect(Object.keys(kv)).toEqual(['url', 'token', 'readOnlyToken'])
  expect(Object.keys(queue)).toEqual(['url', 'token', 'signingKeys'])

  const timeOf = async (place: Place, query = '') =>
    ((await send(place, 'GET', `/__mock/clock${query}`)).body as { now: number }).now
  const [before, start] = [mock.clock.now(), await timeOf(kv)]
  await send(queue, 'POST', '/__mock/clock', '{"advance":"1d"}')
  expect(await timeOf(kv)).toBe(start + 86_400_000)
  expect(await timeOf({ url: queue.url, token: kv.token })).toBe(start + 86_400_000)
  expect(await timeOf({ url: kv.url, token: queue.token })).toBe(start + 86_400_000)
  expect(await timeOf({ url: queue.url, token: mock.kv.token })).toBe(before)
  expect(await timeOf({ url: kv.url }, `?_token=${kv.token}`)).toBe(start + 86_400_000)
  expect(await timeOf({ url: kv.url })).toBe(before)
  const ofQuery = `/__mock/journal/entries?svc_token=${queue.token}`
  expect((await send({ url: queue.url }, 'GET', ofQuery)).status).toBe(200)

  expect((await send(mock.kv, 'DELETE', '/__mock/isolate')).status).toBe(400)
  expect(await send(kv, 'DELETE', '/__mock/isolate')).toEqual({ status: 200, body: {} })
  for (const each of [kv, queue]) {
    const { status, body } = await send(each, 'POST', '/__mock/reset')
    expect(status).toBe(401)
    expect(JSON.stringify(body)).toContain('no isolated space has this token')
  }
  expect((await send(kv, 'GET', '/get/k')).status).toBe(401)
  expect((await send(queue, 'GET', '/v2/queues')).status).toBe(401)
})

test('tokens that a space issues later choose it too', async () => {
  const space = await isolated()
  await run(space.kv, 'SET', 'k', 'mine')
  await run(space.kv, 'ACL', 'SETUSER', 'ada', 'on', '>secret', '~*', '+get')
  const { result: token } = (await run(space.kv, 'ACL', 'RESTTOKEN', 'ada', 'secret')) as {
    result: string
  }
  expect(await run({ url: mock.kv.url, token }, 'GET', 'k')).toEqual({ result: 'mine' })
  space.kv.resetPassword()
  expect(await run(space.kv, 'GET', 'k')).toEqual({ result: 'mine' })
})

test(`a mock has at most ${MOST_SPACES} spaces, and those of spaces count`, async () => {
  await using full = await startMock({ listen: false })
  const first = await full.isolate()
  const spaces = [await first.isolate()]
  while (spaces.length < MOST_SPACES - 1) spaces.push(await full.isolate())
  await expect(full.isolate()).rejects.toThrow(`${MOST_SPACES} isolated spaces are open`)
  expect((await full.kv.fetch('/__mock/isolate', { method: 'POST' })).status).toBe(409)
  await first.close()
  await first.close()
  spaces.push(await full.isolate())
  expect((await spaces.at(-1)!.kv.fetch('/get/k')).status).toBe(401)
})

describe('the end of a mock', () => {
  test.each([{}, { listen: false }] satisfies MockOptions[])(
    'ends its spaces: %j',
    async (options) => {
      const one = await startMock(options)
      const space = await one.isolate()
      const authorization = `Bearer ${space.kv.token}`
      expect((await one.fetch(`${one.kv.url}/get/k`, { headers: { authorization } })).status).toBe(
        200,
      )
      await one.close()
      await expect(space.kv.fetch('/get/k')).rejects.toThrow()
      await expect(one.isolate()).rejects.toThrow()
    },
  )
})

test('mocks of one interface have spaces too', async () => {
  await using kv = await startKv()
  await using space = await kv.isolate()
  await run(space, 'SET', 'k', 'v')
  expect(await run(kv, 'GET', 'k')).toEqual({ result: null })
  const { body } = await send({ url: kv.url }, 'POST', '/__mock/isolate')
  expect(body).toMatchObject({ kv: { url: kv.url } })

  await using queue = await startQueue({ dialect: 'upstash', listen: false })
  await using other = await queue.isolate()
  expect(other.token).not.toBe(queue.token)
  expect(other.url).toBe(queue.url)
})
