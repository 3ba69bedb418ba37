// Tests the memory limit for keys and values, and the counter of used memory.

import { describe, expect, test } from 'vitest'
import { realClock } from '../clock.js'
import { parse } from './differential/typing.js'
import { scripts } from './differential/scripts/index.js'
import { withoutRedisServer } from './redis/server.js'
import { ReplyError, type Bytes, type Command, type Reply } from './reply.js'
import { createMemoryBackend, type MemoryBackend } from './backends/memory.js'
import { kvOn, useRedis } from './testing.js'

const OOM = "OOM command not allowed when used memory > 'maxmemory'."

const limited = (kvBytes: number) =>
  createMemoryBackend({ clock: { now: () => 1_700_000_000_000 }, safety: { kvBytes } })

function used(backend: MemoryBackend): number {
  const info = backend.executeNow(['INFO', 'memory']) as Bytes
  return Number(/used_memory:(\d+)/.exec(info)![1])
}

const isOom = (reply: Reply) => reply instanceof ReplyError && reply.message.startsWith('OOM ')

const kilobyte = 'x'.repeat(1000)

const growing: Readonly<Record<string, (index: number) => Command>> = {
  strings: (index) => ['SET', `k${index}`, kilobyte],
  'one string': () => ['APPEND', 'k', kilobyte],
  bits: (index) => ['SETRANGE', 'k', String(index * 1000), kilobyte],
  hashes: (index) => ['HSET', 'h', `f${index}`, kilobyte],
  'values of fields': (index) => ['HSET', 'h', 'f', 'x'.repeat(index * 1000)],
  lists: () => ['RPUSH', 'l', kilobyte],
  sets: (index) => ['SADD', 's', kilobyte + index],
  'sorted sets': (index) => ['ZADD', 'z', String(index), kilobyte + index],
  streams: (index) => ['XADD', 'x', `${index + 1}-1`, 'f', kilobyte],
  documents: () => ['JSON.ARRAPPEND', 'j', '$', `"${kilobyte}"`],
  'members of documents': (index) => ['JSON.SET', 'j', '$[0]', `"${'x'.repeat(index * 1000)}"`],
  'merged documents': (index) => ['JSON.MERGE', 'm', '$', `{"k${index}":"${kilobyte}"}`],
  'texts of documents': () => ['JSON.STRAPPEND', 'j', '$[0]', `"${kilobyte}"`],
  copies: (index) => ['COPY', 'source', `k${index}`],
  scripts: (index) => ['SCRIPT', 'LOAD', `return '${kilobyte}${index}'`],
}

describe('commands beyond the memory limit are refused', () => {
  test.each(Object.entries(growing))('%s', (_, command) => {
    const backend = limited(300_000)
    backend.executeNow(['SET', 'source', kilobyte])
    backend.executeNow(['JSON.SET', 'j', '$', '[""]'])
    backend.executeNow(['JSON.SET', 'm', '$', '{}'])
    const replies = Array.from({ length: 400 }, (_, index) => backend.executeNow(command(index)))
    const first = replies.findIndex(isOom)
    expect(first).toBeGreaterThan(100)
    expect(replies[first]).toEqual(new ReplyError(OOM))
    expect(replies.slice(0, first).some((reply) => reply instanceof ReplyError)).toBe(false)
    expect(used(backend)).toBeLessThan(400_000)

    // Commands that free memory are still allowed. After them, the refused command succeeds.
    const keys = backend.executeNow(['KEYS', '*']) as Bytes[]
    expect(backend.executeNow(['DEL', ...(keys as [Bytes])])).toBe(keys.length)
    backend.executeNow(['SCRIPT', 'FLUSH'])
    expect(used(backend)).toBe(0)
    expect(isOom(backend.executeNow(['SET', 'k', kilobyte]))).toBe(false)
  })

  test('a value larger than the rest', () => {
    const backend = limited(10_000_000)
    expect(isOom(backend.executeNow(['SETRANGE', 'k', '20000000', 'x']))).toBe(true)
    expect(isOom(backend.executeNow(['SETBIT', 'k', '200000000', '1']))).toBe(true)
    expect(backend.executeNow(['EXISTS', 'k'])).toBe(0)
    backend.executeNow(['JSON.SET', 'j', '$', JSON.stringify(Array(10_000).fill(0))])
    expect(
      isOom(backend.executeNow(['JSON.SET', 'j', '$[*]', JSON.stringify('x'.repeat(10_000))])),
    ).toBe(true)
    expect(backend.executeNow(['JSON.GET', 'j', '$[9999]'])).toBe('[0]')
  })

  test('a script and a pipeline receive the refusal', async () => {
    const backend = limited(10_000)
    backend.executeNow(['SET', 'k', 'x'.repeat(9500)])
    const write = "return redis.call('set', KEYS[1], ARGV[1])"
    const refusal = { message: expect.stringContaining(OOM) as string }
    expect(backend.executeNow(['EVAL', write, '1', 'a', kilobyte])).toMatchObject(refusal)
    const batch: Command[] = [
      ['GET', 'a'],
      ['SET', 'a', kilobyte],
    ]
    expect(await backend.pipeline(batch)).toEqual([null, new ReplyError(OOM)])
    backend.executeNow(['DEL', 'k'])
    expect(backend.executeNow(['EVAL', write, '1', 'a', kilobyte])).not.toBeInstanceOf(ReplyError)
  })

  test('a transaction that writes is discarded by a full database', () => {
    const backend = limited(1000)
    backend.executeNow(['SET', 'k', 'x'.repeat(850)])
    backend.executeNow(['SET', 'a', ''])
    expect(used(backend)).toBeGreaterThan(1000)
    const batch: Command[] = [
      ['DEL', 'a'],
      ['SET', 'a', kilobyte],
    ]
    expect(() => backend.transaction(batch)).toThrow(
      new ReplyError(`EXECABORT Transaction discarded because of: ${OOM}`),
    )
    expect(backend.transaction([['DEL', 'a']])).toEqual([1])
  })
})

test('the counter is 0 after all keys are deleted', () => {
  const backend = createMemoryBackend({ clock: realClock() })
  for (const lines of Object.values(scripts)) {
    for (const line of lines) {
      const command = parse(line)
      if (/^(flush|reset)/i.test(command[0])) continue
      backend.executeNow(command)
    }
  }
  expect(used(backend)).toBeGreaterThan(50_000)
  for (const key of backend.executeNow(['KEYS', '*']) as Bytes[])
    backend.executeNow(['UNLINK', key])
  backend.executeNow(['SCRIPT', 'FLUSH'])
  expect(used(backend)).toBe(0)
})

describe.skipIf(withoutRedisServer())(
  'a full database refuses the same commands as a full Redis',
  () => {
    const redis = useRedis()

    test.each(Object.entries(scripts))('%s', async (_, lines) => {
      const backend = limited(1)
      const commands = lines
        .map(parse)
        .filter(([name]) => !/^(config|eval|fcall|script|function)/i.test(name))
      await redis.backend.execute(['CONFIG', 'SET', 'maxmemory', '1'])
      const theirs = await redis.backend.pipeline(commands)
      const ours = await kvOn(backend).pipeline(commands, { readOnly: false })
      const refused = (replies: readonly Reply[]) =>
        commands.filter((_, index) => isOom(replies[index]!))
      expect(refused(ours)).toEqual(refused(theirs))
    })
  },
)
