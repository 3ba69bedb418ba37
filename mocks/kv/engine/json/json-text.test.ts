import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, textOf } from '../../reply.js'
import { parseJson, writeJson } from './json-text.js'

const rewritten = (text: string) => textOf(writeJson(parseJson(bytesOf(text))))

test('accepts the same texts as JSON.parse, with the same values', () => {
  const text = fc.oneof(
    fc.json(),
    fc.double().map(String),
    fc.jsonValue({ maxDepth: 9 }).map((v) => JSON.stringify(v, undefined, 1)),
  )
  const slip = fc.record({
    at: fc.nat(40),
    cut: fc.nat(1),
    put: fc.constantFrom('', ',', '"', '0', '}', ' ', '-', 'e', '\\'),
  })
  fc.assert(
    fc.property(text, slip, (text, { at, cut, put }) => {
      for (const tried of [text, text.slice(0, at) + put + text.slice(at + cut)]) {
        // Skips numbers that JavaScript reads as infinity, because RedisJSON reports them as out of
        // range.
        if (/e\+?[0-9]{3}/i.test(tried)) continue
        const [want, got] = [JSON.parse, rewritten].map((read) => attempt(() => read(tried)))
        expect(got === undefined ? undefined : JSON.parse(got as string)).toEqual(want)
      }
    }),
    { seed: 1, numRuns: 3000 },
  )
})

function attempt(body: () => unknown): unknown {
  try {
    return body()
  } catch {
    return undefined
  }
}
