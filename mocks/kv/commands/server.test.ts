import { beforeEach, expect, test } from 'vitest'
import { createMemoryBackend, type MemoryBackend } from '../backends/memory.js'
import { NIL_ARRAY, Status, type Reply } from '../reply.js'

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
  expect(kv.execute(['COMMAND', 'INFO', 'MSET', 'nosuch'])).toEqual([
    [
      ...['mset', -3, [new Status('write')], 1, -1, 2],
      ['@write', '@string', '@slow'].map((category) => new Status(category)),
      ...[[], [], []],
    ],
    NIL_ARRAY,
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
