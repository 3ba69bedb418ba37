import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { preflight, readOnlyPreflight } from '../index.js'
import { serve } from '../wire/testing.js'

async function targetThat(answers: RequestListener, scheme = 'http') {
  return { url: (await serve(answers)).replace('http', scheme), token: 'secret' }
}

test.each(['kv', 'queue'] as const)('a target that answers can be judged (%s)', async (of) => {
  const target = await targetThat((_, response) => response.end('{}'))

  expect(await preflight(of, target, 10_000)).toBeUndefined()
})

test.each([401, 403])('a token that is refused with %i is to be checked', async (status) => {
  const target = await targetThat((_, response) => response.writeHead(status).end())

  expect(await preflight('kv', target, 10_000)).toBe(
    `${target.url} (kv) refused the token with status ${status}; check --kv-token`,
  )
})

const page = '\n<!DOCTYPE html><html></html>'

test.each([
  [
    'kv',
    302,
    '',
    ' answered with status 302, a redirection to https://elsewhere.example/<SVC_KV_TOKEN>; is',
  ],
  ['queue', 200, page, ' answered with status 200 and an HTML page; is --queue-url the address'],
  ['kv', 500, '{}', ' answered with status 500; is the service behind it healthy?'],
  ['queue', 502, '', ' answered with status 502; is the service behind it healthy?'],
  ['kv', 429, '{"error":"ERR"}', ' answered with status 429, too many requests; try again later'],
] as const)('what stands before a service is not judged for it (%s, %i)', async (...given) => {
  const [of, status, body, told] = given
  const location = 'https://elsewhere.example/secret'
  const target = await targetThat((_, response) =>
    response.writeHead(status, { ...(status === 302 && { location }) }).end(body),
  )

  expect(await preflight(of, target, 10_000)).toContain(`${target.url} (${of})${told}`)
})

test.each([
  ['kv', 400, '{"error":"ERR unknown command"}'],
  ['kv', 404, ''],
  ['kv', 200, '"<html>"'],
  ['queue', 500, '{"error":"no list"}'],
  ['queue', 501, ''],
] as const)('a wrong answer is for the scenarios to judge (%s, %i)', async (of, status, body) => {
  const target = await targetThat((_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(body),
  )

  expect(await preflight(of, target, 10_000)).toBeUndefined()
})

test('a Read Only token that is refused is to be checked; one that may not read is judged', async () => {
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

test('a plain target at an https URL is told so, in one line', async () => {
  const target = await targetThat((_, response) => response.end('{}'), 'https')

  expect(await preflight('kv', target, 10_000)).toBe(
    `${target.url} (kv): it does not speak TLS; should the URL begin with http://?`,
  )
})

test('an interruption ends the wait, and is no fault of the target', async () => {
  const interrupted = new AbortController()
  const reason = new Error('the run was interrupted')
  const target = await targetThat(() => interrupted.abort(reason))

  await expect(preflight('kv', target, 2 ** 30, interrupted.signal)).rejects.toBe(reason)
})
