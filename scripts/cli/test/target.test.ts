import { expect, it } from 'vitest'
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
