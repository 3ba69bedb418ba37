import { expect, test } from 'vitest'
import { leftovers } from './traces.js'

const home = `${'/'}home/me/project`

test.each([
  ['README.md', `see ${home}`],
  ['scripts/a.ts', `const path = '${home}'`],
  ['package-lock.json', '"resolved": "https://registry.example/a.tgz"'],
])('leftover in %s: %s', async (path, text) => {
  expect(await leftovers(new Map([[path, `\n${text}`]]))).toMatchObject([{ file: path, line: 2 }])
})

test.each([
  ['README.md', 'https://a.example/home/page'],
  ['package-lock.json', '"integrity": "sha512-a"'],
])('no leftover in %s: %s', async (path, text) => {
  expect(await leftovers(new Map([[path, text]]))).toEqual([])
})
