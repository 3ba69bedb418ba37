import { expect, test } from 'vitest'
import { prismTable } from './prism-table.js'

test('a topic has a row with what became of its rules', () => {
  const list = 'kv.info.a conforming\nkv.info.b blocked\nkv.info.c blocked\nkv.body.a violated\n'

  expect(prismTable(list).split('\n').slice(2)).toEqual([
    '| `kv.info` | 1 of 3  |        0 |                2 |',
    '| `kv.body` | 0 of 1  |        1 |                0 |',
  ])
})
