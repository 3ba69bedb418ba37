import { expect, test } from 'vitest'
import { readSource } from './source.js'

const path = 'mocks/kv/server.ts'

test.each([
  ["import { a, b as c } from './kv.js'", 'mocks/kv/kv.ts', ['a', 'b'], false],
  ["import type { A } from '../clock.js'", 'mocks/clock.ts', ['A'], true],
  ["import a, * as b from 'node:http'", 'node:http', ['default', '*'], false],
  ["import './kv.js'", 'mocks/kv/kv.ts', [], false],
  ["export * from './kv.js'", 'mocks/kv/kv.ts', ['*'], false],
  ["export { a as b } from './kv.js'", 'mocks/kv/kv.ts', ['a'], false],
  ["await import('./kv.js')", 'mocks/kv/kv.ts', ['*'], false],
  ["type A = import('./kv.js').A", 'mocks/kv/kv.ts', ['*'], true],
  ["new Worker(new URL('./kv.js', import.meta.url))", 'mocks/kv/kv.ts', ['*'], false],
])('%s is an import', (text, module, names, typeOnly) => {
  expect(readSource(path, text).imports).toEqual([{ module, names, typeOnly, line: 1 }])
})

test('comments and strings have no imports', () => {
  const text = `// import './a.js'\nconst a = "import './a.js'"`
  expect(readSource(path, text).imports).toEqual([])
})

test('exports are functions, classes and constants, with lines', () => {
  const text =
    'export const a = 1\nexport function b() {}\nexport class C {}\nexport interface D {}\nconst e = 1'
  expect(readSource(path, text).exports.map(({ name, line }) => `${name}:${line}`)).toEqual([
    'a:1',
    'b:2',
    'C:3',
  ])
})
