import { expect, test } from 'vitest'
import { checkDepth, equalJson, JsonDocument, memoryOf, mergeJson } from './json.js'
import { parseJson, writeJson } from './json-text.js'

test.each([
  ['[1,{"a":2,"b":[]}]', '[1,{"b":[],"a":2}]', true],
  ['[1]', '[1,2]', false],
  ['{"a":1}', '{"b":1}', false],
  ['{"a":1}', '{"a":1,"b":1}', false],
  ['[]', '{}', false],
  ['{}', 'null', false],
  ['3', '3.0', false],
  ['3', '"3"', false],
])('%s equals %s: %s', (a, b, want) => {
  expect(equalJson(parseJson(a), parseJson(b))).toBe(want)
})

// The example of RFC 7396, appendix A, shortened.
test.each([
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ['{"a":"foo"}', 'null', 'null'],
])('%s patched with %s is %s', (value, patch, want) => {
  expect(writeJson(mergeJson(parseJson(value), parseJson(patch)))).toBe(want)
})

test.each([
  ['1', 127],
  ['[]', 126],
  ['{"a":[1,{}],"b":[]}', 124],
])('%s may go into %i arrays and objects', (text, most) => {
  const value = parseJson(text)
  expect(() => checkDepth(most, value)).not.toThrow()
  expect(() => checkDepth(most + 1, value)).toThrow('ERR recursion limit exceeded')
})

test.each([
  ['null', 8],
  ['383', 8],
  ['384', 12],
  ['8388608', 24],
  ['1.0', 24],
  ['"string"', 14],
  ['[]', 8],
  ['[1,2]', 72],
  ['{"a":1}', 129],
])('%s takes %i bytes', (text, want) => {
  expect(memoryOf(parseJson(text))).toBe(want)
})

test('a copy of a document shares nothing with it', () => {
  const document = new JsonDocument(parseJson('{"a":[1]}'))
  const copy = document.clone()

  document.root = mergeJson(document.root, parseJson('{"a":2}'))

  expect(writeJson(copy.root)).toBe('{"a":[1]}')
})
