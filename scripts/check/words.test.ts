import { describe, expect, test } from 'vitest'
import { comments, titles } from './words.js'

describe('titles', () => {
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
})

describe('comments', () => {
  const check = (text: string) => comments(new Map([['mocks/a.ts', `\n${text}`]]))

  test.each([
    '// What the run returns.',
    '/** Whether the run has ended. */',
    '/**\n * How the run ends.\n */',
    'const a = 1\n  // Who sent it.',
    '/** Where the target reads the filter. */',
    '// The client is told the id.',
  ])('%s', async (text) => {
    expect(await check(text)).toHaveLength(1)
  })

  test.each([
    '// Returns the run and\n// what it returned.',
    '// True if the run has ended.',
    "const title = 'What the run returns'",
  ])('not %s', async (text) => {
    expect(await check(text)).toEqual([])
  })
})
