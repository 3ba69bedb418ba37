// XDELEX and XACKDEL are later than the server that everything else is compared with.

import { beforeEach, expect, test } from 'vitest'
import { createMemoryBackend, type MemoryBackend } from '../../backends/memory.js'
import { parse, shown } from '../../differential/typing.js'
import { ReplyError, type Reply } from '../../reply.js'

let kv: MemoryBackend
const ask = (line: string): Reply => kv.execute(parse(line))

const pending = (group: string): Reply => (ask(`XPENDING s ${group}`) as Reply[])[0]!

beforeEach(() => {
  kv = createMemoryBackend({ clock: { now: () => 1_700_000_000_000 } })
  for (const id of ['1-0', '2-0', '3-0']) ask(`XADD s ${id} f v`)
  for (const group of ['g', 'h']) ask(`XGROUP CREATE s ${group} 0`)
  // Both have the first two, neither has the third.
  for (const group of ['g', 'h']) ask(`XREADGROUP GROUP ${group} c COUNT 2 STREAMS s >`)
})

test('XDELEX deletes and leaves what is pending, unless told otherwise', () => {
  expect(ask('XDELEX s IDS 3 1-0 9-9 1-0')).toEqual([1, -1, -1])
  expect(ask('XDELEX s keepref IDS 1 3-0')).toEqual([1])
  expect(ask('XLEN s')).toBe(1)
  expect([pending('g'), pending('h')]).toEqual([2, 2])
})

test('XDELEX DELREF deletes what is pending too, even of an entry that is gone', () => {
  ask('XDEL s 1-0')
  expect(ask('XDELEX s IDS 2 1-0 2-0 DELREF')).toEqual([-1, 1])
  expect([pending('g'), pending('h')]).toEqual([0, 0])
})

test('XDELEX ACKED deletes only what every group has been delivered and has acknowledged', () => {
  ask('XACK s g 1-0 2-0')
  expect(ask('XDELEX s ACKED IDS 3 1-0 3-0 9-9')).toEqual([2, 2, -1])
  ask('XACK s h 1-0')
  expect(ask('XDELEX s ACKED IDS 2 1-0 2-0')).toEqual([1, 2])
  expect(ask('XLEN s')).toBe(2)
})

test('XDELEX ACKED deletes anything of a stream without groups', () => {
  ask('XADD t 1-0 f v')
  expect(ask('XDELEX t ACKED IDS 1 1-0')).toEqual([1])
})

test('XACKDEL acknowledges for its group and deletes', () => {
  expect(ask('XACKDEL s g IDS 3 1-0 1-0 3-0')).toEqual([1, -1, -1])
  expect(ask('XLEN s')).toBe(2)
  expect([pending('g'), pending('h')]).toEqual([1, 2])
  expect(ask('XACKDEL s h IDS 1 1-0')).toEqual([1])
})

test('XACKDEL DELREF acknowledges for every group', () => {
  expect(ask('XACKDEL s g DELREF IDS 1 1-0')).toEqual([1])
  expect([pending('g'), pending('h')]).toEqual([1, 1])
  expect(ask('XACKDEL s h DELREF IDS 1 1-0')).toEqual([-1])
})

test('XACKDEL ACKED deletes when the last group has acknowledged', () => {
  expect(ask('XACKDEL s g ACKED IDS 2 1-0 2-0')).toEqual([2, 2])
  expect([ask('XLEN s'), pending('g'), pending('h')]).toEqual([3, 0, 2])
  expect(ask('XACKDEL s h ACKED IDS 2 1-0 2-0')).toEqual([1, 1])
  expect(ask('XLEN s')).toBe(1)
})

test('without the stream or the group nothing is found', () => {
  expect(ask('XDELEX none IDS 2 1-0 2-0')).toEqual([-1, -1])
  expect(ask('XACKDEL none g IDS 2 1-0 2-0')).toEqual([-1, -1])
  expect(ask('XACKDEL s none IDS 2 1-0 2-0')).toEqual([-1, -1])
  expect(ask('EXISTS none')).toBe(0)
})

test.each([
  ['XDELEX s IDS 0 1-0', 'ERR Number of IDs must be a positive integer'],
  ['XDELEX s IDS x 1-0', 'ERR Number of IDs must be a positive integer'],
  ['XDELEX s IDS 2 1-0', 'ERR The `numids` parameter must match the number of arguments'],
  ['XDELEX s IDS 1 1-0 2-0', 'ERR syntax error'],
  ['XDELEX s ACKED DELREF IDS 1 1-0', 'ERR syntax error'],
  ['XDELEX s ACKED ACKED IDS 1 1-0', 'ERR syntax error'],
  ['XDELEX s KEEPREF IDS', 'ERR syntax error'],
  ['XDELEX s nosuch IDS 1 1-0', 'ERR syntax error'],
  ['XDELEX s IDS 2 1-0 x', 'ERR Invalid stream ID specified as stream command argument'],
  ['XACKDEL s g IDS 2 1-0 x', 'ERR Invalid stream ID specified as stream command argument'],
  ['XACKDEL s g IDS 0 1-0', 'ERR Number of IDs must be a positive integer'],
])('%s is refused: %s', (line, message) => {
  expect(shown(ask(line))).toBe(shown(new ReplyError(message)))
  expect([ask('XLEN s'), pending('g')]).toEqual([3, 2])
})

test('a key of another type is refused', () => {
  ask('SET text v')
  expect(shown(ask('XDELEX text IDS 1 1-0'))).toContain('WRONGTYPE')
  expect(shown(ask('XACKDEL text g IDS 1 1-0'))).toContain('WRONGTYPE')
})
