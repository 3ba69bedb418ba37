import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { documentOf } from './document.js'

test('a dialect has its own names only', () => {
  for (const of of ['kv', 'queue'] as const) {
    const text = JSON.stringify(documentOf(of, dialects.upstash))

    expect(text).toContain('Upstash-')
    expect(text).not.toMatch(/svc[-_]/i)
  }
  expect(JSON.stringify(documentOf('queue', dialects.upstash))).toContain('"qstash_token"')
})

test('durations are compound only in a dialect that allows it', () => {
  const delayIn = (name: keyof typeof dialects) =>
    new RegExp(documentOf('queue', dialects[name]).components.schemas['Delay']!.pattern!)

  expect('1d10h').not.toMatch(delayIn('svc'))
  expect('1d10h').toMatch(delayIn('upstash'))
  expect('1d10').not.toMatch(delayIn('upstash'))
})
