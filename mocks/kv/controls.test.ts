import { expect, test } from 'vitest'
import { asking } from '../testing.js'
import { limitControls } from './controls.js'
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
