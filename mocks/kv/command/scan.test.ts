import { expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'
import type { Command } from '../reply.js'

const kv = createMemoryBackend({ clock: { now: () => 0 } })
const ask = (line: string) => kv.execute(line.split(' ') as unknown as Command)

test('SCAN tells the type of each key where it is asked to', () => {
  ask('HSET h f v')
  ask('SET s v')
  ask('RPUSH l a')
  expect(ask('SCAN 0 WITHTYPE')).toEqual(['0', ['h', 'hash', 's', 'string', 'l', 'list']])
  expect(ask('SCAN 0 MATCH l COUNT 100 withtype')).toEqual(['0', ['l', 'list']])
  expect(ask('SCAN 0 TYPE string WITHTYPE')).toEqual(['0', ['s', 'string']])
})
