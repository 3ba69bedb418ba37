import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMemoryBackend } from './backends/memory.js'
import { createLargeReplies } from './large-replies.js'
import { ReplyError, type Command } from './reply.js'

const large = 'a'.repeat(2 ** 20)

test('small replies are encoded at once, large ones one after the other', async () => {
  const replies = createLargeReplies(2 ** 30, () => 0)
  const begun: number[] = []
  const encoded = [0, 1].map((each) => replies.encode([large], () => begun.push(each)))
  expect(replies.encode(['a'], () => 'small')).toBe('small')
  expect(begun).toEqual([])
  await encoded[0]
  expect(begun).toEqual([0])
  await setImmediate()
  expect(begun).toEqual([0])
  await encoded[1]
  expect(begun).toEqual([0, 1])
})

test('large replies that do not fit beside those that wait are refused', async () => {
  const replies = createLargeReplies(3 * 2 ** 20)
  const encode = (count: number) => replies.encode(Array(count).fill(large), () => count)
  const first = encode(4)
  expect(() => encode(1)).toThrow(ReplyError)
  expect(await first).toBe(4)
  expect(await encode(1)).toBe(1)
})

test.each(['pipeline', 'transaction'] as const)(
  'a %s whose replies are too large does not run its other commands',
  async (kind) => {
    const backend = createMemoryBackend({ clock: { now: () => 0 } })
    backend.executeNow(['SET', 'large', 'a'.repeat(4 * 2 ** 20)])
    const reads = Array<Command>(10).fill(['GET', 'large'])
    const replies = await backend[kind]([...reads, ['SET', 'after', 'a']])
    expect(replies.filter((reply) => typeof reply === 'string')).toHaveLength(8)
    expect(replies.at(-1)).toEqual(
      new ReplyError(
        'OOM the replies of this request have more than 33554432 bytes; this one did not run',
      ),
    )
    expect(backend.executeNow(['GET', 'after'])).toBeNull()
  },
)
