// Defines the tests of the hostile campaign: every kind of input with every seed against one
// process. Prints figures and failures.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { attack, megabytes, type Host } from './attack.js'
import type { Family } from './families.js'

export interface Plan {
  readonly seeds: readonly number[]
  /** The number of HTTP requests of each seed. Other kinds of input send a share of this number. */
  readonly requests: number
  readonly families: readonly Family[]
  readonly bounds: Bounds
  readonly start: (seed: number) => Promise<Host>
  readonly print: (line: string) => void
  /** The numbers of the cases to repeat, all by default. */
  readonly only?: readonly number[] | undefined
}

/** Limits for the attacked process. */
export interface Bounds {
  readonly stallMs: number
  /**
   * The most bytes of resident memory above those at the start: `peakBytes` at any time,
   * `leftBytes` after a reset.
   */
  readonly peakBytes: number
  readonly leftBytes: number
  /**
   * The milliseconds without requests before the memory is compared. V8 needs 8 seconds to release
   * all memory.
   */
  readonly restMs: number
}

/** Only on Linux can the processor time and the memory of another process be read. */
const isLinux = process.platform === 'linux'

/** The timeout of one seed in milliseconds. A seed normally takes about 4 minutes. */
const LONGEST_MS = 20 * 60_000
const STARTING_MS = 60_000

/** Attacks the process `name` in one test for each seed. */
export function testUnderAttack(name: string, plan: Plan): void {
  const { seeds, families, start, print, only } = plan
  const { stallMs, peakBytes, leftBytes, restMs } = plan.bounds
  let host: Host
  let startBytes: number
  beforeAll(async () => {
    if (!isLinux) return
    host = await start(seeds[0]!)
    startBytes = await host.target.resident(restMs)
  }, STARTING_MS)
  afterAll(async () => {
    if (!isLinux) return
    const exit = await host.target.stop()
    await host.close()
    expect(host.exits ?? ['exit 0'], host.target.stderr()).toContain(exit)
  }, STARTING_MS)

  test.runIf(isLinux).each(seeds)(
    `${name} survives hostile input (seed %i)`,
    async (seed) => {
      const failures: string[] = []
      for (const family of families) {
        const requests = Math.ceil(plan.requests * family.share)
        const cases = { family, seed, numbers: only ?? naturals(), requests }
        const limits = { stallMs, peakBytes: startBytes + peakBytes }
        const outcome = await attack(host, cases, limits)
        print(`${name}, seed ${seed}, ${family.name}: ${outcome.figures}`)
        failures.push(...outcome.failures)
        if (outcome.isDead) host = await start(seed)
        const why = await host.serves()
        if (why !== undefined) failures.push(`after ${family.name}, it no longer serves: ${why}`)
      }
      await host.reset()
      const left = await host.target.resident(restMs)
      const memory = `${megabytes(startBytes)} MB at the start, ${megabytes(left)} MB after a reset`
      print(`${name}, seed ${seed}: ${memory}`)
      if (left - startBytes > leftBytes) failures.push(memory)
      expect(failures.join('\n\n')).toBe('')
    },
    LONGEST_MS,
  )
}

function* naturals(): Generator<number, undefined> {
  for (let n = 0; ; n++) yield n
}
