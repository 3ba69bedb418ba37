import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { names, testOf } from './applications-testing.js'
import { parsePlan } from './decision.js'
import { explore, type ExploreOptions } from './explore.js'
import { ExploreFailure } from './failure.js'
import { startApplication, type Application } from './testing.js'

let application: Application
beforeAll(async () => (application = await startApplication()))
afterAll(() => application.close())

const find = (name: string, options: ExploreOptions) =>
  explore(options, testOf(name, application, { isMended: false })).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ExploreFailure) return error
      throw error
    },
  )

describe.each(names)('an application that %s', (name) => {
  it('is found within 100 runs, with few decisions', async () => {
    const found = await find(name, { runs: 100, seed: 1 })
    expect(found).toBeInstanceOf(ExploreFailure)
    const decisions = parsePlan(found!.replay)
    expect(decisions.length).toBeGreaterThanOrEqual(1)
    expect(decisions.length).toBeLessThanOrEqual(3)

    const again = await find(name, { replay: found!.replay })
    expect(again?.story).toBe(found!.story)
  })

  it('passes when it is mended', async () => {
    const { runs } = await explore({ runs: 15 }, testOf(name, application, { isMended: true }))
    expect(runs).toBeGreaterThan(10)
  })
})
