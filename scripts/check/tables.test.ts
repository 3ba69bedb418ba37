import { check as isFormatted } from 'prettier'
import { expect, test } from 'vitest'
import { markdown, rewritten, staleTables } from './tables.js'

const table = markdown(
  ['name', 'n'],
  [
    ['a', 1],
    ['longer', 20],
  ],
)
const tables = { dogs: () => table }
const readme = (inside: string) =>
  `# Title\n\n<!-- table:dogs -->\n${inside}<!-- /table -->\n\nEnd\n`

test('a table is formatted as prettier does', async () => {
  expect(table.split('\n')).toEqual([
    '| name   |   n |',
    '| ------ | --: |',
    '| a      |   1 |',
    '| longer |  20 |',
  ])
  expect(await isFormatted(rewritten(readme(''), tables), { parser: 'markdown' })).toBe(true)
})

test('a stale table is reported, and rewritten', () => {
  const old = readme('\n| name |\n| ---- |\n\n')
  expect(staleTables(new Map([['README.md', old]]), tables)).toMatchObject([
    { file: 'README.md', line: 3 },
  ])
  const current = rewritten(old, tables)
  expect(current).toBe(readme(`\n${table}\n\n`))
  expect(staleTables(new Map([['README.md', current]]), tables)).toEqual([])
})

test('a marker without a table is reported, and kept', () => {
  const text = readme('').replace('dogs', 'constructor')
  expect(staleTables(new Map([['README.md', text]]), tables)).toMatchObject([{ line: 3 }])
  expect(rewritten(text, tables)).toBe(text)
})
