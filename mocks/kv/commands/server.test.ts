import { beforeEach, expect, test } from 'vitest'
import { createMemoryBackend, type MemoryBackend } from '../backends/memory.js'
import { Status, type Reply } from '../reply.js'

let now: number
let kv: MemoryBackend
beforeEach(() => {
  now = 1_700_000_000_000
  kv = createMemoryBackend({ clock: { now: () => now } })
})

test('INFO returns the uptime and the number of keys', () => {
  kv.executeNow(['SET', 'a', '1'])
  kv.executeNow(['SET', 'b', '1', 'EX', '100'])
  now += 5000

  const info = kv.executeNow(['INFO'])

  expect(info).toContain('# Server\r\nredis_version:7.0.15\r\n')
  expect(info).toContain('\r\nuptime_in_seconds:5\r\n')
  expect(info).toContain('# Keyspace\r\ndb0:keys=2,expires=1,avg_ttl=0\r\n')
})

test('INFO returns only the requested sections', () => {
  expect(kv.executeNow(['INFO', 'cluster', 'nosuch'])).toBe('# Cluster\r\ncluster_enabled:0\r\n')
  expect(kv.executeNow(['INFO', 'nosuch'])).toBe('')
})

test('COMMAND DOCS returns the release of commands that Redis 7.0 lacks', () => {
  expect(kv.executeNow(['COMMAND', 'DOCS', 'hexpire', 'nosuch', 'JSON.GET'])).toEqual([
    'hexpire',
    ['since', '7.4', 'group', 'hash'],
    'json.get',
    ['since', 'JSON', 'group', 'module'],
  ])
})

test('COMMAND INFO returns the positions of the keys', () => {
  const [mset] = kv.executeNow(['COMMAND', 'INFO', 'MSET', 'nosuch']) as Reply[][]
  const keys = [
    'flags',
    ['RW', 'access', 'update'].map((word) => new Status(word)),
    'begin_search',
    ['type', 'index', 'spec', ['index', 1]],
    'find_keys',
    ['type', 'range', 'spec', ['lastkey', -1, 'keystep', 2, 'limit', 0]],
  ]
  expect(mset!.slice(8)).toEqual([[keys], []])
})

test('a reset restores the settings, and no two servers share them', async () => {
  const other = createMemoryBackend({ clock: { now: () => now } })
  kv.executeNow(['CONFIG', 'SET', 'maxmemory', '1mb'])
  const values = () =>
    [kv, other].map((server) => server.executeNow(['CONFIG', 'GET', 'maxmemory']) as Reply[])
  expect(values().map(([, value]) => value)).toEqual(['1048576', '0'])
  await kv.reset()
  expect(values().map(([, value]) => value)).toEqual(['0', '0'])
})
