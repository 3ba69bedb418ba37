import { expect, test } from 'vitest'
import { mappedPaths } from './paths.js'

const problemsIn = async (text: string, ...paths: readonly string[]) => {
  const files = new Map([
    ['docs/architecture.md', text],
    ...paths.map((path) => [path, ''] as const),
  ])
  return (await mappedPaths(files)).map(({ message }) => message)
}

test('a path of the map that is gone is reported with its line', async () => {
  const text = 'See `mocks/kv/kv.ts`,\nthen `mocks/gone.ts` and `mocks/kv/`.'
  const problems = await mappedPaths(
    new Map([
      ['docs/architecture.md', text],
      ['mocks/kv/kv.ts', ''],
    ]),
  )
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatchObject({
    line: 2,
    message: expect.stringContaining('mocks/gone.ts') as string,
  })
})

test('a folder is there while a file is in it', async () => {
  expect(await problemsIn('`mocks/kv/`', 'mocks/kv/kv.ts')).toEqual([])
  expect(await problemsIn('`mocks/kv/`', 'mocks/queue.ts')).toHaveLength(1)
})

test('what stands for both interfaces is to be there of both', async () => {
  const text = '`spec/<interface>/rules.yaml`'
  expect(await problemsIn(text, 'spec/kv/rules.yaml', 'spec/queue/rules.yaml')).toEqual([])
  expect(await problemsIn(text, 'spec/kv/rules.yaml')).toHaveLength(1)
})

test('text that is no path from the root is left alone', async () => {
  expect(await problemsIn('`queue.dlq.bury(…)` and `fixtures/`')).toEqual([])
})
