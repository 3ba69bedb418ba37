import { expect, test } from 'vitest'
import { mappedPaths } from './paths.js'

test.each([
  ['a file', '`mocks/kv/kv.ts`', ['mocks/kv/kv.ts'], 0],
  ['a missing file', '`mocks/gone.ts`', ['mocks/kv/kv.ts'], 1],
  ['a folder with a file', '`mocks/kv/`', ['mocks/kv/kv.ts'], 0],
  ['a missing folder', '`mocks/kv/`', ['mocks/queue.ts'], 1],
  ['a path of both', '`spec/<interface>/a.yaml`', ['spec/kv/a.yaml', 'spec/queue/a.yaml'], 0],
  ['a path of both, one missing', '`spec/<interface>/a.yaml`', ['spec/kv/a.yaml'], 1],
  ['text that is no path from the root', '`queue.dlq.bury(…)` and `fixtures/`', [], 0],
])('%s', async (_, text, paths, count) => {
  const files = new Map([
    ['docs/architecture.md', `\n${text}`],
    ...paths.map((path) => [path, ''] as const),
  ])
  const problems = await mappedPaths(files)
  expect(problems.map(({ line }) => line)).toEqual(count === 1 ? [2] : [])
})
