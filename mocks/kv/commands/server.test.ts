import { beforeEach, expect, test } from 'vitest'
import { createMemoryBackend, type MemoryBackend } from '../backends/memory.js'
import { Status, type Reply } from '../reply.js'

let now: number
let kv: MemoryBackend
beforeEach(() => {
  now = 1_700_000_000_000
  kv = createMemoryBackend({ clock: { now: () => now } })
})

test('INFO tells of the time it has been up, and of the keys', () => {
  kv.execute(['SET', 'a', '1'])
  kv.execute(['SET', 'b', '1', 'EX', '100'])
  now += 5000

  const info = kv.execute(['INFO'])

  expect(info).toContain('# Server\r\nredis_version:7.0.15\r\n')
  expect(info).toContain('\r\nuptime_in_seconds:5\r\n')
  expect(info).toContain('# Keyspace\r\ndb0:keys=2,expires=1,avg_ttl=0\r\n')
})

test('INFO tells only the sections asked for', () => {
  expect(kv.execute(['INFO', 'cluster', 'nosuch'])).toBe('# Cluster\r\ncluster_enabled:0\r\n')
  expect(kv.execute(['INFO', 'nosuch'])).toBe('')
})

test('TIME tells seconds and microseconds', () => {
  now += 7
  expect(kv.execute(['TIME'])).toEqual(['1700000000', '7000'])
})

test('COMMAND INFO tells of each command asked for', () => {
  const statuses = (...words: string[]) => words.map((word) => new Status(word))
  const keys = [
    ...['flags', statuses('RW', 'access', 'update')],
    ...['begin_search', ['type', 'index', 'spec', ['index', 1]]],
    ...['find_keys', ['type', 'range', 'spec', ['lastkey', -1, 'keystep', 2, 'limit', 0]]],
  ]
  expect(kv.execute(['COMMAND', 'INFO', 'MSET', 'nosuch'])).toEqual([
    [
      ...['mset', -3, statuses('write', 'denyoom'), 1, -1, 2],
      statuses('@write', '@string', '@slow'),
      ...[['request_policy:multi_shard', 'response_policy:all_succeeded'], [keys], []],
    ],
    null,
  ])
  const [encoding] = kv.execute(['COMMAND', 'INFO', 'object|encoding']) as Reply[][]
  expect(encoding!.slice(0, 2)).toEqual(['object|encoding', 3])
})

test('COMMAND, COMMAND COUNT and COMMAND LIST agree', () => {
  const all = kv.execute(['COMMAND']) as unknown[]
  const names = kv.execute(['COMMAND', 'LIST']) as string[]
  expect(kv.execute(['COMMAND', 'COUNT'])).toBe(all.length)
  expect(names.filter((name) => !name.includes('|'))).toHaveLength(all.length)
  expect(kv.execute(['COMMAND', 'LIST', 'FILTERBY', 'PATTERN', 'hincr*'])).toEqual([
    'hincrby',
    'hincrbyfloat',
  ])
})

test('COMMAND DOCS tells of what Redis 7.0 has not since when it is', () => {
  expect(kv.execute(['COMMAND', 'DOCS', 'hexpire', 'nosuch', 'JSON.GET'])).toEqual([
    ...['hexpire', ['since', '7.4', 'group', 'hash']],
    ...['json.get', ['since', 'JSON', 'group', 'module']],
  ])
})

test('COMMAND GETKEYS finds keys behind their number and behind options', () => {
  expect(kv.execute(['COMMAND', 'GETKEYS', 'ZUNION', '2', 'a', 'b'])).toEqual(['a', 'b'])
  expect(kv.execute(['COMMAND', 'GETKEYS', 'SORT', 'a', 'DESC', 'STORE', 'b'])).toEqual(['a', 'b'])
})
