// Defines the tests of the hostile campaign: every kind of input with every seed against one
// process. Prints figures and failures.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAttack, type Attack, type Bounds, type Failure, type Host } from './attack.js'
import type { Family } from './families.js'
import { added, lineOf, megabytes, noFigures, type Figures } from './figures.js'

export interface Plan {
  readonly seeds: readonly number[]
  /** The number of HTTP requests of each seed. Other kinds of input send a share of this number. */
  readonly requests: number
  readonly families: readonly Family[]
  readonly bounds: Bounds
  readonly start: (seed: number) => Promise<Host>
  readonly print: (line: string) => void
}

/** Only on Linux can the processor time and the memory of another process be read. */
const isLinux = process.platform === 'linux'

/** The timeout of one seed in milliseconds. A seed normally takes about 4 minutes. */
const LONGEST_MS = 20 * 60_000
const STARTING_MS = 60_000

/** Attacks the process `name` in one test for each seed. */
export function testUnderAttack(name: string, plan: Plan): void {
  const { seeds, requests, families, bounds, start, print } = plan
  const all = new Map<string, Figures>()
  let attack: Attack
  beforeAll(async () => {
    if (isLinux) attack = await startAttack(() => start(seeds[0]!), bounds)
  }, STARTING_MS)
  afterAll(async () => {
    await attack?.close()
    for (const [family, figures] of all)
      print(`${name}, seeds ${seeds.join(' ')}, ${family}: ${lineOf(figures)}`)
  }, STARTING_MS)

  test.runIf(isLinux).each(seeds)(
    `${name} survives hostile input (seed %i)`,
    async (seed) => {
      const before = attack.failures.length
      for (const family of families) {
        const figures = await attack.run(family, seed, Math.ceil(requests * family.share))
        all.set(family.name, added(all.get(family.name) ?? noFigures, figures))
        print(`${name}, seed ${seed}, ${family.name}: ${lineOf(figures)}`)
      }
      const { start, left } = await attack.settle(seed)
      print(
        `${name}, seed ${seed}: ${megabytes(start)} MB at the start, ${megabytes(left)} MB after a reset`,
      )
      expect(attack.failures.slice(before).map(failureText).join('\n\n')).toBe('')
    },
    LONGEST_MS,
  )
}

/**
 * Repeats cases, given as `family:seed:number,number`. Does nothing if the plan lacks this family.
 */
export function replayUnderAttack(name: string, plan: Plan, cases: string): void {
  const [wanted, seed, numbers = ''] = cases.split(':')
  const family = plan.families.find((each) => each.name === wanted)
  if (family === undefined) return
  test(`${name} survives ${cases}`, async () => {
    const attack = await startAttack(() => plan.start(Number(seed)), plan.bounds)
    await attack.replay(family, Number(seed), numbers.split(',').map(Number))
    await attack.close()
    expect(attack.failures.map(failureText).join('\n\n')).toBe('')
  }, 600_000)
}

const failureText = ({ family, seed, numbers, problem, reproduction }: Failure) =>
  [
    `${family}, seed ${seed}: ${problem}`,
    ...(reproduction === '' ? [] : [reproduction]),
    ...(numbers.length === 0
      ? []
      : [
          `repeat: HOSTILE_CASE=${family}:${seed}:${numbers.join(',')} npm run campaign -- hostile`,
        ]),
  ].join('\n')
