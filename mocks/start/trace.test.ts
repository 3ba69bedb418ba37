import { expect, test } from 'vitest'
import type { Entry } from '../journal/entry.js'
import { tracer } from './trace.js'

const lineOf = (requestBody: string) =>
  tracer(true)({
    ...{ sequence: 1, kind: 'kv', at: 0, realAt: 0, durationMs: 1, method: 'POST', url: '/' },
    ...{ requestHeaders: {}, requestBody },
  } satisfies Entry)

test.each([
  ['the id of a run', '"wfr_Ab1-cd_EfGh2IjKl"', '"wfr_x9-_yzAbCdEfGhI-q"'],
  ['a token', '"eyJh.eyJp-a1.s-1"', '"eyJh.eyJp_b2.t_2-3"'],
  ['an HTTP date', '"Sun, 29 Nov 2026 09:30:09 GMT"', '"Mon, 30 Nov 2026 00:00:10 GMT"'],
  ['base64', '"eyJzZW50Ijp0+cnVlfQ=="', '"eyJzZW50IjpmYWxz/Q=="'],
  ['the number of a minute', '"limit:ada:29399401"', '"limit:ada:29399402"'],
])('%s does not change the line of a request', (_, one, other) => {
  expect(lineOf(one)).toBe(lineOf(other))
  expect(lineOf(one)).not.toBe(lineOf('"another value"'))
})
