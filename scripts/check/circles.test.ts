import { expect, test } from 'vitest'
import { circles } from './circles.js'

const problemsIn = async (files: Readonly<Record<string, string>>) =>
  (await circles(new Map(Object.entries(files)))).map(({ file, message }) => `${file}: ${message}`)

test('reports each circle once by its shortest path, types included', async () => {
  expect(
    await problemsIn({
      'conformance/a.ts': "import './b.js'; import './c.js'",
      'conformance/b.ts': "import type { C } from './c.js'",
      'conformance/c.ts': "export type A = import('./a.js').A",
      'conformance/d.ts': "import './a.js'",
      'scripts/self.ts': "import './self.js'",
      'scripts/b.ts': "import './c.js'; import './d.js'",
      'scripts/c.ts': "import './d.js'",
      'scripts/d.ts': '',
    }),
  ).toEqual([
    'conformance/a.ts: imports itself by way of conformance/a.ts → conformance/c.ts → conformance/a.ts',
    'conformance/b.ts: imports itself by way of conformance/b.ts → conformance/c.ts → conformance/a.ts → conformance/b.ts',
    'scripts/self.ts: imports itself by way of scripts/self.ts → scripts/self.ts',
  ])
})
