import { expect, test } from 'vitest'
import { JsonDocument } from './json.js'
import { parsePath, removeAt, select, valueAt } from './json-path.js'
import { parseJson, writeJson } from './json-text.js'

/** What a path finds, as text. */
function found(text: string, path: string): string {
  const document = new JsonDocument(parseJson(text))
  return writeJson(select(document, parsePath(path)).map(valueAt))
}

test('filters may not be in each other without end', () => {
  expect(() => parsePath(`$[?${'('.repeat(100_000)}`)).toThrow('Error occurred on position')
  expect(() => parsePath(`$${'[?@'.repeat(100_000)}`)).toThrow('Error occurred on position')
})

test('a long path is a path', () => {
  expect(found('{"a":1}', `$${'.a'.repeat(100_000)}`)).toBe('[]')
})

test('a path that multiplies what it finds ends', () => {
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`
  expect(() => found(deep, '$..*..*..*..*')).toThrow('ERR path matches too many values')
})

test('what is removed is counted once, and not again for what is in it', () => {
  const document = new JsonDocument(parseJson('{"a":{"a":1},"l":[0,1,2,3]}'))
  expect(removeAt(select(document, parsePath('$..a')))).toBe(1)
  expect(removeAt(select(document, parsePath('$.l[0,2,2]')))).toBe(2)
  expect(writeJson(document.root)).toBe('{"l":[1,3]}')
})
