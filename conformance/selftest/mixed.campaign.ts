// Tests that the suite fails no mixture of variants. A variant is a correct mock that takes the unusual
// side of a point that the contract leaves open. The environment variable SEED chooses the mixtures, and
// MIXTURES their number.

import { expect, test, vi } from 'vitest'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { startMock } from '../../mocks/index.js'
import { mockProvider, protocolProvider, run, scenarios } from '../index.js'
import { Random } from './hostile/random.js'
import { failuresIn } from './judge.js'

/** Each test is a whole run, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

/** The longest wait of a scenario in real time, in milliseconds. */
const LONGEST_WAIT = 5_000

const { SEED: seed = '1', MIXTURES: count = '2' } = process.env

const mixtures = (of: AnyFault['interface'], size: number) =>
  Array.from({ length: Number(count) }, (_, index) => {
    const random = new Random('mixture', seed, of, index)
    const variants = faults.filter((each) => each.interface === of && each.breaks.length === 0)
    const mixture = Array.from({ length: size }, () => random.pick(variants))
    return { mixture, names: mixture.map(({ id }) => id).join(' ') }
  })

test.each(mixtures('kv', 8))('key-value: $names', async ({ mixture }) => {
  await using mock = await startMock({ faults: mixture })
  const provider = (await mockProvider(mock.kv.url))!
  expect(failuresIn(await run({ scenarios, kv: mock.kv, provider }))).toBe('')
})

test.each(mixtures('queue', 12))('queue in virtual time: $names', async ({ mixture }) => {
  await using mock = await startMock({ faults: mixture })
  const provider = (await mockProvider(mock.queue.url))!
  expect(failuresIn(await run({ scenarios, queue: mock.queue, provider }))).toBe('')
})

// A machine that stalls can delay a delivery in real time, so a failed run is repeated.
test.each(mixtures('queue', 12))(
  'queue in real time: $names',
  { retry: 1 },
  async ({ mixture }) => {
    await using mock = await startMock({ faults: mixture, clock: 'real', controls: false })
    const { queue } = mock
    const provider = await protocolProvider(queue)
    const short = scenarios.filter(({ waits }) => waits <= LONGEST_WAIT)
    expect(failuresIn(await run({ scenarios: short, queue, provider }))).toBe('')
  },
)
