import { expect, test } from 'vitest'
import { jsonObject } from './body.js'
import { request } from '../testing.js'

const read = (body: string) => jsonObject(request('POST', '/', {}, body))

test('an object is read', () => {
  expect(read(' {"a": [1]} ')).toEqual({ a: [1] })
})

test.each([
  ['', 'nothing'],
  ['null', 'null'],
  ['[{}]', '[{}]'],
  ['"a"', '"a"'],
  [JSON.stringify('a'.repeat(1000)), `"${'a'.repeat(99)}…`],
  ['{"a":', 'JSON'],
  ['\u{feff}{}', 'JSON'],
])('of a body of %j is said what came', (body, told) => {
  expect(() => read(body)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(told) as string }),
  )
})
