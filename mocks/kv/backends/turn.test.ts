import { describe, expect, test } from 'vitest'
import { ReplyError, type Command, type Reply } from '../reply.js'
import { slowBackend } from '../testing.js'
import { createMemoryBackend } from './memory.js'

const LOOP: Command = ['EVAL', 'while true do end', '0']
const stopped = (ms: number) =>
  new ReplyError(
    `BUSY the script ran for more than ${ms} ms and was stopped; what it had written until then stays`,
  )
const notRun = new ReplyError(
  'BUSY the commands of this request ran for more than 300 ms; this one did not run',
)
const stops = (replies: readonly Reply[]) =>
  replies.filter((reply) => reply instanceof ReplyError && /was stopped/.test(reply.message)).length

describe('commands of one request share its time', () => {
  test.each(['pipeline', 'transaction'] as const)('in a %s', async (kind) => {
    const { backend, elapsed } = slowBackend(1, { commandMs: 100, requestMs: 300 })
    const before: Command = ['SET', 'a', 'before']
    const after: Command = ['SET', 'a', 'after']
    const replies = await backend[kind]([before, ...Array<Command>(20).fill(LOOP), after])
    expect(replies).toHaveLength(22)
    expect(replies[1]).toEqual(stopped(100))
    expect(stops(replies)).toBeLessThanOrEqual(4)
    expect(replies.slice(5)).toEqual(Array(17).fill(notRun))
    expect(elapsed()).toBeLessThan(400)
    expect(backend.execute(['GET', 'a'])).toBe('before')
  })

  test('also in several parts', async () => {
    const { backend } = slowBackend(1, { commandMs: 100, requestMs: 300 })
    const sender = { request: { spent: 0 } }
    for (let part = 0; part < 4; part++) await backend.pipeline([LOOP], sender)
    expect(sender.request.spent).toBeGreaterThan(300)
    expect(await backend.pipeline([LOOP], sender)).not.toEqual([stopped(100)])
  })

  test('a command alone has the time of a request, where that is less', async () => {
    const { backend } = slowBackend(1, { commandMs: 100, requestMs: 30 })
    expect(await backend.execute(LOOP)).toEqual(stopped(30))
  })
})

test('the remaining commands are refused when the replies fill the memory', async () => {
  let full = false
  const backend = createMemoryBackend({ clock: { now: () => 0 }, isFull: () => full })
  const commands = Array<Command>(20).fill(['PING'])
  expect((await backend.pipeline(commands)).some((reply) => reply instanceof ReplyError)).toBe(
    false,
  )
  full = true
  const replies = await backend.pipeline(commands)
  expect(replies.at(-1)).toEqual(
    new ReplyError(
      'OOM the replies of this request fill the memory of this process; this one did not run',
    ),
  )
  full = false
  expect(await backend.pipeline([['ECHO', 'a']])).toEqual(['a'])
})

/** Returns the values that another request reads while a pipeline runs. */
async function seenMeanwhile(milliseconds: number, commands: readonly Command[]): Promise<Reply[]> {
  const { backend } = slowBackend(milliseconds, { commandMs: 1000, requestMs: 100_000 })
  const seen: Reply[] = []
  let done = false
  const look = async () => {
    const reply = await backend.execute(['GET', 'n'])
    if (done) return
    seen.push(reply)
    setImmediate(() => void look())
  }
  setImmediate(() => void look())
  await backend.pipeline(commands)
  done = true
  return seen
}

test('other requests run after each slow command of a pipeline, and after 256 quick ones', async () => {
  const quick = Array<Command>(600).fill(['INCR', 'n'])
  expect(new Set(await seenMeanwhile(0, quick))).toEqual(new Set(['256', '512']))
  const count = "for i = 1, 30000 do end return redis.call('incr', 'n')"
  const slow = Array<Command>(5).fill(['EVAL', count, '0'])
  expect(new Set(await seenMeanwhile(11, slow))).toEqual(new Set(['1', '2', '3', '4']))
})

test('a client that waits for a key is served although the request has no time left', async () => {
  const { backend } = slowBackend(1, { commandMs: 100, requestMs: 100 })
  let found: Reply = null
  backend.touches.wait(['list'], (key) => {
    found = backend.executeNow(['LPOP', key])
    return true
  })
  await backend.transaction([['RPUSH', 'list', 'a'], LOOP, LOOP])
  expect(found).toBe('a')
})

test('a script in a pipeline can wait for a time', async () => {
  let now = 0
  const backend = createMemoryBackend({ clock: { now: () => now++ } })
  const wait = `repeat until tonumber(redis.call('TIME')[2]) > 9000 return redis.call('TIME')[2]`
  const [, time] = await backend.pipeline([
    ['GET', 'a'],
    ['EVAL', wait, '0'],
  ])
  expect(Number(time)).toBeGreaterThan(9000)
})
