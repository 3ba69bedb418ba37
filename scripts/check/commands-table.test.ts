import { expect, test } from 'vitest'
import { commandsTable, excludedTable } from './commands-table.js'

const rowsOf = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )

test('a category has a row with what becomes of its commands', () => {
  const answered = {
    Hash: [{ name: 'hset' }, { name: 'hget' }, { name: 'hgetdel', laterRelease: '8.0' }],
    List: [],
    Connection: [],
    JSON: [
      { name: 'json.get', laterRelease: 'JSON' },
      { name: 'json.debug' },
      { name: 'json.debug|help' },
    ],
  }
  const excluded = [{ reason: 'They block.', names: ['BRPOP', 'BLPOP', 'CLIENT'] }]
  const [hash, list, connection, json] = rowsOf(
    commandsTable(answered, excluded, [
      { name: 'blpop', categories: ['write', 'list', 'slow'] },
      { name: 'brpop', categories: ['write', 'list', 'slow'] },
      { name: 'client', categories: ['slow'] },
      { name: 'client|id', categories: ['slow', 'connection'] },
      { name: 'hello', categories: ['fast', 'connection'] },
    ]),
  )

  expect(hash).toEqual(['Hash', 'HGET, HSET; _8.0:_ HGETDEL', '', ''])
  expect(list).toEqual(['List', '', 'BLPOP, BRPOP', ''])
  expect(connection).toEqual(['Connection', '', 'CLIENT', 'HELLO'])
  expect(json).toEqual(['JSON', 'JSON.DEBUG; _JSON:_ JSON.GET', '', ''])
})

test('a reason has a row with what is left out for it', () => {
  const table = excludedTable([{ reason: 'They block.', names: ['BRPOP', 'BLPOP'] }])
  expect(rowsOf(table)).toEqual([['BLPOP, BRPOP', 'They block.']])
})
