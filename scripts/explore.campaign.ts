// Explores twelve small applications with one bug each, from many seeds, and their mended twins.
//
// EXPLORE_SEEDS is the number of seeds, by default 20, and EXPLORE_RUNS that of the runs of a twin.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { names, testOf } from '../mocks/explore/applications-testing.js'
import { parsePlan } from '../mocks/explore/decision.js'
import { startApplication, type Application } from '../mocks/explore/testing.js'
import { explore, ExploreFailure } from '../mocks/index.js'

const SEEDS = Number(process.env['EXPLORE_SEEDS'] ?? 20)
const RUNS = Number(process.env['EXPLORE_RUNS'] ?? 1000)

let application: Application
beforeAll(async () => (application = await startApplication()))
afterAll(() => application.close())

describe.each(names)('an application that %s', (name) => {
  it(`is found within 100 runs from each of ${SEEDS} seeds`, async () => {
    const test = testOf(name, application, { isMended: false })
    const runs: number[] = []
    for (let seed = 1; seed <= SEEDS; seed++) {
      const found: unknown = await explore({ seed, runs: 100 }, test).catch(
        (error: unknown) => error,
      )
      if (!(found instanceof ExploreFailure)) throw new Error(`seed ${seed} finds nothing`)
      expect(parsePlan(found.replay).length).toBeLessThanOrEqual(3)
      runs.push(found.run)
    }
    console.log(`${name}: found in run ${runs.join(', ')}`)
  })

  it(`passes ${RUNS} runs when it is mended`, async () => {
    const start = performance.now()
    const { runs } = await explore({ runs: RUNS }, testOf(name, application, { isMended: true }))
    console.log(
      `${name}: ${((performance.now() - start) / runs).toFixed(1)} ms for each of ${runs}`,
    )
  })
})
