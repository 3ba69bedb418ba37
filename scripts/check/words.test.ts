import { expect, test } from 'vitest'
import { titles } from './words.js'

const file = 'conformance/kv/scenarios/path.ts'
const check = (id: string, title: string) =>
  titles([{ id: `kv.path.get/${id}`, title }], [])(new Map([[file, `\n'${title}'`]]))

test.each([
  ['too-long-'.repeat(5) + 'id', 'GET returns the value'],
  ['Case', 'GET returns the value'],
  ['value', `GET returns the value${' of the key'.repeat(6)}`],
  ['value', 'whether GET returns the value'],
  ['value', 'of two GETs the second returns the value'],
  ['value', 'GET sends the flow control key'],
])('%s: %s', async (id, title) => {
  expect(await check(id, title)).toMatchObject([{ file, line: 2 }])
})

test('accepts a short title that names its subject', async () => {
  expect(await check('value', 'GET returns the value')).toEqual([])
})

test('limits the name of a fault to 60 characters', async () => {
  const title = 'GET: returns the value of the key that was written before this'
  expect(await titles([], [{ id: 'get-old', title }])(new Map())).toHaveLength(1)
})
