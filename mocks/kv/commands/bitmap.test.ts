import { expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'

const kv = createMemoryBackend({ clock: { now: () => 0 } })

test('a bit far out takes no memory until it is asked for', () => {
  const before = process.memoryUsage().rss
  kv.execute(['SETBIT', 'far', '4294967000', '1'])
  expect(kv.execute(['GETBIT', 'far', '4294967000'])).toBe(1)
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 27)
})
