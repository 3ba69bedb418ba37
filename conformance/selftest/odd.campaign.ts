// Tests that no answer ends a scenario with an error of the suite: each answer of the correct mock is
// changed at random. SEEDS is the number of runs of each interface (5), SEED the first seed (1).

import { expect, test, vi } from 'vitest'
import { cannotRead } from '../core/classify.js'
import { oddTarget } from './hostile/odd-answers.js'
import { Random } from './hostile/random.js'
import { judgeKv, judgeQueue, outcomes } from './judge.js'

/** Each test is a whole run, in which many scenarios wait for a changed answer in vain. */
vi.setConfig({ testTimeout: 600_000 })

const { SEED: first = '1', SEEDS: count = '5' } = process.env

const judges = { kv: judgeKv, queue: judgeQueue }

/** The probabilities with which an answer is changed. A setup of many requests needs a low one. */
const probabilities = [1, 0.5, 0.2, 0.05]

const cases = (['kv', 'queue'] as const).flatMap((of) =>
  Array.from({ length: Number(count) }, (_, index) => ({ of, seed: Number(first) + index })),
)

test.each(cases)('$of, seed $seed', async ({ of, seed }) => {
  const random = new Random('odd', of, seed)
  const probability = probabilities[seed % probabilities.length]!
  const odd = (target: Parameters<typeof oddTarget>[0]) => oddTarget(target, random, probability)
  const report = await judges[of]({ unwired: true, odd })
  expect(outcomes(report, ['harness-error'])).toBe('')
  // The runner blocks a scenario that fails at an answer of the wrong shape. A reader must find it.
  expect(outcomes(report, ['blocked', 'not-applicable'])).not.toContain(cannotRead)
})
