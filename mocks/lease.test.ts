import { expect, test } from 'vitest'
import { leaseControls } from './control.js'
import { asking } from './testing.js'
import { json } from './http/message.js'

function setUp() {
  let time = 0
  const { controls, end } = leaseControls(() => time)
  const ask = asking(controls, () => json(404, {}))
  const take = async (holder: string, seconds = 30) =>
    (await ask('POST', '/__mock/lease', { holder, seconds }))[0]
  return { ask, take, end, pass: (seconds: number) => void (time += seconds * 1000) }
}

test('a lease refuses another holder until it ends', async () => {
  const { ask, take, end, pass } = setUp()
  expect(await take('one')).toBe(200)
  pass(20)
  expect(await take('two')).toBe(409)
  expect(await take('one')).toBe(200)
  pass(29.5)
  expect(await ask('POST', '/__mock/lease', { holder: 'two', seconds: 30 })).toEqual([
    409,
    { error: 'another run has the lease, for 1 s unless it renews it' },
  ])
  pass(0.5)
  expect(await take('two')).toBe(200)

  expect(await take('two', 0)).toBe(200)
  expect(await take('three')).toBe(200)
  end()
  expect(await take('four')).toBe(200)
})

test.each([{}, { holder: '' }, { holder: 'one' }, { holder: 'one', seconds: -1 }])(
  'a lease of %j is refused',
  async (body) => {
    expect((await setUp().ask('POST', '/__mock/lease', body))[0]).toBe(400)
  },
)
