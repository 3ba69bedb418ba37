import { describe, expect, test } from 'vitest'
import { readSource } from './source.js'

const path = 'mocks/kv/server.ts'

describe('imports', () => {
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
  ])('%s', (text, module, names, typeOnly) => {
    expect(readSource(path, text).imports).toEqual([{ module, names, typeOnly, line: 1 }])
  })

  test('are not read from comments and strings', () => {
    const text = `// import './a.js'\nconst a = "import './a.js'"`
    expect(readSource(path, text).imports).toEqual([])
  })
})

test('exports are functions, classes and constants with their lines', () => {
  const text = `export const a = 1
export function b() {}
export class C {}
export interface D {}
const e = 1`
  expect(readSource(path, text).exports).toEqual([
    { name: 'a', line: 1 },
    { name: 'b', line: 2 },
    { name: 'C', line: 3 },
  ])
})

describe('uses', () => {
  const usesIn = (text: string) => readSource(path, text).uses.map(({ name }) => name)

  test.each([
    ['setTimeout(() => {})', 'setTimeout'],
    ['const a = { setTimeout }', 'setTimeout'],
    ['process.env.CI', 'process.env'],
    ['globalThis.setTimeout(() => {})', 'setTimeout'],
    ['new Date()', 'new Date()'],
    ['const a = b as any', 'as any'],
    ['it.only("a", () => {})', 'it.only'],
  ])('%s is a use', (text, name) => {
    expect(usesIn(text)).toContain(name)
  })

  test.each([
    ['clock.setTimeout()', 'setTimeout'],
    ['const a = { setTimeout: 1 }', 'setTimeout'],
    ['interface A { setTimeout(): void }', 'setTimeout'],
    ['// setTimeout', 'setTimeout'],
    ['new Date(0)', 'new Date()'],
    ['const a = "b as any"', 'as any'],
  ])('%s is none', (text, name) => {
    expect(usesIn(text)).not.toContain(name)
  })
})
