import { expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'

const kv = createMemoryBackend({ clock: { now: () => 0 } })

test('the later operations tell members of the first from members of the others', () => {
  kv.execute(['SET', 'a', '\x0f'])
  kv.execute(['SET', 'b', '\x33\x01'])
  kv.execute(['SET', 'c', '\x55'])
  const combined = (operation: string) => {
    kv.execute(['BITOP', operation, 'd', 'a', 'b', 'c'])
    return kv.execute(['GET', 'd'])
  }
  expect(combined('DIFF')).toBe('\x08\0')
  expect(combined('diff1')).toBe('\x70\x01')
  expect(combined('ANDOR')).toBe('\x07\0')
  expect(combined('ONE')).toBe('\x68\x01')
})

test('all later operations but ONE need a second source', () => {
  for (const operation of ['DIFF', 'DIFF1', 'ANDOR']) {
    expect(kv.execute(['BITOP', operation, 'd', 'a'])).toHaveProperty(
      'message',
      `ERR BITOP ${operation} must be called with at least two source keys.`,
    )
  }
  expect(kv.execute(['BITOP', 'ONE', 'd', 'a'])).toBe(1)
})

test('a bit far out takes no memory until it is asked for', () => {
  const before = process.memoryUsage().rss
  kv.execute(['SETBIT', 'far', '4294967000', '1'])
  expect(kv.execute(['GETBIT', 'far', '4294967000'])).toBe(1)
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 27)
})
