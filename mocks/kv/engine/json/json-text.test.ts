import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, textOf } from '../../reply.js'
import type { Json } from './json.js'
import { parseJson, writeDouble, writeJson } from './json-text.js'

const rewritten = (text: string) => textOf(writeJson(parseJson(bytesOf(text))))

test.each([
  ['null', 'null'],
  [' [ 1 , {"a" : true } ]\r\n\t', '[1,{"a":true}]'],
  ['{"b":1,"2":2,"1":3,"__proto__":4}', '{"b":1,"2":2,"1":3,"__proto__":4}'],
  ['{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['18446744073709551615', '18446744073709551615'],
  ['18446744073709551616', '1.8446744073709552e19'],
  ['-9223372036854775809', '-9.223372036854776e18'],
  ['3.0', '3.0'],
  ['-0', '-0.0'],
  ['1e2', '100.0'],
  ['1E-2', '0.01'],
  ['64.99', '64.99'],
  [String.raw`"\u0041\n\/\ud83d\ude00\u00e9"`, '"A\\n/😀é"'],
  [String.raw`"\u0000\u001f\b\f\r\t\"\\"`, String.raw`"\u0000\u001f\b\f\r\t\"\\"`],
  ['"\x7fé😀"', '"\x7fé😀"'],
])('%s is written as %s', (text, want) => {
  expect(rewritten(text)).toBe(want)
})

test.each([
  ['', 'EOF while parsing a value at line 1 column 0'],
  ['x', 'expected value at line 1 column 1'],
  ["'a'", 'expected value at line 1 column 1'],
  ['1 2', 'trailing characters at line 1 column 3'],
  ['nul', 'EOF while parsing a value at line 1 column 3'],
  ['nulx', 'expected ident at line 1 column 4'],
  ['[', 'EOF while parsing a list at line 1 column 1'],
  ['[1', 'EOF while parsing a list at line 1 column 2'],
  ['[1,', 'EOF while parsing a value at line 1 column 3'],
  ['[1,]', 'trailing comma at line 1 column 4'],
  ['[1 2]', 'expected `,` or `]` at line 1 column 4'],
  ['{', 'EOF while parsing an object at line 1 column 1'],
  ['{a', 'key must be a string at line 1 column 2'],
  ['{"a"', 'EOF while parsing an object at line 1 column 4'],
  ['{"a" 1', 'expected `:` at line 1 column 6'],
  ['{"a":1', 'EOF while parsing an object at line 1 column 6'],
  ['{"a":1 "b"', 'expected `,` or `}` at line 1 column 8'],
  ['{"a":1,', 'EOF while parsing a value at line 1 column 7'],
  ['{"a":1,}', 'trailing comma at line 1 column 8'],
  ['[\n1,\nx', 'expected value at line 3 column 1'],
  ['-', 'EOF while parsing a value at line 1 column 1'],
  ['01', 'invalid number at line 1 column 2'],
  ['+1', 'expected value at line 1 column 1'],
  ['1.', 'EOF while parsing a value at line 1 column 2'],
  ['1.x', 'invalid number at line 1 column 3'],
  ['1e999', 'number out of range at line 1 column 5'],
  ['NaN', 'expected value at line 1 column 1'],
  ['"a', 'EOF while parsing a string at line 1 column 2'],
  ['"\n', 'control character (\\u0000-\\u001F) found while parsing a string at line 2 column 0'],
  [String.raw`"\x"`, 'invalid escape at line 1 column 3'],
  [String.raw`"\u12x4"`, 'invalid escape at line 1 column 4'],
  [String.raw`"\udc00"`, 'lone leading surrogate in hex escape at line 1 column 8'],
  [String.raw`"\ud800"`, 'unexpected end of hex escape at line 1 column 8'],
])('%j is no JSON', (text, want) => {
  expect(() => parseJson(text)).toThrow(want)
})

test('refuses bytes that are no text', () => {
  expect(() => parseJson('"\xff"')).toThrow("Couldn't parse as UTF-8 string")
})

test.each([
  [1e15, '1000000000000000.0'],
  [1e16, '1e16'],
  [123456789012345680, '1.2345678901234568e17'],
  [-1.5e300, '-1.5e300'],
  [1e-5, '0.00001'],
  [1.2e-6, '1.2e-6'],
  [-0.1, '-0.1'],
  [5e-324, '5e-324'],
])('the double %d is written as %s', (value, want) => {
  expect(writeDouble(value)).toBe(want)
})

test('a layout stands between the parts, but not in what is empty', () => {
  const value: Json = new Map<string, Json>([
    ['a', [1n, []]],
    ['b', new Map()],
  ])
  expect(writeJson(value, { indent: '> ', newline: '\n', space: ' ' })).toBe(
    '{\n> "a": [\n> > 1,\n> > []\n> ],\n> "b": {}\n}',
  )
})

test('reads what JavaScript reads, as the same values, and nothing else', () => {
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
        // JavaScript reads infinity where RedisJSON finds a number out of range.
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
