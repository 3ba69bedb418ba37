import { expect, test } from 'vitest'
import { asking } from '../testing.js'
import { createMemoryBackend } from './backends/memory.js'
import { kvControls, limitControls } from './controls.js'
import { createKv } from './kv.js'
import { createLimits } from './limits.js'

function setUp() {
  const limits = createLimits({ now: () => 0 }, { keyBytes: 5 })
  const send = asking(limitControls(limits))
  const ask = (body?: object) => send(body ? 'POST' : 'GET', '/__mock/kv/limits', body)
  return { limits, ask }
}

test('GET returns the limits and the commands of the day', async () => {
  const { limits, ask } = setUp()
  limits.count()

  const sizes = { requestBytes: 10_000_000, keyBytes: 5, recordBytes: 100_000_000 }
  expect(await ask()).toEqual([200, { ...sizes, dailyRequests: null, usedToday: 1 }])
})

test('POST changes some limits; null removes one', async () => {
  const { limits, ask } = setUp()
  expect(await ask({ dailyRequests: 0 })).toMatchObject([200, { dailyRequests: 0, keyBytes: 5 }])
  expect(await ask({ dailyRequests: null, keyBytes: 7 })).toMatchObject([
    200,
    { dailyRequests: null, keyBytes: 7 },
  ])
  expect(limits.now).toMatchObject({ dailyRequests: Infinity, keyBytes: 7 })
})

test.each([{ keyBytes: -1 }, { keyBytes: 1.5 }, { keyBytes: '5' }, { keys: 5 }, { usedToday: 0 }])(
  '%j is refused and changes nothing',
  async (change) => {
    const { limits, ask } = setUp()
    const before = limits.now

    expect(await ask({ dailyRequests: 1, ...change })).toEqual([
      400,
      { error: expect.stringContaining(Object.keys(change)[0]!) as string },
    ])
    expect(limits.now).toEqual(before)
  },
)

test('commands run in order, with text or bytes, outside the daily limit', async () => {
  const clock = { now: () => 0 }
  const limits = createLimits(clock, { dailyRequests: 0 })
  const tokens = { standard: 's', readOnly: 'r' }
  const kv = createKv({ backend: createMemoryBackend({ clock }), clock, limits, tokens })
  const ask = asking(kvControls(() => kv))
  const run = (commands: unknown, base64 = false) =>
    ask('POST', '/__mock/kv/commands', { commands, base64 })

  const bytes = { base64: '/wA=' }
  expect(await run([['SET', bytes, 'é'], ['GET', bytes], ['INCRBY', 'n', 2], ['NO']])).toEqual([
    200,
    {
      replies: [
        { result: 'OK' },
        { result: 'é' },
        { result: 2 },
        { error: expect.stringContaining('unknown command') as string },
      ],
    },
  ])
  expect(await run([['KEYS', '*']], true)).toEqual([
    200,
    { replies: [{ result: expect.arrayContaining(['/wA=', 'bg==']) as string[] }] },
  ])
  expect(limits.usedToday).toBe(0)
  for (const wrong of [undefined, 'GET', [[]], [['GET', {}]]])
    expect(await run(wrong)).toMatchObject([400, {}])
})
