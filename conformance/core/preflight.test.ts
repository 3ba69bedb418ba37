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
  ['kv', 404, ''],
  ['kv', 200, '"<html>"'],
  ['queue', 500, '{"error":"no list"}'],
  ['queue', 501, ''],
] as const)('a %s target that answers %i %s is left to the scenarios', async (of, status, body) => {
  const target = await targetThat((_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(body),
  )

  expect(await preflight(of, target, 10_000)).toBeUndefined()
})

const page = '\n<!DOCTYPE html><html></html>'
const redirection = 'a redirection to https://elsewhere.example/<SVC_KV_TOKEN>; is --kv-url the'
test.each([
  ['kv', 401, '', ' refused the token with status 401; check --kv-token'],
  ['queue', 403, '', ' refused the token with status 403; check --queue-token'],
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
    /none: timed out after 1 ms; is the service running there\?$/,
  )
})

test('an http target at an https URL gets a hint', async () => {
  const target = await targetThat((_, response) => response.end('{}'), 'https')

  expect(await preflight('kv', target, 10_000)).toBe(
    `${target.url} (kv): it does not speak TLS; should the URL begin with http://?`,
  )
})

test('an aborted signal ends the wait', async () => {
  const interrupted = new AbortController()
  const reason = new Error('the run was interrupted')
  const target = await targetThat(() => interrupted.abort(reason))

  await expect(preflight('kv', target, 2 ** 30, interrupted.signal)).rejects.toBe(reason)
})
