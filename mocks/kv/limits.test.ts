import { describe, expect, test } from 'vitest'
import { createMemoryBackend } from './backends/memory.js'
import { createKv } from './kv.js'
import { createLimits, type Limits } from './limits.js'
import { type Command, OK, ReplyError } from './reply.js'

const standard = { readOnly: false }

function serverWith(initial: Partial<Limits>) {
  const clock = { now: () => 0 }
  const limits = createLimits(clock, initial)
  const backend = createMemoryBackend({ clock, recordBytes: () => limits.now.recordBytes })
  return createKv({ backend, limits, tokens: { standard: 's', readOnly: 'r' } })
}

describe('the book of limits', () => {
  test('counts the commands of a UTC day', () => {
    let now = Date.UTC(2024, 0, 1, 23, 59)
    const limits = createLimits({ now: () => now })
    expect([limits.count(), limits.count(), limits.usedToday]).toEqual([1, 2, 2])

    now += 60_000
    expect(limits.usedToday).toBe(0)
    expect(limits.count()).toBe(1)
  })

  test('is changed in part, and forgets that when it is reset', () => {
    const limits = createLimits({ now: () => 0 }, { keyBytes: 5 })
    limits.set({ dailyRequests: 7 })
    limits.count()
    expect(limits.now).toMatchObject({ keyBytes: 5, dailyRequests: 7 })

    limits.reset()
    expect(limits.now).toMatchObject({ keyBytes: 5, dailyRequests: Infinity })
    expect(limits.usedToday).toBe(0)
  })
})

describe('a key', () => {
  const tooLarge = new ReplyError('ERR max key size exceeded')

  test.each<{ command: Command; want: unknown }>([
    { command: ['SET', '12345', 'a longer value'], want: OK },
    { command: ['SET', '123456', 'v'], want: tooLarge },
    { command: ['MSET', 'a', 'a longer value', '123456', 'v'], want: tooLarge },
    { command: ['MSET', 'a', 'a longer value', '12345', 'v'], want: OK },
    { command: ['DEL', 'a', 'b', '123456'], want: tooLarge },
    { command: ['RENAME', 'a', '123456'], want: tooLarge },
    { command: ['OBJECT', 'ENCODING', '123456'], want: tooLarge },
    { command: ['ECHO', '123456'], want: '123456' },
  ])('may be as large as the limit: $command', async ({ command, want }) => {
    expect(await serverWith({ keyBytes: 5 }).command(command, standard)).toEqual(want)
  })
})

describe('a record', () => {
  const tooLarge = new ReplyError('ERR max single record size exceeded')

  test.each<{ command: Command; want: unknown }>([
    { command: ['SET', 'k', '12345'], want: OK },
    { command: ['SET', 'k', '123456'], want: tooLarge },
    { command: ['RPUSH', 'list', '12345', '123456'], want: tooLarge },
    { command: ['MSET', 'k', 'x', 'l', '123456'], want: tooLarge },
    { command: ['APPEND', 'k', '45'], want: 5 },
    { command: ['APPEND', 'k', '456'], want: tooLarge },
    { command: ['SETRANGE', 'k', '4', 'x'], want: 5 },
    { command: ['SETRANGE', 'k', '5', 'x'], want: tooLarge },
  ])('may be as large as the limit: $command', async ({ command, want }) => {
    const kv = serverWith({ recordBytes: 5 })
    await kv.command(['SET', 'k', '123'], standard)

    expect(await kv.command(command, standard)).toEqual(want)
    if (want === tooLarge) expect(await kv.command(['GET', 'k'], standard)).toBe('123')
  })
})
