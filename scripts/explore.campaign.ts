// Explores small applications with one bug each, from many seeds, and their mended twins.
//
// EXPLORE_SEEDS is the number of seeds, by default 20, and EXPLORE_RUNS that of the runs of a twin.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { names, testOf } from '../mocks/explore/applications-testing.js'
import {
  clientNames,
  clientOptions,
  clientTestOf,
  startServer,
  type Server,
} from '../mocks/explore/client-applications-testing.js'
import { parsePlan } from '../mocks/explore/decision.js'
import { startApplication, type Application } from '../mocks/explore/testing.js'
import { explore, ExploreFailure, type ExploreOptions } from '../mocks/index.js'

const SEEDS = Number(process.env['EXPLORE_SEEDS'] ?? 20)
const RUNS = Number(process.env['EXPLORE_RUNS'] ?? 1000)

let application: Application
let server: Server
beforeAll(async () => {
  // The clients print each failure.
  for (const name of ['error', 'warn'] as const) vi.spyOn(console, name).mockReturnValue()
  application = await startApplication()
  server = await startServer()
})
afterAll(() => Promise.all([application.close(), server.close()]))

type TestOf = (state: { readonly isMended: boolean }) => ReturnType<typeof testOf>
type Row = readonly [name: string, test: TestOf, options: ExploreOptions]

describe.each([
  ...names.map((name): Row => [name, (is) => testOf(name, application, is), {}]),
  ...clientNames.map((name): Row => [name, (is) => clientTestOf(name, server, is), clientOptions]),
])('an application that %s', (name, test, options) => {
  it(`is found within 100 runs from each of ${SEEDS} seeds`, async () => {
    const runs: number[] = []
    for (let seed = 1; seed <= SEEDS; seed++) {
      const found: unknown = await explore(
        { ...options, seed, runs: 100 },
        test({ isMended: false }),
      ).catch((error: unknown) => error)
      if (!(found instanceof ExploreFailure)) throw new Error(`seed ${seed} finds nothing`)
      expect(parsePlan(found.replay).length).toBeLessThanOrEqual(3)
      runs.push(found.run)
    }
    console.log(`${name}: found in run ${runs.join(', ')}`)
  })

  it(`passes ${RUNS} runs when it is mended`, async () => {
    const start = performance.now()
    const { runs } = await explore({ ...options, runs: RUNS }, test({ isMended: true }))
    console.log(
      `${name}: ${((performance.now() - start) / runs).toFixed(1)} ms for each of ${runs}`,
    )
  })
})
