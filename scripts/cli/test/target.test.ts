import { describe, expect, it, test } from 'vitest'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { namedTarget, shortTokens } from './target.js'

const target = (kvToken: string, readOnlyToken: string, queueToken: string) =>
  namedTarget({
    'kv-url': 'http://kv.example',
    'kv-token': kvToken,
    'kv-readonly-token': readOnlyToken,
    'queue-url': 'http://queue.example',
    'queue-token': queueToken,
  })!

it('warns of each token of up to three characters, by both places that it may come from', () => {
  const place =
    /^the token of (.*) is so short that reports leave it out only where it stands alone/
  expect(shortTokens(target('abc', 'a', 'x')).map((warning) => place.exec(warning)?.[1])).toEqual([
    '--kv-token or SVC_KV_TOKEN',
    '--kv-readonly-token or SVC_KV_READONLY_TOKEN',
    '--queue-token or SVC_QUEUE_TOKEN',
  ])
  expect(shortTokens(target('abcd', 'abcd', 'abc'))).toHaveLength(1)
  expect(shortTokens(target('abcd', 'abcd', 'abcd'))).toEqual([])
})

describe('a token is refused, and not repeated, where it is', () => {
  const tokens = (index: number, token: string) =>
    ['SECRET', 'SECRET', 'SECRET'].with(index, token) as [string, string, string]
  const places = [
    '--kv-token or SVC_KV_TOKEN',
    '--kv-readonly-token or SVC_KV_READONLY_TOKEN',
    '--queue-token or SVC_QUEUE_TOKEN',
  ]
  test.each([
    ['', 'is empty'],
    ['SECRET\n', 'has a line break in it, often at its end'],
    ['SEC\0RET', 'has a character in it that no header can carry'],
    ['SECRET\u2026', 'has a character in it that no header can carry'],
  ])('%j', (token, problem) => {
    for (const [index, place] of places.entries())
      expect(() => target(...tokens(index, token))).toThrow(
        new UsageError(`the token of ${place} ${problem}`),
      )
  })
})
