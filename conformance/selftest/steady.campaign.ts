// Tests that verdicts are the same in every run: with scenarios in any order, and with a proxy that
// delays and cuts bytes.

import { expect, test } from 'vitest'
import { Random } from './hostile/random.js'
import { failuresIn, judgeKv, judgeQueue } from './judge.js'
import { startRoughProxy } from './rough-proxy.js'

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test.each([
  ...seeds(20).map((seed) => ['in shuffled order', seed] as const),
  ...seeds(10).map((seed) => ['over a rough connection', seed] as const),
])('every scenario passes %s (seed %d)', { timeout: 120_000 }, async (how, seed) => {
  const { next: random } = new Random(how, seed)
  const way = (url: string) => startRoughProxy(url, random)
  const options = how === 'in shuffled order' ? { random } : { random, way, patience: 3000 }
  for (const judge of [judgeKv, judgeQueue]) expect(failuresIn(await judge(options))).toBe('')
})
