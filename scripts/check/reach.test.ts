import { expect, test } from 'vitest'
import { deadFiles, unusedExports } from './reach.js'

const files = new Map([
  ['package.json', '{ "bin": "dist/scripts/cli.js", "exports": { ".": "./dist/mocks/index.js" } }'],
  ['scripts/cli.ts', "import { start } from '../mocks/start.js'"],
  ['mocks/index.ts', "export * from './start.js'\nexport const version = 1"],
  ['mocks/start.ts', 'export const start = 1\nexport const stop = 2'],
  ['mocks/dead.ts', "import './under-dead.js'\nexport const dead = 1"],
  ['mocks/dead.test.ts', "import { dead } from './dead.js'\nimport './helper.js'"],
  ['mocks/under-dead.ts', 'export const one = 1'],
  ['mocks/helper.ts', 'const two = 2'],
])
const pathsOf = (problems: readonly { file: string }[]) => problems.map(({ file }) => file)

test('a file that only its own test imports is dead, with its imports', async () => {
  expect(pathsOf(await deadFiles(files))).toEqual(['mocks/dead.ts', 'mocks/under-dead.ts'])
})

test('an export that nobody imports is reported, except in exports of package.json', async () => {
  expect(await unusedExports(files)).toEqual([
    {
      file: 'mocks/under-dead.ts',
      line: 1,
      message: 'nobody imports one: use it, or do not export it',
    },
  ])
})
