import { expect, test } from 'vitest'
import { circles } from './circles.js'

const problemsIn = async (files: Readonly<Record<string, string>>) =>
  (await circles(new Map(Object.entries(files)))).map(({ file, message }) => `${file}: ${message}`)

test('a circle is told once, by the shortest way round, though only types make it', async () => {
  expect(
    await problemsIn({
      'conformance/a.ts': "import './b.js'; import './c.js'",
      'conformance/b.ts': "import type { C } from './c.js'",
      'conformance/c.ts': "export type A = import('./a.js').A",
      'conformance/d.ts': "import './a.js'",
    }),
  ).toEqual([
    'conformance/a.ts: imports itself by way of conformance/a.ts → conformance/c.ts → conformance/a.ts',
    'conformance/b.ts: imports itself by way of conformance/b.ts → conformance/c.ts → conformance/a.ts → conformance/b.ts',
  ])
})

test('a file that imports itself is a circle, and two ways to one file are none', async () => {
  expect(
    await problemsIn({
      'scripts/a.ts': "import './a.js'",
      'scripts/b.ts': "import './c.js'; import './d.js'",
      'scripts/c.ts': "import './d.js'",
      'scripts/d.ts': '',
    }),
  ).toEqual(['scripts/a.ts: imports itself by way of scripts/a.ts → scripts/a.ts'])
})
