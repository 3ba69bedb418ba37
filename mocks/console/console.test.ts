// Tests the access to the console without a browser: its files, its token, and attacks.

import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startKv, startMock, startQueue } from '../index.js'

const mock = await startMock({ kvToken: 'k', queueToken: 'q' })
beforeEach(() => mock.reset())
afterAll(() => mock.close())

const own = new URL(mock.queue.url).host

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Sends a request with any headers, also those that `fetch` sets itself. */
const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  new Promise<Answer>((resolve, reject) => {
    const outgoing = request(mock.queue.url + path, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: text }),
      )
    })
    outgoing.on('error', reject).end(body)
  })

/** The headers of a request from a page of this server. */
const ownPage = { host: own, origin: `http://${own}`, 'sec-fetch-site': 'same-origin' }

async function token(): Promise<string> {
  const { body } = await send('GET', '/__mock/console/session', { 'sec-fetch-site': 'same-origin' })
  return (JSON.parse(body) as { token: string }).token
}

const intercepts = async () => {
  const { body } = await send('GET', '/__mock/intercepts')
  return (JSON.parse(body) as { intercepts: unknown[] }).intercepts.length
}

const change = JSON.stringify({ on: 'kv', match: {}, reply: { status: 500 } })

describe('the files', () => {
  test('have a policy that allows only this server', async () => {
    const page = await send('GET', '/__mock/')
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
        "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|style=|https?:/)
    expect((await send('HEAD', '/__mock/')).status).toBe(200)
  })

  test('are the same at both ports, and at an interface of its own', async () => {
    const { body } = await send('GET', '/__mock/')
    expect(await (await fetch(`${mock.kv.url}/__mock/`)).text()).toBe(body)
    const alone = [await startKv(), await startQueue()]
    for (const each of alone) {
      expect(await (await fetch(`${each.url}/__mock/`)).text()).toBe(body)
      await each.close()
    }
  })

  test('have less than 150 KB with gzip', async () => {
    const files = ['', 'console.js', 'console.css', 'icon.svg']
    const bodies = await Promise.all(files.map((file) => send('GET', `/__mock/${file}`)))
    expect(bodies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const bytes = bodies.reduce((sum, { body }) => sum + gzipSync(body).length, 0)
    expect(bytes).toBeLessThan(150_000)
  })

  test('are found without the last slash by a browser only', async () => {
    const navigation = { 'sec-fetch-mode': 'navigate' }
    expect(await send('GET', '/__mock', navigation)).toMatchObject({
      status: 307,
      headers: { location: '/__mock/' },
    })
    expect((await send('GET', '/__mock')).status).toBe(401)
  })
})

describe('a change', () => {
  test('without Origin needs no token', async () => {
    expect((await send('POST', '/__mock/intercepts', {}, change)).status).toBe(200)
  })

  test('from the console needs its token', async () => {
    const rightToken = { 'mock-console-token': await token() }
    for (const wrong of [{}, { 'mock-console-token': 'wrong' }]) {
      const { status, body } = await send(
        'POST',
        '/__mock/intercepts',
        { ...ownPage, ...wrong },
        change,
      )
      expect([status, body]).toEqual([403, expect.stringContaining('token of the console')])
    }
    expect(await intercepts()).toBe(0)
    const sent = { ...ownPage, ...rightToken }
    expect((await send('POST', '/__mock/intercepts', sent, change)).status).toBe(200)
    expect((await send('DELETE', '/__mock/intercepts', sent)).status).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'http://evil.test' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a file', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port, without Origin', { 'sec-fetch-site': 'same-site' }],
    ['a rebound name', { host: 'evil.test', origin: 'http://evil.test' }],
    ['a rebound name, without Origin', { host: 'evil.test:80' }],
  ])('of %s is refused, also with the token', async (_, headers) => {
    const sent = { host: own, 'mock-console-token': await token(), ...headers }
    expect((await send('POST', '/__mock/intercepts', sent, change)).status).toBe(403)
    expect((await send('POST', '/__mock/reset', sent)).status).toBe(403)
    expect(await intercepts()).toBe(0)
  })

  test('is not possible with GET', async () => {
    const routes = ['reset', 'kv/commands', 'queue/request', 'queue/deliver-now']
    for (const route of routes)
      expect((await send('GET', `/__mock/${route}`, ownPage)).status).toBe(404)
  })
})

test.each([
  ['GET', '/__mock/console/session'],
  ['GET', '/__mock/console/state'],
  ['GET', '/__mock/journal/entries'],
  ['GET', '/__mock/queue/events'],
  ['GET', '/__mock/console.js'],
])('%s %s is refused for other pages', async (method, path) => {
  for (const headers of [
    { origin: 'http://evil.test' },
    { 'sec-fetch-site': 'cross-site' },
    { host: 'evil.test', 'sec-fetch-site': 'same-origin' },
  ])
    expect((await send(method, path, headers)).status).toBe(403)
})

test('a link of another page opens the console, but no frame', async () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect((await send('GET', '/__mock/', { ...link, 'sec-fetch-dest': 'document' })).status).toBe(
    200,
  )
  expect((await send('GET', '/__mock/', { ...link, 'sec-fetch-dest': 'iframe' })).status).toBe(403)
  const state = { ...link, 'sec-fetch-dest': 'document' }
  expect((await send('GET', '/__mock/console/session', state)).status).toBe(403)
})

test('controls: false removes the console', async () => {
  const without = await startMock({ controls: false, kvToken: 'k', queueToken: 'q' })
  for (const path of ['/__mock/', '/__mock/console.js', '/__mock/console/session'])
    for (const { url, token } of [without.kv, without.queue]) {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBeGreaterThanOrEqual(400)
    }
  await without.close()
})
