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
    Hash: [{ name: 'hset' }, { name: 'hget' }, { name: 'hgetdel', since: '8.0' }],
    List: [],
    JSON: [
      { name: 'json.get', since: 'JSON' },
      { name: 'json.debug' },
      { name: 'json.debug|help' },
    ],
    Cluster: [],
  }
  const [hash, list, json, cluster] = rowsOf(
    commandsTable(answered, [{ reason: 'They block.', names: ['BRPOP', 'BLPOP'] }]),
  )

  expect(hash?.slice(0, 3)).toEqual(['Hash', 'HGET, HSET; _8.0:_ HGETDEL', ''])
  expect(hash?.[3]).toMatch(/^HDEL, HEXISTS, HGETALL, /)
  expect(list?.slice(0, 3)).toEqual(['List', '', 'BLPOP, BRPOP'])
  expect(json).toEqual(['JSON', 'JSON.DEBUG; _JSON:_ JSON.GET', '', ''])
  expect(cluster).toEqual(['Cluster', '', '', 'CLUSTER'])
})

test('a reason has a row with what is left out for it', () => {
  const table = excludedTable([{ reason: 'They block.', names: ['BRPOP', 'BLPOP'] }])
  expect(rowsOf(table)).toEqual([['BLPOP, BRPOP', 'They block.']])
})
