// Many clients run long commands. Other clients must be answered in between.

import { describe, expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../index.js'
import { Status, ReplyError, type Command, type Reply } from '../reply.js'
import { slowBackend } from '../testing.js'
import { createMemoryBackend, type MemoryBackend } from './memory.js'

const LOOP = 'while true do end'
const UNPAUSED = 'coroutine.wrap(function() while true do end end)()'
const LIBRARY = "#!lua name=l\nredis.register_function('f', function() while true do end end)"

const BUSY = new ReplyError(
  'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
)
const BUSY_FUNCTION = new ReplyError(
  'BUSY Redis is busy running a script. You can only call FUNCTION KILL or SHUTDOWN NOSAVE.',
)
const BUSY_TRANSACTION = new ReplyError(
  'BUSY a long transaction or many other commands run. Try again later.',
)
const isBusy = (reply: Reply) => reply instanceof ReplyError && reply.message.startsWith('BUSY')

type Send = (backend: MemoryBackend) => unknown

const twenty = (...command: Command) => Array<Command>(20).fill(command)

const attacks: Readonly<Record<string, Send>> = {
  EVAL: (backend) => backend.execute(['EVAL', LOOP, '0']),
  EVAL_RO: (backend) => backend.execute(['EVAL_RO', LOOP, '0']),
  FCALL: (backend) => backend.execute(['FCALL', 'f', '0']),
  'a pipeline': (backend) => backend.pipeline(twenty('EVAL', LOOP, '0')),
  'a transaction': (backend) => backend.transaction(twenty('EVAL', LOOP, '0')),
}

describe('12 endless scripts at once', () => {
  test.each(Object.entries(attacks))('%s: another client is answered', async (name, send) => {
    const { backend, elapsed } = slowBackend(1, { blockingMs: 100 })
    backend.executeNow(['FUNCTION', 'LOAD', LIBRARY])
    const before = elapsed()
    const attacks = Promise.allSettled(Array.from({ length: 12 }, async () => send(backend)))
    expect(isBusy(await backend.execute(['PING']))).toBe(true)
    expect(isBusy(await backend.execute(['SET', 'a', 'b']))).toBe(true)
    const replies = await backend.pipeline([['GET', 'a'], ['PING']])
    const refusal = name === 'FCALL' ? BUSY_FUNCTION : BUSY
    // In a transaction, other requests also run between two scripts.
    const last = name === 'a transaction' ? replies[0] : refusal
    expect([refusal, BUSY_TRANSACTION]).toContainEqual(last)
    expect(replies).toEqual([last, last])
    // Each check of the clock takes 1 ms here.
    expect(elapsed() - before).toBeLessThan(200)
    await backend.reset()
    await attacks
    expect(await backend.execute(['PING'])).toEqual(new Status('PONG'))
  })

  test.each<[string, Send]>([
    ['EVAL', (backend) => backend.execute(['EVAL', UNPAUSED, '0'])],
    ['EVAL_RO', (backend) => backend.execute(['EVAL_RO', UNPAUSED, '0'])],
    ['a pipeline', (backend) => backend.pipeline(twenty('EVAL', UNPAUSED, '0'))],
    ['KEYS', (backend) => backend.execute(['KEYS', `${'*a'.repeat(30)}b`])],
  ])('%s that cannot pause: one runs before another client', async (_, send) => {
    const { backend, elapsed } = slowBackend(1, { blockingMs: 100 })
    for (let key = 0; key < 500; key++) backend.executeNow(['SET', `${'a'.repeat(2000)}${key}`, ''])
    const before = elapsed()
    let ended = 0
    const replies = Array.from({ length: 12 }, async () => {
      await send(backend)
      ended++
    })
    expect(await backend.execute(['PING'])).toEqual(new Status('PONG'))
    expect(elapsed() - before).toBeLessThan(150)
    expect(await backend.execute(['SET', 'a', 'b'])).toEqual(new Status('OK'))
    expect(elapsed() - before).toBeLessThan(300)
    expect(ended).toBeLessThan(3)
    await backend.reset()
    await Promise.allSettled(replies)
  })
})

test('other sockets are served between two slices of a script', async () => {
  const { backend } = slowBackend(1, { commandMs: 200, blockingMs: 1000 })
  let turns = 0
  let isOver = false
  const count = () => {
    if (isOver) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  const reply = await backend.execute(['EVAL', LOOP, '0'])
  isOver = true
  expect(isBusy(reply)).toBe(true)
  // 200 ms in slices of 10 ms, with two turns of the loop after each.
  expect(turns).toBeGreaterThan(30)
})

const SLOW = "for i = 1, 1000000 do end return redis.call('incr', 'n')"

test.each<[string, Send]>([
  ['script', (backend) => backend.execute(['EVAL', `redis.call('incr', 'n') ${SLOW}`, '0'])],
  [
    'transaction',
    (backend) =>
      backend.transaction([
        ['INCR', 'n'],
        ['EVAL', SLOW, '0'],
      ]),
  ],
])('no other command runs in the middle of a %s', async (_, send) => {
  const { backend } = slowBackend(1, { blockingMs: 1000 })
  const ending = send(backend)
  expect(ending).toBeInstanceOf(Promise)
  expect(await backend.execute(['INCR', 'n'])).toBe(3)
  await ending
})

test('SCRIPT KILL ends a script, and the commands that wait run', async () => {
  const { backend } = slowBackend(1, { blockingMs: 1000 })
  const script = backend.execute(['EVAL', LOOP, '0'])
  const waiting = backend.execute(['SET', 'a', 'b'])
  expect(
    await backend.pipeline([
      ['SCRIPT', 'KILL'],
      ['GET', 'a'],
    ]),
  ).toEqual([new Status('OK'), null])
  expect(await script).toMatchObject({
    message: expect.stringContaining('killed by user') as string,
  })
  expect(await waiting).toEqual(new Status('OK'))
})

test('a reset ends the script and refuses the commands that wait', async () => {
  const { backend } = slowBackend(1, { blockingMs: 1000 })
  const script = backend.execute(['EVAL', `redis.call('set', 'a', 'b') ${LOOP}`, '0'])
  const waiting = backend.execute(['SET', 'b', 'c'])
  await backend.reset()
  expect(await backend.execute(['KEYS', '*'])).toEqual([])
  expect(isBusy(await waiting)).toBe(true)
  expect(await script).toBeInstanceOf(ReplyError)
})

test('the time that a script has paused does not count', async () => {
  let now = 0
  let stop = false
  const backend = createMemoryBackend({
    clock: { now: () => 0 },
    safety: { commandMs: 1000, requestMs: 1000 },
    now: () => (now += 1),
  })
  // Other requests take most of the time.
  const others = () => {
    now += 500
    if (!stop) setImmediate(others)
  }
  setImmediate(others)
  const reply = await backend.execute(['EVAL', 'for i = 1, 3e6 do end return 1', '0'])
  stop = true
  expect(reply).toBe(1)
  expect(now).toBeGreaterThan(1000)
})

test('a virtual clock does not advance during a script, and no snapshot is taken', async () => {
  const mock = await startMock({ listen: false, clock: 'virtual' })
  onTestFinished(() => mock.close())
  const send = (...command: Command) =>
    mock.kv.fetch('/', {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.kv.token}` },
      body: JSON.stringify(command),
    })
  const script = send('EVAL', LOOP, '0')
  const turn = () => new Promise(setImmediate)
  const isSaved = () => {
    try {
      return mock.snapshot()
    } catch {
      return undefined
    }
  }
  while (isSaved()) await turn()
  const before = mock.clock.now()
  const advanced = mock.clock.advance('1d')
  for (let count = 0; count < 20; count++) await turn()
  expect(mock.clock.now()).toBe(before)
  await send('SCRIPT', 'KILL')
  await advanced
  expect(mock.clock.now()).toBe(before + 86_400_000)
  expect((await script).status).toBe(400)
  expect(isSaved()).toBeDefined()
})
