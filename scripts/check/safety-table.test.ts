import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { safetyNames } from '../../mocks/safety.js'
import { safetySource, safetyTable } from './safety-table.js'

const rows = safetyTable(readFileSync(safetySource, 'utf8')).split('\n').slice(2)

test('each limit has a row', () => {
  expect(rows.map((row) => row.split('|')[2]?.trim())).toEqual(
    safetyNames.map((name) => `\`${name}\``),
  )
})

test('a row has the option, its default as the option takes it, and its comment', () => {
  expect(rows[0]?.replace(/ +/g, ' ')).toBe(
    '| `body-bytes` | `bodyBytes` | 64M | Bytes of one request body; a larger one is answered 413. |',
  )
})
