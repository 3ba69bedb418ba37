import { expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'

const kv = createMemoryBackend({ clock: { now: () => 0 } })

test('setting a distant bit allocates no memory for the bytes before it', () => {
  const before = process.memoryUsage().rss
  kv.executeNow(['SETBIT', 'far', '4294967000', '1'])
  expect(kv.executeNow(['GETBIT', 'far', '4294967000'])).toBe(1)
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 27)
})
